"""Puts the program wrd into a wheel.

WRD_WHEEL_PROGRAM names the program, WRD_WHEEL_TAG the platform it is for, such as manylinux2014_x86_64. Without them
the wheel has no program and is for any platform; wordrotator then looks for wrd on the PATH.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ProgramHook(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        program, platform = os.environ.get("WRD_WHEEL_PROGRAM"), os.environ.get("WRD_WHEEL_TAG")
        if not program and not platform:
            return
        if not program or not platform or not Path(program).is_file():
            raise SystemExit(
                f"found the program {program!r} for the platform {platform!r}, expected WRD_WHEEL_PROGRAM and "
                "WRD_WHEEL_TAG to name a file and the platform that it is for"
            )
        name = "wrd.exe" if platform.startswith("win") else "wrd"
        build_data["shared_scripts"][program] = name
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform}"
