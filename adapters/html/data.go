package html

import (
	"bufio"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/klauspost/compress/gzip"
	"github.com/wordrotator/wrd/internal/visible"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement/significance"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/inspection"
)

// The data of the page are in four elements, each gzip in base64, which cannot end the element that it is in:
//
//   - texts: for each segment its id, document, domain, source, references and outputs, one after another, as UTF-8. The
//     texts of a segment are much alike, so they compress best side by side;
//   - numbers: columns of numbers, see columns. The bytes of a column are sorted by their rank, which compresses better;
//   - alignments: JSON;
//   - spans: JSON.
//
// A fifth, the manifest, says in JSON what is where.

// absentText is the length of a text that is not there.
const absentText = math.MaxUint32

// A manifest says what the data are.
type manifest struct {
	Systems  []string         `json:"systems"`
	Measures []manifestColumn `json:"measures"`
	Statuses []string         `json:"statuses"`
	Findings []string         `json:"findings"`
	Segments int              `json:"segments"` // rows
	All      int              `json:"all"`
	// References is how many fields of references a row has; they are after id, document, domain and source.
	References int             `json:"references"`
	Columns    []packedNumbers `json:"columns"`
	Texts      bool            `json:"texts"`   // whether there are any
	Aligned    bool            `json:"aligned"` // all outputs that can be
	Sources    bool            `json:"sources"`
	OfSources  bool            `json:"of_sources"` // whether alignments are with sources
	FromZero   bool            `json:"from_zero"`  // files count the segments from 0, people from 1
	// Buckets of the segments: for each of them there is a column "bucket_" and its key.
	Buckets []manifestBuckets `json:"buckets"`
	// Pair are the systems that are side by side first; one if there is no other. Sort is what they are sorted by.
	Pair []int  `json:"pair"`
	Sort string `json:"sort"`
	// Unit is what intervals take as independent; Confidence is theirs, with the normal quantile Z.
	Unit       evaluation.Unit `json:"unit"`
	Confidence float64         `json:"confidence"`
	// Draws and Seed are those of the randomisation test that compared the systems, 0 if none did.
	Draws int     `json:"draws"`
	Seed  uint64  `json:"seed"`
	Z     float64 `json:"z"`
	// Documents and Domains that are summed up, the worst first; there are columns with the numbers of the rows.
	Documents manifestGroups `json:"documents"`
	Domains   manifestGroups `json:"domains"`
}

// manifestGroups are what rows are part of. Their means are in a column, with both ends of the intervals: for each column
// of scores and system the mean of each group, then the low ends, then the high ones.
type manifestGroups struct {
	All      int      `json:"all"`
	Numbers  []int    `json:"numbers"`
	Names    []string `json:"names"`
	Segments []int    `json:"segments"`
}

type manifestBuckets struct {
	Key     string   `json:"key"`
	Names   []string `json:"names"`
	Choices []string `json:"choices"` // what they are called among others
	Score   bool     `json:"score"`   // they are made by scores
}

type manifestColumn struct {
	Name  string `json:"name"`
	Lower bool   `json:"lower"` // is better
	Human bool   `json:"human"`
	// Range is between which numbers scores can be, [-1.8e308, 1.8e308] if that is not known.
	Range [2]float64 `json:"range"`
}

// packedNumbers is a column of the numbers.
type packedNumbers struct {
	Name  string `json:"name"`
	Bytes int    `json:"bytes"` // of a number: 1, 2 or 4
	Float bool   `json:"float"`
	Count int    `json:"count"`
}

