package parquet

import (
	"io"
	"path/filepath"
	"slices"

	"github.com/wordrotator/wrd/metric/evaluation/outcome"
)

// WriteSystems writes a whole systems.parquet to w. humans name the columns of human scores, see outcome.HumanNames.
// There is a column points if a row has some.
func WriteSystems(w io.Writer, run Run, humans []string, systems []outcome.Mean) error {
	humans, systems = outcome.HumanNames(humans), slices.Clone(systems)
	for i := range systems {
		systems[i].Humans = append(slices.Clone(systems[i].Humans), make([]*float64, len(humans))...) // of those without, none
	}
	points := slices.ContainsFunc(systems, func(m outcome.Mean) bool { return m.Points != nil })
	return writeRecords(w, "systems", run, outcome.MeanFields(humans, points), systems)
}

// ReadSystems reads a systems.parquet, or the one in a folder of results, without human scores and points; none if there
// is no such file. Its errors begin with the path.
func ReadSystems(path string) (systems []outcome.Mean, err error) {
	if filepath.Base(path) != SystemsFile {
		path = filepath.Join(path, SystemsFile)
	}
	fields := outcome.MeanFields(nil, false)
	return readRecords(path, "systems.parquet of wrd score -o", fields, len(fields))
}
