package parquet

import (
	"io"
	"path/filepath"
	"slices"

	pq "github.com/parquet-go/parquet-go"
	"github.com/wordrotator/wrd/metric/evaluation/outcome"
)

// schemaOf returns the columns of means as those of a file.
func schemaOf(means []outcome.MeanColumn) (columns []column) {
	for _, c := range means {
		node := pq.Optional(double())
		switch {
		case c.Text != nil:
			node = repeatedText()
		case c.Count != nil:
			node = pq.Int(64)
		}
		columns = append(columns, column{c.Name, node})
	}
	return columns
}

// WriteSystems writes a whole systems.parquet to w. humans name the columns of human scores, see outcome.HumanNames.
// There is a column points if a row has some.
func WriteSystems(w io.Writer, run Run, humans []string, systems []outcome.Mean) error {
	humans = outcome.HumanNames(humans)
	columns := outcome.MeanColumns(humans, slices.ContainsFunc(systems, func(m outcome.Mean) bool { return m.Points != nil }))
	rows := newRowWriter(w, "systems", run, schemaOf(columns))
	for _, m := range systems {
		m.Humans = append(slices.Clone(m.Humans), make([]*float64, len(humans))...) // of those without, none
		for _, c := range columns {
			switch {
			case c.Text != nil:
				rows.text(*c.Text(&m))
			case c.Count != nil:
				rows.long(*c.Count(&m))
			default:
				rows.optional(*c.Number(&m))
			}
		}
		if err := rows.endRow(); err != nil {
			return err
		}
	}
	return rows.Close()
}

// ReadSystems reads a systems.parquet, or the one in a folder of results, without human scores and points; none if there
// is no such file. Its errors begin with the path.
func ReadSystems(path string) (systems []outcome.Mean, err error) {
	if filepath.Base(path) != SystemsFile {
		path = filepath.Join(path, SystemsFile)
	}
	columns := outcome.MeanColumns(nil, false)
	schema := pq.NewSchema("systems", newOrderedGroup(schemaOf(columns)))
	var names []string
	for _, c := range columns {
		names = append(names, c.Name)
	}
	err = readFile(path, "systems.parquet of wrd score -o", names, func(f *pq.File) error {
		reader := pq.NewReader(f, schema)
		defer reader.Close()
		var rows [blockRows]pq.Row
		for {
			n, err := reader.ReadRows(rows[:])
			for _, row := range rows[:n] {
				var m outcome.Mean
				for i, c := range columns {
					switch v := row[i]; {
					case c.Text != nil:
						*c.Text(&m) = string(v.ByteArray())
					case c.Count != nil:
						*c.Count(&m) = v.Int64()
					case !v.IsNull():
						*c.Number(&m) = new(v.Double())
					}
				}
				systems = append(systems, m)
			}
			if err == io.EOF {
				return nil
			}
			if err != nil {
				return err
			}
		}
	})
	return systems, err
}
