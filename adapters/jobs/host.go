package jobs

import (
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// What the position of some work counts, see Host.ProgressOf.
const (
	Shares   = "" // only the share that is done says something to people
	Bytes    = "byte"
	Segments = "segment"
	Rows     = "row"
)

// A Host is where a job runs.
type Host struct {
	*setup.Environment // its Stdin is what - reads, its Notify whom a job tells
	// Shows returns what shows how far work is whose position counts something; nil shows nothing.
	Shows func(unit string) evaluation.Progress
	// Names are what messages call settings and other options; nil leaves them as in JSON.
	Names func(name string) string
}

// named is what messages call an option.
func (h Host) named(option setup.Name) string {
	if h.Names == nil {
		return string(option)
	}
	return h.Names(string(option))
}

// says returns the message of an error, with the names of options as the host has them.
func (h Host) says(err error) string {
	return setup.In(err, h.Names)
}

// Tell tells notices, a sentence each.
func (h Host) Tell(notices []string) {
	for _, notice := range notices {
		h.notify(notice)
	}
}

func (h Host) notify(notice string) {
	if h.Notify != nil {
		h.Notify(notice)
	}
}

// ProgressOf shows how far an evaluation is whose position counts something: Shares, Bytes, Segments or Rows.
func (h Host) ProgressOf(unit string) evaluation.Progress {
	if h.Shows == nil {
		return nil
	}
	return h.Shows(unit)
}
