"""`youju.toml` in a folder: what stands about the documents in it and below it.

    roles = ["hr"]                 # only callers with one of these; [] opens
    category = "人事"
    collection = "制度"
    effective_from = 2025-01-01
    effective_to = 2026-01-01      # the first day out of force
    title = "filename"             # or "heading", or a regular expression with one group, matched in the file's name

    [files."手册*.pdf"]            # the same for single files; also
    replaces = "手册2024.pdf"      # the document that this one takes the place of

The folder nearest to a file wins, key by key, and in one folder the table of the file. A file that cannot be
understood stops everything below it: a role that is lost would open documents.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, cast

from youju.errors import InputRejected
from youju.knowledge.placing import NOTHING_SAID, Wish

RULES_FILE = "youju.toml"
_FOLDER_KEYS = ("roles", "category", "collection", "effective_from", "effective_to", "title")
_FILE_KEYS = (*_FOLDER_KEYS, "replaces")


@dataclass(frozen=True, slots=True)
class FolderRules:
    """What one folder says: of all files below it, and of those whose name fits a pattern."""

    own: Wish = NOTHING_SAID
    files: tuple[tuple[str, Wish], ...] = ()


def read_rules(folder: Path) -> FolderRules | None:
    """The rules of one folder, or None. Raises `InputRejected` (`broken_rules`) that names the line and the reason."""
    try:
        raw = (folder / RULES_FILE).read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise _broken(folder, f"cannot be read ({error.strerror})") from None
    try:
        text = raw.decode("utf-8-sig")
        return _Checked(folder, text).rules(tomllib.loads(text))
    except UnicodeDecodeError:
        raise _broken(folder, "is not UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        told = str(error).replace("end of document", f"the end, line {len(raw.splitlines())}")
        raise _broken(folder, f"is no TOML: {told}") from None


def rules_above(folder: Path) -> list[FolderRules]:
    """The rules of a folder and of all folders that it lies in, the farthest first. Raises `InputRejected`."""
    folders = [*reversed(folder.parents), folder]
    return [rules for one in folders if (rules := read_rules(one)) is not None]


def wish_for(chain: Sequence[FolderRules], name: str) -> Wish:
    """What the rules, the farthest first, say about a file of that name."""
    wish = NOTHING_SAID
    for rules in chain:
        wish = wish.then(rules.own)
        for pattern, said in rules.files:
            if fnmatchcase(name, pattern):
                wish = wish.then(said)
    return wish


def checked_title(rule: str) -> str | None:
    """What is wrong with a rule for titles, as the end of a sentence; None where nothing is."""
    try:
        groups = 1 if rule in {"heading", "filename"} else re.compile(rule).groups
    except re.error as error:
        return f"is no regular expression ({error})"
    return None if groups == 1 else 'is "heading", "filename", or a regular expression with one (group)'


class _Checked:
    """Reads the values of one file, and knows where they stand for the messages."""

    def __init__(self, folder: Path, text: str) -> None:
        self._folder = folder
        self._lines = text.splitlines()

    def rules(self, table: Mapping[str, Any]) -> FolderRules:
        """The whole file."""
        files = table.get("files", {})
        if not isinstance(files, dict):
            raise self._fault("files", 'is a table for each pattern, as [files."*.pdf"]')
        own = self._wish({key: value for key, value in table.items() if key != "files"}, _FOLDER_KEYS, "")
        patterns = cast("dict[str, Any]", files)
        return FolderRules(own, tuple((pattern, self._file(pattern, said)) for pattern, said in patterns.items()))

    def _file(self, pattern: str, said: Any) -> Wish:
        if not isinstance(said, dict):
            raise self._fault(pattern, 'is a table, as [files."*.pdf"]')
        return self._wish(cast("dict[str, Any]", said), _FILE_KEYS, pattern)

    def _wish(self, table: Mapping[str, Any], known: Sequence[str], below: str) -> Wish:
        values: dict[str, Any] = {}
        for key, value in table.items():
            if key not in known:
                raise self._fault(key, f"is unknown here; known are {', '.join(known)}", below)
            values[key] = self._value(key, value, below)
        start, end = values.get("effective_from"), values.get("effective_to")
        if start and end and start >= end:
            raise self._fault("effective_to", "must be after effective_from", below)
        return Wish(**values)

    def _value(self, key: str, value: Any, below: str) -> Any:
        if key == "roles":
            if not isinstance(value, list) or not all(isinstance(one, str) and one.strip() for one in value):  # pyright: ignore[reportUnknownVariableType]
                raise self._fault(key, 'is a list of names, as ["hr"]', below)
            return frozenset(one.strip() for one in cast("list[str]", value))
        if key.startswith("effective_"):
            if not isinstance(value, date) or isinstance(value, datetime):
                raise self._fault(key, "is a date without quotes, as 2025-01-01", below)
            return value
        if not isinstance(value, str) or not value.strip():
            raise self._fault(key, "is a text in quotes", below)
        return self._title(value, below) if key == "title" else value.strip()

    def _title(self, rule: str, below: str) -> str:
        if fault := checked_title(rule):
            raise self._fault("title", fault, below)
        return rule

    def _fault(self, key: str, reason: str, below: str = "") -> InputRejected:
        """The error, with the line on which the key stands (after the line of its table)."""
        start = next((at for at, line in enumerate(self._lines) if below and below in line), 0)
        pattern = re.compile(rf"""^\s*\[?(files\.)?["']?{re.escape(key)}["']?\s*[=.\]]""")
        line = next((at for at, text in enumerate(self._lines) if at >= start and pattern.match(text)), start)
        return _broken(self._folder, f"line {line + 1}: {key} {reason}")


def _broken(folder: Path, reason: str) -> InputRejected:
    return InputRejected(
        f"{folder.name}/{RULES_FILE}: {reason}.",
        remedy="Nothing in this folder is imported or changed until it is corrected.",
        code="broken_rules",
    )
