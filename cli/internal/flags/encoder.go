package flags

import "github.com/urfave/cli/v2"

// encoderFiles are the files that an encoder is read from.
func encoderFiles(c *cli.Context, values []string) (files []string) {
	for _, name := range values {
		files = append(files, EnvironmentOf(c).EncoderLocation(name).Files()...)
	}
	return files
}
