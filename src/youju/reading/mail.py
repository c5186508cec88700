"""E-mail: what was written, what it answers to, and the names of what is attached."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import Message
from itertools import groupby

from youju.reading.builder import clean
from youju.reading.document import ReadDocument
from youju.reading.entries import shown_name
from youju.reading.flow import Flow
from youju.reading.html import write_page
from youju.reading.mail_headers import date_of, header
from youju.reading.mail_parts import Body, parse, parts_of, text_of
from youju.reading.plain import write_text
from youju.reading.reader import Limits, SourceFile, check_length, rejected

_HISTORY = re.compile(
    r"\s*(?:-{2,}\s*(?:original message|forwarded message|原始邮件|原邮件|转发邮件|转发的邮件|邮件原件)\s*-{2,}"
    r"|_{20,}|on\b.{5,200}\bwrote:|.{5,200}(?:写道|寫道)\s*[:：])\s*",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"(?:>[ ]?)+")


def read(source: SourceFile, limits: Limits) -> ReadDocument:
    """The subject, who wrote to whom and when, what was written, and the names of the attachments."""
    message = parse(source)
    parts = parts_of(message)
    subject = header(message, "Subject")
    flow = Flow()
    if subject:
        flow.heading(subject, 1)
    said = [(name, header(message, name)) for name in ("From", "To", "Cc")]
    said.append(("Date", date_of(message)))
    flow.text("\n".join(f"{name}: {text}" for name, text in said if text))
    warnings: list[str] = []
    for body in parts.bodies:
        check_length(source, sum(len(text_of(part).text) for part in (*body.plain, *body.rich)), limits)
        for part in _chosen(body):
            warnings += _write(part, flow)
    if parts.attachments:
        flow.text("Attachments: " + "; ".join(shown_name(name) for name, _ in parts.attachments))
    if parts.encrypted and not parts.bodies:
        raise rejected(source, "encrypted", "is encrypted", "Save a copy without encryption and add that.")
    if parts.encrypted:
        warnings.append("A part of the mail is encrypted and was left out.")
    return ReadDocument(
        flow.builder.text,
        flow.builder.blocks,
        title=subject or None,
        media_type="message/rfc822",
        warnings=tuple(dict.fromkeys(warnings)),
    )


def _chosen(body: Body) -> tuple[Message, ...]:
    """Plain text, unless it is a stub of the page beside it, or has lost its tables."""
    if not body.plain or not body.rich:
        return body.plain or body.rich
    flow = Flow()
    for part in body.rich:
        _write(part, flow)
    written = sum(len("".join(text_of(part).text.split())) for part in body.plain)
    tabled = any(block.kind == "table_row" for block in flow.builder.blocks)
    return body.rich if tabled or written * 3 < len("".join(flow.builder.text.split())) else body.plain


def _write(part: Message, flow: Flow) -> tuple[str, ...]:
    """Write one text part; the warnings."""
    decoded = text_of(part)
    if part.get_content_type() == "text/html":
        write_page(decoded.text, flow)
    else:
        _write_plain(clean(decoded.text), _is_flowed(part), flow)
    return decoded.warnings


def _is_flowed(part: Message) -> bool:
    return str(part.get_param("format", "")).lower() == "flowed"


def _write_plain(text: str, flowed: bool, flow: Flow) -> None:
    """Paragraphs; what the mail answers to is set apart as quoted."""
    lines = list(_unquoted(text.split("\n")))
    for quoted, run in groupby(lines, key=lambda line: line[0] > 0):
        content = [line for _, line in run]
        if quoted:
            flow.open_quote()
        write_text("\n".join(_joined(content) if flowed else content), flow)
        if quoted:
            flow.close_quote()


def _unquoted(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Each line without its marks, and how deep it is quoted. After the line that leads in to an older mail, all is
    quoted, marks or not."""
    history = 0
    for number, line in enumerate(lines):
        marks = _QUOTED.match(line)
        depth = marks.group().count(">") if marks else 0
        if not depth and _HISTORY.fullmatch(line) and any(after.strip() for after in lines[number + 1 :]):
            history = 0 if any(after.startswith(">") for after in lines[number + 1 : number + 6]) else 1
        yield max(depth, history), line[marks.end() :] if marks else line


def _joined(lines: list[str]) -> Iterator[str]:
    """`format=flowed` (RFC 3676): a line that ends in a space goes on in the next one."""
    running = ""
    for line in lines:
        text = line.removeprefix(" ")
        if text.endswith(" ") and text != "-- ":
            running += text
        else:
            yield running + text
            running = ""
    if running:
        yield running
