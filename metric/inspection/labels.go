package inspection

import (
	"cmp"
	"math"
	"slices"
	"strconv"
)

// mostLabels is how many values of a column are buckets: of more, numbers are put into fifths, and words say too little.
const mostLabels = 20

// labels are what columns of the input say of segments.
type labels []*labelled

// A labelled is a column of labels.
type labelled struct {
	name    string
	numbers map[string]int32
	values  []string
	of      map[int]int32 // by the place of a segment
	useless bool          // outputs of one segment have several, or there are too many
}

func newLabelled(name string) *labelled {
	return &labelled{name: name, numbers: map[string]int32{}, of: map[int]int32{}}
}

// see takes the labels of an output.
func (l *labels) see(segment int, list []Label) {
	for _, label := range list {
		i := slices.IndexFunc(*l, func(c *labelled) bool { return c.name == label.Column })
		if i < 0 {
			i = len(*l)
			*l = append(*l, newLabelled(label.Column))
		}
		(*l)[i].see(segment, label.Value)
	}
}

func (c *labelled) see(segment int, value string) {
	if c.useless || value == "" {
		return
	}
	number, known := c.numbers[value]
	if !known {
		if _, err := strconv.ParseFloat(value, 64); err != nil && len(c.values) >= mostLabels {
			c.useless = true
			return
		}
		number = int32(len(c.values))
		c.numbers[value] = number
		c.values = append(c.values, value)
	}
	if before, seen := c.of[segment]; seen && before != number {
		c.useless = true
		return
	}
	c.of[segment] = number
}

// byColumns returns the buckets by domain and by the labels of the input, as far as they tell segments apart.
func (in *inspecting) byColumns() (all []Buckets) {
	domains := newLabelled("domain")
	for j, segment := range in.input.Segments {
		domains.see(j, segment.Domain)
	}
	for _, c := range append(labels{domains}, in.labels...) {
		if !c.useless && len(c.values) > 1 {
			all = append(all, c.buckets(len(in.input.Segments)))
		}
	}
	return all
}

func (c *labelled) buckets(segments int) Buckets {
	b := Buckets{By: ByColumn, Column: c.name}
	if len(c.values) > mostLabels {
		c.putNumbers(&b, segments)
		return b
	}
	values := slices.Clone(c.values)
	slices.SortFunc(values, compareLabels)
	list, place := make([]Bucket, len(values)), make([]int, len(values))
	for k, value := range values {
		list[k].Name, place[c.numbers[value]] = value, k
	}
	b.put(list, segments, func(segment int) int {
		if number, labelled := c.of[segment]; labelled {
			return place[number]
		}
		return -1
	})
	return b
}

// putNumbers puts segments into fifths of the numbers; where these are equal, a bucket may be larger.
func (c *labelled) putNumbers(b *Buckets, segments int) {
	const n = 5
	numbers := make([]float64, segments) // NaN for none
	var sorted, edges []float64
	for segment := range numbers {
		numbers[segment] = math.NaN()
		if number, labelled := c.of[segment]; labelled {
			if x, err := strconv.ParseFloat(c.values[number], 64); err == nil && !math.IsNaN(x) && !math.IsInf(x, 0) {
				numbers[segment], sorted = x, append(sorted, x)
			}
		}
	}
	slices.Sort(sorted)
	for k := range n {
		if x := sorted[k*len(sorted)/n]; k == 0 || x > edges[len(edges)-1] {
			edges = append(edges, x)
		}
	}
	list := make([]Bucket, len(edges))
	for k, x := range edges {
		list[k].Low, list[k].High = x, new(sorted[len(sorted)-1])
		if k+1 < len(edges) {
			i, _ := slices.BinarySearch(sorted, edges[k+1])
			*list[k].High = sorted[i-1]
		}
	}
	b.put(list, segments, func(segment int) int {
		if math.IsNaN(numbers[segment]) {
			return -1
		}
		k, found := slices.BinarySearch(edges, numbers[segment])
		if !found {
			k--
		}
		return k
	})
}

// compareLabels orders values by number where both are numbers, otherwise as texts.
func compareLabels(a, b string) int {
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	if errX == nil && errY == nil && x != y {
		return cmp.Compare(x, y)
	}
	return cmp.Compare(a, b)
}