// writeData writes the data of a report.
func writeData(w io.Writer, r *Report) error {
	m := manifest{
		Systems:    visibleAll(systemNames(r)),
		Findings:   inspection.FindingNames(),
		Segments:   len(r.Rows),
		All:        len(r.All),
		Buckets:    []manifestBuckets{},
		References: r.References,
		Texts:      r.Texts,
		Aligned:    r.Chosen == 0,
		Sources:    r.Sources,
		OfSources:  r.OfSources,
		FromZero:   len(r.Rows) > 0 && r.Rows[0].FromZero,
	}
	for _, column := range r.Columns {
		low, high := metric.ParseSignature(column.Signature).Range(column.Name)
		low, high = max(low, -math.MaxFloat64), min(high, math.MaxFloat64) // JSON has no infinity
		m.Measures = append(m.Measures, manifestColumn{Range: [2]float64{low, high},
			Name: visible.Text(column.Name), Lower: column.LowerIsBetter,
			Human: column.Name == r.Human})
	}
	m.Pair, m.Sort = r.Pair, "score"
	if len(r.Pair) > 1 {
		m.Sort = "why"
	}
	m.Unit, m.Confidence, m.Z = r.Unit, r.Confidence, math.Sqrt2*math.Erfinv(r.Confidence)
	if c := r.Comparison; c != nil && c.Test == significance.TestRandomisation {
		m.Draws, m.Seed = c.Draws, c.Seed
	}
	p := &packer{manifest: &m, report: r}
	outputs := int64(len(r.Rows) * len(r.Systems))
	var packed, size atomic.Int64 // bytes
	defer r.Progress.Start("writing the page", func() (int64, int64) {
		return packed.Load() * outputs / max(size.Load(), 1), outputs
	})()
	bytesOfTexts := p.lengths()
	p.scores()
	p.details()
	m.Documents, m.Domains = p.groups(&r.Documents), p.groups(&r.Domains)
	p.buckets()
	header, err := json.Marshal(m) // with < as \u003c
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "<script type=\"application/json\" id=\"manifest\">%s</script>\n", header)
	alignments, err := p.alignments()
	if err != nil {
		return err
	}
	spans, err := p.spans()
	if err != nil {
		return err
	}
	size.Store(int64(len(p.numbers)+len(alignments)+len(spans)) + bytesOfTexts)
	whole := func(content []byte) func(io.Writer) error {
		return func(w io.Writer) error {
			_, err := w.Write(content)
			return err
		}
	}
	for _, part := range []struct {
		id      string
		content func(io.Writer) error
	}{{"numbers", whole(p.numbers)}, {"texts", p.texts}, {"alignments", whole(alignments)}, {"spans", whole(spans)}} {
		if err := writePacked(w, part.id, part.content, &packed); err != nil {
			return err
		}
	}
	return nil
}

func systemNames(r *Report) (names []string) {
	for _, s := range r.Systems {
		names = append(names, s.System)
	}
	return names
}

func visibleAll(list []string) (out []string) {
	for _, s := range list {
		out = append(out, visible.Text(s))
	}
	return out
}

// packing is the level of gzip: of a page of 100,000 outputs level 6 saves 4 % and takes 1.5 times as long, and those that
// take many times as long save 3 % more.
const packing = 3

// packedAtOnce is after how many bytes it is said how many are packed.
const packedAtOnce = 1 << 18

// writePacked writes an element with content, and counts its bytes. The library makes the same bytes on every machine.
func writePacked(w io.Writer, id string, content func(io.Writer) error, done *atomic.Int64) error {
	fmt.Fprintf(w, "<script type=\"text/plain\" id=\"%s\">", id)
	encoder := base64.NewEncoder(base64.StdEncoding, w)
	zip, err := gzip.NewWriterLevel(encoder, packing)
	if err != nil {
		return err
	}
	if err := content(&countedWriter{zip, done}); err != nil {
		return err
	}
	if err := zip.Close(); err != nil {
		return err
	}
	if err := encoder.Close(); err != nil {
		return err
	}
	_, err = io.WriteString(w, "</script>\n")
	return err
}

// A countedWriter counts the bytes that are written.
type countedWriter struct {
	to   io.Writer
	done *atomic.Int64
}

