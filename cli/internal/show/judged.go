package show

import (
	"strings"

	"github.com/wordrotator/wrd/metric/evaluation"
)

// judged says in a paragraph for each measure how its order of the systems agrees with people's.
func judged(orders []evaluation.JudgedOrder) (paragraphs []string) {
	for i := range orders {
		paragraphs = append(paragraphs, strings.Join(orders[i].Sentences, " "))
	}
	return paragraphs
}
