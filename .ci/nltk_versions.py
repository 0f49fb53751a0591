#!/usr/bin/env python3
"""Compares the tokenizers nltk and nltk3.10 with the versions of NLTK that they follow.

    python3 .ci/nltk_versions.py [TEXTS]

installs each version into a temporary folder, asks it for the tokens of the lines of testdata and of TEXTS (20,000)
random texts, made of all that its rules look at, and has the tests of package tokenize compare them. A version that
cannot be installed is skipped, and said to be. Random texts are the same in every run.
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile

VERSIONS = {"nltk": "3.8.1", "nltk3.10": "3.10.4"}

PIECES = (
    "\" ' '' ''' ` `` ``` “ ” ‘ ’ « » „ . .. ... ! ? , : ,, ; ( ) [ ] { } < > - -- --- – — ‒ ― @ # $ % & * / _ "
    "'s 'S 'm 'd 't 'll 'LL 'Ll 're 've n't N'T N't 'n 'ſ 'a 'é '5 'ye 'tis 'Tiſ 'tıs 'twas 'Cause 'em '90s "
    "cannot CanNot d'ye d ye gimme gİmme gımme gonna gotta lemme more'n more wanna gonnan't 3 3.5 ,5 :٣ U.S. end. "
    "end? a b n s é 漢 word Word Mr. Dr. said. e.g. J. etc. 5. ½ ª Ⅷ Ⓐ ः e\u0301 \u20e3 \u200d İ"
).split(" ") + ["\n", "\t", "\x1f", "\u0085", "\u00a0", "\u2028", "wanna\x1f"]


def random_texts(n):
    draw = random.Random(1)
    for _ in range(n):
        blanks = draw.random()
        yield "".join(draw.choice(PIECES) + " " * (draw.random() < blanks) for _ in range(draw.randint(1, 16)))


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


def main():
    files = sorted(pathlib.Path("testdata").rglob("*.t[xs][tv]"))
    texts = [line for path in files for line in path.read_text("utf-8").split("\n")]
    texts += random_texts(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)
    model = run("go", "list", "-m", "-f", "{{.Dir}}", "gopkg.in/neurosnap/sentences.v1").strip() + "/data/english.json"
    for tokenizer, version in VERSIONS.items():
        with tempfile.TemporaryDirectory() as folder:
            run(sys.executable, "-m", "venv", folder)
            pip = (f"{folder}/bin/pip", "install", "--quiet", "--disable-pip-version-check", f"nltk=={version}")
            if subprocess.run(pip, check=False).returncode:
                print(f"{tokenizer}: skipped, as NLTK {version} could not be installed")
                continue
            oracle = (f"{folder}/bin/python", "tokenize/testdata/oracle.py", model)
            cases = pathlib.Path(folder, "cases.jsonl")
            cases.write_text(run(*oracle, input="\n".join(map(json.dumps, texts))), "utf-8")
            test = ("go", "test", "./tokenize", "-run", "^TestCasesFile$", "-args")
            test += ("-cases", str(cases), "-cases-of", tokenizer)
            if subprocess.run(test, check=False).returncode:
                sys.exit(f"{tokenizer} differs from NLTK {version}")
            print(f"{tokenizer}: {len(texts)} texts as NLTK {version}")


if __name__ == "__main__":
    main()
