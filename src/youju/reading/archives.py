"""Archives: zip and tar, entry by entry; others are named and refused."""

from __future__ import annotations

import bz2
import gzip
import lzma
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from functools import partial
from typing import IO, BinaryIO, Literal, cast

from youju.reading.decoding import decode_names
from youju.reading.entries import Entry, Refusal, RefusedEntry
from youju.reading.reader import SourceFile

ArchiveKind = Literal["zip", "tar", "gzip", "bzip2", "xz", "7-Zip", "RAR", "Zstandard", "cabinet"]

_MAGIC: tuple[tuple[bytes, int, ArchiveKind], ...] = (
    (b"PK\x03\x04", 0, "zip"),
    (b"PK\x05\x06", 0, "zip"),  # an empty one
    (b"PK00PK\x03\x04", 0, "zip"),  # a split one in one piece
    (b"ustar", 257, "tar"),
    (b"\x1f\x8b\x08", 0, "gzip"),
    (b"BZh", 0, "bzip2"),
    (b"\xfd7zXZ\x00", 0, "xz"),
    (b"7z\xbc\xaf\x27\x1c", 0, "7-Zip"),
    (b"Rar!\x1a\x07", 0, "RAR"),
    (b"\x28\xb5\x2f\xfd", 0, "Zstandard"),
    (b"MSCF\x00\x00\x00\x00", 0, "cabinet"),
)
_DOCUMENT_SUFFIXES = frozenset(
    {".docx", ".docm", ".dotx", ".xlsx", ".xlsm", ".xltx", ".xlsb", ".pptx", ".pptm", ".ppsx", ".potx", ".vsdx"}
    | {".odt", ".ott", ".ods", ".ots", ".odp", ".otp", ".odg", ".epub", ".pages", ".numbers", ".key", ".ofd"}
    | {".jar", ".apk", ".kmz"}
)
_DOCUMENT_PARTS = frozenset(
    {"[Content_Types].xml", "META-INF/container.xml", "META-INF/manifest.xml", "META-INF/MANIFEST.MF", "mimetype"}
    | {"Index/Document.iwa", "OFD.xml"}
)
_BROKEN = (
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    OSError,
    ValueError,
    OverflowError,
)
_PIECE = 1 << 18
_LARGEST_DIRECTORY = 16 * 2**20
_LARGEST_READ = 8 * 2**20
_ENCRYPTED, _UTF8 = 0x1, 0x800
_UNICODE_PATH = 0x7075


def archive_kind(source: SourceFile, head: bytes) -> ArchiveKind | None:
    """The kind of archive, None for what is none or is a document in a zip's clothes (Word, OpenDocument, e-book)."""
    for magic, at, kind in _MAGIC:
        if head.startswith(magic, at):
            is_document = kind == "zip" and (source.suffix in _DOCUMENT_SUFFIXES or _is_document(source))
            return None if is_document else kind
    return None


def open_archive(source: SourceFile, kind: ArchiveKind) -> Iterator[Entry | RefusedEntry]:
    """The files of an archive, in its order. Raises `Refusal` when it cannot be opened."""
    if kind == "zip":
        return _zip_entries(source)
    if kind in {"tar", "gzip", "bzip2", "xz"}:
        return _tar_entries(source, kind)
    raise Refusal(f"is a {kind} archive, which is not opened here", code="unsupported")


# Zip


def _is_document(source: SourceFile) -> bool:
    if _directory_size(source) > _LARGEST_DIRECTORY:
        return False
    try:
        with zipfile.ZipFile(source.path) as archive:
            return not _DOCUMENT_PARTS.isdisjoint(archive.namelist())
    except (*_BROKEN, NotImplementedError):
        return False


def _directory_size(source: SourceFile) -> int:
    """Bytes of a zip file's directory, as its end declares them: what opening it would read at once."""
    with source.path.open("rb") as file:
        size = file.seek(0, 2)
        file.seek(max(0, size - 65_557 - 20))
        tail = file.read()
        at = tail.rfind(b"PK\x05\x06")
        if at < 0 or len(tail) < at + 16:
            return 0
        (declared,) = struct.unpack_from("<L", tail, at + 12)
        if at >= 20 and tail.startswith(b"PK\x06\x07", at - 20):  # zip64 says it elsewhere
            (place,) = struct.unpack_from("<Q", tail, at - 12)
            file.seek(min(place, size))
            record = file.read(56)
            if len(record) == 56 and record.startswith(b"PK\x06\x06"):
                (declared,) = struct.unpack_from("<Q", record, 40)
    return declared


def _zip_entries(source: SourceFile) -> Iterator[Entry | RefusedEntry]:
    if _directory_size(source) > _LARGEST_DIRECTORY:
        raise Refusal("lists more files than are opened at once", code="too_large")
    try:
        archive = zipfile.ZipFile(source.path)
    except (*_BROKEN, NotImplementedError):
        raise Refusal("is damaged, or is no zip archive", "Pack it again, then retry.") from None
    with archive:
        files = [info for info in archive.infolist() if not info.is_dir() and not info.orig_filename.endswith("\\")]
        _check_overlap(files)
        if files and not source.password and all(info.flag_bits & _ENCRYPTED for info in files):
            raise _encrypted()
        for info, name in zip(files, _names(files), strict=True):
            mode = info.external_attr >> 16
            if stat.S_IFMT(mode) and not stat.S_ISREG(mode):
                yield RefusedEntry(name, Refusal("is a link or a device, no file", code="unsafe_name"))
            else:
                yield Entry(name, info.file_size, partial(_zip_pieces, archive, info, source.password))


