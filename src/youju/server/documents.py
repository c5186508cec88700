"""`/documents`: list, upload, look at, place, delete."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Header, Request
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

from youju.caller import Caller
from youju.citations.schemas import CardInForce, Wire
from youju.errors import CallerMistake
from youju.knowledge.placing import Wish
from youju.knowledge.values import DocumentInfo, VersionInfo, VersionState
from youju.server.callers import Asking, House, Owning
from youju.server.imports import Report, Run, report
from youju.server.jobs import Jobs
from youju.server.problems import DOCUMENTED
from youju.server.uploads import FORM_SCHEMA, received
from youju.server.wire import Text, in_force_out

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


class Placing(BaseModel):
    """What is to change. What is left out stays; null or an empty list empties it, which for `roles` opens the document
    to all. `effective_to` is the first day out of force."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"roles": ["hr"], "category": "人事", "effective_to": None}]}
    )

    roles: tuple[Text, ...] | None = Field(default=None, max_length=100)
    category: Text | None = Field(default=None, max_length=200)
    collection: Text | None = Field(default=None, max_length=200)
    effective_from: date | None = None
    effective_to: date | None = None

    def to_wish(self) -> Wish:
        """As the house takes it."""
        roles = frozenset(filter(None, (role.strip() for role in self.roles or ())))
        said: dict[str, Any] = {name: getattr(self, name) for name in self.model_fields_set - {"roles"}}
        said = {name: value.strip() if isinstance(value, str) else value for name, value in said.items()}
        cleared = frozenset(name for name, value in said.items() if not value)
        kept = {name: value for name, value in said.items() if value}
        return Wish(roles=roles if "roles" in self.model_fields_set else None, cleared=cleared, **kept)


_LATER: dict[int | str, dict[str, Any]] = {
    202: {"model": Run, "description": "With `Prefer: respond-async`: it has begun; `Location` tells how it stands."}
}
_UPLOAD: dict[str, Any] = {
    "requestBody": {"required": True, "content": {"multipart/form-data": {"schema": FORM_SCHEMA}}}
}


@router.get("", responses=DOCUMENTED)
async def documents(caller: Asking, youju: House, at: date | None = None) -> Documents:
    """All documents that the caller may read, with their state in force at a date (today if it is missing)."""
    return Documents(documents=tuple(Document.of(info, caller) for info in await youju.documents(caller, at)))


@router.post("", response_model=Report, responses=DOCUMENTED | _LATER, openapi_extra=_UPLOAD)
async def upload(
    request: Request,
    caller: Owning,
    youju: House,
    jobs: Jobs,
    prefer: Annotated[str, Header(description="`respond-async` (RFC 7240): do not wait for the end.")] = "",
) -> Report | Response:
    """Import files, owner only. A changed file under a known name becomes that document's new version. Form fields
    that are missing or empty leave roles, category and dates of a known document as they are. One bad file never stops
    the others. A connection that breaks does not end the import."""
    sent = await received(request, youju.settings.max_file_mb, lambda: youju.receive(caller))
    run = await youju.stage(sent.folder, sent.sources, sent.wish, caller)
    job = jobs.start(run, caller)
    if "respond-async" not in {one.partition("=")[0].strip().lower() for one in re.split("[,;]", prefer)}:
        await jobs.ended(job)
        return await report(run.id, caller, youju)
    location = f"{request.scope.get('root_path', '')}/api/v1/imports/{run.id}"
    later = Run.of(await youju.import_run(run.id, caller)).model_dump_json(by_alias=True)
    headers = {"Location": location, "Preference-Applied": "respond-async"}
    return Response(later, 202, headers, media_type="application/json")


@router.get("/{identifier}", responses=DOCUMENTED)
async def document(identifier: str, caller: Asking, youju: House) -> Document:
    """One document."""
    return Document.of(await youju.document(identifier, caller), caller)


@router.put("/{identifier}", responses=DOCUMENTED)
async def place(identifier: str, body: Placing, caller: Owning, youju: House) -> Document:
    """Change roles, category, collection or dates of a document without reading it again, owner only. It counts from
    this moment on."""
    wish, now = body.to_wish(), await youju.document(identifier, caller)
    start, end = (wish.said.get(name, getattr(now, name)) for name in ("effective_from", "effective_to"))
    if start and end and start >= end:
        raise CallerMistake("effective_to must be after effective_from.", code="invalid_dates")
    return Document.of(await youju.place(now.id, wish, caller), caller)


@router.delete("/{identifier}", responses=DOCUMENTED)
async def delete(identifier: str, caller: Owning, youju: House) -> Document:
    """Delete a document for good, owner only: all versions, index entries, the kept original, answers that cite it.
    Returns what it was."""
    return Document.of(await youju.remove(identifier, caller), caller)


@router.get("/{identifier}/versions", responses=DOCUMENTED)
async def versions(identifier: str, caller: Asking, youju: House) -> Versions:
    """A document's history."""
    return Versions(versions=tuple(Version.of(info) for info in await youju.history(identifier, caller)))
