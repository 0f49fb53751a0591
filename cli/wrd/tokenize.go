package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/tokenize"
)

func tokenizeCommand() *cli.Command {
	return &cli.Command{
		Name:      "tokenize",
		Usage:     "print the tokens of each line of standard input",
		UsageText: "wrd tokenize [flags] < FILE\n\nwrd tokenize --tokenizer nltk < text.txt",
		Description: "Each line of standard input becomes a JSON array of its tokens (--format text: the tokens with\n" +
			"a space between). usif lower-cases as the paper does; the other tokenizers keep case here unless\n" +
			"--case lower is given, so that nltk prints what NLTK's word_tokenize does.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "tokenizer", Value: tokenize.Default, Usage: "`NAME`: " + strings.Join(tokenize.Names(), ", ")},
			&cli.StringFlag{Name: "case", Usage: "`CASE`: lower or keep", DefaultText: "lower for usif, otherwise keep"},
			formatFlag("json", "text"),
		},
		Action: tokenizeLines,
	}
}

func tokenizeLines(c *cli.Context) error {
	if _, err := positional(c); err != nil {
		return err
	}
	format, err := oneOf(c, "format", "json", "text")
	if err != nil {
		return err
	}
	name, err := oneOf(c, "tokenizer", tokenize.Names()...)
	if err != nil {
		return err
	}
	keep := name != tokenize.Default
	if c.IsSet("case") {
		letterCase, err := oneOf(c, "case", caseLower, caseKeep)
		if err != nil {
			return err
		}
		keep = letterCase == caseKeep
	}
	tokenizer, err := tokenize.New(name, tokenize.Options{KeepCase: keep})
	if err != nil {
		return err
	}
	in, err := file.Open(file.Stdin, c.App.Reader)
	if err != nil {
		return err
	}
	lines := text.NewReader(in, in.Name)
	encoder := json.NewEncoder(c.App.Writer)
	encoder.SetEscapeHTML(false)
	var tokens []tokenize.Token
	words := []string{}
	for {
		line, err := lines.Next()
		if err == io.EOF {
			break
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
	for _, notice := range lines.Notices() {
		fmt.Fprintln(c.App.ErrWriter, "wrd: "+notice)
	}
	return nil
}
