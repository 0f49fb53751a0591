package main

import (
	"cmp"
	"fmt"
	"reflect"
	"strings"

	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/encoder"
)

// tellSettings says, to people at a terminal, by which settings scores of texts were made, and what agrees better with
// people or is faster. The signature has the same for programs.
func tellSettings(h flags.Host, said, opened setup.Settings) error {
	if render.Width(h.Out) == 0 {
		return nil
	}
	plain, err := setup.Settings{}.Complete(setup.Settings{})
	if err != nil {
		return err
	}
	changed := ""
	for _, name := range setup.Names() {
		if value := opened.Said(name); value != nil && !reflect.DeepEqual(value, plain.Said(name)) {
			if list, ok := value.(setup.Measures); ok {
				value = strings.Join(list, ",")
			}
			changed += fmt.Sprintf(" %s %v", flags.AsFlag(name), value)
		}
	}
	line := "Settings: plain WRD."
	if changed != "" {
		line = "Settings:" + changed + "."
	}
	switch {
	case said.Purpose != nil:
		line = fmt.Sprintf("Settings: --%s %s (%s).", flags.PurposeFlag.Name, *said.Purpose,
			cmp.Or(strings.TrimSpace(changed), "plain WRD"))
	case changed == "":
		line += fmt.Sprintf(" For translations, --%s %s agrees better with people: docs/purposes.md.",
			flags.PurposeFlag.Name, metric.PurposeTranslation)
	}
	lines := []string{line}
	if said.Encoder == nil && opened.Encoder != nil && *opened.Encoder == encoder.ContextENLargeName {
		lines = append(lines, fmt.Sprintf("Faster, but agreeing less with people: --%s %s (4 to 5 times), --%s %s (over 100 times).",
			flags.EncoderFlag.Name, encoder.ContextENName, flags.VectorsFlag.Name, embedding.DefaultName))
	}
	return render.Prose(h.Out, lines...)
}
