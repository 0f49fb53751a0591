package findings

import (
	"slices"

	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/internal/visible"
	"github.com/wordrotator/wrd/metric/evaluation/check"
)

// Broken says which outputs are newly broken, a sentence for each system that has some; those that fail come first.
func Broken(r *check.Report) []string {
	var failed, allowed []string
	for i := range r.Broken {
		switch b := &r.Broken[i]; {
		case b.Failed:
			failed = append(failed, BrokenFound(b))
		case b.New > 0:
			allowed = append(allowed, BrokenFound(b))
		}
	}
	return slices.Concat(failed, allowed)
}

// BrokenFound says which outputs of a system are newly broken, if any are.
func BrokenFound(b *check.BrokenOutputs) string { return visible.Text(b.Reason) + "." }

// BrokenOutputs returns those that are listed of all systems.
func BrokenOutputs(r *check.Report) (list []check.BrokenOutput) {
	for _, b := range r.Broken {
		list = append(list, b.List...)
	}
	return list
}

// BrokenHeading names a broken output and says how it is broken.
func BrokenHeading(o check.BrokenOutput) string {
	how := string(o.Kind)
	if does := say.OutputsDo(how, 1); does != "" {
		how = does
	}
	switch o.Kind {
	case check.BrokenNoWords:
		how = "no words"
	case check.BrokenRepeated:
		how = "the same for different references"
		if o.Source != "" {
			how = "the same for different sources"
		}
	case check.BrokenCopied:
		how = "a copy of its source"
	}
	return visible.Text(place(o.System, o.Segment, o.Line, o.Doc) + ": " + how)
}

// BrokenTexts returns the texts of a broken output that are known, each after what it is.
func BrokenTexts(o check.BrokenOutput) (lines [][2]string) {
	for _, line := range [][2]string{{"now", o.Candidate}, {"before", o.BaselineText}, {"reference", o.Reference}, {"source", o.Source}} {
		if line[1] != "" {
			lines = append(lines, [2]string{line[0], visible.Text(line[1])})
		}
	}
	return lines
}
