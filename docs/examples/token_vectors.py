"""Write vectors of tokens, such as a contextual encoder gives, for `wrd score --token-vectors FILE`.

Both functions take one dict for each segment:

    {"candidates": {"my-system": (tokens, vectors)}, "references": [(tokens, vectors), …]}

with a list of n strings and an array of shape (n, dim) for each text. Run alone, this file writes two small files:

    python token_vectors.py FOLDER
"""

import sys

import numpy as np


def write_parquet(path, segments):
    """One row for each text, segment by segment. Memory holds a few segments at a time, so segments may be a generator."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.schema({
        "segment": pa.int64(), "side": pa.string(), "system": pa.string(), "reference": pa.int32(),
        "tokens": pa.list_(pa.string()), "vectors": pa.list_(pa.list_(pa.float32())),
    })
    rows = []
    with pq.ParquetWriter(path, schema, compression="zstd", use_dictionary=["side", "system", "tokens.list.element"]) as file:
        for number, segment in enumerate(segments):
            texts = [("candidate", name, None, *text) for name, text in segment["candidates"].items()]
            texts += [("reference", None, k, *text) for k, text in enumerate(segment["references"])]
            rows += [dict(zip(schema.names, (number, side, system, k, tokens, list(vectors))))
                     for side, system, k, tokens, vectors in texts]
            if len(rows) >= 256:
                file.write_table(pa.Table.from_pylist(rows, schema))
                rows = []
        file.write_table(pa.Table.from_pylist(rows, schema))


def write_safetensors(path, segments):
    """Three tensors for each system and each reference: all vectors, how many tokens each text has, and the tokens."""
    from safetensors.numpy import save_file

    sets = {}
    for segment in segments:
        for name, text in segment["candidates"].items():
            sets.setdefault(f"candidate/{name}", []).append(text)
        for k, text in enumerate(segment["references"]):
            sets.setdefault(f"reference/{k}", []).append(text)
    tensors = {}
    for name, texts in sets.items():
        tokens = "\n".join(token for text in texts for token in text[0])
        tensors[name + "/vectors"] = np.concatenate([text[1] for text in texts]).astype(np.float32)
        tensors[name + "/lengths"] = np.array([len(text[0]) for text in texts], dtype=np.int64)
        tensors[name + "/tokens"] = np.frombuffer(tokens.encode(), dtype=np.uint8)
    save_file(tensors, path)


def encode(text):
    """Stands in for an encoder: a word's own random vector, plus half of its neighbours', as context would have it."""
    tokens = text.split()
    own = np.stack([np.random.default_rng(list(token.encode())).normal(size=8) for token in tokens])
    around = np.zeros_like(own)
    around[1:] += own[:-1]
    around[:-1] += own[1:]
    return tokens, (own + around / 2).astype(np.float32)


def example():
    for candidate, reference in [
        ("the bank raised the rates", "the bank put the rates up"),
        ("they sat on the bank of the river", "they were sitting on the river bank"),
    ]:
        yield {"candidates": {"toy": encode(candidate)}, "references": [encode(reference)]}


if __name__ == "__main__":
    folder = sys.argv[1]
    write_parquet(folder + "/toy.parquet", example())
    write_safetensors(folder + "/toy.safetensors", example())
