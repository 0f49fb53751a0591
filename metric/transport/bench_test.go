package transport_test

import (
	"fmt"
	"testing"

	"github.com/wordrotator/wrd/metric/transport"
)

// Each benchmark goes round a few problems, so that branches are foretold no better than in use.
func problems(n int, equal bool) []problem {
	list := make([]problem, max(2, min(64, 4000/n)))
	for k := range list {
		list[k] = texts(n, n, uint64(k))
		if equal {
			list[k].a, list[k].b = same(n), same(n)
		}
	}
	return list
}

func BenchmarkDistance(b *testing.B) {
	for _, kind := range []struct {
		name  string
		equal bool
	}{{"", false}, {"-equal", true}} {
		for _, n := range []int{12, 25, 100, 200, 500, 1000} {
			b.Run(fmt.Sprintf("%dx%d%s", n, n, kind.name), func(b *testing.B) {
				list := problems(n, kind.equal)
				var s transport.Solver
				grow(b, &s, list)
				b.ReportAllocs()
				for k := 0; b.Loop(); k++ {
					p := list[k%len(list)]
					if _, err := s.Distance(p.a, p.b, p.cost); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func BenchmarkSolve(b *testing.B) {
	for _, n := range []int{12, 25, 100, 200} {
		b.Run(fmt.Sprintf("%dx%d", n, n), func(b *testing.B) {
			list := problems(n, false)
			var s transport.Solver
			grow(b, &s, list)
			b.ReportAllocs()
			for k := 0; b.Loop(); k++ {
				p := list[k%len(list)]
				if _, err := s.Solve(p.a, p.b, p.cost); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// grow lets s take the memory that it needs.
func grow(b *testing.B, s *transport.Solver, list []problem) {
	for _, p := range list {
		if _, err := s.Solve(p.a, p.b, p.cost); err != nil {
			b.Fatal(err)
		}
	}
}
