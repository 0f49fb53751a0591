package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/internal/parts"
)

// A readFormat is a format of files that the command reads, with a good file of it and a run that reads it.
type readFormat struct {
	kind    string
	file    string // of the folder of all files
	args    string // of the run, in which @NAME is a file of the folder
	named   string // what a refusal may name instead of the file: what is read together with it
	checked bool   // the format has a checksum, so whatever is damaged is rejected or changes nothing
}

const attackMeasures = " --measure wrd,wmd,add,bertscore,dynamax --format json"

// readFormats lists every format that the command reads.
var readFormats = []readFormat{
	{"texts", "a.txt", "score -c @a.txt -r @r.txt --vectors @v.txt" + attackMeasures, "r.txt", false},
	{"references", "r.txt", "score -c @a.txt -r @r.txt --vectors @v.txt --convert R" + attackMeasures, "a.txt", false},
	{"documents", "docs.txt", "compare -c @a.txt -c @b.txt -r @r.txt --documents @docs.txt --vectors @v.txt " +
		"--samples 50 --format json", "", false},
	{"gzip of texts", "a.txt.gz", "score -c @a.txt.gz -r @r.txt --vectors @v.txt" + attackMeasures, "", true},
	{"JSON groups", "groups.jsonl", "matrix --groups @groups.jsonl --vectors @v.txt --format json", "", false},

	{"word2vec text", "v.txt", "score -c @a.txt -r @r.txt --vectors @v.txt" + attackMeasures, "", false},
	{"word2vec binary", "v.bin", "score -c @a.txt -r @r.txt --vectors @v.bin" + attackMeasures, "", false},
	{"GloVe", "glove.txt", "score -c @a.txt -r @r.txt --vectors @glove.txt" + attackMeasures, "", false},
	{"fastText text", "ft.vec", "score -c @a.txt -r @r.txt --vectors @ft.vec" + attackMeasures, "", false},
	{"fastText model", "ft.bin", "score -c @a.txt -r @r.txt --vectors @ft.bin" + attackMeasures, "", false},
	{"fastText model without n-grams", "plain.bin", "score -c @a.txt -r @r.txt --vectors @plain.bin" + attackMeasures,
		"", false},
	{"fastText classifier", "classifier.bin", "score -c @a.txt -r @r.txt --vectors @classifier.bin" + attackMeasures,
		"", false},
	{"NumPy", "x.npy", "score -c @a.txt -r @r.txt --vectors @x.npy" + attackMeasures, "x.words", false},
	{"words of NumPy", "x.words", "score -c @a.txt -r @r.txt --vectors @x.npy" + attackMeasures, "x.npy", false},
	{"NumPy of halves", "y.npy", "score -c @a.txt -r @r.txt --vectors @y.npy" + attackMeasures, "y.words", false},
	{"safetensors", "model/model.safetensors", "score -c @a.txt -r @r.txt --vectors @model" + attackMeasures, "model",
		false},
	{"tokenizer", "model/tokenizer.json", "score -c @a.txt -r @r.txt --vectors @model" + attackMeasures, "model",
		false},
	{"word pieces", "pieces/tokenizer.json", "score -c @a.txt -r @r.txt --vectors @pieces" + attackMeasures, "pieces",
		false},
	{"gzip of vectors", "v.txt.gz", "score -c @a.txt -r @r.txt --vectors @v.txt.gz" + attackMeasures, "", true},
	{"zip of vectors", "glove.zip", "score -c @a.txt -r @r.txt --vectors @glove.zip:glove.30d.txt" + attackMeasures, "",
		true},
	{"frequencies", "counts.txt", "score -c @a.txt -r @r.txt --vectors @v.txt --frequencies @counts.txt --convert WR " +
		"--measure wmd_sif_weights,wrd --format json", "", false},
	{"saved converter", "swr.fit", "score -c @a.txt -r @r.txt --vectors @v.txt --frequencies @counts.txt --converter " +
		"@swr.fit" + attackMeasures, "", true},
	{"saved converter of conceptors", "uc.fit", "score -c @a.txt -r @r.txt --vectors @v.txt --frequencies " +
		"@counts.txt --converter @uc.fit" + attackMeasures, "", true},

	{"results", "results/segments.parquet", "compare --table @results/segments.parquet --measure wrd --samples 50 " +
		"--format json", "", false},
	{"baseline", "baseline.parquet", "check -c @a.txt -r @r.txt --vectors @v.txt --baseline @baseline.parquet " +
		"--margin 3 --samples 50 --format json", "", false},
	{"results of check", "results/segments.parquet", "check --results @results --floor wrd=2 --format json", "results",
		false},
	{"CSV", "scores.csv", "correlate --table @scores.csv --human human --measure m --samples 20 --format json", "",
		false},
	{"TSV", "scores.tsv", "correlate --table @scores.tsv --human human --measure m --samples 20 --format json", "",
		false},
	{"JSONL", "scores.jsonl", "correlate --table @scores.jsonl --human human --measure m --samples 20 --format json",
		"", false},
	{"JSON", "scores.json", "correlate --table @scores.json --human human --measure m --samples 20 --format json",
		"", false},
	{"Arrow", "scores.arrow", "correlate --table @scores.arrow --human human --measure m --samples 20 --format json", "",
		false},
	{"mtme --scores", "mtme.tsv", "correlate --table @mtme.tsv --human mqm --measure m --samples 20 --format json", "", false},
	{"sacreBLEU, segments", "x.bleu", "compare --table @x.bleu --table b=@y.bleu --samples 50 --format json",
		"", false},
	{"sacreBLEU, systems", "bleu.json", "compare --table @bleu.json --measure BLEU --samples 50 --format json", "",
		false},
	{"COMET", "comet.json", "compare --table @comet.json --measure COMET --samples 50 --format json", "", false},
	{"BERTScore", "x.bs", "compare --table a=@x.bs --table b=@y.bs --measure BERTScore_F1 --samples 50 --format json",
		"y.bs", false},
	{"mt-metrics-eval", "en-de.mqm.seg.score", "correlate --table @en-de.mqm.seg.score --table @BLEU-refA.seg.score " +
		"--human mqm --samples 20 --format json", "BLEU", false},
	{"SummEval", "summeval.jsonl", "correlate --table @summeval.jsonl --human fluency --measure coherence --samples " +
		"20 --format json", "", false},
	{"MQM", "mqm.tsv", "compare --table @mqm.tsv --samples 50 --format json", "", false},
	{"relative judgments", "darr.jsonl", "compare --table @darr.jsonl --samples 50 --format json", "", false},
	{"token vectors, Parquet", "tv.parquet", "score --token-vectors @tv.parquet" + attackMeasures, "", false},
	{"token vectors, safetensors", "tv.safetensors", "score --token-vectors @tv.safetensors" + attackMeasures, "",
		false},
	{"pairs of sentences", "sts.tsv", "sts --data @sts.tsv --vectors @v.txt --format json", "", false},
	{"pairs of words", "words.tsv", "wordsim --data @words.tsv --vectors @v.txt --format json", "", false},
	{"external scores, lines", "ext.txt", "score -c @a.txt -r @r.txt --vectors @v.txt --scores e=@ext.txt " +
		"--format json", "a.txt", false},
	{"external scores, table", "ext.csv", "score -c @a.txt -c @b.txt -r @r.txt --vectors @v.txt --scores e=@ext.csv " +
		"--format json", "a.txt", false},
}

