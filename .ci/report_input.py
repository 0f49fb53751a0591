"""Writes the inputs of reports: python report_input.py SMALL.jsonl LARGE.parquet MANY.jsonl SIMPLE.jsonl

SMALL has the 40 segments of testdata/mt of two systems, then four with texts that a page could get wrong: HTML and script,
Arabic, Chinese, and an empty output; all in documents of seven segments, two domains and two topics. Six outputs of system b are what a report is to find odd. LARGE has 100,000 segments of three systems with scores, as wrd score -o writes them. MANY is like a test set of WMT: 15 systems in
clusters, documents, domains, and people who prefer another system: a page that has much to say. SIMPLE has no documents: 39 segments in which two systems lack another word each, the same one in every third segment, and
seven outputs that a spreadsheet could take for formulas.
"""

import json
import pathlib
import random
import sys

import pyarrow as pa
import pyarrow.parquet as pq

small, large, many, simple = sys.argv[1:]
mt = pathlib.Path("testdata/mt")
references, a, b = (
    (mt / name).read_text(encoding="utf-8").splitlines() for name in ("reference.txt", "system-a.txt", "system-b.txt")
)
hostile = "hostile </script><script>alert(1)</script><img src=x onerror=alert(1)><style>*{display:none}</style> &amp; \u202e"
extra = [
    (hostile, "nothing of the kind", "a hostile reference, \"quoted\""),
    ("تساقط المطر طوال اليوم", "المطر اليوم", "تساقط المطر طوال اليوم في المدينة"),
    ("今天下雨了", "今天下雪了", "今天在城里下雨了"),
    ("", "the last words were lost in the noise", "the last words were lost"),
]
with open(small, "w", encoding="utf-8") as out:
    for system, texts, k in (("a", a, 0), ("b", b, 1)):
        rows = list(zip(texts, references)) + [(e[k], e[2]) for e in extra]
        sources = [f"Quelle {i}" for i in range(len(rows))]
        if k:
            sources[7] = "le vote est reporté"
            for i, odd in {
                5: "Это предложение осталось без перевода",
                6: "Der Ausschuss hat beschlossen, die Abstimmung auf die nächste Woche zu verschieben.",
                7: sources[7],
                8: "It costs 20â‚¬ and is cafÃ©.",
                9: "I cannot translate this.",
                10: "I cannot translate this.",
            }.items():
                rows[i] = (odd, rows[i][1])
        for i, ((candidate, reference), source) in enumerate(zip(rows, sources)):
            row = {"system": system, "doc": f"doc {i // 7}", "domain": f"part {i // 25}", "topic": "xy"[i % 2], "source": source, "candidate": candidate, "reference": reference}
            if i == 12:
                row["spans"] = [{"start": 0, "end": len(candidate.split()[0]), "severity": "major", "category": "Accuracy"}]
            print(json.dumps(row, ensure_ascii=False), file=out)

words = sorted({word for line in references + a + b for word in line.split()})
chance = random.Random(1)
lengths = [max(3, int(chance.lognormvariate(3, 0.5))) for _ in range(100_000)]
texts = [chance.choices(words, k=n) for n in lengths]
columns: dict[str, list] = {
    name: [] for name in "system segment candidate references candidate_tokens reference_tokens candidate_oov "
    "reference_oov best_reference status wrd add".split()
}
for system in range(3):
    for i, reference in enumerate(texts):
        candidate = list(reference)
        for _ in range(1 + len(reference) // 6):
            candidate[chance.randrange(len(candidate))] = chance.choice(words)
        for name, value in (
            ("system", f"system {system}"), ("segment", i), ("candidate", " ".join(candidate)),
            ("references", [" ".join(reference)]), ("candidate_tokens", len(candidate)),
            ("reference_tokens", len(reference)), ("candidate_oov", i % 3), ("reference_oov", 0),
            ("best_reference", 0), ("status", "ok"), ("wrd", chance.random()), ("add", chance.random()),
        ):
            columns[name].append(value)
pq.write_table(pa.table(columns), large)

with open(many, "w", encoding="utf-8") as out:
    for k in range(15):
        wrong = 0.05 * (k // 3)  # of the words are of other lines
        for i in range(120):
            candidate = [chance.choice(words) if chance.random() < wrong + 0.1 * (i % 40 < 9) else word
                         for word in (a if k < 12 else b)[i % 40].split()]  # fmt: skip
            human = -1.5 * (k // 3) - chance.random() * 5 + 4 * (k == 7)
            row = {"system": f"System-{'ABCDEFGHIJKLMNO'[k]}_MT", "doc": f"doc {i // 3}",
                   "domain": ["manuals", "news", "user_review"][i % 40 // 9 % 3], "candidate": " ".join(candidate),
                   "reference": references[i % 40], "human": round(human, 1)}  # fmt: skip
            print(json.dumps(row), file=out)

formulas = ["=1+1", "@SUM(A1)", "-5", "'=1", "- no, =2", "+1 or \"so\"", "\uff1d1 \uff0b1"]
with open(simple, "w", encoding="utf-8") as out:
    lacking = [(chance.randrange(100), chance.randrange(100)) for _ in range(39)]
    for k, system in enumerate(("=first", "second")):
        rows = []
        for i, reference in enumerate(references[:39]):
            candidate = reference.split()
            del candidate[lacking[i][0 if i % 3 == 0 else k] % len(candidate)]
            rows.append((" ".join(candidate), reference))
        rows += [(formula, "an output") for formula in formulas]
        for i, (candidate, reference) in enumerate(rows):
            print(json.dumps({"system": system, "segment": i + 1, "candidate": candidate, "reference": reference}), file=out)
