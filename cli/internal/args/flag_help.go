package args

import (
	"cmp"
	"strings"

	"github.com/urfave/cli/v2"
)

// A flagGroup are the flags of a verb about one thing.
type flagGroup struct {
	title string
	flags []flagHelp
}

// flagGroups returns the flags of a verb by category, in the order in which the verb has them.
func flagGroups(flags []cli.Flag) (groups []*flagGroup) {
	of := map[string]*flagGroup{}
	for _, flag := range flags {
		documented, ok := flag.(cli.DocGenerationFlag)
		if visible, is := flag.(cli.VisibleFlag); !ok || is && !visible.IsVisible() {
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
		of[title].flags = append(of[title].flags, flagHelp{documented, flag.Names()})
	}
	return groups
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
