"""Where the program wrd is."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from pathlib import Path

from wordrotator.errors import BinaryNotFoundError

#: The environment variable that names another program than the one that was installed with the package.
VARIABLE = "WRD_BINARY"


def find() -> str:
    """Return the path of wrd: that of WRD_BINARY, else the one that came with this package, else the one on the PATH.

    Raises BinaryNotFoundError if there is none.
    """
    named = os.environ.get(VARIABLE)
    if named:
        if not Path(named).is_file():
            raise BinaryNotFoundError(f"{VARIABLE}: found {named}, expected the path of the program wrd")
        return named
    name = "wrd.exe" if sys.platform == "win32" else "wrd"
    for folder in _script_folders():
        if (folder / name).is_file():
            return str(folder / name)
    found = shutil.which("wrd")
    if found:
        return found
    raise BinaryNotFoundError(
        "found no program wrd: this package was installed without the one for your system. "
        "Install it by: go install github.com/wordrotator/wrd/cli/wrd@latest, "
        f"or name it in the environment variable {VARIABLE}"
    )


def _script_folders() -> list[Path]:
    """Where pip puts programs: of this environment, of the user, next to a folder given by --target."""
    user = sysconfig.get_preferred_scheme("user")
    return [
        Path(sysconfig.get_path("scripts")),
        Path(sysconfig.get_path("scripts", scheme=user)),
        Path(__file__).parents[1] / "bin",
    ]


def main() -> None:
    """Run wrd with the arguments of this program, for ``python -m wordrotator``."""
    program = find()
    if sys.platform == "win32":
        import subprocess

        sys.exit(subprocess.run([program, *sys.argv[1:]]).returncode)
    os.execv(program, [program, *sys.argv[1:]])
