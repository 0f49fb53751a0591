package scores

import (
	"errors"
	"io"
	"math"
	"slices"

	"github.com/wordrotator/wrd/adapters/rows"
)

// A Content is what a file holds, for verbs that take scores and texts alike.
type Content string

const (
	HoldsLines  Content = "lines of text"
	HoldsTexts  Content = "a table of texts"  // candidates, and no scores that are asked for
	HoldsScores Content = "a table of scores" // results of wrd score -o, or any other table
)

// ContentOf finds out by its name and its beginning what the file of an input holds; a folder, of results or of a test
// set, holds scores. A table with candidates and without a signature of wrd holds texts unless it has one of the columns
// that are asked for: where these are nil, any number in its first row but a human score. The file must be one that can be
// read again. What cannot be read is an error, which begins with the path.
func ContentOf(input File) (Content, error) {
	r, err := rows.Open(input.Path, nil, input.ofRows())
	if _, lines := errors.AsType[*rows.LinesError](err); lines {
		return HoldsLines, nil
	}
	if err != nil {
		return "", err
	}
	defer r.Close()
	input.Layout = input.Layout.Of(r)
	played, err := input.Layout.AssignNear(r.Columns, rows.Candidate, rows.Reference)
	_, open := errors.AsType[*rows.AskError](err) // texts are there, and their reader asks which
	if err != nil && !open {
		return "", err
	}
	hasTexts := r.Free && r.Signature == "" && (open || len(played[rows.Candidate]) > 0)
	if !hasTexts && !r.ByNumbers {
		return HoldsScores, nil
	}
	asked, err := input.isAsked(r)
	switch {
	case err != nil:
		return "", err
	case asked:
		return HoldsScores, nil
	case hasTexts:
		return HoldsTexts, nil
	}
	return HoldsLines, nil
}

// isAsked says whether a table has one of the columns of scores that are asked for.
func (input *File) isAsked(r *rows.Rows) (bool, error) {
	if input.Columns != nil {
		return slices.ContainsFunc(input.Columns, func(name string) bool {
			return slices.Contains(r.Columns, input.Layout.ColumnOf(name))
		}), nil
	}
	r.Restrict(r.Columns...) // else Parquet has no column
	row, err := r.Next()
	if err != nil && err != io.EOF {
		return false, err
	}
	return err == nil && slices.ContainsFunc(r.Columns, func(column string) bool {
		if isHuman(column) || isHuman(input.Layout.NameOf(column)) || input.Layout.IsKnown(column) {
			return false
		}
		x, err := row.Number(column)
		return err == nil && !math.IsNaN(x)
	}), nil
}
