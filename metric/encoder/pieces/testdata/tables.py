"""Writes ../tables.txt: what Hugging Face's tokenizers do with each character, asked of them one by one.

    python3 -m venv venv && venv/bin/pip install tokenizers==0.23.3 && venv/bin/python tables.py

They use tables of different Unicode versions side by side (categories and decompositions of Unicode 9, lower case of
the Rust compiler's, letters and numbers of the regular expressions of Oniguruma), so no table of Go's does.
"""

import pathlib
import unicodedata

import tokenizers
from tokenizers import normalizers, pre_tokenizers


def bert(**on):
    steps = dict(clean_text=False, handle_chinese_chars=False, strip_accents=False, lowercase=False)
    return normalizers.BertNormalizer(**(steps | on)).normalize_str


clean, strip, lower = bert(clean_text=True), bert(strip_accents=True), bert(lowercase=True)
spaced = bert(handle_chinese_chars=True)
split = pre_tokenizers.BertPreTokenizer().pre_tokenize_str
bytes_split = pre_tokenizers.ByteLevel(add_prefix_space=False).pre_tokenize_str
nfd = normalizers.NFD().normalize_str

hangul = range(0xAC00, 0xD7A4)  # decomposed by arithmetic, checked below
sets = {name: [] for name in "removed white punctuation ideograph mark letter number".split()}
combining = {}
stripped, lowered = {}, {}
for c in range(0x110000):
    if 0xD800 <= c < 0xE000:
        continue
    s = chr(c)
    parts = len(split(f"a{s}a"))
    white = parts == 2
    if clean(s) == "":
        sets["removed"].append(c)
    else:
        assert clean(s) == (" " if white else s), hex(c)
    if white:
        sets["white"].append(c)
    if parts == 3:
        sets["punctuation"].append(c)
    if spaced(s) != s:
        assert spaced(s) == f" {s} ", hex(c)
        sets["ideograph"].append(c)
    if strip(s) == "":
        sets["mark"].append(c)
    elif c in hangul:
        syllable = c - 0xAC00
        last = [0x11A7 + syllable % 28] if syllable % 28 else []
        assert [*map(ord, strip(s))] == [0x1100 + syllable // 588, 0x1161 + syllable % 588 // 28] + last
    elif strip(s) != s:
        stripped[c] = strip(s)
    if lower(s) != s:
        lowered[c] = lower(s)
    if len(bytes_split(f"a{s}a")) == 1:
        sets["letter"].append(c)
    elif len(bytes_split(f"1{s}1")) == 1:
        sets["number"].append(c)
    else:
        assert white == (len(bytes_split(f"!{s}!")) != 1), hex(c)
    # Between two others, a character of combining class 0 keeps them in their order, the other classes do not.
    if (nfd(s) == s or strip(s) == "") and not nfd(f"\U0001D16D{s}\U0001D165").endswith("\U0001D165"):
        combining.setdefault(unicodedata.combining(nfd(s)[-1]), []).append(c)
assert 0 not in combining


def ranges(codes):
    found = []
    for c in codes:
        if found and found[-1][1] == c - 1:
            found[-1][1] = c
        else:
            found.append([c, c])
    return [f"{a:X}" if a == b else f"{a:X}-{b:X}" for a, b in found]


def mapping(to):
    return [f"{c:X}=" + "+".join(f"{ord(x):X}" for x in s) for c, s in to.items()]


with open(pathlib.Path(__file__).parent.parent / "tables.txt", "w") as out:
    print(f"# What tokenizers {tokenizers.__version__} of Hugging Face do with each character; testdata/tables.py "
          "writes this.", file=out)
    lines = [(name, ranges(codes)) for name, codes in sets.items()]
    lines += [(f"combining {n}", ranges(codes)) for n, codes in sorted(combining.items())]
    lines += [("strip", mapping(stripped)), ("lower", mapping(lowered))]
    for name, fields in lines:
        line = name
        for field in fields:
            if len(line) + 1 + len(field) > 116:
                print(line, file=out)
                line = name
            line += " " + field
        print(line, file=out)
