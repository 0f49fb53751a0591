"""Checks the recipes of a release against its files: release FOLDER, with .ci/release's recipe.yaml and wrd.rb.

    python .ci/check_recipes.py FOLDER
"""

import hashlib
import re
import sys
import tarfile
from pathlib import Path

import yaml

folder = Path(sys.argv[1])
(sdist,) = folder.glob("wordrotator-*.tar.gz")
version = sdist.name.removeprefix("wordrotator-").removesuffix(".tar.gz")
checksum = hashlib.sha256(sdist.read_bytes()).hexdigest()
with tarfile.open(sdist) as packed:
    members = {name.partition("/")[2] for name in packed.getnames()}

recipe = yaml.safe_load((folder / "recipe.yaml").read_text(encoding="utf-8"))
assert recipe["schema_version"] == 1
assert recipe["package"] == {"name": "wordrotator", "version": version}
assert recipe["source"]["sha256"] == checksum
assert recipe["source"]["url"].endswith(sdist.name)

formula = (folder / "wrd.rb").read_text(encoding="utf-8")
assert re.findall(r'^  sha256 "(.*)"$', formula, re.MULTILINE) == [checksum]
assert sdist.name in formula

# What the recipes name must be in the sources.
for name in ("LICENSE", "licenses/third-party.txt", "licenses/distilled-en.txt", "licenses/context-multi.txt", "go/go.mod",
             "go/cli/wrd/main.go", "go/metric/encoder/context-multi/pieces.safetensors"):
    assert name in members, f"{sdist}: found no {name}"
assert not any(name.endswith("_test.go") for name in members)
print(f"recipes of {version} agree with {sdist.name}: {len(members)} files")
