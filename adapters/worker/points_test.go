package worker_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/worker"
	"github.com/wordrotator/wrd/metric"
)

// Points are beside the scores of references that surely are English, and the method points says what they are made of,
// for one reference each and the settings that were measured.
func TestPoints(t *testing.T) {
	english := []string{"The minister said on Monday that 35 people were injured.", "The road was closed for several hours.",
		"Nobody knows yet how the fire could start in the cellar.", "It rained all day yesterday, so we stayed at home."}
	german := []string{"Der Minister sagte am Montag, dass 35 Menschen verletzt wurden.",
		"Die Straße war mehrere Stunden gesperrt.", "Niemand weiß bisher, wie das Feuer im Keller entstehen konnte.", "Es regnete gestern den ganzen Tag."}
	for _, c := range []struct {
		name       string
		options    metric.Options
		references []string
		each       int // references of a segment
		known      bool
	}{
		{"English", metric.Options{}, english, 1, true},
		{"two references", metric.Options{}, english, 2, false},
		{"German by English vectors", metric.Options{}, german, 1, false},
		{"other settings", metric.Options{MassPower: new(0.5)}, english, 1, false},
		{"too few to be sure", metric.Options{}, []string{"!"}, 1, false},
		{"none", metric.Options{}, nil, 1, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			lists := make([][]string, len(c.references))
			candidates := make([]string, len(c.references))
			for i := range lists {
				candidates[i] = c.references[(i+1)%len(c.references)]
				for range c.each {
					lists[i] = append(lists[i], c.references[i])
				}
			}
			references, _ := json.Marshal(lists)
			texts, _ := json.Marshal(candidates)
			answers := serve(t, scorer(t, c.options), worker.Config{}, fmt.Sprintf(
				`{"id": 1, "method": "score", "params": {"candidates": %s, "references": %s}}`+"\n"+
					`{"id": 2, "method": "points", "params": {"references": %s}}`+"\n", texts, references, references))
			var score struct{ Scores map[string][]float64 }
			var points worker.Points
			for i, into := range []any{&score, &points} {
				if err := json.Unmarshal(answers[i].Result, into); err != nil {
					t.Fatal(err)
				}
			}
			found, ok := score.Scores["points"]
			if ok != c.known || points.Unrelated > 0 != c.known {
				t.Fatalf("found points: %v, unrelated: %v, expected them: %v", ok, points.Unrelated, c.known)
			}
			for i, x := range found {
				if want := 100 * (1 - score.Scores["wrd"][i]/points.Unrelated); math.Abs(x-want) > 1e-9 {
					t.Errorf("segment %d: found %v points, expected %v", i, x, want)
				}
			}
		})
	}
}

// The first line says whether it is worth asking.
func TestHelloPoints(t *testing.T) {
	for _, c := range []struct {
		options metric.Options
		want    bool
	}{{metric.Options{}, true}, {metric.Options{MassPower: new(0.5)}, false}} {
		var out strings.Builder
		err := worker.Serve(t.Context(), scorer(t, c.options), worker.Config{}, strings.NewReader(""), &out)
		var hello worker.Hello
		if err == nil {
			err = json.Unmarshal([]byte(out.String()), &hello)
		}
		if err != nil || hello.Points != c.want {
			t.Errorf("%+v: found %v (%v), expected %v", c.options, hello.Points, err, c.want)
		}
	}
}
