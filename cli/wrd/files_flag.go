package main

import (
	"flag"
	"slices"

	"github.com/urfave/cli/v2"
)

// A filesFlag may be repeated, and takes names of files as they are. The library's own flag copies its values between
// the names of a flag (-c, --candidate) as JSON, which cannot hold a name that is not UTF-8, and removes the spaces
// around them.
type filesFlag struct{ *cli.StringSliceFlag }

// Apply replaces the library's. Each run has a list of its own.
func (f *filesFlag) Apply(set *flag.FlagSet) error {
	list := new(fileList)
	for _, name := range f.Names() {
		set.Var(list, name, f.Usage)
	}
	return nil
}

// Get returns the values in their order.
func (f *filesFlag) Get(c *cli.Context) []string {
	list, _ := c.Value(f.Name).([]string)
	return slices.Clone(list)
}

// A fileList is the value of a filesFlag under all of its names.
type fileList []string

// copied is what the library sets the other names of a flag to. No argument holds a zero byte.
const copied = "\x00"

func (l *fileList) Set(value string) error {
	if value != copied {
		*l = append(*l, value)
	}
	return nil
}

func (l *fileList) Get() any          { return []string(*l) }
func (l *fileList) Serialize() string { return copied }
func (l *fileList) String() string    { return "" }
