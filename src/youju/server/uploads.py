"""Files on their way in: from a multipart body to files in the folder of a run, which goes when they are in."""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from fastapi import Request
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException

from youju.errors import CallerMistake, InputRejected, StorageFailed
from youju.knowledge.importing import Wish
from youju.knowledge.originals import too_large
from youju.knowledge.runs.staging import RunFolder
from youju.knowledge.sources import Source

MOST_FILES = 50
FILES_AT_THE_LIMIT = 2
"""How many files of the largest size one body may hold; many small ones count by their size."""

_DATES = ("effective_from", "effective_to")
_WORDS = ("category", "collection")
_FIELDS = frozenset({"files", "roles", *_WORDS, *_DATES})
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")

FORM_SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["files"],
    "properties": {
        "files": {"type": "array", "items": {"type": "string", "format": "binary"}, "maxItems": MOST_FILES},
        "roles": {"type": "array", "items": {"type": "string"}, "description": "Only callers with one of these."},
        "category": {"type": "string"},
        "collection": {"type": "string"},
        "effective_from": {"type": "string", "format": "date"},
        "effective_to": {"type": "string", "format": "date", "description": "The first day out of force."},
    },
}


@dataclass(frozen=True, slots=True)
class Upload:
    """What a form brought: files in the folder of a run to be, what is wrong with others, what is said about all."""

    folder: RunFolder
    sources: list[Source | InputRejected]
    wish: Wish


async def received(request: Request, max_file_mb: int, make_folder: Callable[[], Awaitable[RunFolder]]) -> Upload:
    """The files of a multipart request on disk, as sources, and what the form says about them.

    Nothing is held whole in memory. A file beyond the limit becomes its own `InputRejected`. Raises `CallerMistake`
    for a form that cannot be understood; then no folder is left.
    """
    if not request.headers.get("content-type", "").startswith("multipart/form-data"):
        raise CallerMistake("Files come as multipart/form-data.", code="not_a_form")
    async with _form(request) as form:
        wish = _wish(form)
        files = [value for value in form.getlist("files") if isinstance(value, UploadFile)]
        if not files:
            raise CallerMistake("No file was sent.", remedy="Send at least one under `files`.", code="no_file")
        folder = await make_folder()
        try:
            kept = [await _keep(file, folder.file(place), max_file_mb) for place, file in enumerate(files)]
        except BaseException:
            folder.release(remove=True)
            raise
    return Upload(folder, kept, wish)


@asynccontextmanager
async def _form(request: Request) -> AsyncGenerator[FormData]:
    try:
        form = await request.form(max_files=MOST_FILES, max_fields=MOST_FILES)
    except HTTPException as error:
        if error.status_code == 413:
            raise
        raise CallerMistake(
            "The form cannot be read.", remedy=f"At most {MOST_FILES} files.", code="not_a_form"
        ) from error
    try:
        yield form
    finally:
        await form.close()


async def _keep(file: UploadFile, path: Path, max_file_mb: int) -> Source | InputRejected:
    name = display_name(file.filename or "")
    if (file.size or 0) > max_file_mb * 2**20:
        return too_large(name, max_file_mb * 2**20)
    await asyncio.to_thread(_copy, file, path)
    return Source(path, name, f"upload:{name}")


def _copy(file: UploadFile, path: Path) -> None:
    try:
        with path.open("wb") as target:
            shutil.copyfileobj(file.file, target)
    except OSError as error:
        raise StorageFailed(
            f"The home folder cannot be written: {error.strerror}.", remedy="Free some space, or check its permissions."
        ) from error


def display_name(sent: str) -> str:
    """The last part of a name as a browser or program sent it, without what no person sees and within 200
    characters (the suffix stays)."""
    name = _UNSEEN.sub("", sent.replace("\\", "/").rpartition("/")[2]).strip().strip(".") or "unnamed"
    suffix = Path(name).suffix if len(Path(name).suffix) <= 20 else ""
    return name if len(name) <= 200 else name[: 200 - len(suffix)] + suffix


def _wish(form: FormData) -> Wish:
    unknown = sorted(set(form.keys()) - _FIELDS)
    if unknown:
        raise CallerMistake(f"Unknown form field {unknown[0][:50]}.", remedy=f"Known: {', '.join(sorted(_FIELDS))}.")
    start, end = (_date(form, name) for name in _DATES)
    if start and end and start >= end:
        raise CallerMistake("effective_to must be after effective_from.", code="invalid_dates")
    roles = frozenset(filter(None, (str(role).strip() for role in form.getlist("roles"))))
    words: dict[str, str | None] = {name: str(form.get(name, "")).strip()[:200] or None for name in _WORDS}
    return Wish(
        roles=roles or None,
        category=words["category"],
        collection=words["collection"],
        effective_from=start,
        effective_to=end,
    )


def _date(form: FormData, name: str) -> date | None:
    text = str(form.get(name, "")).strip()
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise CallerMistake(f"{name} is no date.", remedy="Write it as YYYY-MM-DD.", code="invalid_dates") from None
