"""What became of a file, in one line for the person who imports."""

from __future__ import annotations

from youju.knowledge.drafts import Draft
from youju.knowledge.names.putting import Published
from youju.knowledge.names.values import Arrival

_KNOWN = {
    "unchanged": "unchanged.",
    "moved": "roles, category, dates or title changed.",
    "restored": "an earlier version is in use again.",
    "added": "added again.",
}


def told_known(arrival: Arrival, published: Published) -> str:
    """Of a file that did not have to be read."""
    return " ".join([f"{arrival.name}: {_changed(published)}", *_beside(published)])


def told_read(draft: Draft, published: Published) -> str:
    """Of a file that was read."""
    if published.settled and published.settled.joined:
        return " ".join([f"{draft.source}: {_changed(published)}", *_beside(published)])
    if draft.state == "unreadable":
        return f"{draft.source}: no page can be read, not even by OCR; listed, but not searchable."
    if draft.state != "ready":
        return f"{draft.source}: no readable text, needs OCR; listed, but not searchable."
    parts = [f"{draft.source}: {published.outcome}, {len(draft.passages)} passages"]
    if draft.document.pages:
        parts.append(f"{len(draft.document.pages)} pages")
    if draft.document.needs_ocr:
        pages = "、".join(str(page) for page in draft.document.needs_ocr[:20])
        parts.append(f"pages without text that need OCR: {pages}")
    return " ".join([", ".join(parts) + ".", *_beside(published), *draft.document.warnings])


def told_recognised(draft: Draft) -> str:
    """Of a document whose pages have been recognised."""
    document = draft.document
    if draft.state != "ready":
        return f"{draft.source}: no page can be read by OCR; listed, but not searchable. Scan it again, sharper."
    read = [page.confidence for page in document.pages if page.confidence is not None]
    told = f"{draft.source}: {len(read)} pages recognised ({sum(read) / max(1, len(read)):.0%} sure)"
    return " ".join([f"{told}, {len(draft.passages)} passages.", *document.warnings])


def _changed(published: Published) -> str:
    settled = published.settled
    if settled and settled.joined:
        return f"the same content as {settled.joined}; one document with both names."
    if settled and settled.renamed:
        return f"renamed from {settled.renamed.name}; the same document as before."
    return _KNOWN.get(published.outcome, f"{published.outcome}.")


def _beside(published: Published) -> list[str]:
    settled = published.settled
    if settled is None:
        return []
    told: list[str] = []
    if settled.split:
        told.append("It was one of several names of a document and is a document of its own now.")
    if settled.like:
        told.append(f"{settled.like} has the same content, but other roles, category or dates: two documents.")
    if settled.left:
        told.append("The document that it was before is gone with its last name.")
    return told
