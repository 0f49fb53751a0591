package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/file"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/tokenize"
)

// defaultVectors is the name of the embedded vectors.
const defaultVectors = "default-en"

const (
	vectorFlags = "WORDS AND VECTORS"
	outputFlags = "OUTPUT"
)

// scoringFlags are the flags that decide what a score is; every verb that scores has them.
func scoringFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "vectors", Value: defaultVectors, Category: vectorFlags,
			Usage: "`NAME|FILE`: " + defaultVectors + " (embedded), or a file in word2vec text format, plain or gzip"},
		&cli.StringFlag{Name: "convert", Value: "none", Category: vectorFlags,
			Usage: "vector converter `LETTERS`: none (raw vectors)"},
		&cli.StringFlag{Name: "tokenizer", Value: tokenize.Default, Category: vectorFlags,
			Usage: "`NAME`: " + strings.Join(tokenize.Names(), ", ")},
		&cli.StringFlag{Name: "case", Value: caseLower, Category: vectorFlags,
			Usage: "`CASE`: lower (lower-case every token) or keep"},
		&cli.StringFlag{Name: "oov", Value: string(metric.OOVOwn), Category: vectorFlags,
			Usage: "`POLICY` for tokens without a vector: own (a direction of their own) or skip (leave them out, as the paper does)"},
		&cli.StringFlag{Name: "empty", Value: string(metric.EmptyWorst), Category: vectorFlags,
			Usage: "`POLICY` for segments with nothing to compare: worst (distance 1), skip (no value) or error"},
	}
}

const (
	caseLower = "lower"
	caseKeep  = "keep"
)

// formatFlag is the flag of the formats of standard output, the default first.
func formatFlag(formats ...string) cli.Flag {
	return &cli.StringFlag{Name: "format", Value: formats[0], Category: outputFlags,
		Usage: "`FORMAT` of standard output: " + strings.Join(formats, ", ")}
}

// oneOf returns the value of a flag that must be one of known.
func oneOf(c *cli.Context, flag string, known ...string) (string, error) {
	value := c.String(flag)
	for _, k := range known {
		if value == k {
			return value, nil
		}
	}
	return "", fmt.Errorf("--%s: found %q, expected one of: %s", flag, value, strings.Join(known, ", "))
}

// scoringOptions turns the scoring flags into options, and opens the vectors.
func scoringOptions(c *cli.Context) (metric.Options, error) {
	if _, err := oneOf(c, "convert", "none"); err != nil {
		return metric.Options{}, err
	}
	tokenizer, err := oneOf(c, "tokenizer", tokenize.Names()...)
	if err != nil {
		return metric.Options{}, err
	}
	letterCase, err := oneOf(c, "case", caseLower, caseKeep)
	if err != nil {
		return metric.Options{}, err
	}
	oov, err := oneOf(c, "oov", names(metric.OOVPolicies())...)
	if err != nil {
		return metric.Options{}, err
	}
	empty, err := oneOf(c, "empty", names(metric.EmptyPolicies())...)
	if err != nil {
		return metric.Options{}, err
	}
	vectors, err := openVectors(c.Context, c.String("vectors"), c.App.Reader, c.App.ErrWriter)
	if err != nil {
		return metric.Options{}, err
	}
	return metric.Options{
		Vectors:   vectors,
		Tokenizer: tokenizer,
		KeepCase:  letterCase == caseKeep,
		OOV:       metric.OOVPolicy(oov),
		Empty:     metric.EmptyPolicy(empty),
	}, nil
}

// names returns the names of policies as strings.
func names[T ~string](policies []T) []string {
	list := make([]string, len(policies))
	for i, p := range policies {
		list[i] = string(p)
	}
	return list
}

// openVectors opens the embedded vectors or a file. What the file had that was left out is said on stderr.
func openVectors(ctx context.Context, nameOrFile string, stdin io.Reader, stderr io.Writer) (*embedding.Store, error) {
	if nameOrFile == defaultVectors {
		return embedding.Default()
	}
	in, err := file.Open(nameOrFile, stdin)
	if err != nil {
		return nil, &hintedError{err, "--vectors takes " + defaultVectors + " or a file"}
	}
	defer in.Close()
	store, report, err := embedding.ReadWord2Vec(ctx, in, in.Name, vectorsName(nameOrFile))
	if err != nil {
		return nil, err
	}
	for _, warning := range report.Warnings() {
		fmt.Fprintf(stderr, "wrd: %s\n", warning)
	}
	return store, nil
}

// vectorsName is what signatures call a vector file: its base name without the endings that say how it is
// stored.
func vectorsName(path string) string {
	name := filepath.Base(path)
	for _, ending := range []string{".gz", ".txt", ".vec"} {
		if bare := strings.TrimSuffix(name, ending); bare != "" {
			name = bare
		}
	}
	return name
}
