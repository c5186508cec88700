"""Every failure that Youju raises on purpose, in one tree.

    YoujuError                 one line for a person: what, why, and the way out
    ├── CallerMistake          the request is wrong; nothing was tried            (exit 2, HTTP 422)
    │   └── UnknownSetting
    ├── NotFound               unknown or forbidden: never told apart             (exit 1, HTTP 404)
    ├── InputRejected          one document cannot be taken in; the batch goes on (exit 1, HTTP 422)
    ├── StorageFailed          the home folder or the ledger cannot be used       (exit 1, HTTP 503)
    └── PartUnavailable        a part (model, index) is down; others go on        (exit 1, HTTP 503)
        └── ModelFailed        a language model did not answer, or not usably

`code` is stable and part of the contract; `message` and `remedy` are sentences for people and never hold a path
that the caller did not give, an internal id, or another document's title.
"""

from __future__ import annotations

from typing import Literal


class YoujuError(Exception):
    """A failure with a stable `code`, a one-line `message` and a `remedy` (may be empty)."""

    code = "failed"

    def __init__(self, message: str, *, remedy: str = "", code: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy
        if code:
            self.code = code

    def line(self) -> str:
        """The message and the way out, as one line."""
        text = f"{self.message} {self.remedy}" if self.remedy else self.message
        return " ".join(text.split())


class CallerMistake(YoujuError):
    """The request itself is wrong."""

    code = "invalid_request"


class UnknownSetting(CallerMistake):
    """A setting that does not exist, or a value that it cannot take."""

    code = "invalid_setting"


class NotFound(YoujuError):
    """Unknown to this caller: whether it exists for others is not said."""

    code = "not_found"


class InputRejected(YoujuError):
    """One source cannot be imported; `code` says why (`empty`, `encrypted`, `too_large`, `not_text`, `broken`, …)."""

    code = "unreadable"


class StorageFailed(YoujuError):
    """The home folder, the ledger or the index files cannot be used."""

    code = "storage"


class PartUnavailable(YoujuError):
    """A replaceable part did not answer; callers degrade and say so."""

    code = "unavailable"


ModelTrouble = Literal[
    "unreachable",  # no connection, or it broke before the first word
    "unauthorised",  # wrong or missing key
    "no_such_model",
    "no_tools",  # the model or its server takes no tools
    "context_overflow",  # more text than the model takes
    "rate_limited",
    "server_error",
    "timeout",  # nothing came for too long
    "broken_stream",  # it ended in the middle
    "not_understood",  # what came is not the protocol
    "empty",  # it ended without a word
    "out_of_tokens",  # it reached its length limit before anything could be shown
    "filtered",  # its provider ended the answer before that
    "runaway",  # it repeats itself, or does not come to an end
    "rejected",  # refused for another reason
]


class ModelFailed(PartUnavailable):
    """A language model did not answer. `trouble` is stable; `message` holds no address, no key and no reply."""

    code = "model_failed"

    def __init__(self, trouble: ModelTrouble, message: str, *, remedy: str = "") -> None:
        super().__init__(message, remedy=remedy)
        self.trouble: ModelTrouble = trouble
