package metric

import (
	"fmt"
	"slices"
	"strings"
)

// immaterial are the parts of signatures that change no score of a segment.
var immaterial = map[string]bool{"seed": true, scoresKey: true}

// onlyFor says of which columns a part of signatures that is not always there decides the scores.
var onlyFor = map[string]func(column string) bool{
	"stopwords":   func(column string) bool { return strings.HasSuffix(column, "_without_stopwords") },
	"frequencies": func(column string) bool { return column == WMDSIFWeights.String() },
	"idf":         func(column string) bool { return strings.HasPrefix(column, "bertscore_") },
	refsKey:       func(column string) bool { return !IsOfSource(column) },
	srcKey:        IsOfSource,
	// what untranslated words cost
	untranslatedKey: IsOfSource,
	// what goes beyond the paper
	"mass-power":      rotates,
	"spelling":        rotates,
	"spelling-weight": rotates,
	"surface-weight":  rotates,
	orderWeightKey:    rotates,
	"context-weight":  rotates,
}

// rotates says whether the measure of a column has norms as masses and rotations as costs.
func rotates(column string) bool {
	return slices.ContainsFunc(Measures(), func(m Measure) bool {
		return m.Rotates() && slices.ContainsFunc(m.Columns(), func(c Column) bool { return c.String() == column })
	})
}

// Of returns the part of a signature that decides the scores of a column, ours or another program's: without what
// changes no score of a segment, such as the seed of the intervals, and without what only other columns depend on.
func (s Signature) Of(column string) Signature {
	s.Parts = slices.DeleteFunc(slices.Clone(s.Parts), func(part SignaturePart) bool {
		of := onlyFor[part.Key]
		return immaterial[part.Key] || of != nil && !of(column)
	})
	return s
}

// Difference says how the signatures of two scores of a column differ, "" if the scores can be compared. source and
// otherSource say where the scores come from:
//
//	oov is own in a.parquet, skip in b.parquet
func (s Signature) Difference(column, source string, other Signature, otherSource string) string {
	ours, theirs := s.Of(column).named(), other.Of(column).named()
	var differences []string
	say := func(key, one, other string) {
		if one != other {
			differences = append(differences,
				fmt.Sprintf("%s is %s in %s, %s in %s", begun(key), orNotGiven(one), source, orNotGiven(other), otherSource))
		}
	}
	theirValue := map[string]string{}
	for _, part := range theirs {
		theirValue[part.Key] = part.Value
	}
	seen := map[string]bool{}
	for _, part := range ours {
		seen[part.Key] = true
		say(part.Key, part.Value, theirValue[part.Key])
	}
	for _, part := range theirs {
		if !seen[part.Key] {
			say(part.Key, "", part.Value)
		}
	}
	if n := len(differences); n > mostDifferences {
		differences = append(differences[:mostDifferences:mostDifferences], fmt.Sprintf("… (%d)", n))
	}
	return strings.Join(differences, "; ")
}

const (
	// mostDifferences is how many parts Difference names, and mostOfPart how many bytes it repeats of one: more than
	// any true signature has, but a file may hold anything.
	mostDifferences = 20
	mostOfPart      = 200
)

// begun returns the beginning of a part of a signature that is too long to read, and its length.
func begun(part string) string {
	if len(part) <= mostOfPart {
		return part
	}
	return strings.ToValidUTF8(part[:mostOfPart], "") + fmt.Sprintf("… (%d bytes)", len(part))
}

// named returns the parts with the name as the first of them.
func (s Signature) named() []SignaturePart {
	if s.Name == "" {
		return s.Parts
	}
	return append([]SignaturePart{{"metric", s.Name}}, s.Parts...)
}

func orNotGiven(value string) string {
	if value == "" {
		return "not given"
	}
	return begun(value)
}

// several stands for a value in which signatures differ.
const several = "several"

// MergeSignatures returns one line for a table of scores with several signatures: what signatures agree on, with
// "several" for a part in which they differ. Of external signatures, whose scores stand in the same table, each
// different first part is added, which says what the scores are.
func MergeSignatures(signatures, external []Signature) Signature {
	var merged Signature
	for i, s := range signatures {
		if i == 0 {
			merged = Signature{s.Name, slices.Clone(s.Parts)}
			continue
		}
		for k := range merged.Parts {
			if part := &merged.Parts[k]; k >= len(s.Parts) || s.Parts[k] != *part {
				part.Value = several
			}
		}
	}
	var added []SignaturePart
	for _, s := range external {
		if len(s.Parts) > 0 && !slices.Contains(added, s.Parts[0]) {
			added = append(added, s.Parts[0])
			merged = merged.With(s.Parts[0].Key, s.Parts[0].Value)
		}
	}
	return merged
}
