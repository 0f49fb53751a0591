package args

import (
	"cmp"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// A flagGroup are the flags of a verb about one thing.
type flagGroup struct {
	title string
	flags []flagHelp
}

// A verb of more than manyFlags has helpFirst of them on the first screen of its help, which Often names.
const (
	manyFlags = 12
	helpFirst = 5
)

// Often moves the flags of these names to the front. They are the ones that are used most: help explains them first.
func Often(flags []cli.Flag, names ...string) []cli.Flag {
	first := make([]string, len(flags)) // Names matches regular expressions each time
	for i, flag := range flags {
		first[i] = flag.Names()[0]
	}
	var often, others []cli.Flag
	for _, name := range names {
		often = append(often, flags[slices.Index(first, name)])
	}
	for i, flag := range flags {
		if !slices.Contains(names, first[i]) {
			others = append(others, flag)
		}
	}
	return append(often, others...)
}

// mostUsed returns the flags that help explains first, none of few, and all others.
func mostUsed(flags []cli.Flag) (often []flagHelp, others []cli.Flag) {
	visible := slices.DeleteFunc(slices.Clone(flags), func(f cli.Flag) bool {
		_, ok := helpOf(f)
		return !ok
	})
	if len(visible) <= manyFlags {
		return nil, visible
	}
	for _, flag := range visible[:helpFirst] {
		help, _ := helpOf(flag)
		often = append(often, help)
	}
	return often, visible[helpFirst:]
}

// flagGroups returns the flags of a verb by category, in the order in which the verb has them.
func flagGroups(flags []cli.Flag) (groups []*flagGroup) {
	of := map[string]*flagGroup{}
	for _, flag := range flags {
		help, ok := helpOf(flag)
		if !ok {
			continue
		}
		title := "FLAGS"
		if categorised, ok := flag.(cli.CategorizableFlag); ok {
			title = cmp.Or(categorised.GetCategory(), title)
		}
		if of[title] == nil {
			of[title] = &flagGroup{title: title}
			groups = append(groups, of[title])
		}
		of[title].flags = append(of[title].flags, help)
	}
	return groups
}

// helpOf returns what help says about a flag; ok is false for a flag that it leaves out.
func helpOf(flag cli.Flag) (help flagHelp, ok bool) {
	documented, ok := flag.(cli.DocGenerationFlag)
	if visible, is := flag.(cli.VisibleFlag); !ok || is && !visible.IsVisible() {
		return flagHelp{}, false
	}
	return flagHelp{documented, flag.Names()}, true
}

// A flagHelp is what help says about a flag.
type flagHelp struct {
	cli.DocGenerationFlag
	names []string // the long one first, without dashes
}

// head names the flag and its value: -c, --candidate FILE.
func (f flagHelp) head() string {
	short, long := "", dashed(f.names[0])
	for _, name := range f.names[1:] {
		if len(name) == 1 {
			short = dashed(name) + ", "
		}
	}
	if value := f.value(); value != "" {
		long += " " + value
	}
	return short + long
}

// value is the name of the value of a flag, which its usage has between back quotes, "" for none.
func (f flagHelp) value() string {
	if !f.TakesValue() {
		return ""
	}
	if _, after, ok := strings.Cut(f.GetUsage(), "`"); ok {
		value, _, _ := strings.Cut(after, "`")
		return value
	}
	return "VALUE"
}

// text explains the flag, with what holds without it.
func (f flagHelp) text() string {
	text := f.explained()
	var more []string
	if value := f.byDefault(); value != "" {
		more = append(more, "default: "+value)
	}
	for _, name := range f.GetEnvVars() {
		more = append(more, "$"+name)
	}
	if more == nil {
		return text
	}
	return text + " (" + strings.Join(more, "; ") + ")"
}

// explained is what the flag is for.
func (f flagHelp) explained() string {
	text := strings.ReplaceAll(f.GetUsage(), "`", "")
	if value := f.value(); value != "" {
		text = strings.TrimPrefix(text, value+": ") // --tokenizer NAME has just said NAME
	}
	return text
}

// byDefault is what holds without the flag, "" where that is nothing.
func (f flagHelp) byDefault() string {
	if !f.TakesValue() {
		if on, ok := f.DocGenerationFlag.(*cli.BoolFlag); ok {
			return on.DefaultText
		}
		return ""
	}
	value := strings.Trim(f.GetDefaultText(), `"`)
	if value == "0" { // nothing is added, or as many as are right
		return ""
	}
	return value
}
