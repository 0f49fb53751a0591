"""Where the program wrd is."""

from __future__ import annotations

import contextlib
import errno
import functools
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import threading
from pathlib import Path
from typing import Any

from wordrotator._errors import BinaryNotFoundError, ProtocolError, StartError
from wordrotator._settings import VERSION

#: The environment variable that names another program than the one that was installed with the package.
VARIABLE = "WRD_BINARY"

#: What to do about a program that is not the one of this package.
REMEDY = (
    "install the package anew, with the program of its version (pip install --force-reinstall wordrotator), "
    f"and unset {VARIABLE}, or let it name that program"
)

#: How long a program may take to say which version it is, in seconds.
_PATIENCE = 60.0


def find() -> str:
    """Return the path of wrd: that of WRD_BINARY, else the one that came with this package, else the one on the PATH.

    Raises BinaryNotFoundError if there is none, StartError if it is too late to start one.
    """
    if sys.is_finalizing():  # threads do not start any more, and what waits for one would wait forever
        raise StartError("found Python at its end, where no program is started any more: call it earlier")
    named = os.environ.get(VARIABLE)
    if named:
        if not Path(named).is_file():
            what = "the folder" if Path(named).is_dir() else "no file"
            raise BinaryNotFoundError(
                f"{VARIABLE}: found {what} {named}, expected the path of the program wrd: name that, or unset "
                f"{VARIABLE} for the program that was installed with the package"
            )
        return str(Path(named).absolute())  # wrd alone would be looked for on the PATH
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
    """Return why a program cannot be started, and what to do."""
    wrong = ": it is a program for another system" if error.errno == errno.ENOEXEC else ""
    remedy = REMEDY
    if error.errno in (errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM):
        remedy = "close what is not used, as each open WRD has a process and three files, or raise the limit"
    return f"{program} cannot be started{wrong}: {error.strerror}: {remedy}"


def own_group() -> dict[str, Any]:
    """Arguments of Popen that keep Ctrl-C from a process: it is for Python, which ends the process."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process with a group of its own, and the children that may hold its pipes."""
    if sys.platform == "win32":
        process.kill()
    else:
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)


def verify(program: str) -> None:
    """Raise ProtocolError, with the path and what was found, unless a program is wrd of this package's version."""
    try:
        state = Path(program).stat()
        _verify(program, state.st_mtime_ns, state.st_size)
    except OSError as error:
        raise StartError(explain(program, error)) from error


@functools.lru_cache(maxsize=16)
def _verify(program: str, *_state: int) -> None:
    """Verify a program once for each state of its file."""
    with subprocess.Popen(
        [program, "version"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        **own_group(),
    ) as process:
        assert process.stdout is not None
        late = threading.Timer(_PATIENCE, kill, [process])
        late.daemon = True
        late.start()
        said = process.stdout.read(1000).decode(errors="replace").strip()  # some programs never stop
        late.cancel()
        kill(process)
    if said.partition("\n")[0].strip() != f"wrd version {VERSION}":  # other lines say how it was built
        found = repr(said[:200]) if said else "a program that says nothing"
        raise ProtocolError(f"{program}: found {found}, expected wrd {VERSION} of the package wordrotator: {REMEDY}")


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
