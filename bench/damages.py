"""Damages of real outputs, for bench/gate.py: what models and programs do to texts."""

import base64
import json
import random
import re
import unicodedata

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


def emoji(t, i, c):
    return t + " " + "😀🎉✨👍🔥"[i % 5]


def look_alikes(t, i, c):
    return "".join(dict(zip("aceopxy", "асеорху")).get(x, x) if c.rng.random() < 0.4 else x for x in t)


def unseen(t, i, c):
    return "".join(x + ("\u200b" if c.rng.random() < 0.2 else "") for x in t)


def sentences_reversed(t, i, c):
    return joined(sentences(t)[::-1], c)


def transliterated(t, i, c):
    return "".join(dict(zip("abvgdezijklmnoprstufh", "абвгдезийклмнопрстуфх")).get(x, x) for x in t.lower())


def cut_bytes(t, i, c):
    return t.encode()[: len(t.encode()) * 6 // 10].decode(errors="replace")


def escaped_break(t, i, c):
    w = words(t, c)
    return joined(w[: len(w) // 2], c) + "\\n" + joined(w[len(w) // 2 :], c)


def control(t, i, c):
    return t[: len(t) // 2] + "\x08\x1b[0m" + t[len(t) // 2 :]


def dialogue(t, i, c):
    return "User: " + (c.rows[i]["source"] or c.rows[i]["references"][0])[:120] + " Assistant: " + t


def half_upper(t, i, c):
    w = words(t, c)
    return joined(w[: len(w) // 2], c) + " " + joined(w[len(w) // 2 :], c).upper()


def blank(t, i, c):
    w = words(t, c)
    return joined(w[: len(w) // 2] + ["____"] + w[len(w) // 2 + 1 :], c)


ERRORS = ["Error: request timed out", "HTTP 500 Internal Server Error", "Traceback (most recent call last):", "503 Service Unavailable",
          "RuntimeError: CUDA out of memory", "Rate limit exceeded, retry after 20s"]

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
    "emoji": emoji,
    "look-alikes": look_alikes,
    "zero width": unseen,
    "byte order mark": lambda t, i, c: "\ufeff" + t,
    "soft hyphens": lambda t, i, c: re.sub(r"(\w{3})(\w{3})", "\\1\u00ad\\2", t),
    "base64": lambda t, i, c: base64.b64encode(t.encode()).decode(),
    "hexadecimal": lambda t, i, c: t.encode().hex(),
    "letters reversed": lambda t, i, c: t[::-1],
    "words reversed": lambda t, i, c: joined(words(t, c)[::-1], c),
    "sentences reversed": sentences_reversed,
    "transliterated": transliterated,
    "cut at a byte": cut_bytes,
    "cut, dots": lambda t, i, c: cut_third(t, i, c) + "...",
    "escaped break": escaped_break,
    "control characters": control,
    "###": lambda t, i, c: "### Response: " + t,
    "[INST]": lambda t, i, c: "[INST] " + t + " [/INST]",
    "assistant": lambda t, i, c: "Assistant: " + t,
    "dialogue": dialogue,
    "system prompt": lambda t, i, c: "You are a helpful and precise assistant. Follow the instructions. " + t,
    "step by step": lambda t, i, c: "Let me think about this step by step. First, I read the text. " + t,
    "explanation": lambda t, i, c: t + " Explanation: the phrase was taken literally because of the context.",
    "remark": lambda t, i, c: t + " [confidence: high]",
    "salutation": lambda t, i, c: "Dear Sir or Madam, " + t,
    "table": lambda t, i, c: "| " + c.task + " | " + t + " |",
    "YAML": lambda t, i, c: c.task + ": '" + t + "'",
    "CSV": lambda t, i, c: '%d,"%s",0.%d' % (i, t, 10 + i % 90),
    "XML": lambda t, i, c: '<seg id="%d">%s</seg>' % (i, t),
    "TeX": lambda t, i, c: "\\textbf{" + t + "}",
    "numbered": lambda t, i, c: "1. " + t,
    "language label": lambda t, i, c: "__label__" + c.lang + " " + t,
    "language mark": lambda t, i, c: ">>" + c.lang + "<< " + t,
    "exclamation marks": lambda t, i, c: t.rstrip(".。") + "!!!!!!!!",
    "commas": lambda t, i, c: joined(words(t, c), c).replace(" ", ", ") if c.spaced() else "、".join(t),
    "underscores": lambda t, i, c: ("_" if c.spaced() else "_").join(words(t, c)),
    "half in capitals": half_upper,
    "blank to fill in": blank,
    "redacted": lambda t, i, c: joined(words(t, c)[:2] + ["[REDACTED]"] + words(t, c)[3:], c),
    "null": lambda t, i, c: ["None", "null", "nan", "N/A", "undefined"][i % 5],
    "error": lambda t, i, c: ERRORS[i % len(ERRORS)],
    "source and output": lambda t, i, c: c.rows[i]["source"] + " " + t,
    "next line, too": lambda t, i, c: joined([t, next_line(t, i, c)], c),
    "two versions": lambda t, i, c: "1. " + t + " 2. " + t,
}
FACTS = {"numbers", "names", "names swapped", "negation"}  # that outputs of another model get wrong, too
CASED, ACCENTED = {"en", "cs", "de", "fr", "ru"}, {"cs", "de", "fr", "ru"}
ONLY = {"lower case": CASED, "upper case": CASED, "title case": CASED, "no spaces": CASED, "letters apart": CASED,
        "no accents": ACCENTED, "question marks": ACCENTED | {"ja"},
        "look-alikes": CASED - {"ru"}, "transliterated": CASED - {"ru"}, "half in capitals": CASED}  # languages that a damage is one in
