"""A document on its way into the ledger: everything that one publish needs, as a value."""

from __future__ import annotations

from dataclasses import dataclass, replace

from youju.knowledge.editions.values import Edition
from youju.knowledge.identity import document_id, passage_id, version_id
from youju.knowledge.names.values import Arrival
from youju.knowledge.placing import UNPLACED, Placement, title_of
from youju.knowledge.values import InForceStatus, PassageSpan, Section, VersionState
from youju.reading.document import ReadDocument


@dataclass(frozen=True, slots=True)
class Draft:
    """A read and cut document. `key` identifies the source for good; `source` and `title` are display names.

    `declared` is what the source itself says of its being in force, where it says anything. `reader` is the name and
    version of what read it. `arrival` is set for files: which document they belong to, and where it is placed, is
    decided with the ledger's write lock held (see `names.settling`), and `identity` is that document then. `over` is
    set for another reading of the same file: it takes the place of that version alone, and keeps its placement.
    """

    key: str
    source: str
    title: str
    document: ReadDocument
    sections: tuple[Section, ...]
    passages: tuple[PassageSpan, ...]
    content_hash: str
    fingerprint: str
    placement: Placement = UNPLACED
    label: str = ""
    declared: InForceStatus | None = None
    stored_file: str | None = None
    reader: str = ""
    arrival: Arrival | None = None
    identity: str | None = None
    over: str | None = None
    edition: Edition | None = None

    @property
    def document_id(self) -> str:
        """Id of the document that this becomes a version of."""
        return self.identity or document_id(self.key)

    @property
    def version_id(self) -> str:
        """Id of the version that this becomes."""
        return version_id(self.document_id, self.fingerprint)

    def version_in(self, document: str) -> str:
        """Id of the version that this is in that document."""
        return version_id(document, self.fingerprint)

    def of(self, document: str, placement: Placement) -> Draft:
        """This as a version of that document, placed there."""
        title = title_of(placement.title, self.document.title, self.source) if self.arrival else self.title
        return replace(self, identity=document, placement=placement, title=title)

    @property
    def state(self) -> VersionState:
        """Only a document with passages is searchable."""
        if self.passages:
            return "ready"
        return "unreadable" if self.document.unreadable and not self.document.needs_ocr else "needs_ocr"

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
