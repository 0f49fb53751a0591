package html

import (
	"bufio"
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

	"github.com/wordrotator/wrd/internal/visible"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/outcome"
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

// unknownCount stands for a count that is not known.
const unknownCount = math.MaxUint16

// writeData writes the data of a report.
func writeData(w io.Writer, r *Report) error {
	m := newManifest(r)
	p := &packer{manifest: &m, report: r}
	outputs := int64(len(r.Rows) * len(r.Systems))
	var packed, size atomic.Int64 // bytes
	defer r.Progress.Start("writing the page", evaluation.CountsRows, func() (int64, int64) {
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
	for _, c := range outcome.Counts(false) {
		if c.Kind == outcome.Index {
			each(c.Name, 1, func(o *inspection.Output) uint32 { return uint32(min(*c.Count(&o.Counts), 255)) })
			continue
		}
		each(c.Name, 2, func(o *inspection.Output) uint32 {
			if !o.Counted {
				return unknownCount
			}
			return uint32(min(*c.Count(&o.Counts), unknownCount-1))
		})
	}
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
					mean := ofEnough(g.List[k].Means[i][c])
					if v := part(&mean); v != nil {
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
