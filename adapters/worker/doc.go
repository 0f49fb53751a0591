// Package worker scores for another program: requests come as lines of JSON, or as binary frames, and answers go back
// in the same order. docs/serve.md is the protocol; wrd serve --stdio speaks it.
//
//	scorer, err := metric.NewScorer(metric.Options{})
//	err = worker.Serve(ctx, scorer, worker.Config{}, os.Stdin, os.Stdout)
//
// A worker holds one Scorer for its whole life, so that a request costs what its texts cost. What cannot be answered is
// answered with an error: nothing that a request holds ends the worker.
package worker
