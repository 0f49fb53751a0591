package significance_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"syscall"
	"testing"

	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/agreement/significance"
)

// processorTime returns the time that all threads of this process have had, in microseconds.
func processorTime(b *testing.B) float64 {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return float64(used.Utime.Nano()+used.Stime.Nano()) / 1000
}

// Processor time for each pair, of 2,000 segments and default draws: of systems that are alike, of some that differ by
// up to 40 standard errors, and of one that is better than all others by 30.
func BenchmarkCompareManySystems(b *testing.B) {
	const segments, standardError = 2_000, 0.0316 // of a difference
	for _, test := range []significance.Test{significance.TestRandomisation, significance.TestBootstrap} {
		for _, kind := range []string{"alike", "different", "one-better"} {
			for _, systems := range []int{20, 60} {
				random := rand.New(rand.NewPCG(1, 2))
				values := make([]float64, systems*segments)
				for i := range values {
					values[i] = random.NormFloat64()
					switch system := i / segments; {
					case kind == "different":
						values[i] += 40 * standardError * float64(system) / float64(systems)
					case kind == "one-better" && system == 0:
						values[i] += 30 * standardError
					}
				}
				grid, err := agreement.NewGrid(systems, segments, values)
				if err != nil {
					b.Fatal(err)
				}
				b.Run(fmt.Sprintf("%s/%s/%dx%d", test, kind, systems, segments), func(b *testing.B) {
					before := processorTime(b)
					for b.Loop() {
						if _, err := significance.Compare(context.Background(), grid, significance.Options{Test: test}); err != nil {
							b.Fatal(err)
						}
					}
					pairs := systems * (systems - 1) / 2
					b.ReportMetric((processorTime(b)-before)/float64(b.N)/float64(pairs), "CPU-µs/pair")
				})
			}
		}
	}
}