// attackFiles writes a good file of each format into a folder.
func attackFiles(t *testing.T) (folder string) {
	t.Helper()
	folder = t.TempDir()
	at := func(name string) string { return filepath.Join(folder, filepath.FromSlash(name)) }
	write := func(name string, content []byte) {
		if err := os.MkdirAll(filepath.Dir(at(name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at(name), content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const formats = "../../testdata/vector-formats/"
	for name, source := range map[string]string{
		"v.txt": "gensim.txt", "v.bin": "gensim.bin", "v.txt.gz": "gensim.txt.gz", "glove.txt": "glove.txt",
		"glove.zip": "glove.zip",
		"ft.vec":    "skipgram.vec", "ft.bin": "skipgram.bin", "plain.bin": "nosubwords.bin",
		"classifier.bin": "classifier.bin",
		"x.npy":          "array-lef4-C.npy", "x.words": "array-lef4-C.words", "y.npy": "array-bef2-F.npy",
		"y.words":                  "array-bef2-F.words",
		"model/model.safetensors":  "model-mapped/model.safetensors",
		"model/tokenizer.json":     "model-mapped/tokenizer.json",
		"pieces/model.safetensors": "model-wordpiece/model.safetensors",
		"pieces/tokenizer.json":    "model-wordpiece/tokenizer.json",
		"tv.parquet":               "../token-vectors/toy.parquet",
		"tv.safetensors":           "../token-vectors/toy.safetensors",
	} {
		content, err := os.ReadFile(formats + source)
		if err != nil {
			t.Fatal(err)
		}
		write(name, content)
	}
	texts := "the cat word0 word1\nword2 e-mail don't the\nword3 3.5 the cat\nnaïve word4 word5 the\nword1 " +
		"word6\nthe the word7 cat\n"
	write("a.txt", []byte(texts))
	write("b.txt", []byte(strings.ReplaceAll(texts, "the", "word8")))
	write("r.txt", []byte(strings.ReplaceAll(texts, "word", "cat word")))
	write("docs.txt", []byte("d1\nd1\nd2\nd2\nd3\nd3\n"))
	var zipped bytes.Buffer
	w := gzip.NewWriter(&zipped)
	w.Write([]byte(texts))
	w.Close()
	write("a.txt.gz", zipped.Bytes())
	write("groups.jsonl", []byte(`{"candidates": ["the cat", "word0 word1", "cat"], "references": ["the cat word1"]}
{"candidates": ["word2", "e-mail \u00e9"], "references": ["word3 the", "cat"]}
`))
	write("counts.txt", []byte("the 1000\ncat 20\nword0 7\nword1 3\nword2 2\nword3 1\n"))

	var csv, jsonl, human, bleu, darr strings.Builder
	csv.WriteString("system,segment,doc,human,m,e\n")
	for k := range 6 {
		for i, system := range []string{"a", "b", "c"} {
			m := float64((7*k+3*i)%5)/4 - 0.5
			fmt.Fprintf(&csv, "%s,%d,d%d,%d,%v,%v\n", system, k+1, k/2, (3*k+i)%4, m, m/2)
			fmt.Fprintf(&jsonl, `{"system":"%s","segment":%d,"doc":"d%d","human":%d,"m":%v}`+"\n", system, k+1, k/2,
				(3*k+i)%4, m)
		}
	}
	for i, system := range []string{"a", "b", "c"} {
		for k := range 6 {
			fmt.Fprintf(&human, "%s\t%v\n", system, -float64((3*k+i)%4))
			fmt.Fprintf(&bleu, "%s %v\n", system, (7*k+3*i)%5)
		}
	}
	write("scores.csv", []byte(csv.String()))
	write("scores.tsv", []byte(strings.ReplaceAll(csv.String(), ",", "\t")))
	write("mtme.tsv", []byte(strings.NewReplacer(",", "\t", "system,segment,doc,human,m,e",
		"system-name\tseg-id\tdoc\tmqm:seg\tm:seg\tmqm:sys").Replace(csv.String())))
	write("scores.jsonl", []byte(jsonl.String()))
	rows := sameTable{columns: []string{"system", "segment", "doc", "human", "m"}}
	for line := range strings.Lines(jsonl.String()) {
		var row struct {
			System, Doc       string
			Segment, Human, M float64
		}
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatal(err)
		}
		rows.rows = append(rows.rows, []any{row.System, row.Segment, row.Doc, row.Human, row.M})
	}
	write("scores.arrow", rows.arrow())
	write("scores.json", []byte("["+strings.ReplaceAll(strings.TrimSpace(jsonl.String()), "\n", ",")+"]"))
	write("en-de.mqm.seg.score", []byte(human.String()))
	write("BLEU-refA.seg.score", []byte(bleu.String()))
	line := "BLEU|nrefs:1|case:mixed|eff:yes|tok:13a|smooth:exp|version:2.6.0 = %d.7 100.0/100.0/100.0/0.0 (BP = " +
		"0.717 ratio = 0.750 hyp_len = 3 ref_len = 4)\n"
	write("x.bleu", []byte(fmt.Sprintf(line+line+line, 71, 20, 5)))
	write("y.bleu", []byte(fmt.Sprintf(line+line+line, 61, 22, 4)))
	write("bleu.json",
		[]byte(
			`[{"system": "x.txt", "BLEU": "10.5", "chrF2": "51.7 (51.6 ± 7.1)"}, {"system": "y.txt", "BLEU": "12.5", "chrF2": "51.2 (51.3 ± 7.0)"}]`))
	write("comet.json",
		[]byte(
			`{"out/b.txt": [{"src": "eins", "mt": "one", "ref": "one", "COMET": 0.98}, {"src": "zwei", "mt": "too", "ref": "two", "COMET": NaN}, {"mt": "x", "COMET": 0.4}],
"out/a.txt": [{"src": "eins", "mt": "an NaN", "ref": "one", "COMET": 0.5}, {"src": "zwei", "mt": "", "ref": "two", "COMET": 0.25}, {"mt": "y", "COMET": 0.6}]}`))
	write("x.bs", []byte("roberta-large_L17_no-idf_version=0.3.12(hug_trans=4.30.2) P: 0.957378 R: 0.961325 F1: "+
		"0.959333\n0.950000\t0.960000\t0.955000\n0.96\t0.97\t0.965\n"))
	write("y.bs", []byte("roberta-large_L17_no-idf_version=0.3.12(hug_trans=4.30.2) P: 0.857378 R: 0.861325 F1: "+
		"0.859333\n0.850000\t0.860000\t0.855000\n0.86\t0.87\t0.865\n"))
	var summeval strings.Builder
	for k := range 6 {
		for i := range 3 {
			fmt.Fprintf(&summeval,
				`{"id": "t%d", "decoded": "a", "expert_annotations": [{"coherence": %d, "consistency": 1, "fluency": %d, "relevance": 2}, {"coherence": 1, "consistency": 1, "fluency": 2, "relevance": 1}], "turker_annotations": [{"coherence": 3, "consistency": 3, "fluency": 3, "relevance": 4}], "references": ["x"], "model_id": "M%d", "filepath": "f"}`+"\n",
				k, (k+i)%5+1, (2*k+i)%5+1, i)
		}
	}
	write("summeval.jsonl", []byte(summeval.String()))
	write("mqm.tsv", []byte("system\tdoc\tdocSegId\tglobalSegId\trater\tsource\ttarget\tcategory\tseverity\n"+
		"b\td1\t1\t7\tr1\ts\t\"t\tFluency/Grammar\tMajor\nb\td1\t1\t7\tr2\ts\tt\tNo-error\tNo-error\n"+
		"a\td1\t1\t7\tr1\ts\tt\tNon-translation!\tMajor\na\td1\t2\t8\tr1\ts\tt\tStyle/Awkward\tNeutral\nb\td1\t2\t8\tr1\ts\tt\tStyle/Awkward\tMinor\n"))
	for id := range 3 {
		fmt.Fprintf(&darr,
			`{"lp": "gu-en", "id": %d, "source": "s", "reference": "r", "better_system": "x", "better": "good", "worse_system": "y", "worse": "bad"}`+"\n", id)
	}
	write("darr.jsonl", []byte(darr.String()))
	write("sts.tsv", []byte("5.0\tthe cat\tthe cat word0\n1.5\tword1\tword2 the\n3\te-mail cat\tcat "+
		"word3\n0\tdon't\tword4 the\n"))
	write("words.tsv", []byte("the\tcat\t5.5\nword0\tword1\t1\nword2\tcat\t3.25\nthe\tword3\t0\n"))
	write("ext.txt", []byte("0.5\n1\n-2.25\n1e-3\n7\n0\n"))
	write("ext.csv",
		[]byte(
			"system,segment,e\na,1,0.5\na,2,0.25\na,3,1\na,4,2\na,5,3\na,6,4\nb,1,0.5\nb,2,0.25\nb,3,1\nb,4,2\nb,5,3\nb,6,4\n"))
	for _, args := range []string{
		"convert fit --vectors @v.txt --frequencies @counts.txt --letters SWR --sentences @r.txt -o @swr.fit",
		"convert fit --vectors @v.txt --frequencies @counts.txt --letters UC --sentences @r.txt -o @uc.fit",
		"score -c @a.txt -c @b.txt -r @r.txt --vectors @v.txt --alignments -o @results",
		"check -c @a.txt -r @r.txt --vectors @v.txt --baseline @baseline.parquet --update",
	} {
		if code, _, said := wrdRun(argsIn(folder, args)...); code != exitDone {
			t.Fatalf("%s: %s", args, said)
		}
	}
	return folder
}

// argsIn returns arguments with the paths of files whose names begin with @.
func argsIn(folder, args string) []string {
	return strings.Fields(strings.ReplaceAll(args, "@", folder+string(filepath.Separator)))
}

// Whatever is wrong with a file, the run is done with sane numbers or rejected with a sentence that names the file.
func TestAttackFormats(t *testing.T) {
	parts.Need(t, parts.Attacks)
	t.Setenv("WRD_CACHE_DIR", filepath.Join(t.TempDir(), "cache"))
	folder := attackFiles(t)
	for _, format := range readFormats {
		t.Run(format.kind, func(t *testing.T) {
			a := newAttacker(t, format.kind)
			args, path := argsIn(folder, format.args), filepath.Join(folder, filepath.FromSlash(format.file))
			if strings.Contains(format.args, "--vectors") {
				args = append(args, "--no-cache")
			}
			good, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			defer os.WriteFile(path, good, 0o666)
			whole := a.run("nothing", args)
			if whole.status != exitDone {
				t.Fatalf("the good file is refused: %s", whole.stderr)
			}
			a.made = 0
			names := []string{filepath.Base(path)}
			if format.named != "" {
				names = append(names, filepath.Join(folder, format.named))
			}
			refused := 0
			for i := range a.most(40) {
				bad, what, caught := damaged(good, a.numbers(i))
				if err := os.WriteFile(path, bad, 0o666); err != nil {
					t.Fatal(err)
				}
				what = fmt.Sprintf("attack %d, %s", i, what)
				o := a.run(what, args)
				a.check(what, o, names...)
				if o.status == exitBadInput {
					refused++
				} else if format.checked && caught && o.stdout != whole.stdout {
					t.Errorf("seed %d, %s: changes the result: %s", a.seed, what, o.stdout)
				}
			}
			if refused == 0 {
				t.Errorf("none of %d damaged files was refused: the attacks are blind", a.made)
			}
		})
	}
}

// Whatever is wrong with an entry of the cache, the numbers are those of the vectors.
func TestAttackCache(t *testing.T) {
	parts.Need(t, parts.Attacks)
	a := newAttacker(t, "cache entry")
	cache := filepath.Join(t.TempDir(), "cache")
	t.Setenv("WRD_CACHE_DIR", cache)
	folder := attackFiles(t)
	args := argsIn(folder, "score -c @a.txt -r @r.txt --vectors @v.txt"+attackMeasures)
	whole := a.run("nothing", args)
	a.made = 0
	for i := range a.most(60) {
		numbers := a.numbers(i)
		entries, _ := filepath.Glob(filepath.Join(cache, "*"))
		var files []string
		for _, entry := range entries {
			if info, err := os.Stat(entry); err == nil && info.Mode().IsRegular() && info.Size() > 0 {
				files = append(files, entry)
			}
		}
		if len(files) == 0 {
			t.Fatalf("found no file in the cache, only %v", entries)
		}
		path := files[numbers.IntN(len(files))]
		good, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		bad, what, _ := damaged(good, numbers)
		what = fmt.Sprintf("attack %d, %s: %s", i, filepath.Base(path), what)
		os.Remove(path) // not written over: it may be mapped
		if err := os.WriteFile(path, bad, 0o666); err != nil {
			t.Fatal(err)
		}
		if o := a.run(what, args); o.status != exitDone || o.stdout != whole.stdout {
			t.Errorf("seed %d, %s: exit status %d, %s%s", a.seed, what, o.status, o.stdout, o.stderr)
		}
	}
}

// Whatever is wrong with an archive, its members are those of the good one or rejected.
func TestAttackArchiveMembers(t *testing.T) {
	parts.Need(t, parts.Attacks)
	a := newAttacker(t, "zip member")
	folder := attackFiles(t)
	glove, err := os.ReadFile(filepath.Join(folder, "glove.txt"))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "members.zip")
	for i := range a.most(40) {
		numbers := a.numbers(i)
		bad, what, _ := damaged(glove, numbers)
		what = fmt.Sprintf("attack %d, %s", i, what)
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		name := []string{"glove.30d.txt", "../../x.txt", "/etc/x.txt", "a\nb.txt", "\x1b[31m.txt",
			strings.Repeat("n", 300), "folder/"}[numbers.IntN(7)]
		for _, member := range [][]byte{bad, []byte("x 1 2\n")}[:1+numbers.IntN(2)] {
			f, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: uint16(8 * numbers.IntN(2))})
			if err != nil {
				t.Fatal(err)
			}
			f.Write(member)
			name = "other.txt"
		}
		w.Close()
		if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		a.check(what, a.run(what, argsIn(folder, "score --no-cache -c @a.txt -r @r.txt --vectors @members.zip"+
			attackMeasures)), "members.zip")
	}
}
