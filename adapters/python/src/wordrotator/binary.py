"""Where the program wrd is."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping, Sequence
from pathlib import Path

from wordrotator.errors import BinaryNotFoundError, StartError

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
    """Where pip puts programs: of this environment, of the user, of the folders given by --target and --prefix."""
    user = sysconfig.get_preferred_scheme("user")
    package = Path(__file__).parent
    return [
        Path(sysconfig.get_path("scripts")),
        Path(sysconfig.get_path("scripts", scheme=user)),
        package.parents[0] / "bin",
        # From lib/python3.13/site-packages/wordrotator, on Windows Lib/site-packages/wordrotator.
        package.parents[2] / "Scripts" if sys.platform == "win32" else package.parents[3] / "bin",
    ]


def explain(program: str, error: OSError) -> str:
    """Return why a program cannot be started."""
    wrong = ": it is a program for another system" if error.errno == errno.ENOEXEC else ""
    return f"{program} cannot be started{wrong}: {error.strerror}"


def run(
    arguments: Sequence[str], *, failing: bool = False, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run wrd to its end, without a shell.

    Raises StartError with what it says if its exit status is not 0 or, with ``failing``, 1.
    """
    program = find()
    try:
        done = subprocess.run(
            [program, *arguments], stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", env=env
        )
    except OSError as error:
        raise StartError(explain(program, error)) from error
    if done.returncode not in (0, int(failing)):
        raise StartError(done.stderr.strip())
    return done


def main() -> None:
    """Run wrd with the arguments of this program, for ``python -m wordrotator``."""
    program = ""
    try:
        program = find()
        if sys.platform == "win32":
            sys.exit(subprocess.run([program, *sys.argv[1:]]).returncode)
        os.execv(program, [program, *sys.argv[1:]])
    except OSError as error:
        print(f"wrd: {explain(program, error) if program else error}", file=sys.stderr)
        sys.exit(3)
