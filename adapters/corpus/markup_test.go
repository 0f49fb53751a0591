package corpus_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/wordrotator/wrd/adapters/corpus"
	"github.com/wordrotator/wrd/adapters/rows"
)

// readRole reads a file for a role: systems, candidates, references and sources of its rows.
func readRole(content string, role rows.Role) (list [][]string, err error) {
	texts, err := corpus.OpenTexts("-", strings.NewReader(content), rows.Layout{}, role)
	if err != nil {
		return nil, err
	}
	defer texts.Close()
	for {
		var row corpus.TextRow
		if err := texts.Next(&row); err != nil {
			if err.Error() == "EOF" {
				err = nil
			}
			return list, err
		}
		list = append(list, append([]string{row.System, row.Candidate, row.Source}, row.References...))
	}
}

// Texts of test sets in SGML and XML are those of their segments.
func TestMarkup(t *testing.T) {
	const xml = `<?xml version='1.0' encoding='utf-8'?>
<dataset id="x"><doc origlang="en" id="d1">
  <src lang="en"><p><seg id="1">One.</seg>
<seg id="2">Two &lt; three.</seg></p></src>
  <ref lang="de" translator="A"><p><seg id="1">Eins.</seg><seg id="2">Zwei.</seg></p></ref>
  <ref lang="de" translator="B"><p><seg id="1">Eine.</seg><seg id="2">Zwo.</seg></p></ref>
  <hyp system="mine" lang="de"><p><seg id="1">Ein.</seg><seg id="2">Zweie.</seg></p></hyp>
  <hyp system="yours" lang="de"><p><seg id="1">Ne.</seg><seg id="2">Zwai.</seg></p></hyp>
</doc></dataset>
`
	for _, c := range []struct {
		name, content string
		role          rows.Role
		want          [][]string
	}{
		{"candidates in SGML", "<tstset setid=\"t\">\n<DOC docid='d' sysid='mine'>\n<seg id=\"1\"> It's 5 &gt; 4 &amp; a < b. </seg>\n" +
			"<SEG\nid=2>of two\nlines</SEG>\n<seg id=3></seg>\n</DOC></tstset>\n", rows.Candidate,
			[][]string{{"", "It's 5 > 4 & a < b.", ""}, {"", "of two lines", ""}, {"", "", ""}}},
		{"references in SGML, with a type", "<!DOCTYPE mteval SYSTEM \"x.dtd\">\n<refset trglang=\"en\" refid=\"ref\">\n<doc sysid=\"ref\"><hl>" +
			"<seg>Title</seg></hl><p><seg>Text</seg></p></doc></refset>", rows.Reference, [][]string{{"", "", "", "Title"}, {"", "", "", "Text"}}},
		{"a reference as a system", "<refset>\n<doc><seg>a</seg></doc></refset>", rows.Candidate, [][]string{{"", "a", ""}}},
		{"systems in XML", xml, rows.Candidate, [][]string{{"mine", "Ein.", ""}, {"mine", "Zweie.", ""}, {"yours", "Ne.", ""},
			{"yours", "Zwai.", ""}}},
		{"references in XML", xml, rows.Reference, [][]string{{"", "", "", "Eins.", "Eine."}, {"", "", "", "Zwei.", "Zwo."}}},
		{"sources in XML", xml, rows.Source, [][]string{{"", "", "One."}, {"", "", "Two < three."}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := readRole(c.content, c.role)
			if diff := cmp.Diff(c.want, got); err != nil || diff != "" {
				t.Errorf("%v, -want +got:\n%s", err, diff)
			}
		})
	}
}

// Documents are those of the test set, where it names them.
func TestMarkupDocuments(t *testing.T) {
	for _, c := range []struct {
		name, content string
		want          []string
	}{
		{"XML", `<?xml version="1.0"?><dataset id="x"><doc origlang="en" id="d1"><hyp system="a"><p><seg id="1">One.</seg><seg id="2">Two.</seg>` +
			`</p></hyp></doc><doc id="d&amp;2"><hyp system="a"><seg id="1">Three.</seg></hyp></doc></dataset>`, []string{"d1", "d1", "d&2"}},
		{"several systems", `<dataset><doc id="d1"><hyp system="a"><seg>1</seg></hyp><hyp system="b"><seg>1</seg></hyp></doc>` +
			`<doc id="d2"><hyp system="a"><seg>2</seg></hyp><hyp system="b"><seg>2</seg></hyp></doc></dataset>`, []string{"d1", "d2", "d1", "d2"}},
		{"SGML", "<tstset setid=\"t\">\n<DOC sysid='a' docid='d1'>\n<seg id=1>One.</seg>\n</DOC>\n<DOC sysid='a' docid='d2'>\n" +
			"<seg id=1>Two.</seg></DOC></tstset>\n", []string{"d1", "d2"}},
		{"without names", "<tstset>\n<doc><seg>One.</seg></doc></tstset>\n", []string{""}},
	} {
		t.Run(c.name, func(t *testing.T) {
			texts, err := corpus.OpenTexts("-", strings.NewReader(c.content), rows.Layout{}, rows.Candidate)
			if err != nil {
				t.Fatal(err)
			}
			defer texts.Close()
			var got []string
			var row corpus.TextRow
			for err = texts.Next(&row); err == nil; err = texts.Next(&row) {
				got = append(got, row.Doc)
			}
			if diff := cmp.Diff(c.want, got); err != io.EOF || diff != "" {
				t.Errorf("%v, -want +got:\n%s", err, diff)
			}
		})
	}
}

func TestMarkupErrors(t *testing.T) {
	for _, c := range []struct{ name, content, want string }{
		{"a web page", "<!DOCTYPE html>\n<html><body>text</body></html>\n", "found SGML, XML or HTML without <seg> for the role candidate"},
		{"no candidates", "<dataset><src><seg>a</seg></src><ref><seg>b</seg></ref></dataset>", "without <seg> for the role candidate"},
		{"not closed", "<tstset>\n<seg>a\n<seg>b\n", "standard input:2: found <seg> without its end, expected </seg>"},
		{"a pointer", "version https://git-lfs.github.com/spec/v1\noid sha256:1\n", "found a Git LFS pointer in place of a file: git lfs pull"},
	} {
		if _, err := readRole(c.content, rows.Candidate); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
	if got, err := readRole("<3 this\n<b>bold</b>\n", rows.Candidate); err != nil || len(got) != 2 {
		t.Errorf("lines of text: got %q, %v", got, err)
	}
}

func FuzzMarkup(f *testing.F) {
	for _, seed := range []string{"<tstset><seg>a</seg></tstset>", "<?xml?><dataset><ref translator=\"A\"><seg>&#0;&lt;</seg></ref>", "<refset\n<seg", "<!-- <seg>"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		got, err := readRole(string(content), rows.Reference)
		if bytes.HasPrefix(content, []byte("<tstset>")) && err == nil && len(got) > bytes.Count(bytes.ToLower(content), []byte("seg")) {
			t.Errorf("found %d segments in %q", len(got), content)
		}
	})
}
