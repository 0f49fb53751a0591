package rows_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/wordrotator/wrd/adapters/rows"
)

// textRoles are what a table of texts is asked for.
var textRoles = []rows.Role{rows.System, rows.SegmentID, rows.ID, rows.Doc, rows.Candidate, rows.Reference, rows.Source}

func TestNear(t *testing.T) {
	for _, c := range []struct {
		name, columns, layout string
		want                  map[rows.Role][]string
		said                  string // "" for nothing
	}{
		{"usual names", "system,id,candidate,reference,reference_2", "", map[rows.Role][]string{"system": {"system"}, "id": {"id"},
			"candidate": {"candidate"}, "reference": {"reference", "reference_2"}}, ""},
		{"capitals", "System,ID,Candidate,REFERENCE", "", map[rows.Role][]string{"system": {"System"}, "id": {"ID"},
			"candidate": {"Candidate"}, "reference": {"REFERENCE"}},
			"read the columns System as system, ID as id, Candidate as candidate and REFERENCE as reference; --columns says otherwise"},
		{"names of COMET", "src,mt,ref", "", map[rows.Role][]string{"source": {"src"}, "candidate": {"mt"}, "reference": {"ref"}},
			"read the columns mt as candidate and ref as reference; --columns says otherwise"},
		{"numbers", "hyp,reference,ref3,reference2", "", map[rows.Role][]string{"candidate": {"hyp"},
			"reference": {"reference", "reference2", "ref3"}},
			"read the columns hyp as candidate, reference2 as reference and ref3 as reference; --columns says otherwise"},
		{"references with numbers only", "candidate,ref_0,ref_1", "", map[rows.Role][]string{"candidate": {"candidate"},
			"reference": {"ref_0", "ref_1"}}, "read the columns ref_0 as reference and ref_1 as reference; --columns says otherwise"},
		{"blanks", "candidate ,\u00a0Ref 2,reference_1", "", map[rows.Role][]string{"candidate": {"candidate "},
			"reference": {"reference_1", "\u00a0Ref 2"}}, `read the columns `},
		{"another column plays the role", "candidate,mt,reference,ref", "", map[rows.Role][]string{"candidate": {"candidate"},
			"reference": {"reference"}}, "ignored the columns mt and ref, as others play their roles; --columns says otherwise"},
		{"the other name of segments", "seg_id,ID,candidate,reference", "", map[rows.Role][]string{"segment": {"seg_id"},
			"candidate": {"candidate"}, "reference": {"reference"}}, "ignored the column ID, as others play its role; --columns says otherwise"},
		{"a layout", "hyp,mt,ref,target", "candidate=mt,reference=target", map[rows.Role][]string{"candidate": {"mt"},
			"reference": {"target"}}, ""},
		{"a layout without a role", "System,candidate,reference", "system=", map[rows.Role][]string{"system": {},
			"candidate": {"candidate"}, "reference": {"reference"}}, ""},
		{"a score by a near name", "candidate,reference,mt", "human=mt", map[rows.Role][]string{"candidate": {"candidate"},
			"reference": {"reference"}}, ""},
		{"target beside both", "candidate,reference,target", "", map[rows.Role][]string{"candidate": {"candidate"},
			"reference": {"reference"}}, "ignored the column target; --columns candidate=target or reference=target reads it"},
		{"gold beside references", "candidate,reference,gold,label", "", map[rows.Role][]string{"candidate": {"candidate"},
			"reference": {"reference"}}, "ignored the column gold; --columns candidate=gold or reference=gold reads it"},
		{"names of texts", "Hypothesis Text,ref_text,src_sentence,System Name,seg-id,DocID", "",
			map[rows.Role][]string{"candidate": {"Hypothesis Text"}, "reference": {"ref_text"}, "source": {"src_sentence"},
				"system": {"System Name"}, "segment": {"seg-id"}, "doc": {"DocID"}}, "read the columns System Name as system, seg-id as segment, " +
				"DocID as doc, Hypothesis Text as candidate, ref_text as reference and src_sentence as source; --columns says otherwise"},
		{"objects of JSON", "mt.text,reference.text,doc.id,system.name", "", map[rows.Role][]string{"candidate": {"mt.text"},
			"reference": {"reference.text"}, "doc": {"doc.id"}, "system": {"system.name"}}, "read the columns "},
		{"what pandas calls a column twice", "candidate,reference,reference.1", "", map[rows.Role][]string{
			"candidate": {"candidate"}, "reference": {"reference", "reference.1"}}, "read the column reference.1 as reference; "},
		{"numbers in brackets and inside", "candidate,ref[0],Reference (2),ref1_text", "", map[rows.Role][]string{
			"candidate": {"candidate"}, "reference": {"ref[0]", "ref1_text", "Reference (2)"}}, "read the columns "},
		{"a letter for a number", "candidate,refA", "", map[rows.Role][]string{"candidate": {"candidate"},
			"reference": {"refA"}}, "read the column refA as reference; --columns says otherwise"},
		{"further references without a number", "candidate,reference,refB,human_reference,alt_ref", "",
			map[rows.Role][]string{"candidate": {"candidate"}, "reference": {"reference"}},
			"ignored the columns refB, human_reference and alt_ref, as others play their roles; --columns says otherwise"},
		{"a model", "model,candidate,reference", "", map[rows.Role][]string{"system": {"model"}, "candidate": {"candidate"},
			"reference": {"reference"}}, "read the column model as system; --columns says otherwise"},
		{"a model beside a system", "system,model_name,candidate,reference", "", map[rows.Role][]string{"system": {"system"},
			"candidate": {"candidate"}, "reference": {"reference"}},
			"ignored the column model_name, as others play its role; --columns says otherwise"},
		{"numbers of others", "system_1,sent_id,doc2,candidate,reference", "", map[rows.Role][]string{"system": {"system_1"},
			"segment": {"sent_id"}, "doc": {"doc2"}, "candidate": {"candidate"}, "reference": {"reference"}}, "read the columns "},
		{"names that are none", "candidate,reference,refined,ref_count,output_length,mt_score,source_id,sentence,human2,index", "",
			map[rows.Role][]string{"candidate": {"candidate"}, "reference": {"reference"}}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			layout, columns := parseLayout(t, c.layout), strings.Split(c.columns, ",")
			got, err := layout.AssignNear(columns, textRoles...)
			if diff := cmp.Diff(c.want, got); err != nil || diff != "" {
				t.Errorf("%v, -want +got:\n%s", err, diff)
			}
			said := strings.Join(layout.Said(columns, got), "\n")
			if !strings.HasPrefix(said, c.said) || c.said == "" && said != "" {
				t.Errorf("said %q, want %q", said, c.said)
			}
		})
	}
}

