package worker

import (
	"encoding/json"
	"sync"
	"time"

	"github.com/wordrotator/wrd/metric/evaluation"
)

// progressEvery is how often a worker says how far it is, for people to look at.
const progressEvery = 500 * time.Millisecond

// Progress is a line that comes before the answer to a request that asks for it, as often as there is time for it. Work
// has parts, such as scoring and comparing, each with a position of its own.
type Progress struct {
	ID       json.RawMessage `json:"id"`
	Progress Position        `json:"progress"`
}

// A Position says how far a part of the work is.
type Position struct {
	What  string `json:"what"` // such as "scoring"
	Done  int64  `json:"done"`
	Total int64  `json:"total"` // 0 if it is not known
}

// progressOf writes how far the work on a request is, at the beginning of each part and then again and again.
func (s *server) progressOf(id json.RawMessage) evaluation.Progress {
	return func(what string, _ evaluation.Counts, position func() (done, total int64)) (stop func()) {
		tell := func() error {
			done, total := position()
			return s.write(Progress{id, Position{what, done, total}}, nil)
		}
		over, ended := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(ended)
			ticks := time.NewTicker(progressEvery)
			defer ticks.Stop()
			for tell() == nil { // the answer fails as well, and says why
				select {
				case <-over:
					return
				case <-ticks.C:
				}
			}
		}()
		return sync.OnceFunc(func() {
			close(over)
			<-ended
		})
	}
}
