"""Deterministic ids and fingerprints: the same source gives the same ids on every machine.

A version's id follows from its fingerprint, so the same bytes read by the same parts are the same version again, also
after a detour over another one. Vectors are kept under the embedder's own fingerprint (see `index/vectors.py`).
"""

from __future__ import annotations

import hashlib

_SEPARATOR = "\x1f"


def digest(*parts: str) -> str:
    """24 hex digits of SHA-256 over the parts."""
    return hashlib.sha256(_SEPARATOR.join(parts).encode()).hexdigest()[:24]


def document_id(key: str) -> str:
    """`key` names the source for good, for example `file:…` or `law:…`; it never leaves the ledger."""
    return digest("document", key)


def version_id(document: str, fingerprint: str) -> str:
    """One version of a document."""
    return digest("version", document, fingerprint)


def passage_id(version: str, ordinal: int) -> str:
    """One passage of a version."""
    return digest("passage", version, str(ordinal))


def text_hash(text: str) -> str:
    """Proves at every read that a passage is what was imported."""
    return digest("text", text)
