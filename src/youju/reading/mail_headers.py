"""Headers of mails as people read them, also those that break the rules: raw GBK, words split inside a character."""

from __future__ import annotations

import binascii
import re
from datetime import datetime
from email.message import Message
from email.utils import collapse_rfc2231_value, parsedate_to_datetime

from youju.reading.builder import clean
from youju.reading.decoding import decode

_WORD = re.compile(r"=\?([^?\s]+)\?([bq])\?([^?]*)\?=", re.IGNORECASE)
_WORDS = re.compile(rf"{_WORD.pattern}(?:\s*{_WORD.pattern.replace('(', '(?:')})*", re.IGNORECASE)
_ESCAPED = re.compile(rb"=([0-9A-Fa-f]{2})")
_FILENAME = re.compile(r"name\s*=\s*(?:\"([^\"]*)\"|([^;\s]+))", re.IGNORECASE)


def header(message: Message, name: str) -> str:
    """The first header of this name on one line, its encoded words decoded; empty if there is none."""
    return " ".join(decode_words(_raw(message, name)).split())


def date_of(message: Message) -> str:
    """The date as `2026-11-30 18:34 +0800`; as it is written where it is no date."""
    written = header(message, "Date")
    try:
        moment: datetime = parsedate_to_datetime(written)
    except (ValueError, TypeError, IndexError, OverflowError):
        return written
    return moment.strftime("%Y-%m-%d %H:%M %z").strip()


def filename_of(part: Message) -> str:
    """The name of an attached file as its sender gave it; empty if there is none."""
    for field, parameter in (("Content-Disposition", "filename"), ("Content-Type", "name")):
        raw = _raw(part, field)
        try:
            value = part.get_param(parameter, None, field.lower())
        except (ValueError, LookupError, TypeError):
            value = None
        if isinstance(value, tuple):
            name = _rfc2231(value)
        elif "\ufffd" in raw or not raw.isascii():
            match = _FILENAME.search(raw)
            name = (match.group(1) or match.group(2) or "") if match else ""
        else:
            name = str(value or "")
        if name := " ".join(decode_words(name).split()):
            return name
    return ""


def decode_words(text: str) -> str:
    """Encoded words (RFC 2047) decoded. The bytes of neighbours in one charset are joined first: Chinese mailers cut
    between the two bytes of a character."""
    return _WORDS.sub(lambda run: _decode_run(run.group()), text)


def _decode_run(run: str) -> str:
    pieces: list[tuple[str, bytes]] = []
    for charset, encoding, text in _WORD.findall(run):
        name = charset.partition("*")[0].lower()
        data = _word_bytes(encoding, text)
        if pieces and pieces[-1][0] == name:
            pieces[-1] = (name, pieces[-1][1] + data)
        else:
            pieces.append((name, data))
    return clean("".join(decode(data, name).text for name, data in pieces))


def _word_bytes(encoding: str, text: str) -> bytes:
    raw = text.encode("ascii", "replace")
    if encoding.lower() == "q":
        return _ESCAPED.sub(lambda code: bytes([int(code.group(1), 16)]), raw.replace(b"_", b" "))
    try:
        return binascii.a2b_base64(raw + b"=" * (-len(raw) % 4))
    except binascii.Error:
        return b""


def _rfc2231(value: tuple[str | None, str | None, str]) -> str:
    charset, _, text = value
    try:
        return decode(text.encode("latin-1"), charset).text
    except UnicodeEncodeError:
        return collapse_rfc2231_value(value)


def _raw(message: Message, name: str) -> str:
    """A header unfolded, as it was written; bytes that are no ASCII are decoded by guess."""
    for key, value in message.raw_items():
        if key.lower() == name.lower():
            text = str(value)
            if any("\ud800" <= char <= "\udfff" for char in text):
                text = decode(text.encode("utf-8", "surrogateescape")).text
            return text.replace("\r", "").replace("\n", "")
    return ""
