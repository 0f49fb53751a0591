package inspection

import (
	"context"
	"math"
	"slices"

	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/tokenize"
)

// A BucketedBy is the property by which Buckets are formed.
type BucketedBy string

// Properties of segments. All systems have a segment in the same bucket, so that their means over a
// bucket can be compared.
const (
	ByLength       BucketedBy = "reference_length" // tokens of the reference, or words where these are not counted
	BySourceLength BucketedBy = "source_length"    // the same of the source
	ByUnknown      BucketedBy = "unknown_words"    // tokens of the reference that have no vector
	ByScore        BucketedBy = "score"            // fifths by the mean of a column over the systems, the worst first
	ByColumn       BucketedBy = "column"           // values of a column of the input, or fifths of its numbers
)

// Buckets sum up the systems over segments that have something in common.
type Buckets struct {
	By     BucketedBy `json:"by"`
	Column string     `json:"column,omitempty"` // of ByScore and ByColumn
	Words  bool       `json:"words,omitempty"`  // the lengths are words, of the first reference or the source
	List   []Bucket   `json:"buckets"`          // those that hold segments, 2 or more
	Of     []int8     `json:"-"`                // for each segment its place in List, -1 for none
}

// A Bucket holds the segments between two numbers.
type Bucket struct {
	// Low and High are the first and the last number of the bucket; High is nil if it has no end. For ByScore they are
	// the smallest and the largest score.
	Low  float64  `json:"low"`
	High *float64 `json:"high"`
	// Name is the value of ByColumn, "" for numbers.
	Name string `json:"name,omitempty"`
	// Fifth is the number of the fifth for ByScore, from 1, the worst, to 5. Some are missing where scores are equal.
	Fifth    int `json:"fifth,omitempty"`
	Segments int `json:"segments"`
	// Means are those of each system, one for each column.
	Means [][]evaluation.MeanScore `json:"means"`
}

// First numbers of the buckets.
var (
	lengthEdges  = []int32{0, 6, 11, 21, 41, 81}
	unknownEdges = []int32{0, 1, 2, 3, 6, 11}
)

// fewestForFifths is how many segments must have a score for fifths to say something.
const fewestForFifths = 10

// notCounted stands for a count that is not known.
const notCounted = -1

// bucketCounts are what segments are put into buckets by.
type bucketCounts struct {
	tokens, unknown, words    []int32 // of each segment's reference
	sourceTokens, sourceWords []int32 // of its source
	tokenizer                 tokenize.Tokenizer
	buffer                    []tokenize.Token
}

func (b *bucketCounts) start(segments int) error {
	var err error
	b.tokenizer, err = tokenize.New(tokenize.Unicode, tokenize.Options{})
	for _, list := range []*[]int32{&b.tokens, &b.unknown, &b.words, &b.sourceTokens, &b.sourceWords} {
		*list = slices.Repeat([]int32{notCounted}, segments)
	}
	return err
}

// see takes an output of a segment. Where systems are closest to different references, the shortest one counts.
func (b *bucketCounts) see(segment int, t *OutputTexts) {
	switch tokens, unknown := int32(t.ReferenceTokens), int32(t.ReferenceOOV); {
	case t.Counted && (tokens > 0 || t.SourceTokens == 0): // else references were not read
		if known := b.tokens[segment]; known < 0 || tokens < known || tokens == known && unknown < b.unknown[segment] {
			b.tokens[segment], b.unknown[segment] = tokens, unknown
		}
	case len(t.References) > 0 && b.words[segment] < 0:
		b.words[segment] = b.wordsOf(t.References[0])
	}
	b.seeSource(segment, t)
}

// seeSource takes the source of an output.
func (b *bucketCounts) seeSource(segment int, t *OutputTexts) {
	if t.Counted && t.SourceTokens > 0 {
		b.sourceTokens[segment] = int32(t.SourceTokens)
	}
	if t.Source != "" && b.sourceWords[segment] < 0 {
		b.sourceWords[segment] = b.wordsOf(t.Source)
	}
}

func (b *bucketCounts) wordsOf(text string) int32 {
	b.buffer = b.tokenizer.Append(b.buffer[:0], text)
	return int32(len(b.buffer))
}

// byLength returns the buckets by tokens, or by words where no tokens are counted.
func byLength(by BucketedBy, tokens, words []int32) Buckets {
	b := Buckets{By: by}
	if !slices.ContainsFunc(tokens, func(n int32) bool { return n >= 0 }) {
		tokens, b.Words = words, true
	}
	b.putCounts(tokens, lengthEdges)
	return b
}

