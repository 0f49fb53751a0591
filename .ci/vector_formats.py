"""Writes vectors in every format with the programs that made the formats, for TestFormatsOfOthers of adapters/vectors.

Usage: vector_formats.py DIR [--small]. Needs gensim, fasttext-wheel, numpy, safetensors and tokenizers, and without
--small model2vec and scikit-learn. DIR gets the files, and expected.json: for each file the words with the vectors that
the program itself gives for them, unknown ones too. With --small there are few words of few dimensions:
testdata/vector-formats was made so.
"""

import gzip
import json
import os
import random
import sys
import zipfile

import fasttext
import numpy as np
from gensim.models import KeyedVectors
from safetensors.numpy import save_file
from tokenizers import Tokenizer, models

out = sys.argv[1]
small = "--small" in sys.argv[2:]
os.makedirs(out, exist_ok=True)
expected = {}


def path(name):
    return os.path.join(out, name)


def shortest(vector):
    """The shortest decimal numbers that are these float32."""
    return [float(str(x)) for x in np.asarray(vector, dtype=np.float32)]


def expect(name, format, words, vectors, unknown=(), unknown_vectors=()):
    """Records what a file should read as. Vectors are compared bit for bit."""
    expected[name] = {
        "format": format,
        "words": list(words),
        "vectors": [shortest(v) for v in vectors],
        "unknown": list(unknown),
        "unknown_vectors": [shortest(v) for v in unknown_vectors],
    }


random.seed(7)
numbers = np.random.default_rng(7)
words = ["the", ",", "cat", "straße", "日本語", "naïve", "e-mail", "𝒳y", "don't", "\u00a0odd", "3.5"]
words += ["word%d" % i for i in range(10 if small else 500)]
rows = numbers.standard_normal((len(words), 3 if small else 30)).astype(np.float32)

# word2vec's formats, by gensim.
kv = KeyedVectors(vector_size=rows.shape[1])
kv.add_vectors(words, rows)
for binary, kind in ((False, "word2vec text"), (True, "word2vec binary")):
    name = "gensim." + ("bin" if binary else "txt")
    kv.save_word2vec_format(path(name), binary=binary)
    back = KeyedVectors.load_word2vec_format(path(name), binary=binary)
    expect(name, kind, back.index_to_key, back.vectors)
    with open(path(name), "rb") as f, gzip.open(path(name + ".gz"), "wb") as g:
        g.write(f.read())
    expect(name + ".gz", kind, back.index_to_key, back.vectors)

# GloVe's, read back by gensim; it has no words with spaces.
kv.save_word2vec_format(path("glove.txt"), write_header=False)
back = KeyedVectors.load_word2vec_format(path("glove.txt"), no_header=True)
expect("glove.txt", "GloVe text", back.index_to_key, back.vectors)
with zipfile.ZipFile(path("glove.zip"), "w", zipfile.ZIP_DEFLATED) as z:
    z.write(path("glove.txt"), "glove.30d.txt")
    z.writestr("other.txt", "x 1 2\n")
expect("glove.zip:glove.30d.txt", "GloVe text", back.index_to_key, back.vectors)

# fastText's own, of models with and without n-grams, and of a classifier.
corpus = path("corpus.txt")
with open(corpus, "w", encoding="utf-8") as f:
    for _ in range(800):
        f.write(" ".join(random.choice(words[:40]) for _ in range(10)) + "\n")
labelled = path("labelled.txt")
with open(labelled, "w", encoding="utf-8") as f:
    for _ in range(400):
        f.write("__label__%d " % random.randrange(3) + " ".join(random.choice(words[:40]) for _ in range(10)) + "\n")
unknown = ["zebra", "日本", "a", "ſtraßen", "𝒳", "catcat", "e", "naïveté", "x" * 200]
common = {"dim": 2 if small else 10, "epoch": 1, "thread": 1, "minCount": 1, "verbose": 0}
for name, model in (
    ("skipgram", fasttext.train_unsupervised(corpus, model="skipgram", bucket=40 if small else 5000, **common)),
    ("cbow", fasttext.train_unsupervised(corpus, model="cbow", minn=1, maxn=3, bucket=30 if small else 700, **common)),
    ("nosubwords", fasttext.train_unsupervised(corpus, minn=0, maxn=0, **common)),
    ("classifier", fasttext.train_supervised(labelled, minn=2, maxn=4, bucket=50 if small else 2000, wordNgrams=2, **common)),
):
    model.save_model(path(name + ".bin"))
    model = fasttext.load_model(path(name + ".bin"))
    composed = [] if name == "nosubwords" else unknown
    expect(name + ".bin", "fastText model", model.words, [model.get_word_vector(w) for w in model.words],
           composed, [model.get_word_vector(w) for w in composed])
model = fasttext.load_model(path("skipgram.bin"))
with open(path("skipgram.vec"), "w", encoding="utf-8") as f:  # as fastText's saveVectors prints them
    f.write("%d %d\n" % (len(model.words), model.get_dimension()))
    texts = [["%.5g" % x for x in model.get_word_vector(w)] for w in model.words]
    for word, text in zip(model.words, texts):
        f.write(word + " " + " ".join(text) + " \n")
expect("skipgram.vec", "word2vec text", model.words, [[np.float32(x) for x in text] for text in texts])

