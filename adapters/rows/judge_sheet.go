package rows

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// A report writes outputs for people to judge as judge.csv, and whose they are as judge-key.csv, for spreadsheets. These
// take a cell that begins with one of formulaSigns for a formula, so there is an apostrophe before each text that begins
// so, or with apostrophes and such a sign, unless it is a number (guarded in adapters/html/script/export.js). What they
// are is OWASP's list, "CSV Injection".
const formulaSigns = "=+-@\t\r\n＝＋－＠"

// isJudgeSheet says whether a table of CSV has the columns that both of these files have, and so what is merged from them.
func isJudgeSheet(columns []string) bool {
	for _, name := range []string{"segment", "doc", "output"} {
		if !slices.Contains(columns, name) {
			return false
		}
	}
	return slices.Contains(columns, "human") || slices.Contains(columns, "system")
}

// unguarded takes off the apostrophe that was put before a cell.
func unguarded(cell string) string {
	rest := strings.TrimLeft(cell, "'")
	if sign, _ := utf8.DecodeRuneInString(rest); len(rest) == len(cell) || rest == "" || !strings.ContainsRune(formulaSigns, sign) {
		return cell
	}
	return cell[1:]
}
