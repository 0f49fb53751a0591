package main

import (
	"encoding/csv"
	"encoding/json"
	"maps"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/internal/parts"
	"github.com/wordrotator/wrd/internal/shareddata"
)

// judgedRows are the human scores and those of a measure of each system, exactly.
type judgedRows map[string][][2]*big.Rat

// ranks returns the rank of each system by the mean of one side, 0 for people, and the means.
func (rows judgedRows) ranks(side int) (ranks map[string]int, means map[string]*big.Rat) {
	ranks, means = map[string]int{}, map[string]*big.Rat{}
	for system, list := range rows {
		sum := new(big.Rat)
		for _, scores := range list {
			sum.Add(sum, scores[side])
		}
		means[system] = sum.Quo(sum, big.NewRat(int64(len(list)), 1))
	}
	for system, mean := range means {
		ranks[system] = 1
		for _, other := range means {
			if other.Cmp(mean) > 0 {
				ranks[system]++
			}
		}
	}
	return ranks, means
}

// On WMT23's judgments, ranks and pairs are those of exact arithmetic on the file.
func TestJudgedOrderOfWMT(t *testing.T) {
	measures := []string{"BLEU", "chrF", "COMET", "XCOMET-Ensemble", "GEMBA-MQM[noref]"}
	for _, languages := range []string{"zh-en", "en-de", "he-en"} {
		t.Run(languages, func(t *testing.T) {
			if languages != "he-en" {
				parts.Need(t, parts.Thorough)
			}
			name := "data/mt/wmt23_" + languages + "_metrics.tsv.gz"
			table := csv.NewReader(strings.NewReader(string(shareddata.Read(t, name))))
			table.Comma = '\t'
			lines, err := table.ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			stdout, stderr, code := runIn(t, "compare", "--table", shareddata.Path(t, name), "--measure",
				strings.Join(measures, ","), "--format", "json")
			if code != exitDone {
				t.Fatal(stderr)
			}
			var report struct {
				Judged []struct {
					Measure string
					Systems []struct {
						System    string
						Rank      int
						HumanRank int `json:"human_rank"`
					}
					Pairs, Alike int
					Best         []string `json:"best_by_people"`
				}
			}
			if err := json.Unmarshal([]byte(stdout), &report); err != nil || len(report.Judged) != len(measures) {
				t.Fatal(len(report.Judged), err)
			}
			for _, order := range report.Judged {
				human, measure := slices.Index(lines[0], "human"), slices.Index(lines[0], order.Measure)
				rows := judgedRows{}
				for _, line := range lines[1:] {
					h, judged := new(big.Rat).SetString(line[human])
					m, scored := new(big.Rat).SetString(line[measure])
					if judged && scored {
						rows[line[0]] = append(rows[line[0]], [2]*big.Rat{h, m})
					}
				}
				people, byPeople := rows.ranks(0)
				ranks, byMeasure := rows.ranks(1)
				alike, pairs := 0, 0
				systems := slices.Collect(maps.Keys(rows))
				for i, a := range systems {
					for _, b := range systems[:i] {
						pairs++
						if byPeople[a].Cmp(byPeople[b]) == byMeasure[a].Cmp(byMeasure[b]) {
							alike++
						}
					}
				}
				if len(order.Systems) != len(rows) || order.Pairs != pairs || order.Alike != alike || people[order.Best[0]] != 1 {
					t.Errorf("%+v, want %d systems, and %d of %d pairs", order, len(rows), alike, pairs)
				}
				for _, s := range order.Systems {
					if s.Rank != ranks[s.System] || s.HumanRank != people[s.System] {
						t.Errorf("%s: %+v, want the ranks %d and by people %d", order.Measure, s, ranks[s.System],
							people[s.System])
					}
				}
			}
		})
	}
}

// Of SummEval's human scores one is read that is named; where nobody names one, all are.
func TestHumanScoresOfSummEval(t *testing.T) {
	path := shareddata.Path(t, "data/summarization/summeval.jsonl.gz")
	for columns, want := range map[string][]string{
		"human=human.coherence,id=topic": {"\nPeople rank "},
		"id=topic": {"\nBy human.coherence people ", "\nBy human.consistency people ", "\nBy human.fluency people ",
			"\nBy human.relevance people "},
	} {
		t.Run(columns, func(t *testing.T) {
			if columns != "id=topic" {
				parts.Need(t, parts.Thorough)
			}
			stdout, stderr, code := runIn(t, "score", path, "--columns", columns, "--vectors", "ngrams")
			for _, line := range want {
				if code != exitDone || !strings.Contains(stdout, line) {
					t.Errorf("found no %q: %d, %.200s, %s", line, code, stdout, stderr)
				}
			}
		})
	}
}
