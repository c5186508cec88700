"""The parts of a mail: its texts in one form or two, and the files attached to it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import Message
from functools import partial

from youju.reading.decoding import Decoded, decode, is_text
from youju.reading.entries import Entry
from youju.reading.mail_headers import filename_of, header
from youju.reading.reader import SourceFile, rejected

MAIL_SUFFIXES = (".eml",)
PAGE_SUFFIXES = (".mht", ".mhtml")
_HEADER = re.compile(rb"(?:From [^\r\n]*\r?\n)?[A-Za-z][A-Za-z0-9-]*[ \t]*:")
_TELLING = re.compile(rb"^(?:from|to|subject|date|message-id|received|mime-version|return-path)[ \t]*:", re.I | re.M)
_TRANSPORT = re.compile(rb"^(?:received|message-id|mime-version|return-path)[ \t]*:", re.I | re.M)
_SAVED_PAGE = re.compile(rb"^(?:snapshot-content-location:|from:[ \t]*\"?<?saved by)", re.I | re.M)
_CARRIES_FILES = re.compile(
    rb"content-disposition:\s*attachment|name\*?\d*\*?\s*=|content-type:\s*(?:application|message)/", re.IGNORECASE
)
_SIGNATURES = frozenset({"application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature"})
_ENCRYPTED = frozenset({"application/pkcs7-mime", "application/x-pkcs7-mime", "multipart/encrypted"})
_SUFFIXES = {"text/plain": ".txt", "text/html": ".html", "text/calendar": ".ics", "application/pdf": ".pdf"}
_MOST_DEPTH = 30


def is_mail(source: SourceFile, head: bytes) -> bool:
    """Whether the file is a mail: named so, or without a suffix that says otherwise and with a mail's headers."""
    plain = head.replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")
    if not is_text(head) or not _HEADER.match(plain) or _SAVED_PAGE.search(plain):
        return False
    if source.suffix in MAIL_SUFFIXES:
        return _TELLING.search(plain) is not None
    return source.suffix == "" and len({match.group().lower() for match in _TRANSPORT.finditer(plain)}) > 1


def has_attachments(source: SourceFile, head: bytes) -> bool:
    """Whether the file is a mail that seems to carry files. Cheap; `open_mail` tells for sure."""
    if not is_mail(source, head):
        return False
    before = b""
    with source.path.open("rb") as file:
        while piece := file.read(1 << 20):
            seen = before + piece.replace(b"\0", b"")
            if _CARRIES_FILES.search(seen):
                return True
            before = seen[-200:]
    return False


def is_saved_page(source: SourceFile, head: bytes) -> bool:
    """Whether the file is a page that a browser saved with its pictures in the form of a mail (MHTML)."""
    if not _HEADER.match(head.lstrip(b"\xef\xbb\xbf \t\r\n")):
        return False
    return source.suffix in PAGE_SUFFIXES or _SAVED_PAGE.search(head) is not None


def saved_page(source: SourceFile) -> tuple[bytes, str | None]:
    """The page itself and its charset, without its pictures and styles. Raises `InputRejected` when there is none."""
    for part in parse(source).walk():
        if part.get_content_type() in {"text/html", "application/xhtml+xml"}:
            return _bytes(part), part.get_content_charset()
    raise rejected(source, "broken", "holds no page", "Save the page again, then retry.")


def open_mail(source: SourceFile) -> Iterator[Entry]:
    """The attached files, in the order of the mail. A mail that is attached is one, too."""
    for name, part in parts_of(parse(source)).attachments:
        yield Entry(name, None, partial(_pieces, part))


def parse(source: SourceFile) -> Message:
    """The mail. One that was saved as UTF-16 becomes UTF-8 first, so that its headers can be seen."""
    data = source.path.read_bytes().lstrip(b"\r\n")
    if b"\0" in data[:64] or data.startswith((b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")):
        data = decode(data).text.encode("utf-8")
    return message_from_bytes(data)


@dataclass(frozen=True, slots=True)
class Body:
    """One text of a mail, as plain text, as HTML, or as both."""

    plain: tuple[Message, ...]
    rich: tuple[Message, ...]


@dataclass(slots=True)
class Parts:
    """What a mail consists of: its texts, its files with their names, and whether something is encrypted."""

    bodies: list[Body] = field(default_factory=list[Body])
    attachments: list[tuple[str, Message]] = field(default_factory=list[tuple[str, Message]])
    encrypted: bool = False


def parts_of(message: Message) -> Parts:
    """Sort the parts. Pictures in the text and signatures are neither text nor files."""
    parts = Parts()
    _sort(message, parts, 0, related=False)
    return parts


def _sort(part: Message, parts: Parts, depth: int, *, related: bool) -> None:
    kind = part.get_content_type()
    attached = part.get_content_disposition() == "attachment"
    name = filename_of(part)
    if depth > _MOST_DEPTH or kind in _SIGNATURES:
        return
    if kind in _ENCRYPTED:
        parts.encrypted = True
    elif kind == "multipart/alternative" and part.is_multipart():
        _sort_alternatives(_inside(part), parts, depth + 1)
    elif kind.startswith("multipart/") and part.is_multipart():
        for one in _inside(part):
            _sort(one, parts, depth + 1, related=kind == "multipart/related")
    elif kind.startswith("image/") and not attached and (related or part.get("Content-ID")):
        return  # a picture in the text
    elif (kind in {"text/plain", "text/html"} and not attached and not name) or kind.startswith("multipart/"):
        form = (part,)
        parts.bodies.append(Body((), form) if kind == "text/html" else Body(form, ()))
    else:
        parts.attachments.append((name or _unnamed(part, len(parts.attachments) + 1), part))


def _sort_alternatives(forms: list[Message], parts: Parts, depth: int) -> None:
    """The same text in several forms. What is attached to one of them is attached to the mail."""
    both = Parts()
    for part in forms:
        if part.get_content_type() != "text/calendar":
            _sort(part, both, depth, related=False)
    plain = tuple(part for body in both.bodies for part in body.plain)
    rich = tuple(part for body in both.bodies for part in body.rich)
    if plain or rich:
        parts.bodies.append(Body(plain, rich))
    parts.attachments += both.attachments
    parts.encrypted |= both.encrypted


def _inside(part: Message) -> list[Message]:
    payload = part.get_payload()
    return [one for one in payload if isinstance(one, Message)] if isinstance(payload, list) else []


def _unnamed(part: Message, number: int) -> str:
    if part.get_content_type() == "message/rfc822":
        inner = _inside(part)
        subject = header(inner[0], "Subject").replace("/", "／").replace("\\", "＼")[:80] if inner else ""
        return f"{subject or f'message-{number}'}.eml"
    return f"attachment-{number}{_SUFFIXES.get(part.get_content_type(), '')}"


def _pieces(part: Message) -> Iterator[bytes]:
    if part.is_multipart():
        inner = _inside(part)
        yield inner[0].as_bytes() if inner else b""
    else:
        yield _bytes(part)


def _bytes(part: Message) -> bytes:
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def text_of(part: Message) -> Decoded:
    """The characters of a text part. The charset is what the mail says, if that can be."""
    try:
        charset = part.get_content_charset()
    except (LookupError, ValueError):
        charset = None
    return decode(_bytes(part), charset)
