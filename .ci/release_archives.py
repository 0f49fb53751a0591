"""Archives of the program, and what it is built from: the bill of materials, the licences; for .ci/release.

release_archives.py archive NAME PROGRAM PACKAGE     writes NAME.tar.gz or, for a program for Windows, NAME.zip
release_archives.py bill FILE VERSION PROGRAM...     writes a CycloneDX bill of what the programs contain
release_archives.py notices FILE PROGRAM...          writes the licences of the Go modules that the programs contain
release_archives.py macos PROGRAM                    prints the oldest macOS that the program runs on, such as 12_0

Entries are sorted, belong to nobody and have the time SOURCE_DATE_EPOCH, so the same input gives the same bytes.
"""

import gzip
import hashlib
import io
import json
import os
import struct
import subprocess
import sys
import tarfile
import time
import uuid
import zipfile
from pathlib import Path

EPOCH = int(os.environ["SOURCE_DATE_EPOCH"])


def archive(name: str, program: str, package: str) -> None:
    folder = Path(name).name
    files = {f"{folder}/{Path(program).name}": (Path(program), 0o755)}
    files[f"{folder}/LICENSE"] = (Path(package, "LICENSE"), 0o644)
    for file in Path(package, "licenses").iterdir():
        files[f"{folder}/licenses/{file.name}"] = (file, 0o644)
    if program.endswith(".exe"):
        with zipfile.ZipFile(f"{name}.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
            for entry, (file, mode) in sorted(files.items()):
                info = zipfile.ZipInfo(entry, time.gmtime(max(EPOCH, 315532800))[:6])
                info.external_attr, info.compress_type, info.create_system = mode << 16, zipfile.ZIP_DEFLATED, 3
                out.writestr(info, file.read_bytes())
        return
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as out:
        for entry, (file, mode) in sorted(files.items()):
            info = tarfile.TarInfo(entry)
            info.size, info.mode, info.mtime = file.stat().st_size, mode, EPOCH
            with file.open("rb") as content:
                out.addfile(info, content)
    with open(f"{name}.tar.gz", "wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=EPOCH) as out:
        out.write(packed.getvalue())


def contents(programs: tuple[str, ...]) -> tuple[dict[tuple[str, str], str], set[str]]:
    """Return what the programs say of themselves (go version -m): the checksums of their modules, versions of Go."""
    modules: dict[tuple[str, str], str] = {}
    compilers = set()
    for program in programs:
        said = subprocess.run(["go", "version", "-m", program], check=True, capture_output=True, text=True).stdout
        lines = said.splitlines()
        compilers.add(lines[0].rsplit(" ", 1)[1].removeprefix("go"))
        for line in lines[1:]:
            fields = line.split("\t")[1:]
            if fields[0] == "dep":
                modules[fields[1], fields[2]] = fields[3]
    return modules, compilers


def notices(file: str, *programs: str) -> None:
    """Write the licences of Go and of its modules, whose authors ask for them to go with every program."""
    modules, _ = contents(programs)
    listed = subprocess.run(
        ["go", "list", "-m", "-f", "{{.Path}}\t{{.Dir}}", *(path for path, _ in modules)],
        check=True, capture_output=True, text=True,
    ).stdout.splitlines()  # fmt: skip
    folders = dict(line.split("\t") for line in listed)
    root = subprocess.run(["go", "env", "GOROOT"], check=True, capture_output=True, text=True).stdout.strip()
    parts = {"Go and its standard library": Path(root)}
    parts |= {f"{path} {version}": Path(folders[path]) for path, version in sorted(modules)}
    texts = []
    for name, folder in parts.items():
        licences = sorted(path for path in folder.iterdir() if path.name.partition(".")[0] in ("LICENSE", "NOTICE"))
        if not licences:
            sys.exit(f"{name}: found no licence in {folder}, expected one")
        found = [path.read_text(encoding="utf-8").strip() for path in licences]
        texts.append("\n\n".join([f"{name}\n{'=' * len(name)}", *found]))
    head = "The program wrd contains the following packages of Go, under the licences of their authors."
    Path(file).write_text("\n\n\n".join([head, *texts]) + "\n", encoding="utf-8")


def macos(program: str) -> None:
    """Print what the linker wrote into the load command LC_BUILD_VERSION of a Mach-O file."""
    data = Path(program).read_bytes()
    commands, at = struct.unpack_from("<I", data, 16)[0], 32
    for _ in range(commands):
        command, size, _, oldest = struct.unpack_from("<IIII", data, at)
        if command == 0x32:
            print(f"{oldest >> 16}_{oldest >> 8 & 0xFF}")
            return
        at += size
    sys.exit(f"{program}: found no LC_BUILD_VERSION, expected a program for macOS")


def bill(file: str, version: str, *programs: str) -> None:
    """Write a bill of materials in the format CycloneDX."""
    modules, compilers = contents(programs)
    purl = "pkg:golang/github.com/wordrotator/wrd/cli/wrd@" + version
    components = [
        {
            "type": "library",
            "bom-ref": f"pkg:golang/{path}@{of_it}",
            "name": path,
            "version": of_it,
            "purl": f"pkg:golang/{path}@{of_it}",
            "properties": [{"name": "go:sum", "value": checksum}],
        }
        for (path, of_it), checksum in sorted(modules.items())
    ]
    components += [
        {"type": "library", "bom-ref": f"pkg:golang/std@{go}", "name": "std", "version": go, "purl": f"pkg:golang/std@{go}"}
        for go in sorted(compilers)
    ]
    for name, content, licence in (
        ("distilled-en", "metric/embedding/distilled-en/vectors.q8", "CC-BY-SA-4.0"),
        ("context-en", "metric/encoder/context-en/model.safetensors", "CC-BY-SA-4.0"),
        ("context-en-large", "metric/encoder/context-en-large/model.safetensors", "CC-BY-SA-4.0"),
        ("context-multi", "metric/encoder/context-multi/model.safetensors", "MIT"),
    ):
        components.append(
            {
                "type": "machine-learning-model",
                "bom-ref": name,
                "name": name,
                "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(Path(content).read_bytes()).hexdigest()}],
                "licenses": [{"license": {"id": licence}}],
            }
        )
    document = {
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": "",
        "version": 1,
        "metadata": {
            "timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(EPOCH)),
            "component": {
                "type": "application",
                "bom-ref": purl,
                "name": "wrd",
                "version": version,
                "purl": purl,
                "licenses": [{"license": {"id": "Apache-2.0"}}],
            },
        },
        "components": components,
        "dependencies": [{"ref": purl, "dependsOn": [component["bom-ref"] for component in components]}],
    }
    # Named after the content, so that it is the same for the same content.
    document["serialNumber"] = f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(document))}"
    Path(file).write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    {"archive": archive, "bill": bill, "notices": notices, "macos": macos}[sys.argv[1]](*sys.argv[2:])
