package show

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// mostHumans is of how many columns of human scores people are told.
const mostHumans = 4

// judged says in a paragraph for each measure and each of the first human scores how the orders of the systems agree.
func judged(orders []evaluation.JudgedOrder) (paragraphs []string) {
	var humans []string
	for i := range orders {
		if !slices.Contains(humans, orders[i].Human) {
			humans = append(humans, orders[i].Human)
		}
		if slices.Index(humans, orders[i].Human) < mostHumans {
			paragraphs = append(paragraphs, strings.Join(orders[i].Sentences, " "))
		}
	}
	if more := len(humans) - mostHumans; more > 0 {
		paragraphs = append(paragraphs, fmt.Sprintf("--format json says the same of %s more of human scores.",
			wording.Counted(more, "column")))
	}
	return paragraphs
}