def _zip_pieces(archive: zipfile.ZipFile, info: zipfile.ZipInfo, password: str | None) -> Iterator[bytes]:
    """The bytes of one entry. Passwords of Chinese archivers are in GBK, those of others in UTF-8."""
    if info.flag_bits & _ENCRYPTED and not password:
        raise _encrypted()
    spellings = dict.fromkeys([password.encode(), password.encode("gb18030")]) if password else [None]
    stream: IO[bytes] | None = None
    for spelling in spellings:
        try:
            stream = archive.open(info, pwd=spelling)
            break
        except NotImplementedError:
            if info.flag_bits & _ENCRYPTED:
                raise Refusal("is encrypted in a way (AES) that is not opened here", code="encrypted") from None
            raise Refusal("is packed in a way that is not opened here", code="unsupported") from None
        except RuntimeError:
            continue  # another password
        except _BROKEN:
            raise _damaged() from None
    if stream is None:
        raise Refusal("is not opened by this password", "Give the right one with --password.", "encrypted")
    with stream:
        yield from _pieces(stream)


def _check_overlap(files: list[zipfile.ZipInfo]) -> None:
    """Entries that share their bytes are how a small file unpacks to a huge one."""
    end = 0
    for info in sorted(files, key=lambda info: info.header_offset):
        if info.header_offset < end:
            raise Refusal("has entries that overlap, as a zip bomb has", code="too_large")
        end = info.header_offset + 30 + info.compress_size


def _names(files: list[zipfile.ZipInfo]) -> list[str]:
    """The names, whatever code page they are in: marked as UTF-8, told in an extra field, or as all the others are."""
    raw = [b"" if info.flag_bits & _UTF8 else info.orig_filename.encode("cp437", "replace") for info in files]
    decoded = decode_names(raw)
    return [
        info.orig_filename if info.flag_bits & _UTF8 else _unicode_path(info) or name
        for info, name in zip(files, decoded, strict=True)
    ]


def _unicode_path(info: zipfile.ZipInfo) -> str | None:
    """The name in Info-ZIP's extra field, if it belongs to this entry's name."""
    extra = info.extra
    while len(extra) >= 4:
        kind, size = struct.unpack_from("<HH", extra)
        if kind == _UNICODE_PATH and size > 5 and len(extra) >= 4 + size:
            (check,) = struct.unpack_from("<L", extra, 5)
            if check == zlib.crc32(info.orig_filename.encode("cp437", "replace")):
                return extra[9 : 4 + size].decode("utf-8", "replace")
        extra = extra[4 + size :]
    return None


# Tar


def _tar_entries(source: SourceFile, kind: ArchiveKind) -> Iterator[Entry | RefusedEntry]:
    with source.path.open("rb") as packed, _Patient(_unpacker(packed, kind)) as stream:
        try:
            archive = tarfile.open(fileobj=stream, mode="r:", encoding="utf-8", errors="surrogateescape")  # noqa: SIM115 (below)
        except _BROKEN:
            reason = "is damaged, or no archive" if kind == "tar" else f"is a {kind} file, and no archive is inside"
            raise Refusal(reason, code="broken" if kind == "tar" else "unsupported") from None
        with archive:
            while info := _next(archive, stream):
                if isinstance(info, RefusedEntry):
                    yield info
                    return
                (name,) = decode_names([info.name.encode("utf-8", "surrogateescape")])
                if info.isfile():
                    yield Entry(name, info.size, partial(_tar_pieces, archive, info))
                elif not info.isdir():
                    yield RefusedEntry(name, Refusal("is a link or a device, no file", code="unsafe_name"))


def _next(archive: tarfile.TarFile, stream: BinaryIO) -> tarfile.TarInfo | RefusedEntry | None:
    """The next header. Python takes a damaged one for the end; the true end is a block of zeros."""
    rest = RefusedEntry("(the rest)", Refusal("is missing, since the archive is damaged there"))
    try:
        info = archive.next()
        if info is not None:
            return info
        stream.seek(archive.offset)
        return rest if stream.read(512).strip(b"\0") else None
    except _BROKEN:
        return rest


def _tar_pieces(archive: tarfile.TarFile, info: tarfile.TarInfo) -> Iterator[bytes]:
    try:
        stream = archive.extractfile(info)
    except _BROKEN:
        raise _damaged() from None
    if stream is not None:
        yield from _pieces(stream)


def _unpacker(packed: BinaryIO, kind: ArchiveKind) -> BinaryIO:
    if kind == "gzip":
        return cast("BinaryIO", gzip.GzipFile(fileobj=packed))
    if kind == "bzip2":
        return cast("BinaryIO", bz2.BZ2File(packed))
    return cast("BinaryIO", lzma.LZMAFile(packed)) if kind == "xz" else packed


class _Patient:
    """A stream that never reads much at once: what the headers of a tar archive claim to need may be anything."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.tell = stream.tell
        self.seek = stream.seek

    def read(self, size: int = -1) -> bytes:
        """As of any stream, up to a bound."""
        if not 0 <= size <= _LARGEST_READ:
            raise EOFError
        return self._stream.read(size)

    def __enter__(self) -> BinaryIO:
        return cast("BinaryIO", self)

    def __exit__(self, *_: object) -> None:
        self._stream.close()


# Both


def _pieces(stream: IO[bytes]) -> Iterator[bytes]:
    while True:
        try:
            piece = stream.read(_PIECE)
        except _BROKEN:
            raise _damaged() from None
        if not piece:
            return
        yield piece


def _damaged() -> Refusal:
    return Refusal("is damaged", "Pack it again, then retry.")


def _encrypted() -> Refusal:
    return Refusal("is protected by a password", "Give it with --password.", "encrypted")
