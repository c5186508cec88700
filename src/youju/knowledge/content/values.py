"""Content as a value."""

from __future__ import annotations

from dataclasses import dataclass

from youju.knowledge.layout import Layout


@dataclass(frozen=True, slots=True)
class Content:
    """A live version's whole text with its layout, for the view of a passage."""

    text: str
    layout: Layout
    stored_file: str | None
    media_type: str
