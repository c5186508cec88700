"""A document on its way into the ledger: everything that one publish needs, as a value."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from youju.knowledge.identity import document_id, passage_id, version_id
from youju.knowledge.values import InForceStatus, PassageSpan, Section, VersionState
from youju.reading.document import ReadDocument


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a document belongs and who may read it: what can change without reading it again."""

    roles: frozenset[str] = frozenset()
    category: str | None = None
    collection: str | None = None
    effective_from: date | None = None
    effective_to: date | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """A read and cut document. `key` identifies the source for good; `source` and `title` are display names.

    `declared` is what the source itself says of its being in force, where it says anything.
    """

    key: str
    source: str
    title: str
    document: ReadDocument
    sections: tuple[Section, ...]
    passages: tuple[PassageSpan, ...]
    content_hash: str
    fingerprint: str
    placement: Placement = Placement()
    label: str = ""
    declared: InForceStatus | None = None
    stored_file: str | None = None

    @property
    def document_id(self) -> str:
        """Id of the document that this becomes a version of."""
        return document_id(self.key)

    @property
    def version_id(self) -> str:
        """Id of the version that this becomes."""
        return version_id(self.document_id, self.fingerprint)

    @property
    def state(self) -> VersionState:
        """A document with pages but no passage waits for OCR and is not searchable."""
        return "ready" if self.passages else "needs_ocr"

    def passage_id(self, span: PassageSpan) -> str:
        """Id of one of its passages."""
        return passage_id(self.version_id, span.ordinal)

    def path(self, section: int | None) -> tuple[str, ...]:
        """Titles from the outermost section down to this one. Sections are numbered by their place in `sections`."""
        titles: list[str] = []
        while section is not None:
            titles.append(self.sections[section].title)
            section = self.sections[section].parent
        return tuple(reversed(titles))