# NumPy arrays of each type, byte order and layout.
for kind in ("<f4", ">f4", "<f8", ">f8", "<f2", ">f2"):
    for order in "CF":
        name = "array-%s%s-%s.npy" % ("le" if kind[0] == "<" else "be", kind[1:], order)
        array = np.asarray(rows, dtype=kind, order=order)
        np.save(path(name), array)
        with open(path(name[:-4] + ".words"), "w", encoding="utf-8") as f:
            f.writelines(w + "\n" for w in words)
        expect(name, "NumPy array", words, array.astype(np.float32))

# Static embedding models: safetensors and a tokenizer, as model2vec lays them out.
vocabulary = ["[UNK]"] + words


def save_model(name, tokenizer, tensors, tokens, vectors):
    os.makedirs(path(name), exist_ok=True)
    save_file(tensors, path(os.path.join(name, "model.safetensors")))
    tokenizer.save(path(os.path.join(name, "tokenizer.json")))
    expect(name, "safetensors", tokens, vectors)


table = numbers.standard_normal((len(vocabulary), 3 if small else 12)).astype(np.float32)
ids = {w: i for i, w in enumerate(vocabulary)}
word_level = Tokenizer(models.WordLevel(ids, unk_token="[UNK]"))
word_piece = Tokenizer(models.WordPiece(ids, unk_token="[UNK]"))
word_piece.add_special_tokens(["[UNK]"])
unigram = Tokenizer(models.Unigram([("<unk>", 0.0)] + [("▁" + w, -1.0) for w in words], unk_id=0))
unigram.add_special_tokens(["<unk>"])
for dtype in (np.float32, np.float16, np.float64):
    typed = table.astype(dtype)
    save_model("model-" + np.dtype(dtype).name, word_level, {"embeddings": typed}, vocabulary, typed.astype(np.float32))
save_model("model-wordpiece", word_piece, {"embedding.weight": table}, vocabulary, table)
save_model("model-unigram", unigram, {"embeddings": table}, ["<unk>"] + words, table)
mapping = numbers.integers(0, len(vocabulary) // 2, len(vocabulary))
weights = numbers.random(len(vocabulary))
save_model("model-mapped", word_level, {"embeddings": table[:len(vocabulary) // 2], "mapping": mapping, "weights": weights}, vocabulary,
           (table[:len(vocabulary) // 2][mapping].astype(np.float64) * weights[:, None]).astype(np.float32))

# The same by model2vec itself, laid out as potion-multilingual-128M: Unigram pieces of many languages, plain, in 16 and in 8
# bits, and with fewer rows than pieces. Words get the vectors that it gives to them alone, and sentences of them their mean.
if not small:
    from model2vec import StaticModel
    from model2vec.quantization import DType, quantize_embeddings
    from model2vec.vocabulary_quantization import quantize_vocabulary
    from tokenizers import Regex, normalizers, pre_tokenizers

    sentences = ["我 昨天 在 北京 喝 了 很多 茶 ， 今天 想 喝 水 。", "昨日 は 雨 が 降った ので 、 家 で 本 を 読んだ 。",
                 "شرب القط الحليب ثم نام على البساط .", "मैंने आज हिन्दी की एक पुस्तक पढ़ी ।", "ฉัน ดื่ม น้ำ ทุก วัน",
                 "kočka seděla na rohoži , pes spal u dveří .", "die straße ist breit , die gasse war lang .",
                 "кошка пила молоко , а собака спала .", "나는 어제 비가 와서 집에서 책을 읽었다 .",
                 "η γάτα ήπιε το γάλα .", "the cat sat on the mat , and the dogs slept ."]
    known = sorted({word for sentence in sentences for word in sentence.split()})
    letters = sorted({"▁", *"".join(known)})
    pieces = ["[PAD]", "[UNK]"] + [("▁" + word) for word in known] + letters
    pieces += [f"▁{i}¶" for i in range(4000)]  # many more than are looked up
    unigram = Tokenizer(models.Unigram([(piece, -1.0 - i / 1000) for i, piece in enumerate(pieces)], unk_id=1))
    unigram.add_special_tokens(["[PAD]", "[UNK]"])
    unigram.normalizer = normalizers.Sequence(
        [normalizers.Lowercase(), normalizers.Replace(Regex(" {2,}"), " "), normalizers.Strip()])
    unigram.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="always")
    table = numbers.standard_normal((len(pieces), 256)).astype(np.float32)
    rows, mapping, weights = quantize_vocabulary(60, None, table)
    for name, model in (
        ("model2vec", StaticModel(table, unigram)),
        ("model2vec-float16", StaticModel(table.astype(np.float16), unigram)),
        ("model2vec-int8", StaticModel(quantize_embeddings(table, DType.Int8), unigram)),
        ("model2vec-quantized", StaticModel(rows, unigram, weights=weights, token_mapping=mapping)),
    ):
        model.save_pretrained(path(name))
        model = StaticModel.from_pretrained(path(name))
        vectors = [model.encode_as_sequence(word) for word in known]
        assert all(len(one) == 1 for one in vectors), "a word of several pieces"
        expected[name] = {
            "format": "safetensors", "rows": len(pieces), "words": known, "vectors": [shortest(one[0]) for one in vectors],
            "sentences": sentences, "means": [shortest(one) for one in model.encode(sentences)],
        }

for file in (corpus, labelled):
    os.remove(file)
with open(path("expected.json"), "w", encoding="utf-8") as f:
    json.dump(expected, f)
print("%d files of vectors" % len(expected))
