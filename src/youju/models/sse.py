"""Server-sent events as bytes arrive: the JSON objects of their `data:` lines.

The format is the HTML standard's (section 9.2), read with tolerance for what servers do to it: comments, any kind of
line end, no blank line between events, and bare JSON lines without `data:`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, cast

from youju.errors import ModelFailed

LONGEST_LINE = 1_000_000
"""Bytes of one line. A chunk of a completion has some hundred."""


class EventReader:
    """Give it bytes, cut anywhere, and it gives the objects that have become complete.

    `ended`: the server has said `[DONE]`; nothing after it is read. `seen`: any event came at all.
    """

    def __init__(self) -> None:
        self.ended = False
        self.seen = False
        self._line: list[bytes] = []
        self._line_bytes = 0
        self._after_return = False
        self._kind = ""
        self._data: list[str] = []
        self._data_bytes = 0

    def feed(self, data: bytes) -> Iterator[Mapping[str, Any]]:
        """The objects that these bytes complete. Raises `ModelFailed` (`not_understood`) for what is no JSON object,
        and for a line or an event that does not end."""
        *complete, rest = self._unify_line_ends(data).split(b"\n")
        for piece in complete:
            self._keep(piece)
            line = b"".join(self._line).decode("utf-8", "replace")
            self._line, self._line_bytes = [], 0
            yield from self._take(line)
            if self.ended:
                return
        self._keep(rest)

    def close(self) -> Iterator[Mapping[str, Any]]:
        """What the last bytes complete, when the body ends without a blank line."""
        if not self.ended:
            yield from self.feed(b"\n\n")

    def _unify_line_ends(self, data: bytes) -> bytes:
        if self._after_return and data.startswith(b"\n"):
            data = data[1:]
            self._after_return = False
        if data:
            self._after_return = data.endswith(b"\r")
        return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")

    def _keep(self, piece: bytes) -> None:
        self._line.append(piece)
        self._line_bytes += len(piece)
        if self._line_bytes > LONGEST_LINE:
            raise not_understood()

    def _take(self, line: str) -> Iterator[Mapping[str, Any]]:
        line = line.removeprefix("\ufeff")
        if not line:
            yield from self._dispatch()
        elif line.startswith("data:"):
            yield from self._add(line[5:].removeprefix(" "))
        elif line.startswith("{"):
            yield from self._add(line)
        elif line.startswith("event:"):
            self._kind = line[6:].strip()

    def _add(self, data: str) -> Iterator[Mapping[str, Any]]:
        # Some servers put no blank line between events: a line that is complete needs no more lines.
        if len(self._data) == 1 and _parsed(self._data[0]) is not None:
            yield from self._dispatch()
        self._data.append(data)
        self._data_bytes += len(data)
        if self._data_bytes > LONGEST_LINE:
            raise not_understood()
        if data.strip() == "[DONE]":
            self._data = []
            self.seen = self.ended = True

    def _dispatch(self) -> Iterator[Mapping[str, Any]]:
        text, kind = "\n".join(self._data).strip(), self._kind
        self._data, self._data_bytes, self._kind = [], 0, ""
        if not text:
            return
        value = _parsed(text)
        if value is None:
            raise not_understood()
        self.seen = True
        yield {"error": value} if kind == "error" and "error" not in value else value


def not_understood() -> ModelFailed:
    """What the server sends is not the protocol."""
    return ModelFailed(
        "not_understood",
        "The language model's server answered with something that is not the OpenAI protocol.",
        remedy="Check base_url: it usually ends in /v1.",
    )


def _parsed(text: str) -> Mapping[str, Any] | None:
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return cast(Mapping[str, Any], value) if isinstance(value, dict) else None
