"""Files that hold other files: archives and mails with attachments.

Unpacking happens in a worker process, into a folder of the caller's. A member is written under a number of its own and
never under the name that the container gives it, so that no name can lead out of the folder.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from youju.errors import InputRejected
from youju.reading.archives import archive_kind, open_archive
from youju.reading.entries import LONGEST_NAME, Entry, Refusal, RefusedEntry, is_junk, leads_out, shown_name
from youju.reading.mail_parts import has_attachments, open_mail
from youju.reading.reader import Limits, SourceFile, rejected

MOST_MEMBERS = 10_000
MOST_DEPTH = 3
"""Archives in archives in archives; deeper ones are refused."""
MOST_FILES_OF_FULL_SIZE = 4
"""All members together may have this many times the size that one file may have."""
MOST_RATIO, RATIO_FROM = 200, 64 * 2**20
"""Times and bytes: what unpacks to more than both is made to exhaust, not to be read. Text packs 3 to 30 times."""
_HEAD = 4096


@dataclass(frozen=True, slots=True)
class Member:
    """A file out of a container: where it lies now, and its path inside as people read it (`合同/附件一.pdf`)."""

    path: Path
    name: str


@dataclass(frozen=True, slots=True)
class Unpacked:
    """What a container holds, in its own order; a member that cannot come out is the error to report, whose message
    begins with the member's name and a colon. `is_document` says that the container has a text of its own too (a mail
    has, an archive has none).

    Containers inside are opened already, so a member is never to be unpacked again: the files of an archive in an
    archive stand under its name (`资料.zip/价目.xlsx`), those of a mail follow it (`询价.eml`, `询价.eml/图.pdf`).
    """

    members: tuple[Member | InputRejected, ...]
    is_document: bool


def holds_files(source: SourceFile, head: bytes) -> bool:
    """Whether a file is to be unpacked, judged by its content: an archive (a Word file or an e-book, zip files too, are
    none), or a mail with attachments. True also for kinds of archives that `unpack` refuses with the way out."""
    return archive_kind(source, head) is not None or has_attachments(source, head)


def unpack(source: SourceFile, folder: Path, limits: Limits) -> Unpacked:
    """Write what `source` holds into `folder`, which exists. Call it through `ReadingPool.unpack`.

    Hidden files and junk of operating systems are left out, as in folders. Raises `InputRejected`: `broken`,
    `encrypted`, `unsupported`, `empty`, or `too_large` for what would unpack to more than `limits` allow (four files
    of `max_bytes` in all); nothing stays in the folder then.
    """
    unpacking = _Unpacking(source, folder, limits)
    try:
        is_document = unpacking.open(source, _head(source.path), "", 1)
    except Refusal as refusal:
        unpacking.clear()
        raise rejected(source, refusal.code, refusal.reason, refusal.remedy) from None
    except BaseException:
        unpacking.clear()
        raise
    if not unpacking.found and not is_document:
        raise rejected(source, "empty", "holds no files that could be read", "Add the files themselves.")
    return Unpacked(tuple(unpacking.found), is_document)


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(_HEAD)


@dataclass(slots=True)
class _Unpacking:
    """One container on its way out, with those inside it: all of them together may cost what the limits say."""

    root: SourceFile
    folder: Path
    limits: Limits
    found: list[Member | InputRejected] = field(default_factory=list[Member | InputRejected])
    written: int = 0
    entries: int = 0
    files: int = 0
    names: dict[str, int] = field(default_factory=dict[str, int])

    def open(self, source: SourceFile, head: bytes, prefix: str, depth: int) -> bool:
        """Take all entries of `source` under names that begin with `prefix`; whether it is a document itself.

        Raises `Refusal` when it cannot be opened at all, `InputRejected` when everything becomes too much.
        """
        kind = archive_kind(source, head)
        self._take_all(open_archive(source, kind) if kind else open_mail(source), prefix, depth)
        return kind is None

    def clear(self) -> None:
        """Remove what was written."""
        for number in range(1, self.files + 1):
            self._path(number).unlink(missing_ok=True)

    def _path(self, number: int) -> Path:
        return self.folder / f"{number:05d}"

    def _take_all(self, entries: Iterable[Entry | RefusedEntry], prefix: str, depth: int) -> None:
        for entry in entries:
            self.entries += 1
            if self.entries > MOST_MEMBERS:
                self._exhaust(f"holds more than {MOST_MEMBERS} files")
            if is_junk(entry.name):
                continue
            label = self._unused(prefix + (shown_name(entry.name) or "-")[-LONGEST_NAME:])
            try:
                self._take(entry, label, depth)
            except Refusal as refusal:
                self.found.append(refusal.of(label))

    def _take(self, entry: Entry | RefusedEntry, label: str, depth: int) -> None:
        if isinstance(entry, RefusedEntry):
            raise entry.refusal
        if leads_out(entry.name):
            raise Refusal("has a name that leads out of the archive", code="unsafe_name")
        if entry.size is not None and entry.size > self.limits.max_bytes:
            raise self._too_large(entry.size)
        self.files += 1
        member = replace(self.root, path=self._path(self.files), name=label)
        try:
            self._write(entry, member.path)
        except Refusal:
            member.path.unlink()
            raise
        self._look_inside(member, depth)

    def _write(self, entry: Entry, path: Path) -> None:
        size = 0
        with path.open("wb") as out:
            for piece in entry.pieces():
                size += len(piece)
                if size > self.limits.max_bytes:
                    raise self._too_large(size)
                self._pay(len(piece))
                out.write(piece)

    def _look_inside(self, member: SourceFile, depth: int) -> None:
        """Keep a member, or open it if it is a container itself; one that cannot be opened costs only itself."""
        head = _head(member.path)
        is_archive = archive_kind(member, head) is not None
        if not is_archive:
            self.found.append(Member(member.path, member.name))
        if not holds_files(member, head):
            return
        before = len(self.found)
        try:
            if depth >= MOST_DEPTH:
                raise Refusal(f"is packed more than {MOST_DEPTH} deep", code="too_large")
            self.open(member, head, f"{member.name}/", depth + 1)
            if is_archive and len(self.found) == before:
                raise Refusal("holds no files that could be read", code="empty")
        finally:
            if is_archive:
                member.path.unlink()

    def _unused(self, label: str) -> str:
        """The label, numbered when another member has it: two files of one name are two files."""
        while label in self.names:
            self.names[label] += 1
            path = Path(label)
            label = str(path.with_name(f"{path.stem} ({self.names[label]}){path.suffix}"))
        self.names[label] = 1
        return label

    def _too_large(self, size: int) -> Refusal:
        most = self.limits.max_bytes / 2**20
        return Refusal(
            f"has {size / 2**20:.1f} MB or more, and {most:.0f} MB are allowed",
            "Split it, or raise YOUJU_MAX_FILE_MB.",
            "too_large",
        )

    def _pay(self, size: int) -> None:
        self.written += size
        most = MOST_FILES_OF_FULL_SIZE * self.limits.max_bytes
        if self.written > most:
            self._exhaust(f"unpacks to more than {most / 2**20:.0f} MB")
        if self.written > RATIO_FROM and self.written > MOST_RATIO * self.root.path.stat().st_size:
            self._exhaust(f"unpacks to more than {MOST_RATIO} times its size, as nothing does that is meant to be read")

    def _exhaust(self, reason: str) -> None:
        raise rejected(self.root, "too_large", reason, "Unpack it yourself and add the files that you need.")
