package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/internal/parts"
)

// A pairedRow is a row of the tables of TestAttackPairs.
type pairedRow struct {
	ID        string `json:"id"`
	Candidate string `json:"candidate"`
	Reference string `json:"reference"`
}

// Whatever order the rows of a second table have, texts, results and baselines give the same bytes; whatever is wrong with
// the ids or references of one of them, every verb refuses it and names the row.
func TestAttackPairs(t *testing.T) {
	parts.Need(t, parts.Attacks)
	a := newAttacker(t, "pairs of rows")
	dir := t.TempDir()
	first := filepath.Join(dir, "first.jsonl")
	const rows = 9
	var good []pairedRow
	write := func(path string, list []pairedRow) {
		var b strings.Builder
		for _, row := range list {
			line, err := json.Marshal(row)
			if err != nil {
				t.Fatal(err)
			}
			b.Write(append(line, '\n'))
		}
		if err := os.WriteFile(path, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	words := strings.Fields("alder birch cedar elm fir hazel larch maple oak")
	for i := range rows {
		good = append(good, pairedRow{fmt.Sprint("n", i), "the " + words[i] + " fell", "a " + words[i] + " fell"})
	}
	write(first, good)
	second := filepath.Join(dir, "second.jsonl")
	stored := func(what, path string) string {
		folder := strings.TrimSuffix(path, ".jsonl")
		if err := os.RemoveAll(folder); err != nil {
			t.Fatal(err)
		}
		if o := a.run(what, []string{"score", "--vectors", "ngrams", "-c", path, "-o", folder}); o.status != exitDone {
			t.Fatalf("%s: %s", what, o.stderr)
		}
		return folder
	}
	stored("the first", first)
	verbs := []string{
		"score --vectors ngrams --format jsonl -c @first.jsonl -c @second.jsonl",
		"compare --vectors ngrams --format json -c @first.jsonl -c @second.jsonl",
		"check --vectors ngrams --format json -c first=@first.jsonl --baseline @second.jsonl",
		"compare --format json --table @first --table @second", // results from here on
		"check --format json --results @first --baseline @second",
	}
	const ofTexts = 3
	var want []string
	write(second, changed(good, func(row *pairedRow) { row.Candidate += " again" }))
	stored("the second", second)
	for _, args := range verbs {
		want = append(want, a.run("nothing", argsIn(dir, args)).stdout)
	}
	a.made = 0
	for i := range a.most(10) {
		numbers := a.numbers(i)
		list := changed(good, func(row *pairedRow) { row.Candidate += " again" })
		numbers.Shuffle(rows, func(i, k int) { list[i], list[k] = list[k], list[i] })
		what, named := spoil(&list, i%spoils, numbers)
		what = fmt.Sprintf("attack %d, %s", i, what)
		write(second, list)
		asked := verbs
		if i%spoils == repeatedRow { // of which there can be no results
			asked = verbs[:ofTexts]
		} else {
			stored(what, second)
		}
		for k, args := range asked {
			o := a.run(what, argsIn(dir, args))
			switch {
			case named == "" && (o.stdout != want[k] || o.status > exitRegression):
				t.Errorf("seed %d, %s: %s: exit status %d, other bytes\n%s%s", a.seed, what, args, o.status, o.stdout, o.stderr)
			case named != "" && (o.status != exitBadInput || !strings.Contains(o.stderr, named)):
				t.Errorf("seed %d, %s: %s: exit status %d, expected an error that says %q\n%s", a.seed, what, args, o.status, named,
					o.stderr)
			}
		}
	}
}

// What spoil does to a table.
const (
	nothingWrong = iota
	renamedRow
	otherReference
	repeatedRow
	missingID
	spoils
)

// spoil does something to a row, and returns what errors must name, "" for nothing.
func spoil(list *[]pairedRow, how int, numbers *rand.Rand) (what, named string) {
	i := numbers.IntN(len(*list))
	row := &(*list)[i]
	switch how {
	case renamedRow:
		id := row.ID
		row.ID = "other"
		return id + " is renamed", "1 only in"
	case otherReference:
		row.Reference = "something else"
		return row.ID + " has another reference", "references"
	case repeatedRow:
		*list = append(*list, *row)
		return row.ID + " is there twice", "second time"
	case missingID:
		id := row.ID
		row.ID = ""
		return id + " is missing", "found no id"
	}
	return "another order", ""
}

// changed returns changed copies of rows.
func changed(rows []pairedRow, change func(*pairedRow)) []pairedRow {
	list := slices.Clone(rows)
	for i := range list {
		change(&list[i])
	}
	return list
}
