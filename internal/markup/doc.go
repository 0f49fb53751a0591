// Package markup writes text from outside and tables of it in Markdown and LaTeX, so that both show what is there: nothing in
// a name is a mark, a command or a link.
package markup

import "github.com/wordrotator/wrd/internal/visible"

// Shown is a cell of column k so that a reader sees what it holds. The first column has names; in others a blank at the
// end keeps numbers in their places above footnotes.
func Shown(k int, cell string) string {
	if k == 0 {
		return visible.Uncommanded(visible.Name(cell))
	}
	return visible.Uncommanded(visible.Text(cell))
}