func TestNearAsks(t *testing.T) {
	for _, c := range []struct{ name, columns, layout, want string }{
		{"two candidates", "hyp,mt,reference", "", "found the columns hyp, mt, each of which may be that of the role candidate: " +
			"--columns candidate=hyp takes one"},
		{"candidates with numbers", "hyp1,hyp2,reference", "", "--columns candidate=hyp1 takes one"},
		{"two references", "candidate,ref,Reference", "", "found the columns ref, Reference, each of which may be that of the role " +
			"reference: --columns reference=ref takes one, ref+Reference all"},
		{"references A and B", "candidate,refA,refB", "", "--columns reference=refA takes one, refA+refB all"},
		{"two systems", "system_1,system_2,candidate,reference", "", "each of which may be that of the role system"},
		{"a translation", "translation,reference", "", "found the column translation, which holds references to some"},
		{"gold", "candidate,gold", "", "found the column gold and none of references: --columns reference=gold says that these are " +
			"the references, --columns reference= that no column has them"},
		{"labels", "candidate,label", "", "found the column label and none of references"},
		{"a list and another", "candidate,references,ref2", "", "--columns references=references reads only the list"},
		{"target as a reference", "candidate,target", "", "found the column target, which holds references to some and candidates " +
			"to others: --columns reference=target or --columns candidate=target says which"},
		{"target as a candidate", "Target,reference", "", "found the column Target"},
		{"tgt beside sources", "src,tgt", "", "found the column tgt"},
		{"target beside a layout", "out,target", "candidate=out", "found the column target"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := parseLayout(t, c.layout).AssignNear(strings.Split(c.columns, ","), textRoles...)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

func parseLayout(t *testing.T, pairs string) (layout rows.Layout) {
	t.Helper()
	if pairs == "" {
		return layout
	}
	layout, err := rows.ParseLayout(strings.Split(pairs, ","))
	if err != nil {
		t.Fatal(err)
	}
	return layout
}