// addBuckets puts all segments into buckets, and sums up the systems over each. documents are those of the segments,
// nil if they have none.
func (in *inspecting) addBuckets(ctx context.Context, documents []int) error {
	counts, byUnknown := &in.counts, Buckets{By: ByUnknown}
	byUnknown.putCounts(counts.unknown, unknownEdges)
	all := []Buckets{byLength(ByLength, counts.tokens, counts.words),
		byLength(BySourceLength, counts.sourceTokens, counts.sourceWords), byUnknown}
	all = append(append(all, in.byColumns()...), fifths(&in.out.Columns[0]))
	if last := len(in.out.Columns) - 1; last > 0 && in.out.Columns[last].Name == in.out.Human {
		all = append(all, fifths(&in.out.Columns[last]))
	}
	for _, b := range all {
		if len(b.List) < 2 {
			continue // it would say what all segments do
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		for k, means := range sumUp(in, b.Of, len(b.List), documents) {
			b.List[k].Means = means
		}
		in.out.Buckets = append(in.out.Buckets, b)
	}
	return nil
}

// putCounts puts segments into buckets that begin at edges.
func (b *Buckets) putCounts(counts, edges []int32) {
	buckets := make([]Bucket, len(edges))
	for k := range buckets {
		buckets[k].Low = float64(edges[k])
		if k+1 < len(edges) {
			buckets[k].High = new(float64(edges[k+1] - 1))
		}
	}
	b.put(buckets, len(counts), func(segment int) int {
		k, found := slices.BinarySearch(edges, counts[segment])
		if !found {
			k-- // -1 for what is not counted
		}
		return k
	})
}

// put puts segments into those of some buckets that then hold any. place returns the place of a bucket, or -1.
func (b *Buckets) put(buckets []Bucket, segments int, place func(segment int) int) {
	b.Of = make([]int8, segments)
	for i := range b.Of {
		k := place(i)
		b.Of[i] = int8(k)
		if k >= 0 {
			buckets[k].Segments++
		}
	}
	var places []int8
	for _, bucket := range buckets {
		places = append(places, int8(len(b.List)))
		if bucket.Segments > 0 {
			b.List = append(b.List, bucket)
		}
	}
	for i, k := range b.Of {
		if k >= 0 {
			b.Of[i] = places[k]
		}
	}
}

// fifths puts segments into five buckets of one size by the mean of the systems, the worst first. Where means are
// equal, a bucket may be larger, and others empty.
func fifths(column *evaluation.Column) Buckets {
	const n = 5
	b := Buckets{By: ByScore, Column: column.Name}
	means := make([]float64, column.Grid.Segments)
	var sorted []float64
	for j := range means {
		sum, count := 0.0, 0.0
		for i := range column.Grid.Systems {
			if x := column.Grid.At(i, j); !math.IsNaN(x) {
				sum, count = sum+x, count+1
			}
		}
		means[j] = -worseness(sum/count, column.LowerIsBetter) // NaN where there is none
		if !math.IsNaN(means[j]) {
			sorted = append(sorted, means[j])
		}
	}
	if len(sorted) < fewestForFifths {
		return b
	}
	slices.Sort(sorted)
	buckets := make([]Bucket, n)
	least := make([]float64, n) // of each bucket
	for k := range buckets {
		buckets[k].Fifth = k + 1
		least[k] = sorted[k*len(sorted)/n]
	}
	b.put(buckets, len(means), func(segment int) int {
		if math.IsNaN(means[segment]) {
			return -1
		}
		k := n - 1
		for means[segment] < least[k] {
			k--
		}
		return k
	})
	for k := range b.List {
		b.List[k].Low, b.List[k].High = math.Inf(1), new(math.Inf(-1))
	}
	for j, k := range b.Of {
		if k >= 0 {
			x := -worseness(means[j], column.LowerIsBetter)
			b.List[k].Low, *b.List[k].High = min(b.List[k].Low, x), max(*b.List[k].High, x)
		}
	}
	return b
}

// sumUp returns the means of each of n groups: of every system those of every column. of is the group of each segment, -1
// for none; documents are those of the segments, nil if they have none.
func sumUp[N int | int8](in *inspecting, of []N, n int, documents []int) [][][]evaluation.MeanScore {
	sums := make([][][]evaluation.MeanScore, n)
	for i := range in.input.Systems {
		for c, column := range in.out.Columns {
			means := make([]agreement.Mean, n)
			for j, x := range column.Grid.Row(i) {
				if k := of[j]; k >= 0 {
					addScore(&means[k], x, j, documents)
				}
			}
			for k := range means {
				if c == 0 {
					sums[k] = append(sums[k], nil)
				}
				sums[k][i] = append(sums[k][i],
					evaluation.NewMeanScore(&means[k], column.Name, column.Signature, in.out.Confidence))
			}
		}
	}
	return sums
}
