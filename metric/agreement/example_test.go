package agreement_test

import (
	"fmt"
	"math"

	"github.com/wordrotator/wrd/metric/agreement"
)

// Two systems on three segments, one output of which nobody judged.
func ExampleSpec_Correlate() {
	human, _ := agreement.NewGrid(2, 3, []float64{1, 2, math.NaN(), 4, 5, 6})
	metric, _ := agreement.NewGrid(2, 3, []float64{0.2, 0.1, 0.4, 0.3, 0.3, 0.7})
	for _, averaging := range agreement.Averagings() {
		value := agreement.Spec{Statistic: agreement.StatisticPearson, Averaging: averaging}.Correlate(human, metric)
		fmt.Printf("%s: %.3f of %d groups, %d left out\n", averaging, value.Value, value.Groups, value.Skipped)
	}
	constant, _ := agreement.NewGrid(2, 3, make([]float64, 6))
	fmt.Println(agreement.Spec{Statistic: agreement.StatisticPearson, Averaging: agreement.AverageNone}.Correlate(human,
		constant).Reason.Kind)
	// Output:
	// none: 0.814 of 1 groups, 0 left out
	// item: 1.000 of 2 groups, 1 left out
	// sys: -0.067 of 2 groups, 0 left out
	// constant metric
}
