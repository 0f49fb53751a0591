package jobs

import "github.com/wordrotator/wrd/adapters/setup"

// A Host is where a job runs.
type Host struct {
	*setup.Environment // its Stdin is what - reads, its Notify whom a job tells
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
