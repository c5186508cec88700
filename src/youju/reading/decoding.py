"""Bytes of a text file → characters, whatever encoding a Chinese office saved them in."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

import charset_normalizer

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CONTROLS = bytes(set(range(32)) - set(b"\t\n\v\f\r\x1b"))
_OTHERS = ["big5hkscs", "cp1252", "shift_jis", "euc_jp", "euc_kr", "cp1251"]
_MEANT = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "x-gbk": "gb18030",
    "gb_2312-80": "gb18030",
    "windows-936": "gb18030",
    "big5": "big5hkscs",
    "shift_jis": "cp932",
    "x-sjis": "cp932",
    "euc_kr": "cp949",
    "iso2022_jp": "iso2022_jp_ext",
    "utf8mb4": "utf-8",
}
"""The superset that is meant by a label, and labels that Python does not know."""
_WESTERN = frozenset({"iso8859-1", "ascii", "cp1252"})
_NO_CHARSETS = frozenset(
    {"base64", "bz2", "hex", "quopri", "rot-13", "uu", "zlib", "idna", "punycode"}
    | {"unicode-escape", "raw-unicode-escape", "undefined", "mbcs", "oem"}
)
"""Codecs of Python that are no encodings of a text."""
_ENOUGH_FOR_UTF8 = 12
"""So many further bytes of characters (six hanzi) are not UTF-8 by chance, whatever a page says that it is."""
_SAMPLE = 64 * 1024
_TOLERANCE = 0.002
"""Undecodable characters in a thousandth or two of a text are damage; more is another encoding."""

_EVERYDAY = re.compile("[\t\n\r -~\xa0-\u024f\u2010-\u2027\u3000-\u303f\u3041-\u30ff\u4e00-\u9fff\uff00-\uff5e]")
_UNREADABLE = re.compile("[\x00\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text without NUL and lone surrogates, the encoding it came in and what a person should know of it."""

    text: str
    encoding: str
    warnings: tuple[str, ...] = ()


def is_text(head: bytes) -> bool:
    """Whether the first bytes of a file can be text: a byte order mark, UTF-16's pattern, or almost no controls."""
    if any(head.startswith(bom) for bom, _ in _BOMS) or _utf16_pattern(head):
        return True
    return len(head) - len(head.translate(None, _CONTROLS)) <= len(head) // 100


def decode(data: bytes, declared: str | None = None) -> Decoded:
    """Decode `data`, trying in turn: byte order mark, the `declared` encoding, UTF-16 by its NULs, UTF-8, GB18030, and
    what charset-normalizer makes of it among the encodings of the neighbours and of the West. A few undecodable
    characters become U+FFFD with a warning."""
    encoding, text = _decode(data, declared)
    warnings: list[str] = []
    if damaged := text.count("\ufffd"):
        warnings.append(f"{damaged} characters could not be decoded as {encoding} and show as \ufffd.")
    kept, removed = _UNREADABLE.subn("", text)
    if removed:
        warnings.append(f"{removed} NUL or broken characters were removed.")
    return Decoded(kept, encoding, tuple(warnings))


def decode_names(raw: list[bytes]) -> list[str]:
    """Names of files in an archive that does not say how they are encoded: all of them UTF-8, or GB18030, or else the
    code page 437 of the first archivers."""
    joined = b"/".join(raw)
    for encoding in ("utf-8", "gb18030"):
        try:
            names = [name.decode(encoding) for name in raw]
        except UnicodeDecodeError:
            continue
        if encoding == "utf-8" or _plausible_gb(joined):
            return names
    return [name.decode("cp437") for name in raw]


def _decode(data: bytes, declared: str | None) -> tuple[str, str]:
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return encoding, data.decode(encoding, errors="replace")
    candidates = [_certainly(data), _known(declared, data), _utf16_pattern(data[:4096]), "utf-8"]
    for encoding in filter(None, candidates):
        if (text := _nearly(data, encoding)) is not None:
            return encoding, text
    gb = _nearly(data, "gb18030")
    if gb is not None and _plausible_gb(data):
        return "gb18030", gb
    if _label(declared) in {"iso8859-1", "cp1252"}:
        return "cp1252", data.decode("cp1252", errors="replace")
    guess = charset_normalizer.from_bytes(data[:_SAMPLE], cp_isolation=_OTHERS).best()
    if guess is not None:
        return guess.encoding, data.decode(guess.encoding, errors="replace")
    return "gb18030", gb if gb is not None else data.decode("gb18030", errors="replace")


def _certainly(data: bytes) -> str | None:
    """The encoding that the bytes show without doubt."""
    if b"\x1b$B" in data[:_SAMPLE] or b"\x1b$@" in data[:_SAMPLE]:
        return "iso2022_jp_ext"
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return "utf-8" if len(data) - len(text) >= _ENOUGH_FOR_UTF8 else None


def decode_declared(data: bytes, declared: str) -> str | None:
    """The text if `declared` tells an encoding that fits; None for the Western ones, which servers claim that were
    never told."""
    encoding = _certainly(data) or _known(declared, data)
    return None if encoding is None else _nearly(data, encoding)


def _known(declared: str | None, data: bytes) -> str | None:
    """The declared encoding as Python knows it, or the superset that is meant by it.

    Western ones fit everything and so say nothing; they come last in any case. UTF-16 has NULs in it: where there are
    none, the label survived a conversion of the file.
    """
    name = _label(declared)
    if name in _NO_CHARSETS or name in _WESTERN or (name.startswith(("utf-16", "utf-32")) and b"\0" not in data):
        return None
    return _MEANT.get(name, name) or None


def _label(declared: str | None) -> str:
    """Python's name of an encoding, empty if there is none."""
    label = (declared or "").strip().strip("\"'").lower()
    try:
        return label if label in _MEANT else codecs.lookup(label).name
    except (LookupError, ValueError):
        return ""


def _nearly(data: bytes, encoding: str) -> str | None:
    """The text if the data is in this encoding, but for a few damaged characters."""
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        text = data.decode(encoding, errors="replace")
    damaged = text.count("\ufffd")
    foreign = len(text) - sum(char.isascii() for char in text)
    return text if damaged <= min(len(text) * _TOLERANCE + 1, foreign * 0.1) else None


def _utf16_pattern(head: bytes) -> str | None:
    """UTF-16 without a mark: the NULs of its ASCII characters stand on one side, and it reads as everyday text."""
    even, odd = head[0::2].count(0), head[1::2].count(0)
    if max(even, odd) * 50 < len(head) or min(even, odd) * 2 > max(even, odd):
        return None
    encoding = "utf-16-le" if odd > even else "utf-16-be"
    text = head[: len(head) // 2 * 2].decode(encoding, errors="replace")
    return encoding if len(_EVERYDAY.findall(text)) >= 0.95 * len(text) else None


def _plausible_gb(data: bytes) -> bool:
    """Whether double bytes lie where everyday Chinese has them (GB2312 symbols and first-level hanzi, rows 1–55).

    GB18030 accepts almost any pair, so that Big5 and Western texts decode too, into characters that nobody writes.
    """
    pairs = re.findall(rb"[\x81-\xfe][\x40-\x7e\x80-\xfe]", data[:_SAMPLE])
    usual = sum(pair[0] >= 0xA1 and pair[0] <= 0xD7 and pair[1] >= 0xA1 for pair in pairs)
    return usual >= 0.7 * len(pairs)
