// Command transport makes transport problems for other solvers and times ours on them. See bench/transport.py.
//
//	transport make KIND N COUNT FILE    write COUNT problems of N×N
//	transport time SECONDS FILE         solve them again and again; print microseconds per problem and the sum of the optima
//	transport passes ROUNDS FILE        solve them that many times
//
// A file is a row of 64-bit numbers of the machine: the count, then for each problem n and m, n + m masses and n·m
// costs, the sizes integers and the rest floating-point.
package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"syscall"
	"time"

	"github.com/wordrotator/wrd/metric/transport"
)

type problem struct{ a, b, cost []float64 }

func main() {
	log.SetFlags(0)
	var err error
	switch args := os.Args[1:]; {
	case len(args) == 5 && args[0] == "make":
		err = write(args[1], number(args[2]), number(args[3]), args[4])
	case len(args) == 3 && args[0] == "time":
		var seconds float64
		if seconds, err = strconv.ParseFloat(args[1], 64); err == nil {
			err = measure(time.Duration(seconds*float64(time.Second)), args[2])
		}
	case len(args) == 3 && args[0] == "passes":
		var problems []problem
		if problems, err = read(args[2]); err == nil {
			for range number(args[1]) {
				_, err = solveAll(problems)
			}
		}
	default:
		err = fmt.Errorf("usage: transport make KIND N COUNT FILE | time SECONDS FILE | passes ROUNDS FILE")
	}
	if err != nil {
		log.Fatal("transport: ", err)
	}
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		log.Fatal("transport: ", err)
	}
	return n
}

// write makes problems and writes them.
func write(kind string, n, count int, path string) error {
	var file bytes.Buffer
	put := func(x any) { binary.Write(&file, binary.NativeEndian, x) } // to memory, which cannot fail
	put(int64(count))
	for seed := range count {
		r := rand.New(rand.NewPCG(uint64(seed), uint64(n)))
		p, err := draw(kind, n, r)
		if err != nil {
			return err
		}
		put([]int64{int64(n), int64(n)})
		put(p.a)
		put(p.b)
		put(p.cost)
	}
	return os.WriteFile(path, file.Bytes(), 0o666)
}

// draw makes a problem. text imitates Word Rotator's Distance: lognormal norms as masses, as costs 1 - cos of vectors
// that share a direction, one word in five on both sides. equal is the same with equal masses, uniform has independent
// costs.
func draw(kind string, n int, r *rand.Rand) (problem, error) {
	var p problem
	switch kind {
	case "text", "equal":
		from, to := directions(n, r), directions(n, r)
		for j := 0; j < n; j += 5 {
			to[j] = from[n-1-j]
		}
		for _, x := range from {
			for _, y := range to {
				dot := 0.0
				for k := range x {
					dot += x[k] * y[k]
				}
				p.cost = append(p.cost, max(0, 1-dot))
			}
		}
	case "uniform":
		for range n * n {
			p.cost = append(p.cost, r.Float64())
		}
	default:
		return p, fmt.Errorf("kind %q, want text, equal or uniform", kind)
	}
	masses := func() []float64 {
		x, sum := make([]float64, n), 0.0
		for i := range x {
			x[i] = 1
			if kind != "equal" {
				x[i] = math.Exp(r.NormFloat64() / 2)
			}
			sum += x[i]
		}
		for i := range x {
			x[i] /= sum
		}
		return x
	}
	p.a, p.b = masses(), masses()
	return p, nil
}

// directions draws unit vectors.
func directions(n int, r *rand.Rand) [][]float64 {
	list := make([][]float64, n)
	for i := range list {
		x, square := make([]float64, 150), 0.0
		for k := range x {
			x[k] = r.NormFloat64()
			if k == 0 {
				x[k] += 6
			}
			square += x[k] * x[k]
		}
		for k := range x {
			x[k] /= math.Sqrt(square)
		}
		list[i] = x
	}
	return list
}

// measure solves the problems of a file for the time of d.
func measure(d time.Duration, path string) error {
	problems, err := read(path)
	if err != nil {
		return err
	}
	sum, rounds := 0.0, 0
	start := used()
	for rounds == 0 || used()-start < d {
		if sum, err = solveAll(problems); err != nil {
			return err
		}
		rounds++
	}
	each := (used() - start).Seconds() / float64(rounds) / float64(len(problems))
	fmt.Printf("%.4f %.12g\n", each*1e6, sum)
	return nil
}

// solver is kept from one pass to the next.
var solver transport.Solver

// solveAll returns the sum of the optima. Callgrind counts from here.
//
//go:noinline
func solveAll(problems []problem) (sum float64, err error) {
	for _, p := range problems {
		distance, err := solver.Distance(p.a, p.b, p.cost)
		if err != nil {
			return 0, err
		}
		sum += distance
	}
	return sum, nil
}

// used is the processor time of this process.
func used() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		log.Fatal("transport: ", err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func read(path string) ([]problem, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	next := func() (bits uint64) {
		bits, data = binary.NativeEndian.Uint64(data), data[8:]
		return bits
	}
	floats := func(n int) []float64 {
		x := make([]float64, n)
		for i := range x {
			x[i] = math.Float64frombits(next())
		}
		return x
	}
	list := make([]problem, next())
	for k := range list {
		n, m := int(next()), int(next())
		list[k] = problem{floats(n), floats(m), floats(n * m)}
	}
	return list, nil
}
