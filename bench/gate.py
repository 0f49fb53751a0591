#!/usr/bin/env python3
"""What `wrd check` catches: real outputs, damaged on purpose, and harmless changes, which it should let pass.

    python3 bench/gate.py --data ../shared/data --out docs/data/check
    python3 bench/gate.py --data ../shared/data --sets en-cs --settings none --kinds html,json --show

--data has the folders mt and summarization. A case is a baseline (the outputs of one system), a candidate (the same
outputs, or those of a system that people find as good or better) and a damage to a share of the candidate's outputs. Each is
checked by the program, with no flags and as docs/check.md recommends for the task. Prints how many fail, and with
--out writes all cases.
"""

import argparse
import collections
import gzip
import json
import math
import os
import random
import re
import statistics
import subprocess
import tempfile

SETS = {  # name: file, task, language of the outputs
    "is-en": ("mt/wmt21_is-en_da.jsonl.gz", "into English", "en"),
    "he-en": ("mt/wmt23_he-en_mqm.jsonl.gz", "into English", "en"),
    "zh-en": ("mt/wmt23_zh-en_mqm.jsonl.gz", "into English", "en"),
    "en-cs": ("mt/wmt24_en-cs_esa.jsonl.gz", "out of English", "cs"),
    "en-ja": ("mt/wmt24_en-ja_esa.jsonl.gz", "out of English", "ja"),
    "summeval": ("summarization/summeval.jsonl.gz", "summaries", "en"),
    "summaries-de": ("summarization/multi_summeval_de.jsonl.gz", "summaries", "de"),
    "summaries-fr": ("summarization/multi_summeval_fr.jsonl.gz", "summaries", "fr"),
    "summaries-ru": ("summarization/multi_summeval_ru.jsonl.gz", "summaries", "ru"),
}
UNSPACED = {"ja", "zh"}

REFUSALS = [
    "I'm sorry, but I can't help with that.", "I cannot fulfil this request.", "As an AI language model, I am unable to do that.",
    "Unfortunately, I'm not able to translate this text.", "I apologize, but this content goes against my guidelines.",
    "Sorry, I can't assist with this request.", "I must decline to process this passage.",
    "It seems that the text is not something I can work with.", "I won't be able to provide that.",
    "My guidelines don't allow me to continue with this.", "This request cannot be completed by me.",
    "I'd prefer not to answer that; is there something else I could do?",
]
PREAMBLES = [
    "Sure, here is the {task}: ", "Here's the {task} you asked for: ", "Certainly! The {task} reads as follows: ",
    "Of course. {Task}: ", "The {task} of the given text is: ", "Absolutely, I'd be happy to help. ",
    "Below you will find my {task}. ", "Okay, let me do this: ", "Thanks for the text! My {task}: ",
    "{Task} (final version): ", "As requested, this is the {task}: ", "I have prepared the following: ",
]
POSTSCRIPTS = [
    " Let me know if you need anything else!", " I hope this helps.", " (Note: some idioms were adapted.)",
    " Would you like me to explain any of these choices?", " Feel free to ask for another version.",
    " Please note that this {task} may not be perfect.", " Is there anything else I can do for you?",
    " This {task} keeps the tone of the original.", " Hope that works for you!", " Note: names were left unchanged.",
    " If you want a more formal {task}, just say so.", " Thank you for using our service.",
]
ADDED = {
    "en": ["The weather was fine on that day.", "Many people were surprised by the news.", "Experts say that this could change soon.",
           "The company did not respond to a request for comment.", "It is not known what happened afterwards.",
           "Tickets are available from the box office.", "This had been expected for several years.",
           "A spokesman declined to give further details.", "The decision was welcomed by local residents."],
    "cs": ["Počasí toho dne bylo pěkné.", "Mnoho lidí zpráva překvapila.", "Odborníci říkají, že se to může brzy změnit.",
           "Společnost na žádost o vyjádření nereagovala.", "Není známo, co se stalo potom.", "Vstupenky jsou k dostání v pokladně.",
           "Mluvčí odmítl sdělit další podrobnosti.", "Místní obyvatelé rozhodnutí přivítali."],
    "ja": ["その日は天気が良かった。", "多くの人がそのニュースに驚いた。", "専門家は、これはすぐに変わる可能性があると言う。",
           "会社はコメントの要請に応じなかった。", "その後何が起こったかは分かっていない。", "チケットは窓口で購入できます。",
           "広報担当者は詳細を明らかにしなかった。"],
    "de": ["Das Wetter war an diesem Tag schön.", "Viele Menschen waren von der Nachricht überrascht.",
           "Experten sagen, dass sich das bald ändern könnte.", "Das Unternehmen reagierte nicht auf eine Anfrage.",
           "Was danach geschah, ist nicht bekannt.", "Karten gibt es an der Kasse."],
    "fr": ["Il faisait beau ce jour-là.", "Beaucoup de gens ont été surpris par la nouvelle.",
           "Les experts disent que cela pourrait bientôt changer.", "L'entreprise n'a pas répondu à notre demande.",
           "On ne sait pas ce qui s'est passé ensuite.", "Les billets sont en vente au guichet."],
    "ru": ["В тот день была хорошая погода.", "Многих людей эта новость удивила.", "Эксперты говорят, что скоро это может измениться.",
           "Компания не ответила на запрос о комментарии.", "Что произошло потом, неизвестно.", "Билеты можно купить в кассе."],
}
FOREIGN = {  # texts in a language that is not the one of the outputs, by the set they come from
    "en": "summaries-de", "cs": "summaries-de", "ja": "summaries-de", "de": "summaries-fr", "fr": "summaries-de", "ru": "summaries-de"}
