package setup_test

import (
	"flag"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/metric"
)

var update = flag.Bool("update", false, "rewrite the settings of Python")

// pythonSettings is the module of the Python package with the types and meanings of settings.
const pythonSettings = "../python/src/wordrotator/_settings.py"

// The settings of Python are those of Settings, each with its type, its values and its meaning.
func TestPythonSettings(t *testing.T) {
	want := pythonModule()
	if *update {
		if err := os.WriteFile(pythonSettings, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(pythonSettings)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("%s: go test ./adapters/setup -update writes it (-want +got)\n%s", pythonSettings, diff)
	}
}

// notInPython are settings that need a whole corpus, or files of their own in place of texts.
var notInPython = []string{"idf", "token_vectors"}

// ofRuns are flags of wrd serve that no score depends on.
var ofRuns = []struct{ name, said, value, meaning string }{
	{"threads", "int | None", "int = 0", "how many " +
		"threads the worker uses, 0 for one per core; no score depends on it (default: 0)"},
	{"cache", "str | os.PathLike[str] | bool | None", "str | bool = False", "a folder to keep scores in, or True for that of " +
		"wrd cache: the same texts with the same settings are not scored again, in later runs neither (default: False)"},
}

// renamedInPython are settings and flags that Python calls something else: measures are several, convert takes letters and
// files, and cache switches and folders.
var renamedInPython = []struct{ name, there string }{
	{"measure", "measures"}, {"converter", "convert"}, {"cache_dir", "cache"}, {"cache_scores", "cache"},
}

// pythonName is what a setting is called in Python.
func pythonName(setting string) string {
	for _, renamed := range renamedInPython {
		if renamed.name == setting {
			return renamed.there
		}
	}
	return setting
}

// pythonModule writes the module.
func pythonModule() string {
	var said, taken, values, meanings, files, runs, names strings.Builder
	types := map[string]reflect.Type{}
	for f := range reflect.TypeFor[setup.Settings]().Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		types[name] = f.Type
	}
	for _, d := range setup.Described() {
		name := pythonName(d.Name)
		if d.Name == "convert" {
			d.File = true
			d.Meaning += "; or " + setup.Describe("converter").Meaning
		}
		if slices.Contains(notInPython, d.Name) || d.Name == "converter" {
			continue
		}
		typed, value := pythonType(d, types[d.Name])
		fmt.Fprintf(&said, "    %s: %s\n", name, typed)
		fmt.Fprintf(&taken, "    %s: %s = None,\n", name, typed)
		fmt.Fprintf(&values, "    %s: %s = None\n", name, value)
		meanings.WriteString(pythonEntry(name, pythonMeaning(d)))
		if d.File {
			fmt.Fprintf(&files, "%q, ", name)
		}
	}
	for _, run := range ofRuns {
		fmt.Fprintf(&said, "    %s: %s\n", run.name, run.said)
		fmt.Fprintf(&taken, "    %s: %s = None,\n", run.name, run.said)
		fmt.Fprintf(&values, "    %s: %s\n", run.name, run.value)
		meanings.WriteString(pythonEntry(run.name, run.meaning))
		fmt.Fprintf(&runs, "%q, ", run.name)
	}
	for _, renamed := range renamedInPython {
		fmt.Fprintf(&names, "%q: %q, ", renamed.name, renamed.there)
	}
	return strings.NewReplacer("{RENAMED}", "{"+strings.TrimSuffix(names.String(), ", ")+"}", "NUMBER", metric.Version, "SAID\n", said.String(), "TAKEN\n", taken.String(), "VALUES\n", values.String(), "MEANINGS\n", meanings.String(),
		"(NAMES)", "("+strings.TrimSuffix(files.String(), ", ")+")", "(RUNS)", "("+strings.TrimSuffix(runs.String(), ", ")+")").
		Replace(pythonTemplate)
}

const pythonTemplate = `"""The settings of scores and the version, as the program has them: written by go test ./adapters/setup -update."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypedDict

#: The version of this package and of its program, whose place is metric/signature.go.
VERSION = "NUMBER"


class Settings(TypedDict, total=False):
    """What a score depends on besides the texts: keyword arguments of everything that scores.

    What is left out or None is as in ` + "``wrd score``, or as ``purpose`` says; ``MEANINGS``" + ` says what each means.
    """

SAID


def taken(
    *,
TAKEN
    **_: object,
) -> dict[str, Any]:
    """Return the settings among keywords, which editors that follow calls show from here."""
    return {name: value for name, value in locals().items() if name != "_"}


@dataclass(frozen=True)
class Values:
    """The settings as ` + "``Options``" + ` holds them."""

VALUES


#: What each setting means.
MEANINGS: dict[str, str] = {
MEANINGS
}

#: The settings that may name a file or a folder.
FILES = (NAMES)
#: The settings that no score depends on.
OF_RUNS = (RUNS)
#: What the program calls settings that have another name here, for its messages.
NAMES = {RENAMED}
`

// pythonType returns the type of a setting as people say it, and as Options holds it.
func pythonType(d setup.Description, t reflect.Type) (said, value string) {
	switch {
	case t == reflect.TypeFor[setup.Measures]():
		return "str | Sequence[str] | None", "tuple[str, ...] | None"
	case d.File:
		return "str | os.PathLike[str] | None", "str | None"
	case t.Elem().Kind() == reflect.Float64:
		return "float | None", "float | None"
	case t.Elem().Kind() == reflect.Int:
		return "int | None", "int | None"
	case d.Values != nil:
		quoted := make([]string, len(d.Values))
		for i, v := range d.Values {
			quoted[i] = fmt.Sprintf("%q", v)
		}
		return "Literal[" + strings.Join(quoted, ", ") + "] | None", "str | None"
	}
	return "str | None", "str | None"
}

// forFlags is what stands in a Meaning for the value of a flag before it says what this may be.
var forFlags = regexp.MustCompile("^`[A-Za-z0-9|]+`: |`[A-Z|]+`: ")

// forPython has what a Meaning says of flags in the words of Python.
var forPython = strings.NewReplacer("`", "", "other flags override them", "other settings override them",
	" (a bare spelling)", " (all)")

// pythonMeaning returns what a setting means, in the names of Python, and its default.
func pythonMeaning(d setup.Description) string {
	text := forPython.Replace(forFlags.ReplaceAllString(d.Help(pythonName), ""))
	if d.Name == "measure" {
		text = strings.ReplaceAll(text, ",", ", ")
	}
	if d.DefaultText != "" {
		return text + " (default: " + d.DefaultText + ")"
	}
	switch d.Default.(type) {
	case nil:
		return text
	case setup.Measures:
		return text + " (default: wrd)"
	}
	return fmt.Sprintf("%s (default: %v)", text, d.Default)
}

// pythonEntry writes an entry of a dictionary of texts, in lines of 120 columns as ruff has them.
func pythonEntry(name, text string) string {
	const width = 120
	line := fmt.Sprintf("    %q: %q,\n", name, text)
	if len(line) <= width+1 {
		return line
	}
	var parts string
	for most := width - len(`        ""`); text != ""; {
		cut := len(text)
		if cut > most {
			cut = max(strings.LastIndexByte(text[:most], ' '), strings.LastIndexByte(text[:most], ',')) + 1
		}
		parts += fmt.Sprintf("        %q\n", text[:cut])
		text = text[cut:]
	}
	return fmt.Sprintf("    %q: (\n%s    ),\n", name, parts)
}
