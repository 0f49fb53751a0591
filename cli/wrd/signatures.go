package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/metric"
)

// immaterial are the parts of signatures that change no score of a segment.
var immaterial = map[string]bool{"seed": true, "scores": true}

// onlyFor says of which columns a part of signatures that is not always there decides the scores.
var onlyFor = map[string]func(column string) bool{
	"stopwords":   func(column string) bool { return strings.HasSuffix(column, "_without_stopwords") },
	"frequencies": func(column string) bool { return column == metric.WMDSIFWeights.String() },
	"idf":         func(column string) bool { return strings.HasPrefix(column, "bertscore_") },
	// what goes beyond the paper
	"mass-power":   rotates,
	"spelling":     rotates,
	"order-weight": rotates,
}

// rotates says whether the measure of a column has norms as masses and rotations as costs.
func rotates(column string) bool {
	return slices.ContainsFunc(metric.Measures(), func(m metric.Measure) bool {
		return m.Rotates() && slices.ContainsFunc(m.Columns(), func(c metric.Column) bool { return c.String() == column })
	})
}

// signatureDifference says in what the signatures of two scores of a column differ, "" if the scores can be compared:
//
//	oov is own in a.parquet, skip in b.parquet
func signatureDifference(column, source, signature, otherSource, otherSignature string) string {
	ours, theirs := signatureParts(column, signature), signatureParts(column, otherSignature)
	var differences []string
	say := func(key, one, other string) {
		if one != other {
			differences = append(differences, fmt.Sprintf("%s is %s in %s, %s in %s", key, orNone(one), source, orNone(other), otherSource))
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
	return strings.Join(differences, "; ")
}

func orNone(value string) string {
	if value == "" {
		return "not given"
	}
	return value
}

// signatureParts returns the parts that decide the scores of a column. What stands first, before the parts, is the
// name of the metric.
func signatureParts(column, signature string) (parts []metric.SignaturePart) {
	for i, field := range strings.Split(signature, "|") {
		key, value, ok := strings.Cut(field, ":")
		if i == 0 && !ok {
			key, value = "metric", field
		}
		if of := onlyFor[key]; immaterial[key] || of != nil && !of(column) {
			continue
		}
		parts = append(parts, metric.SignaturePart{Key: key, Value: value})
	}
	return parts
}
