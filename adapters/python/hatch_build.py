"""Puts the program wrd into a wheel.

By default it is built by Go from the sources, which are those of the clone that this folder is part of, or lie in the
folder go of a source distribution. WRD_WHEEL_PROGRAM names a program that was built before, WRD_WHEEL_TAG the platform
it is for, such as manylinux2014_x86_64. WRD_WHEEL_TAG=any makes a wheel without a program; wordrotator then looks for
wrd on the PATH.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ProgramHook(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        program, platform = os.environ.get("WRD_WHEEL_PROGRAM"), os.environ.get("WRD_WHEEL_TAG")
        if platform == "any" or (version == "editable" and not shutil.which("go")):
            return
        if not program and not platform:
            platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
            self._folder = tempfile.mkdtemp(prefix="wordrotator-")
            program = str(Path(self._folder, "wrd.exe" if platform.startswith("win") else "wrd"))
            self._build(program)
        if not program or not platform or not Path(program).is_file():
            raise SystemExit(
                f"found the program {program!r} for the platform {platform!r}, expected WRD_WHEEL_PROGRAM and "
                "WRD_WHEEL_TAG to name a file and the platform that it is for"
            )
        name = "wrd.exe" if platform.startswith("win") else "wrd"
        build_data["shared_scripts"][program] = name
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        shutil.rmtree(getattr(self, "_folder", ""), ignore_errors=True)

    def _build(self, program: str) -> None:
        """Build the program by Go."""
        folders = [Path(self.root, "go"), Path(self.root).parents[1]]
        sources = next((folder for folder in folders if (folder / "go.mod").is_file()), None)
        if sources is None:
            raise SystemExit(f"found no sources of wrd in {folders[0]} or {folders[1]}, expected those of Go")
        if not shutil.which("go"):
            raise SystemExit(
                "found no Go, which builds the program wrd where no wheel fits: install Go 1.26 or later "
                "(https://go.dev/dl/), or set WRD_WHEEL_TAG=any to install without the program, which is then looked "
                "for on the PATH"
            )
        flags = ["-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid="]
        command = ["go", "build", *flags, "-o", program, "./cli/wrd"]
        environment = {**os.environ, "CGO_ENABLED": "0"}
        if subprocess.run(command, cwd=sources, env=environment).returncode:
            raise SystemExit(f"{' '.join(command)} in {sources} failed: Go 1.26 or later, and what it says above")
