package markup

import "testing"

// Text in Markdown is the same text on the page, and nothing else.
func TestMarkdownText(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"a name", "by @someone, @org/team", "by @&#8203;someone, @&#8203;org/team"},
		{"a name by reference", "&#64;someone &commat;x", `\&#&#8203;64;someone \&commat;x`},
		{"an address of mail", "a@b.org", "a@&#8203;b.org"},
		{"numbers of issues", "#12 org/repo#12 GH-12 gh-12", "#&#8203;12 org/repo#&#8203;12 GH-&#8203;12 gh-&#8203;12"},
		{"words that look like one", "high-quality GH-x", "high-quality GH-x"},
		{"addresses", "https://x.org ftp://x www.x.org", "https:&#8203;//x.org ftp:&#8203;//x www&#8203;.x.org"},
		{"HTML", "<img src=x> <!-- -->", `\<img src=x\> \<!-- --\>`},
		{"links and pictures", "[a](b) ![a](b)", `\[a](b) !\[a](b)`},
		{"marks", "*a* _b_ `c` ~d~ | \\", "\\*a\\* \\_b\\_ \\`c\\` \\~d\\~ \\| \\\\"},
		{"line ends", "a\n# b\r\n", `a\\n#&#8203; b\\r\\n`},
		{"numbers", "-0.5 ±0.1 p = 0.05", "-0.5 ±0.1 p = 0.05"},
	} {
		if got := MarkdownText(c.in); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}
