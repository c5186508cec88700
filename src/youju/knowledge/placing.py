"""Where a document belongs and who may read it, and what somebody says about that.

What is said comes from four places, the later over the earlier: the `youju.toml` of the folders, what was said when the
folder was added, what was set for the one document, the command of this moment. What nobody says stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from datetime import date
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Placement:
    """What can change without reading a document again. No `roles`: open to all; `effective_to` is the first day out of
    force; `title` is the rule by which it is titled (see `title_of`); `replaces` the document that it takes the place
    of: its id, or its name for as long as there is none of that name."""

    roles: frozenset[str] = frozenset()
    category: str | None = None
    collection: str | None = None
    effective_from: date | None = None
    effective_to: date | None = None
    title: str | None = None
    replaces: str | None = None


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody says about a placement. None says nothing: the document keeps what it has (a new one: open, no
    category, no dates), so that re-importing a restricted document never opens it by silence. Empty `roles` open it;
    the fields named in `cleared` are emptied."""

    roles: frozenset[str] | None = None
    category: str | None = None
    collection: str | None = None
    effective_from: date | None = None
    effective_to: date | None = None
    title: str | None = None
    replaces: str | None = None
    cleared: frozenset[str] = frozenset()

    @property
    def said(self) -> dict[str, Any]:
        """The fields about which something is said, with their new values."""
        empty = Placement()
        said = {name: getattr(empty, name) for name in FIELDS if name in self.cleared}
        return said | {name: getattr(self, name) for name in FIELDS if getattr(self, name) is not None}

    def over(self, now: Placement | None) -> Placement:
        """The placement that results."""
        return replace(now or Placement(), **self.said)

    def then(self, stronger: Wish) -> Wish:
        """Both, the stronger one where both say something."""
        return _wish(self.said | stronger.said)

    def without(self, other: Wish) -> Wish:
        """What is said here and not there."""
        return _wish({name: value for name, value in self.said.items() if name not in other.said})

    def row(self) -> dict[str, Any]:
        """As the ledger keeps it, in JSON."""
        return {name: _plain(value) for name, value in self.said.items()}

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Wish:
        """What `row` gave."""
        return _wish({name: _typed(name, value) for name, value in row.items() if name in FIELDS})


UNPLACED = Placement()
NOTHING_SAID = Wish()
FIELDS: tuple[str, ...] = tuple(field.name for field in fields(Placement))
_DATES = {"effective_from", "effective_to"}


def _wish(said: Mapping[str, Any]) -> Wish:
    values = {name: value for name, value in said.items() if value is not None}
    return Wish(**values, cleared=frozenset(said.keys() - values.keys()))


def _plain(value: Any) -> Any:
    if isinstance(value, frozenset):
        return sorted(value)  # pyright: ignore[reportUnknownVariableType] (strings, by the fields' types)
    return value.isoformat() if isinstance(value, date) else value


def _typed(name: str, value: Any) -> Any:
    if name == "roles":
        return frozenset(value or ())
    return date.fromisoformat(value) if name in _DATES and value is not None else value


def title_of(rule: str | None, own: str | None, name: str) -> str:
    """The title of a document whose own title (its first heading, say) is `own` and whose file is called `name`.

    `rule`: None and `heading` take its own title; `filename` the name without suffix; anything else is a regular
    expression, whose first group in that name is the title. Where a rule finds nothing the default stands.
    """
    stem = Path(name).stem or name
    if rule == "filename":
        return stem
    if rule not in {None, "heading"} and (match := re.search(str(rule), stem)) and match[1].strip():
        return match[1].strip()
    return own or stem