func (c *countedWriter) Write(b []byte) (n int, err error) {
	for part := range slices.Chunk(b, packedAtOnce) {
		k, err := c.to.Write(part)
		n += k
		c.done.Add(int64(k))
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

// A packer puts a report into columns.
type packer struct {
	manifest *manifest
	report   *Report
	numbers  []byte
}

// add adds a column of whole numbers, in so many bytes each.
func (p *packer) add(name string, size int, values []uint32) {
	p.manifest.Columns = append(p.manifest.Columns, packedNumbers{Name: name, Bytes: size, Count: len(values)})
	start := len(p.numbers)
	p.numbers = append(p.numbers, make([]byte, size*len(values))...)
	out := p.numbers[start:]
	var four [4]byte
	for i, v := range values {
		binary.LittleEndian.PutUint32(four[:], v)
		for rank := range size {
			out[rank*len(values)+i] = four[rank]
		}
	}
}

// eachText yields the texts in their order, as UTF-8, and whether they are there.
func (p *packer) eachText() iter.Seq2[string, bool] {
	return func(yield func(text string, present bool) bool) {
		yieldText := func(text string, present bool) bool {
			if !utf8.ValidString(text) { // which is known in less time
				text = strings.ToValidUTF8(text, "�")
			}
			return yield(text, present)
		}
		for i := range p.report.Rows {
			row := &p.report.Rows[i]
			ok := yieldText(row.Segment.String(), true) && yieldText(row.Doc, row.Doc != "") &&
				yieldText(row.Domain, row.Domain != "") && yieldText(row.Source, row.Source != "")
			for k := range p.report.References {
				text, present := "", k < len(row.References)
				if present {
					text = row.References[k]
				}
				ok = ok && yieldText(text, present)
			}
			for k := range row.Outputs {
				ok = ok && yieldText(row.Outputs[k].Candidate, row.Outputs[k].Present)
			}
			if !ok {
				return
			}
		}
	}
}

// lengths adds the lengths of the texts as JavaScript counts them, and returns how many bytes they have in all.
func (p *packer) lengths() (total int64) {
	lengths := make([]uint32, 0, len(p.report.Rows)*(4+p.report.References+len(p.report.Systems)))
	for text, present := range p.eachText() {
		if !present {
			lengths = append(lengths, absentText)
			continue
		}
		total += int64(len(text))
		lengths = append(lengths, uint32(utf16Length(text)))
	}
	p.add("lengths", 4, lengths)
	return total
}

// texts writes the texts.
func (p *packer) texts(w io.Writer) error {
	out := bufio.NewWriterSize(w, packedAtOnce)
	for text, present := range p.eachText() {
		if present {
			out.WriteString(text) // Flush returns what goes wrong
		}
	}
	return out.Flush()
}

func utf16Length(text string) (n int) {
	for _, r := range text {
		n += utf16.RuneLen(r)
	}
	return n
}

// scores adds the scores of each column and system, NaN where there is none.
func (p *packer) scores() {
	var values []uint32
	for _, column := range p.report.Columns {
		for i := range p.report.Systems {
			for k := range p.report.Rows {
				values = append(values, math.Float32bits(float32(column.Grid.At(i, p.report.Rows[k].Place))))
			}
		}
	}
	p.addFloats("scores", values)
}

// addFloats adds a column of the bits of 32-bit numbers.
func (p *packer) addFloats(name string, bits []uint32) {
	p.add(name, 4, bits)
	p.manifest.Columns[len(p.manifest.Columns)-1].Float = true
}

// details adds what is known of each output besides its scores.
func (p *packer) details() {
	each := func(name string, size int, value func(o *inspection.Output) uint32) {
		var values []uint32
		for i := range p.report.Systems {
			for k := range p.report.Rows {
				values = append(values, value(&p.report.Rows[k].Outputs[i]))
			}
		}
		p.add(name, size, values)
	}
	each("status", 1, func(o *inspection.Output) uint32 {
		i := slices.Index(p.manifest.Statuses, visible.Text(o.Status))
		if i < 0 && len(p.manifest.Statuses) < 255 {
			i = len(p.manifest.Statuses)
			p.manifest.Statuses = append(p.manifest.Statuses, visible.Text(o.Status))
		}
		return uint32(i) & 255
	})
	each("findings", 2, func(o *inspection.Output) uint32 { return uint32(o.Findings) })
	for _, count := range []struct {
		name string
		of   func(o *inspection.Output) int
	}{
		{"candidate_tokens", func(o *inspection.Output) int { return o.CandidateTokens }},
		{"reference_tokens", func(o *inspection.Output) int { return o.ReferenceTokens }},
		{"candidate_oov", func(o *inspection.Output) int { return o.CandidateOOV }},
		{"reference_oov", func(o *inspection.Output) int { return o.ReferenceOOV }},
	} {
		each(count.name, 2, func(o *inspection.Output) uint32 {
			if !o.Counted {
				return unknownCount
			}
			return uint32(min(count.of(o), unknownCount-1))
		})
	}
	each("best_reference", 1, func(o *inspection.Output) uint32 { return uint32(min(o.BestReference, 255)) })
}

// buckets adds for each row its bucket, 255 if it is in none.
func (p *packer) buckets() {
	for i, key := range bucketKeys(p.report) {
		b := &p.report.Buckets[i]
		named := manifestBuckets{Key: key, Score: b.By == inspection.ByScore}
		for k := range b.List {
			named.Names = append(named.Names, bucketName(b, &b.List[k]))
			named.Choices = append(named.Choices, bucketChoice(b, &b.List[k]))
		}
		p.manifest.Buckets = append(p.manifest.Buckets, named)
		values := make([]uint32, len(p.report.Rows))
		for k := range values {
			values[k] = uint32(uint8(b.Of[p.report.Rows[k].Place])) // 255 for -1
		}
		p.add("bucket_"+key, 1, values)
	}
}

// groups adds the numbers of the groups of the rows, the largest number for none, and their means.
func (p *packer) groups(g *inspection.Groupings) manifestGroups {
	m := manifestGroups{All: g.All, Numbers: []int{}, Names: []string{}, Segments: []int{}}
	if g.All == 0 {
		return m
	}
	of := make([]uint32, len(p.report.Rows))
	for k := range of {
		of[k] = uint32(g.Of[p.report.Rows[k].Place])
	}
	p.add(string(g.By), 4, of)
	var values []uint32
	for _, part := range []func(m *evaluation.MeanScore) *float64{
		func(m *evaluation.MeanScore) *float64 { return m.Mean },
		func(m *evaluation.MeanScore) *float64 { return m.CILow },
		func(m *evaluation.MeanScore) *float64 { return m.CIHigh },
	} {
		for c := range p.report.Columns {
			for i := range p.report.Systems {
				for k := range g.List {
					x := math.NaN()
					if v := part(&g.List[k].Means[i][c]); v != nil {
						x = *v
					}
					values = append(values, math.Float32bits(float32(x)))
				}
			}
		}
	}
	p.addFloats(string(g.By)+"_means", values)
	for _, group := range g.List {
		m.Numbers, m.Names = append(m.Numbers, group.Number), append(m.Names, visible.Text(group.Name))
		m.Segments = append(m.Segments, group.Segments)
	}
	return m
}

// unknownCount stands for a count that is not known.
const unknownCount = math.MaxUint16

// alignments returns the alignments as JSON: for each its row and system, the words of both sides, the moves between them,
// each as places in these lists with mass and cost, and the places of invented and of missing words. The words are in the
// order of the texts.
func (p *packer) alignments() ([]byte, error) {
	list := []any{}
	for k := range p.report.Rows {
		for i := range p.report.Systems {
			output := &p.report.Rows[k].Outputs[i]
			moves := output.Alignment
			if len(moves) == 0 {
				continue
			}
			var from, to []string
			var packed [][4]float64
			for _, m := range moves {
				from, to = append(from, m.CandidateToken), append(to, m.ReferenceToken)
			}
			from, to = inOrder(from, output.Candidate), inOrder(to, p.against(&p.report.Rows[k], output))
			for at := range from {
				from[at] = strings.ToValidUTF8(from[at], string(utf8.RuneError))
			}
			for at := range to {
				to[at] = strings.ToValidUTF8(to[at], string(utf8.RuneError))
			}
			for _, m := range moves {
				packed = append(packed, [4]float64{placeOf(&from, m.CandidateToken), placeOf(&to, m.ReferenceToken),
					rounded(m.Mass), rounded(m.Cost)})
			}
			invented, missing := []float64{}, []float64{}
			for _, word := range output.Invented {
				invented = append(invented, placeOf(&from, word))
			}
			for _, word := range output.Missing {
				missing = append(missing, placeOf(&to, word))
			}
			list = append(list, []any{k, i, from, to, packed, invented, missing})
		}
	}
	return json.Marshal(list)
}

// against returns the text that an output is aligned with.
func (p *packer) against(row *inspection.Row, output *inspection.Output) string {
	switch best := min(output.BestReference, len(row.References)-1); {
	case p.report.OfSources:
		return row.Source
	case best >= 0:
		return row.References[best]
	}
	return ""
}

// placeOf returns the place of a word in a list, where it is put if it is not there.
func placeOf(list *[]string, word string) float64 {
	word = strings.ToValidUTF8(word, string(utf8.RuneError))
	i := slices.Index(*list, word)
	if i < 0 {
		i = len(*list)
		*list = append(*list, word)
	}
	return float64(i)
}

// rounded leaves the digits that can be seen.
func rounded(x float64) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0
	}
	return math.Round(x*1e5) / 1e5
}
