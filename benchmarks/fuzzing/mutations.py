"""Changes of bytes, of the members of a zip file and of XML, by a seeded draw: the same draw gives the same file."""

from __future__ import annotations

import io
import random
import re
import zipfile
import zlib
from collections.abc import Callable, Sequence

Change = Callable[[bytes, random.Random], bytes]

_TOKENS = (
    b"\x00", b"\x00" * 64, b"\xff\xfe", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x80\x8b",
    b"\r", b"\x1b[31m", b"\x0c",
    b"<", b">", b"&#0;", b"&#xD800;", b"&#x110000;", b"&lt;", b"]]>", b"<!--", b"<!DOCTYPE a [<!ENTITY b 'c'>]>",
    b"&b;",
    b"<table><tr><td rowspan=99999 colspan=99999>", b"<p>" * 200, b"<div>" * 2000, b"|" * 200, b"\n> " * 100,
    b"\t" * 300,
    b"endobj", b"stream\n", b"/Length -1", b"/Kids [1 0 R]", b"/Rotate 45", b"/MediaBox [0 0 0 0]",
    b"/MediaBox [0 0 1e9 1e9]",
    b"/Encrypt 1 0 R", b" Tj ", b" 0 Tf ", b" 1e38 0 0 1e38 0 0 cm ", b"BT " * 100, b"q " * 500,
    b"\nContent-Type: multipart/mixed; boundary=x\n", b"\nContent-Transfer-Encoding: base64\n", b"=?utf-8?b?////?=",
    b'"', b'"\n"',
)  # fmt: skip
_NUMBERS = (b"0", b"-1", b"1", b"255", b"65536", b"2147483648", b"99999999999999999999", b"1e308", b"nan", b"")


def _place(data: bytes, rng: random.Random) -> int:
    return rng.randrange(len(data) + 1)


def _range(data: bytes, rng: random.Random) -> tuple[int, int]:
    start = _place(data, rng)
    return start, min(len(data), start + rng.choice((1, 4, 16, 64, 512)))


def flip(data: bytes, rng: random.Random) -> bytes:
    """One to eight bits, each elsewhere."""
    out = bytearray(data)
    for _ in range(rng.randint(1, 8) if out else 0):
        out[rng.randrange(len(out))] ^= 1 << rng.randrange(8)
    return bytes(out)


def overwrite(data: bytes, rng: random.Random) -> bytes:
    """A range of chance, or of one byte."""
    start, end = _range(data, rng)
    filling = rng.randbytes(end - start) if rng.random() < 0.5 else rng.choice((b"\0", b"\xff", b" ")) * (end - start)
    return data[:start] + filling + data[end:]


def truncate(data: bytes, rng: random.Random) -> bytes:
    return data[: _place(data, rng)]


def behead(data: bytes, rng: random.Random) -> bytes:
    return data[min(len(data), rng.choice((1, 3, 16, 200))) :]


def delete(data: bytes, rng: random.Random) -> bytes:
    start, end = _range(data, rng)
    return data[:start] + data[end:]


def repeat(data: bytes, rng: random.Random) -> bytes:
    start, end = _range(data, rng)
    return data[:end] + data[start:end] * rng.choice((1, 2, 50)) + data[end:]


def move(data: bytes, rng: random.Random) -> bytes:
    start, end = _range(data, rng)
    rest = data[:start] + data[end:]
    place = _place(rest, rng)
    return rest[:place] + data[start:end] + rest[place:]


def insert(data: bytes, rng: random.Random) -> bytes:
    place = _place(data, rng)
    return data[:place] + (rng.choice(_TOKENS) if rng.random() < 0.8 else rng.randbytes(16)) + data[place:]


def renumber(data: bytes, rng: random.Random) -> bytes:
    """A number becomes another, mostly one at an edge."""
    numbers = list(re.finditer(rb"\d+", data))
    if not numbers:
        return insert(data, rng)
    one = rng.choice(numbers)
    return data[: one.start()] + rng.choice(_NUMBERS) + data[one.end() :]


BYTES: tuple[Change, ...] = (flip, overwrite, truncate, behead, delete, repeat, move, insert, renumber)


def retag(data: bytes, rng: random.Random) -> bytes:
    """One tag of a markup is lost, doubled, renamed, nested in itself, or stands elsewhere."""
    tags = list(re.finditer(rb"<[^<>]+>", data))
    if not tags:
        return insert(data, rng)
    one, other = rng.choice(tags), rng.choice(tags)
    kind = rng.randrange(6)
    new = (b"", one[0] * 2, other[0], one[0] * 300, re.sub(rb"\w+", b"x", one[0], count=1), other[0] + one[0])[kind]
    return data[: one.start()] + new + data[one.end() :]


def reattribute(data: bytes, rng: random.Random) -> bytes:
    """The value of one attribute becomes another."""
    values = list(re.finditer(rb'="([^"]*)"', data))
    if not values:
        return retag(data, rng)
    one = rng.choice(values)
    new = rng.choice((*_NUMBERS, rng.choice(values)[1], b"../../x", b"&#0;", b"x" * 5000))
    return data[: one.start(1)] + new + data[one.end(1) :]


def retext(data: bytes, rng: random.Random) -> bytes:
    """The text of one element becomes something that text should not be."""
    texts = list(re.finditer(rb">([^<>]+)<", data))
    if not texts:
        return insert(data, rng)
    one = rng.choice(texts)
    new = rng.choice(
        (b"", b"&#0;", b"&#xFFFE;", b"\xed\xa0\x80", b"&b;", b"&amp;#0;", b"\x00", b"x" * 100_000, b"\xcc\x81" * 500)
    )
    return data[: one.start(1)] + new + data[one.end(1) :]


MARKUP: tuple[Change, ...] = (retag, reattribute, retext)


def member(data: bytes, rng: random.Random) -> bytes:
    """One member of a zip file is changed inside, emptied, lost, renamed, doubled or grown; the others stay."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = [(name, archive.read(name)) for name in archive.namelist()]
    except (zipfile.BadZipFile, zlib.error, OSError, ValueError, NotImplementedError, RuntimeError, EOFError):
        return flip(data, rng)
    place = rng.randrange(len(parts))
    name, inside = parts[place]
    kind = rng.random()
    if kind < 0.75:
        markup = inside.lstrip(b"\xef\xbb\xbf").startswith(b"<")
        changes = MARKUP if markup and rng.random() < 0.8 else BYTES
        changed = [(name, rng.choice(changes)(inside, rng))]
    else:
        changed = rng.choice(
            ([], [(name, b"")], [("x/" + name, inside)], [(name.upper(), inside)], [(name, b" " * 3_000_000 + inside)])
        )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", rng.choice((zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED))) as archive:
        for each, content in parts[:place] + changed + parts[place + 1 :]:
            archive.writestr(each, content)
    return out.getvalue()


def mutate(seeds: Sequence[bytes], rng: random.Random) -> bytes:
    """One to three changes of one of the seeds."""
    data = rng.choice(seeds)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        if data.startswith(b"PK") and rng.random() < 0.75:
            data = member(data, rng)
        elif data.lstrip().startswith(b"<") and rng.random() < 0.5:
            data = rng.choice(MARKUP)(data, rng)
        else:
            data = rng.choice(BYTES)(data, rng)
    return data
