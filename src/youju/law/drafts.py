"""Laws on their way into the ledger: where they stand there, and what tells one edition of a text from another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from youju.knowledge.drafts import Draft
from youju.knowledge.editions.values import Edition, RepealedPart
from youju.knowledge.identity import digest
from youju.knowledge.importing import Importer
from youju.knowledge.placing import Placement
from youju.law.documents import LawDocument
from youju.law.repeals import with_terms

COLLECTION = "statutes"


@dataclass(frozen=True, slots=True)
class Incoming:
    """A law with the edition that it becomes, and the name of its kept original, if there is one."""

    law: LawDocument
    edition: Edition
    stored_file: str | None = None


def law_drafts(laws: Sequence[Incoming], importer: Importer) -> list[Draft]:
    """Editions of laws, cut into passages. Their dates are the ledger's to work out."""
    return [_draft(one, importer) for one in laws]


def _draft(incoming: Incoming, importer: Importer) -> Draft:
    law, edition = incoming.law, incoming.edition
    placement = Placement(category=law.category, collection=COLLECTION)
    content = digest(law.document.text, *(str(section.locator) for section in law.sections))
    document = replace(law.document, title=law.title)
    draft = importer.draft(
        law.key, law.display_name, document, content, placement, title=law.title, sections=law.sections
    )
    draft = replace(draft, label=law.version_label, edition=edition, stored_file=incoming.stored_file)
    return parted(draft, edition.parts)


def parted(draft: Draft, parts: Sequence[RepealedPart]) -> Draft:
    """A draft with the terms of its repealed parts: other parts make another version of the text."""
    if not any(part.article is not None for part in parts):
        return draft
    passages = with_terms(draft.document.text, draft.sections, draft.passages, parts)
    terms = [f"{part.article}/{part.suffix}/{part.paragraph}/{part.until}" for part in parts]
    return replace(draft, passages=passages, fingerprint=digest(draft.fingerprint, *terms))
