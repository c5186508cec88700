"""Laws on their way into the ledger: where they stand there, and what tells one edition of a text from another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from youju.knowledge.drafts import Draft
from youju.knowledge.identity import digest
from youju.knowledge.importing import Importer
from youju.knowledge.placing import Placement
from youju.law.documents import LawDocument

_COLLECTION = "statutes"


def law_drafts(laws: Sequence[LawDocument], importer: Importer) -> list[Draft]:
    """Versions of laws, cut into passages."""
    return [_draft(law, importer) for law in laws]


def _draft(law: LawDocument, importer: Importer) -> Draft:
    placement = Placement(
        category=law.category,
        collection=_COLLECTION,
        effective_from=law.effective_from,
        effective_to=law.effective_to,
    )
    content = digest(law.document.text, *(str(section.locator) for section in law.sections))
    draft = importer.draft(
        law.key, law.display_name, law.document, content, placement, title=law.title, sections=law.sections
    )
    return replace(draft, label=law.version_label, declared=law.declared)
