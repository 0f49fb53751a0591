package args

import (
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/internal/wording"
)

// Files is a flag that may be repeated, and takes names of files as they are. The library's own flag copies its values
// between the names of a flag (-c, --candidate) as JSON, which cannot hold a name that is not UTF-8, and removes the
// spaces around them.
type Files struct{ *cli.StringSliceFlag }

// Apply replaces the library's. Each run has a list of its own.
func (f *Files) Apply(set *flag.FlagSet) error {
	list := new(fileList)
	for _, name := range f.Names() {
		set.Var(list, name, f.Usage)
	}
	return nil
}

// Get returns the values in their order.
func (f *Files) Get(c *cli.Context) []string {
	list, _ := c.Value(f.Name).([]string)
	return slices.Clone(list)
}

// A fileList is the value of Files under all of its names.
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

// A Choice is a flag whose value is one of some.
type Choice[T ~string] struct {
	*cli.StringFlag
	Of []T
}

// OneOf makes a Choice of a flag.
func OneOf[T ~string](flag *cli.StringFlag, of ...T) *Choice[T] { return &Choice[T]{flag, of} }

// Get returns the value, which has been checked.
func (f *Choice[T]) Get(c *cli.Context) T { return T(f.StringFlag.Get(c)) }

// check says what the value may be, if it is something else. A flag of a choice that holds nothing by default may be
// left out.
func (f *Choice[T]) check(c *cli.Context) error {
	value := f.Get(c)
	if slices.Contains(f.Of, value) || value == "" && !c.IsSet(f.Name) {
		return nil
	}
	return fmt.Errorf("--%s: found %q, expected one of: %s", f.Name, value, strings.Join(wording.Names(f.Of), ", "))
}

// Values completes the flag in a shell.
func (f *Choice[T]) Values() []Completion { return Words(wording.Names(f.Of)) }

// Format is the flag of the formats of standard output, the default first.
func Format(category string, formats ...string) *Choice[string] {
	return OneOf(&cli.StringFlag{Name: "format", Value: formats[0], Category: category,
		Usage: "`FORMAT`: " + strings.Join(formats, ", ")}, formats...)
}

// List reads a flag that is a list of some of known with commas between them; nil if it is not given.
func List[T ~string](c *cli.Context, flag *cli.StringFlag, known []T) (list []T, err error) {
	if !c.IsSet(flag.Name) {
		return nil, nil
	}
	for name := range strings.SplitSeq(flag.Get(c), ",") {
		value := T(strings.TrimSpace(name))
		if !slices.Contains(known, value) {
			return nil, fmt.Errorf("--%s: found %q, expected a list of: %s", flag.Name, value,
				strings.Join(wording.Names(known), ", "))
		}
		if slices.Contains(list, value) {
			return nil, fmt.Errorf("--%s: found %s twice, expected it once", flag.Name, value)
		}
		list = append(list, value)
	}
	return list, nil
}
