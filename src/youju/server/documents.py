"""`/documents`: list, upload, look at, delete."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from fastapi import APIRouter, Request

from youju.caller import Caller
from youju.citations.schemas import CardInForce, Wire
from youju.knowledge.importing import Outcome
from youju.knowledge.values import DocumentInfo, VersionInfo, VersionState
from youju.server.callers import Asking, House, Owning
from youju.server.problems import DOCUMENTED
from youju.server.uploads import FORM_SCHEMA, received
from youju.server.wire import in_force_out

router = APIRouter(prefix="/documents", tags=["documents"])


class Document(Wire):
    """A document as lists show it. `pages` and `passages` are counts of the live version; `roles` are told to the
    owner alone. `state`: `needs_ocr` is listed, but not searchable."""

    id: str
    source: str
    title: str
    state: VersionState
    category: str | None
    collection: str | None
    roles: tuple[str, ...] | None
    pages: int
    passages: int
    characters: int
    version: int
    version_label: str
    in_force: CardInForce
    media_type: str
    imported_at: datetime

    @classmethod
    def of(cls, info: DocumentInfo, caller: Caller) -> Document:
        """As this caller may see it."""
        return cls(
            id=info.id,
            source=info.source,
            title=info.title,
            state=info.state,
            category=info.category,
            collection=info.collection,
            roles=tuple(sorted(info.roles)) if caller.reads_all else None,
            pages=info.pages,
            passages=info.passages,
            characters=info.characters,
            version=info.version_number,
            version_label=info.version_label,
            in_force=in_force_out(info.in_force),
            media_type=info.media_type,
            imported_at=info.imported_at,
        )


class Documents(Wire):
    """The documents that the caller may read, by display name."""

    documents: tuple[Document, ...]


class Version(Wire):
    """One version of a document."""

    number: int
    label: str
    live: bool
    state: VersionState
    characters: int
    pages: int
    passages: int
    created_at: datetime
    superseded_at: datetime | None

    @classmethod
    def of(cls, info: VersionInfo) -> Version:
        """Without the id, which opens nothing."""
        return cls(**{name: getattr(info, name) for name in cls.model_fields})


class Versions(Wire):
    """A document's versions, newest first."""

    versions: tuple[Version, ...]


class Imported(Wire):
    """What became of one uploaded file. `message` is one line; `code` is set where there is something to do."""

    name: str
    outcome: Outcome
    message: str
    code: str | None = None
    document_id: str | None = None
    pages: int = 0
    passages: int = 0


class Import(Wire):
    """The outcome of an upload: one item for each file, in order. One bad file never stops the others."""

    items: tuple[Imported, ...]


_UPLOAD: dict[str, Any] = {
    "requestBody": {"required": True, "content": {"multipart/form-data": {"schema": FORM_SCHEMA}}}
}


@router.get("", responses=DOCUMENTED)
async def documents(caller: Asking, youju: House, at: date | None = None) -> Documents:
    """All documents that the caller may read, with their state in force at a date (today if it is missing)."""
    return Documents(documents=tuple(Document.of(info, caller) for info in await youju.documents(caller, at)))


@router.post("", responses=DOCUMENTED, openapi_extra=_UPLOAD)
async def upload(request: Request, caller: Owning, youju: House) -> Import:
    """Import files, owner only. A changed file under a known name becomes that document's new version. Form fields
    that are missing or empty leave roles, category and dates of a known document as they are."""
    async with received(request, youju.settings.max_file_mb) as (sources, wish):
        items = [item async for item in youju.add(sources, wish, caller)]
    return Import(items=tuple(Imported(**{name: getattr(i, name) for name in Imported.model_fields}) for i in items))


@router.get("/{identifier}", responses=DOCUMENTED)
async def document(identifier: str, caller: Asking, youju: House) -> Document:
    """One document."""
    return Document.of(await youju.document(identifier, caller), caller)


@router.delete("/{identifier}", responses=DOCUMENTED)
async def delete(identifier: str, caller: Owning, youju: House) -> Document:
    """Delete a document for good, owner only: all versions, index entries, the kept original, answers that cite it.
    Returns what it was."""
    return Document.of(await youju.remove(identifier, caller), caller)


@router.get("/{identifier}/versions", responses=DOCUMENTED)
async def versions(identifier: str, caller: Asking, youju: House) -> Versions:
    """A document's history."""
    return Versions(versions=tuple(Version.of(info) for info in await youju.history(identifier, caller)))
