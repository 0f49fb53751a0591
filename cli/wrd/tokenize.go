package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/tokenize"
)

var tokenizeFormat = args.Format(flags.OutputFlags, "json", "text")

// The flags of tokens as tokenize has them: without their category, and with another default of --case.
var (
	tokenizeNameFlag = args.OneOf(&cli.StringFlag{Name: flags.TokenizerFlag.Name, Value: tokenize.Default, Usage: flags.TokenizerFlag.Usage},
		tokenize.Names()...)
	tokenizeLanguageFlag = &cli.StringFlag{Name: flags.LanguageFlag.Name,
		Usage: "`CODE`: tokens as for this language, such as de, ja or tr"}
	tokenizeCaseFlag = args.OneOf(&cli.StringFlag{Name: flags.CaseFlag.Name, Usage: "`CASE`: " + strings.Join(setup.Describe("case").Values, ", "),
		DefaultText: "lower for usif, otherwise keep"}, setup.Describe("case").Values...)
	tokenizeNormalFlag = args.OneOf(&cli.StringFlag{Name: flags.NormalizeFlag.Name, Value: string(tokenize.NormalizeNone),
		Usage: flags.NormalizeFlag.Usage}, setup.Describe("normalize").Values...)
)

func tokenizeCommand() *cli.Command {
	return &cli.Command{
		Name:      "tokenize",
		Usage:     "print the tokens of each line",
		UsageText: "wrd tokenize [FILE…] [flags]\n\nwrd tokenize text.txt\nwrd tokenize --tokenizer nltk < text.txt",
		Description: "Prints a JSON array for each line of the files or of standard input (--format text: tokens with spaces). usif\n" +
			"lower-cases, as in the paper; the others keep case here unless --case lower, so that nltk equals word_tokenize\n" +
			"of NLTK 3.8.1, and nltk3.10 that of NLTK 3.10.2 to 3.10.4.",
		Flags: []cli.Flag{
			tokenizeLanguageFlag, tokenizeNameFlag, tokenizeCaseFlag, tokenizeNormalFlag, tokenizeFormat,
		},
		Action: tokenizeLines,
	}
}

func tokenizeLines(c *cli.Context) error {
	format := tokenizeFormat.Get(c)
	tokenizer, err := tokenizerOf(c)
	if err != nil {
		return err
	}
	if err := flags.CheckFiles(c); err != nil {
		return err
	}
	files := c.Args().Slice()
	if len(files) == 0 {
		files = []string{file.Stdin}
	}
	for _, path := range files {
		if err := tokenizeFile(c, path, tokenizer, format); err != nil {
			return err
		}
	}
	return nil
}

// tokenizeFile writes the tokens of each line of a file.
func tokenizeFile(c *cli.Context, path string, tokenizer tokenize.Tokenizer, format string) error {
	in, err := file.Open(path, c.App.Reader)
	if err != nil {
		return err
	}
	defer in.Close()
	lines := text.NewReader(in, in.Name)
	if err := writeTokens(c, lines, tokenizer, format); err != nil {
		return err
	}
	for _, notice := range lines.Notices() {
		flags.Notify(c)(notice)
	}
	return nil
}

// tokenizerOf reads --language, --tokenizer, --case and --normalize.
func tokenizerOf(c *cli.Context) (tokenize.Tokenizer, error) {
	normalize := tokenize.Normalization(tokenizeNormalFlag.Get(c))
	if c.IsSet(tokenizeLanguageFlag.Name) {
		s, err := flags.CompleteSettings(c)
		if err != nil {
			return nil, err
		}
		return tokenize.New(*s.Tokenizer, tokenize.Options{Case: tokenize.Case(*s.Case), Normalize: normalize})
	}
	name := tokenizeNameFlag.Get(c)
	o := tokenize.Options{Case: tokenize.Case(tokenizeCaseFlag.Get(c)), Normalize: normalize}
	if o.Case == "" && name != tokenize.Default {
		o.Case = tokenize.KeepCase
	}
	return tokenize.New(name, o)
}

// writeTokens writes the tokens of each line.
func writeTokens(c *cli.Context, lines *text.Reader, tokenizer tokenize.Tokenizer, format string) error {
	encoder := json.NewEncoder(c.App.Writer)
	encoder.SetEscapeHTML(false)
	var tokens []tokenize.Token
	words := []string{}
	for {
		line, err := lines.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := c.Context.Err(); err != nil {
			return err
		}
		tokens = tokenizer.Append(tokens[:0], string(line))
		words = words[:0]
		for _, token := range tokens {
			words = append(words, token.Text)
		}
		if format == "json" {
			err = encoder.Encode(words)
		} else {
			_, err = fmt.Fprintln(c.App.Writer, strings.Join(words, " "))
		}
		if err != nil {
			return err
		}
	}
}