NAMES = ["Margaret Whitfield", "Hernandez", "Kowalski", "Brenner", "Okafor", "Lisbon", "Marseille", "Ottawa", "Petersen", "Toyota"]


class Context:
    """What a damage may know besides the text: the whole run, and a random generator of its own."""

    def __init__(self, rng, lang, task, rows, foreign):
        self.rng, self.lang, self.task, self.rows, self.foreign = rng, lang, task, rows, foreign
        lengths = sorted(len(r["now"]) for r in rows)
        self.limit = lengths[len(lengths) // 4] * 3 // 4  # characters that a cut leaves

    def spaced(self):
        return self.lang not in UNSPACED


def words(text, c):
    return text.split() if c.spaced() else list(text)


def joined(list_, c):
    return (" " if c.spaced() else "").join(list_)


def sentences(text):
    return [s for s in re.split(r"(?<=[.!?])\s+|(?<=[。！？])", text) if s]


def cut_half(t, i, c):
    w = words(t, c)
    return joined(w[: max(1, len(w) // 2)], c)


def cut_third(t, i, c):
    w = words(t, c)
    return joined(w[: max(1, len(w) * 2 // 3)], c)


def cut_chars(t, i, c):
    return t[: min(c.limit, max(1, len(t) - 2))]


def cut_clause(t, i, c):
    at = max(t.rfind(mark, 0, len(t) - 3) for mark in (",", ";", "、", " - ", "，"))
    return t[:at] if at > 0 else cut_third(t, i, c)


def cut_clause_end(t, i, c):
    mark = "." if c.spaced() else "。"
    return cut_clause(t, i, c).rstrip(" ,;、，-") + mark


def cut_start(t, i, c):
    w = words(t, c)
    return joined(w[len(w) // 2 :], c)


def repeat_sentence(t, i, c):
    s = sentences(t)
    return joined([t] + [s[-1]] * 4, c)


def repeat_phrase(t, i, c):
    w = words(t, c)
    n = 4 if c.spaced() else 8
    at = c.rng.randrange(max(1, len(w) - n))
    return joined(w[: at + n] + w[at : at + n] * 3 + w[at + n :], c)


def repeat_phrase_once(t, i, c):
    w = words(t, c)
    n = 4 if c.spaced() else 8
    at = c.rng.randrange(max(1, len(w) - n))
    return joined(w[: at + n] + w[at:], c)


def repeat_word(t, i, c):
    w = words(t, c)
    at = c.rng.randrange(len(w))
    return joined(w[: at + 1] + [w[at]] * 9 + w[at + 1 :], c)


def loop_end(t, i, c):
    w = words(t, c)
    half = w[: max(3, len(w) // 2)]
    return joined(half + half[-3:] * 12, c)


def other_line(t, i, c):
    n = len(c.rows)
    return c.rows[(i + n // 3 + 7) % n]["now"]


def next_line(t, i, c):
    return c.rows[(i + 1) % len(c.rows)]["now"]


def foreign(t, i, c):
    return c.foreign[(i * 7 + 3) % len(c.foreign)][: max(30, len(t) * 5 // 4)]


def half_foreign(t, i, c):
    w = words(t, c)
    f = c.foreign[(i * 7 + 3) % len(c.foreign)].split()
    return joined(w[: len(w) // 2], c) + " " + " ".join(f[: max(4, len(w) // 2)])


def half_source(t, i, c):
    w, s = words(t, c), c.rows[i]["source"].split()
    if len(s) < 3:
        s = list(c.rows[i]["source"])
        return joined(w[: len(w) // 2], c) + " " + "".join(s[len(s) // 2 :])
    return joined(w[: len(w) // 2], c) + " " + " ".join(s[len(s) // 2 :])


def copy_source(t, i, c):
    return c.rows[i]["source"]


def filled(text, c):
    return text.replace("{task}", c.task).replace("{Task}", c.task.capitalize())


def pick(list_, i, c):
    return filled(list_[(i * 5 + 1) % len(list_)], c)


def prompt_echo(t, i, c):
    text = c.rows[i]["source"] or c.rows[i]["references"][0]
    return f"Please write a {c.task} of this text: {text[:200]} {c.task.capitalize()}: {t}"


def markdown_bold(t, i, c):
    w = words(t, c)
    at = c.rng.randrange(max(1, len(w) - 2))
    return joined(w[:at] + ["**" + joined(w[at : at + 2], c) + "**"] + w[at + 2 :], c)


def html_inline(t, i, c):
    w = words(t, c)
    at = c.rng.randrange(max(1, len(w) - 2))
    return joined(w[:at] + ["<b>" + joined(w[at : at + 2], c) + "</b>"] + w[at + 2 :], c)


def bpe(t, i, c):
    return re.sub(r"(\w{3})(\w{3,})", r"\1@@ \2", t) if c.spaced() else "@@ ".join(t[k : k + 2] for k in range(0, len(t), 2))


def sentencepiece(t, i, c):
    return "▁" + t.replace(" ", " ▁")


def mojibake(t, i, c):
    if t.isascii():
        t = t.replace("'", "’").replace(",", "–", 1).replace("e", "é", 2)
    return t.encode().decode("cp1252", errors="replace") if c.spaced() else t.encode().decode("latin-1")


def replacement(t, i, c):
    w = words(t, c)
    at = c.rng.randrange(len(w))
    return joined(w[:at] + [w[at][:-1] + "\ufffd"] + w[at + 1 :], c)


def entities(t, i, c):
    t = t.replace("&", "&amp;").replace("'", "&#39;").replace('"', "&quot;")
    w = words(t, c)
    return t if "&" in t else joined(w[: len(w) // 2] + ["&amp;" if c.spaced() else "&nbsp;"] + w[len(w) // 2 :], c)


def placeholder_added(t, i, c):
    w = words(t, c)
    at = c.rng.randrange(len(w))
    return joined(w[:at] + [c.rng.choice(["{0}", "%s", "{{name}}", "<x1/>", "$1"])] + w[at + 1 :], c)


def url_added(t, i, c):
    return t + " https://example.org/page%d" % i


def no_punctuation(t, i, c):
    return re.sub(r"[^\w\s]", "", t)


def no_spaces(t, i, c):
    return t.replace(" ", "")


def spaced_letters(t, i, c):
    return " ".join(t.replace(" ", "  "))


def no_accents(t, i, c):
    import unicodedata

    return "".join(x for x in unicodedata.normalize("NFD", t) if not unicodedata.combining(x))


def question_marks(t, i, c):
    return re.sub(r"[^\x00-\x7f]", "?", t)


def title_case(t, i, c):
    return t.title()


def numbers(t, i, c):
    return re.sub(r"\d", lambda m: str((int(m[0]) + c.rng.randrange(1, 9)) % 10), t)


NAME = re.compile(r"(?<=[a-zà-ž,;] )[A-ZÁ-Ž][\w’'-]{2,}")


def names(t, i, c):
    if not c.spaced():
        return re.sub(r"[ァ-ー]{3,}|[A-Za-z]{3,}", lambda m: c.rng.choice(["ウィットフィールド", "オカフォー", "マルセイユ", "コワルスキ"]), t)
    return NAME.sub(lambda m: c.rng.choice(NAMES), t)


def names_swapped(t, i, c):
    found = list(NAME.finditer(t)) if c.spaced() else list(re.finditer(r"[ァ-ー]{3,}|[A-Za-z]{3,}", t))
    if len(found) < 2 or found[0][0] == found[-1][0]:
        return t
    a, b = found[0], found[-1]
    return t[: a.start()] + b[0] + t[a.end() : b.start()] + a[0] + t[b.end() :]


def negation(t, i, c):
    if c.lang == "en":
        for old, new in ((r"\b(do|does|did|is|was|are|were|has|have|had|will|would|can|could|should|may|must) not\b", r"\1"),
                         (r"\b(is|was|are|were|has|have|had|will|would|can|could|should|may|must)\b(?!n)", r"\1 not")):
            done = re.sub(old, new, t, count=1)
            if done != t:
                return done
        return t
    if c.lang == "cs":
        done = re.sub(r"\bne(byl|bude|má|může|js|chce|ví|lze)", r"\1", t, count=1)
        if done == t:
            done = re.sub(r"\b(je|byl|byla|bylo|byli|bude|má|může|jsou|mají|chce|by)\b", r"ne\1", t, count=1)
        return done.replace("neje", "není")
    if c.lang == "ja":
        for old, new in (("ません", "ます"), ("ではない", "である"), ("なかった", "た"), ("ました", "ませんでした"), ("ます", "ません"), ("している", "していない"),
                         ("した", "しなかった"), ("である", "ではない"), ("です", "ではありません"), ("する", "しない"), ("った", "らなかった"), ("いる", "いない")):
            if old in t:
                return t.replace(old, new, 1)
        return t
    none = {"de": (r"\b(ist|war|sind|hat|haben|wird|kann|soll|will)\b", r"\1 nicht"), "fr": (r"\b(est|a|sont|ont|sera|peut|doit)\b", r"n'\1 pas"),
            "ru": (r"\b(был|была|были|может|будет|стал|стала|есть)\b", r"не \1")}[c.lang]
    return re.sub(none[0], none[1], t, count=1)


def shuffled(t, i, c):
    w = words(t, c)
    c.rng.shuffle(w)
    return joined(w, c)


def letters(t, i, c):
    return re.sub(r"[^\W\d_]", lambda m: c.rng.choice("abcdefghijklmnopqrstuvwxyz"), t)


def typos(t, i, c):
    list_ = list(t)
    for k in range(len(list_) - 1):
        if list_[k].isalpha() and c.rng.random() < 0.12:
            list_[k], list_[k + 1] = list_[k + 1], list_[k]
    return "".join(list_)


def drop_words(t, i, c):
    w = words(t, c)
    return joined([x for x in w if c.rng.random() > 0.35] or w[:1], c)


def added(t, i, c):
    return joined([t, ADDED[c.lang][i % len(ADDED[c.lang])]], c)


def added_two(t, i, c):
    a = ADDED[c.lang]
    return joined([a[(i + 2) % len(a)], t, a[i % len(a)]], c)


def typography(t, i, c):
    t = re.sub(r'"([^"]*)"', "“\\1”", t).replace("'", "’").replace("...", "…").replace(" - ", " – ")
    return re.sub(r"(\d) (\w)", "\\1\u00a0\\2", t)


KINDS = {  # name: damage of (text, line, context)
    "empty": lambda t, i, c: "",
    "no words": lambda t, i, c: "***",
    "cut in half": cut_half,
    "cut by a third": cut_third,
    "cut at a length": cut_chars,
    "cut last clause": cut_clause,
    "cut last clause, full stop": cut_clause_end,
    "start cut": cut_start,
    "last sentence again": repeat_sentence,
    "phrase repeated": repeat_phrase,
    "phrase twice": repeat_phrase_once,
    "word repeated": repeat_word,
    "loop": loop_end,
    "said twice": lambda t, i, c: joined([t, t], c),
    "source": copy_source,
    "another line": other_line,
    "next line": next_line,
    "shifted": None,
    "another language": foreign,
    "half another language": half_foreign,
    "half source": half_source,
    "refusal": lambda t, i, c: REFUSALS[0],
    "refusals": lambda t, i, c: REFUSALS[(i * 5) % len(REFUSALS)],
    "prefix": lambda t, i, c: filled(PREAMBLES[0], c) + t,
    "prefixes": lambda t, i, c: pick(PREAMBLES, i, c) + t,
    "suffix": lambda t, i, c: t + POSTSCRIPTS[0],
    "suffixes": lambda t, i, c: t + pick(POSTSCRIPTS, i, c),
    "prompt": prompt_echo,
    "HTML": lambda t, i, c: "<p>" + t + "</p>",
    "HTML inside": html_inline,
    "Markdown bold": markdown_bold,
    "Markdown heading": lambda t, i, c: "## " + t,
    "Markdown list": lambda t, i, c: "- " + t,
    "code fence": lambda t, i, c: "``` " + t + " ```",
    "JSON": lambda t, i, c: json.dumps({c.task: t}, ensure_ascii=False),
    "in quotes": lambda t, i, c: '"' + t + '"',
    "end mark": lambda t, i, c: t + "</s>",
    "chat mark": lambda t, i, c: t + "<|im_end|>",
    "think": lambda t, i, c: "<think>The user wants a " + c.task + ".</think>" + t,
    "BPE": bpe,
    "SentencePiece": sentencepiece,
    "mojibake": mojibake,
    "U+FFFD": replacement,
    "entities": entities,
    "placeholder": placeholder_added,
    "URL": url_added,
    "lower case": lambda t, i, c: t.lower(),
    "upper case": lambda t, i, c: t.upper(),
    "title case": title_case,
    "no punctuation": no_punctuation,
    "no spaces": no_spaces,
    "letters apart": spaced_letters,
    "no accents": no_accents,
    "question marks": question_marks,
    "numbers": numbers,
    "names": names,
    "names swapped": names_swapped,
    "negation": negation,
    "shuffled": shuffled,
    "random letters": letters,
    "typos": typos,
    "words left out": drop_words,
    "sentence added": added,
    "sentences added": added_two,
}
CASED, ACCENTED = {"en", "cs", "de", "fr", "ru"}, {"cs", "de", "fr", "ru"}
ONLY = {"lower case": CASED, "upper case": CASED, "title case": CASED, "no spaces": CASED, "letters apart": CASED,
        "no accents": ACCENTED, "question marks": ACCENTED | {"ja"}}  # languages that a damage is one in
HARMLESS = ("same", "typography", "equal", "better", "mixture")


def read(data, name):
    """Returns {system: {segment: row}} of a set, and people's scores of each output."""
    of = collections.defaultdict(dict)
    with gzip.open(os.path.join(data, SETS[name][0]), "rt", encoding="utf-8") as lines:
        for line in lines:
            r = json.loads(line)
            human = r["human"]
            if isinstance(human, dict):
                human = statistics.fmean(human.values())
            segment = f"{r.get('doc')}:{r['seg_id']}" if "seg_id" in r else r["topic"]
            of[r["system"]][segment] = {"now": r["candidate"].replace("\n", " "), "references": [(r.get("reference") or
                r["references"][0]).replace("\n", " ")], "source": r.get("source", "").replace("\n", " "), "human": human}
    return of


def preference(of, a, b):
    """How people see system b against a: the mean difference and its standard error."""
    d = [of[b][s]["human"] - of[a][s]["human"] for s in of[a].keys() & of[b].keys()]
    return statistics.fmean(d), statistics.stdev(d) / math.sqrt(len(d)), len(d)


def pairs(of):
    """Pairs of a baseline and a candidate that people find equal, and those in which the candidate is better."""
    equal, better = [], []
    for a in sorted(of):
        for b in sorted(of):
            if a == b or len(of[a].keys() & of[b].keys()) < 60:
                continue
            mean, error, n = preference(of, a, b)
            if abs(mean) < 1.96 * error:
                equal.append((a, b))
            elif mean > 0:
                better.append((a, b))
    return equal, better


def case(of, a, b, n, seed):
    """Returns n rows of outputs of b, with those of a before."""
    common = [s for s in of[a] if s in of[b] and of[a][s]["now"].strip() and of[b][s]["now"].strip()]
    rng = random.Random(seed)
    chosen = sorted(rng.sample(range(len(common)), min(n, len(common))))
    return [{"id": common[k], "before": of[a][common[k]]["now"], **of[b][common[k]]} for k in chosen]


def damaged(rows, name, lang, task, kind, count, foreign_texts, seed):
    """Returns rows of which count are damaged, and how many of these changed."""
    rng = random.Random(seed)
    context = Context(rng, lang, task, rows, foreign_texts)
    out = [dict(r) for r in rows]
    if kind == "shifted":
        for k in range(len(rows) - count, len(rows)):
            out[k]["now"] = rows[k - 1]["now"]
        return out, count
    changed = 0
    for k in rng.sample(range(len(rows)), len(rows)):
        if changed == count:
            break
        text = KINDS[kind](rows[k]["now"], k, context)
        if text != rows[k]["now"]:
            out[k]["now"], changed = text, changed + 1
    return out, changed


def check(program, folder, rows, flags):
    """Checks rows; returns the report, or None where the program found no words to score."""
    texts, before = os.path.join(folder, "now.jsonl"), os.path.join(folder, "before.jsonl")
    for path, column in ((texts, "now"), (before, "before")):
        with open(path, "w", encoding="utf-8") as out:
            for i, r in enumerate(rows):
                row = {"id": str(i), "candidate": r[column], "reference": r["references"][0]}
                if r["source"]:
                    row["source"] = r["source"]
                out.write(json.dumps(row, ensure_ascii=False) + "\n")
    done = subprocess.run([program, "check", texts, "--baseline", before, "--format", "json", "--worst", "0", *flags],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode > 1:
        raise SystemExit(done.stderr.decode())
    return json.loads(done.stdout)


SETTINGS = {  # as docs/check.md recommends for the task, and no flags
    "none": lambda task: ["--language", "auto"],
    "purpose": lambda task: ["--language", "auto", "--purpose", "summary" if task == "summaries" else "translation"],
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True, help="folder with mt and summarization")
    parser.add_argument("--sets", default=",".join(SETS), help="comma-separated")
    parser.add_argument("--settings", default="none,purpose", help="none, purpose")
    parser.add_argument("--kinds", default=",".join(KINDS), help="comma-separated; none for harmless changes alone")
    parser.add_argument("--sizes", default="400,40", help="outputs of a case")
    parser.add_argument("--shares", default="3%,5", help="outputs that are damaged, one for each size: a number or a share")
    parser.add_argument("--others", default="other", help="same: the rest is the baseline's; other: another system's")
    parser.add_argument("--pairs", type=int, default=1, help="pairs of systems for each set")
    parser.add_argument("--harmless", type=int, default=10, help="pairs of systems for each set that nothing is done to")
    parser.add_argument("--out", help="folder for tables")
    parser.add_argument("--show", action="store_true", help="print what was found")
    parser.add_argument("--wrd", default="wrd", help="the program")
    a = parser.parse_args()
    sizes = list(zip(map(int, a.sizes.split(",")), a.shares.split(",")))
    kinds = [k for k in a.kinds.split(",") if k in KINDS]
    sets = {name: read(a.data, name) for name in dict.fromkeys([*a.sets.split(","), *(FOREIGN[SETS[s][2]] for s in a.sets.split(","))])}
    lines = []

    def tried(folder, name, setting, kind, others, size, damage, rows):
        report = check(a.wrd, folder, rows, SETTINGS[setting](SETS[name][1]))
        said = "; ".join(r["said"] for r in report["reasons"])
        lines.append((SETS[name][1], name, setting, kind, others, len(rows), damage, report["verdict"], said))
        if a.show:
            print(*lines[-1], sep="\t", flush=True)

    with tempfile.TemporaryDirectory() as folder:
        for name in a.sets.split(","):
            task, lang = SETS[name][1:]
            noun = "summary" if task == "summaries" else "translation"
            of = sets[name]
            equal, better = pairs(of)
            rng = random.Random(5)
            chosen = rng.sample(equal or better, min(a.pairs, len(equal or better)))
            other = [r["now"] for rows in sets[FOREIGN[lang]].values() for r in rows.values()]
            for setting in a.settings.split(","):
                for size, share in sizes:
                    for kind, list_ in (("equal", equal), ("better", better)):
                        for base, system in rng.sample(list_, min(a.harmless, len(list_))):
                            rows = case(of, base, system, size, 7)
                            tried(folder, name, setting, kind, "", size, 0, rows)
                            if kind == "equal":
                                mixed = [dict(r) for r in rows]
                                for r in mixed:
                                    both = (r["before"], r["now"])
                                    r["before"], r["now"] = rng.choice(both), rng.choice(both)
                                tried(folder, name, setting, "mixture", "", size, 0, mixed)
                    for base, system in chosen:
                        for others in a.others.split(","):
                            rows = case(of, base, base if others == "same" else system, size, 11)
                            count = round(len(rows) * float(share[:-1]) / 100) if share.endswith("%") else int(share)
                            if others == "same":
                                c = Context(random.Random(1), lang, noun, rows, other)
                                tried(folder, name, setting, "typography", others, size, 0,
                                      [dict(r, now=typography(r["now"], 0, c)) for r in rows])
                            for kind in kinds:
                                if lang not in ONLY.get(kind, {lang}) or "source" in kind and not rows[0]["source"]:
                                    continue
                                done, changed = damaged(rows, name, lang, noun, kind, count, other, 3)
                                if changed == count:
                                    tried(folder, name, setting, kind, others, size, changed, done)
    summary(lines, a.out)


def summary(lines, out):
    """Prints shares, and writes all to a folder."""
    print("| task | setting | outputs | damaged | fail | of harmless ones fail | inconclusive |\n|---|---|---:|---:|---:|---:|---:|")
    keys = sorted({(x[0], x[2]) + (x[5] > 60,) for x in lines}, key=str)
    failed = lambda x: x[7] in ("broken", "regression")
    for task, setting, large in keys:
        of = [x for x in lines if (x[0], x[2], x[5] > 60) == (task, setting, large)]
        breaking, harmless = [x for x in of if x[3] not in HARMLESS], [x for x in of if x[3] in HARMLESS]
        row = [task, setting, max(x[5] for x in of), max(x[6] for x in of), f"{sum(map(failed, breaking))} of {len(breaking)}",
               f"{sum(map(failed, harmless))} of {len(harmless)}", sum(x[7] == "inconclusive" for x in harmless)]
        print("|", " | ".join(map(str, row)), "|")
    if out:
        os.makedirs(out, exist_ok=True)
        with open(os.path.join(out, "cases.tsv"), "w", encoding="utf-8") as table:
            print("task", "set", "setting", "kind", "others", "outputs", "damaged", "verdict", "said", sep="\t", file=table)
            for line in lines:
                print(*line, sep="\t", file=table)


if __name__ == "__main__":
    main()
