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

// judged says for each measure and each of the first human scores how the orders of the systems agree: in a paragraph,
// where there are several human scores in a sentence.
func judged(orders []evaluation.JudgedOrder) (paragraphs []string) {
	var humans []string
	for i := range orders {
		if !slices.Contains(humans, orders[i].Human) {
			humans = append(humans, orders[i].Human)
		}
	}
	for i := range orders {
		switch {
		case slices.Index(humans, orders[i].Human) >= mostHumans:
		case len(humans) > 1:
			paragraphs = append(paragraphs, orders[i].InBrief)
		default:
			paragraphs = append(paragraphs, strings.Join(orders[i].Sentences, " "))
		}
	}
	if more := len(humans) - mostHumans; more > 0 {
		paragraphs = append(paragraphs, fmt.Sprintf("--format json says the same of %s more of human scores.",
			wording.Counted(more, "column")))
	}
	return paragraphs
}
