"""The exceptions of this package, next to ValueError and TypeError."""

from __future__ import annotations

from collections.abc import Mapping


class WRDError(Exception):
    """What ``wrd`` says went wrong."""


class BinaryNotFoundError(WRDError, FileNotFoundError):
    """The program ``wrd`` is neither part of the installed package nor on the PATH."""


class StartError(WRDError):
    """``wrd`` could not be started, or ended before its work was done. The message is what it printed."""


class SettingError(StartError, ValueError):
    """``wrd`` refuses what it was started with: the value of a setting, or a file that a setting names."""

    @classmethod
    def of(cls, status: int, message: str) -> StartError:
        """Return the error for a program that ended with a status: 2 says that what it was given is wrong."""
        return cls(message) if status == 2 else StartError(message)


class WorkerDiedError(WRDError):
    """The worker ended in the middle of a call, and again when the call was repeated."""


class ProtocolError(WRDError):
    """The program that was found is not the wrd of this package, but another one or of another version."""


class RequestError(WRDError, ValueError):
    """The worker cannot answer a request."""

    def __init__(self, code: str, message: str, data: Mapping[str, object]) -> None:
        super().__init__(message)
        #: For programs, such as "invalid_params" or "undefined"; docs/serve.md lists them.
        self.code = code
        #: What else is known, such as the 0-based "segment" at fault.
        self.data = data

    def after(self, segments: int) -> RequestError:
        """Return the error of texts that came after so many other segments."""
        at = self.data.get("segment")
        if not segments or not isinstance(at, int):
            return self
        message = str(self).replace(f"segment {at + 1}", f"segment {segments + at + 1}", 1)
        return RequestError(self.code, message, {**self.data, "segment": segments + at})

    def __reduce__(self) -> tuple[type[RequestError], tuple[str, str, Mapping[str, object]]]:
        return type(self), (self.code, str(self), self.data)
