"""The vectors of passages, in one memory-mapped file for each embedder, searched exactly.

    header   64 bytes: magic, bytes per record, committed records, sha256 of the embedder's fingerprint
    record   16 bytes key (what was embedded) · float32 scale · int8 × dimensions

Keys come from the embedded text, so republished text that did not change is not embedded again, and a passage knows
its vector without the ledger. Records past the committed count are a writer's unfinished business: readers ignore
them and the next writer cuts them off.
"""

from __future__ import annotations

import hashlib
import mmap
import os
import re
import struct
import threading
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from youju.errors import PartUnavailable, StorageFailed
from youju.index.files import replace_file
from youju.index.locking import exclusive
from youju.index.protocol import Address, Entry

KEY_BYTES = 16
_MAGIC = b"YJVECT1\n"
_HEADER = struct.Struct("<8sQQ32s8x")
_CHUNK = 2048
"""Rows that are widened to float32 at a time: 3 MB at 384 dimensions, within the cache."""


_STATE = "中华人民共和国"
"""Stands in front of the name of nearly every national law, and tells none from another."""
_CITED = 350
"""Characters of a cited provision that are embedded: one in forty is longer, and its opening says what it is about."""
_LINES = re.compile(r"\s*\n\s*")


def embedding_input(entry: Entry) -> str:
    """The text that is embedded for an entry: what stands above it, then its own words. A provision that people cite by
    its address has that in front instead (劳动合同法第四十七条 …), without the parts of the work
    (docs/decisions/0017 tells what was measured)."""
    if entry.address is None:
        return f"{entry.heading}\n{entry.text}"
    return f"{short_name(entry.address)}{entry.address.label} {own_words(entry)[:_CITED]}"


def short_name(address: Address) -> str:
    """The work's name without that of the state in front."""
    return address.work.removeprefix(_STATE)


def own_words(entry: Entry) -> str:
    """The text without the label in front, one line to a paragraph."""
    label = entry.address.label if entry.address else ""
    return _LINES.sub("\n", entry.text.removeprefix(label).strip())


def embedding_key(text: str) -> bytes:
    """The key under which the vector of an embedding input is kept."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:KEY_BYTES]


@dataclass(frozen=True)
class Nearest:
    """The best rows of a dense search: `positions` in the given selection and cosines, best first, ties by position;
    `mean` and `deviation` of the cosines of the whole selection, the background that a good score stands out from."""

    positions: NDArray[np.int64]
    scores: NDArray[np.float32]
    mean: float
    deviation: float


@dataclass(frozen=True)
class VectorView:
    """The file as it was at one moment: row numbers stay valid for as long as the view is held."""

    records: NDArray[Any]
    row_of: dict[bytes, int]
    """Shared with later views of the same file: may hold rows beyond this one."""

    def __len__(self) -> int:
        return len(self.records)

    def keys(self) -> set[bytes]:
        """The keys of all vectors."""
        return {key for key, row in self.row_of.copy().items() if row < len(self)}

    def rows_for(self, keys: Sequence[bytes]) -> NDArray[np.int32]:
        """The row of each key, -1 where it is missing."""
        rows = np.fromiter((self.row_of.get(key, -1) for key in keys), dtype=np.int32, count=len(keys))
        rows[rows >= len(self)] = -1
        return rows

    def matrix(self, rows: NDArray[np.integer[Any]]) -> NDArray[np.float32]:
        """The vectors of these rows, shape `(len(rows), dimensions)`."""
        found = self.records[rows]
        return found["vector"].astype(np.float32) * found["scale"][:, None]

    def scores(self, vectors: NDArray[np.float32], rows: NDArray[np.integer[Any]]) -> NDArray[np.float32]:
        """The cosines of unit `vectors`, shape `(m, dimensions)`, with these rows, exactly: shape `(m, len(rows))`. To
        widen the rows costs more than to multiply them, so several questions at once cost little more than one."""
        found = np.empty((len(vectors), len(rows)), np.float32)
        queries = np.ascontiguousarray(vectors, np.float32)
        for start in range(0, len(rows), _CHUNK):
            chunk = self.records[rows[start : start + _CHUNK]]
            wide, scale = chunk["vector"].astype(np.float32), chunk["scale"]
            for query, out in zip(queries, found, strict=True):
                # Not `@`: its threads cost more than they bring on such narrow work, and stall on a busy machine.
                out[start : start + _CHUNK] = np.vecdot(wide, query) * scale
        return found

    def search(self, vector: NDArray[np.float32], rows: NDArray[np.integer[Any]], k: int) -> Nearest:
        """The `k` rows of the selection nearest to the unit `vector`, exactly."""
        return nearest(self.scores(vector[None], rows)[0], k)


def nearest(scores: NDArray[np.float32], k: int) -> Nearest:
    """The `k` best of these cosines."""
    if not len(scores) or k < 1:
        return Nearest(np.empty(0, np.int64), np.empty(0, np.float32), 0.0, 0.0)
    best = _top(scores, k)
    return Nearest(best, scores[best], float(scores.mean()), float(scores.std()))


class VectorStore:
    """The file of one embedder in `folder`. Safe across threads and processes: one appends, all read.

    Raises `PartUnavailable` (remedy: `youju reindex`) when the file is not what its name says, `StorageFailed` when
    it cannot be written.
    """

    def __init__(self, folder: Path, fingerprint: str, dimensions: int) -> None:
        digest = hashlib.sha256(fingerprint.encode()).digest()
        self.folder = folder
        self.path = folder / f"vectors-{digest.hex()[:16]}.bin"
        self._lock_path = folder / "vectors.lock"
        self._digest = digest
        self._record = np.dtype([("key", f"V{KEY_BYTES}"), ("scale", "<f4"), ("vector", "i1", (dimensions,))])
        self._guard = threading.Lock()
        self._inode: int | None = None
        self._view = VectorView(np.empty(0, self._record), {})

    def view(self) -> VectorView:
        """What the last `refresh` (or own write) saw. The first call reads the file."""
        return self.refresh() if self._inode is None else self._view

    def refresh(self) -> VectorView:
        """See what other processes wrote."""
        with self._guard:
            try:
                with self.path.open("rb") as file:
                    inode = os.fstat(file.fileno()).st_ino
                    count = self._committed(file)
                    if (inode, count) != (self._inode, len(self._view)):
                        known = self._view if inode == self._inode else None
                        self._view = self._next_view(file, count, known)
                        self._inode = inode
            except FileNotFoundError:
                self._inode, self._view = 0, VectorView(np.empty(0, self._record), {})
            except OSError as error:
                raise _unavailable("The vector file cannot be read.") from error
            return self._view

    def append(self, keys: Sequence[bytes], matrix: NDArray[np.float32]) -> None:
        """Add one row of `matrix` (shape `(len(keys), dimensions)`) under each key. Durable when it returns."""
        if not len(keys):
            return
        self._append(self._quantised(keys, matrix))

    def adopt(self, other: Path, keys: Iterable[bytes]) -> int:
        """Take over, from a finished file of the same embedder, the vectors under those `keys` that are missing here,
        in the order of their keys. Returns how many. Raises `PartUnavailable` for a file that is missing, damaged or
        another embedder's."""
        try:
            with other.open("rb") as file:
                offered = self._next_view(file, self._committed(file), None)
        except (OSError, PartUnavailable) as error:
            why = error.message if isinstance(error, PartUnavailable) else "It cannot be read."
            raise PartUnavailable(
                f"The finished vectors are of no use here. {why}", remedy="All is embedded instead.", code="vectors"
            ) from error
        present = self.refresh().row_of
        rows = offered.rows_for(sorted(key for key in set(keys) if key in offered.row_of and key not in present))
        if len(rows):
            self._append(offered.records[rows])
        return len(rows)

    def _append(self, records: NDArray[Any]) -> None:
        with exclusive(self._lock_path), _writing():
            if not self.path.exists():
                replace_file(self.path, self._header(0))
            with self.path.open("r+b") as file:
                count = self._committed(file)
                file.truncate(_HEADER.size + count * self._record.itemsize)
                file.seek(0, os.SEEK_END)
                file.write(records.tobytes())
                _make_durable(file)
                file.seek(0)
                file.write(self._header(count + len(records)))
                _make_durable(file)
        self.refresh()

    def compact(self, keep: Iterable[bytes]) -> None:
        """Keep only the vectors under these keys, atomically for readers."""
        with exclusive(self._lock_path), _writing():
            view = self.refresh()
            rows = view.rows_for(list(keep))
            kept = view.records[np.unique(rows[rows >= 0])]
            replace_file(self.path, self._header(len(kept)) + kept.tobytes())
        self.refresh()

    def reset(self) -> None:
        """Start again with no vectors: the way out of a damaged file."""
        with exclusive(self._lock_path), _writing():
            replace_file(self.path, self._header(0))
        self.refresh()

    def _header(self, count: int) -> bytes:
        return _HEADER.pack(_MAGIC, self._record.itemsize, count, self._digest)

    def _committed(self, file: BinaryIO) -> int:
        """How many records are whole and committed. Raises `PartUnavailable` if this is not the file it should be."""
        head = file.read(_HEADER.size)
        if len(head) < _HEADER.size or head[:8] != _MAGIC:
            raise _unavailable("The vector file is damaged.")
        _, size, count, digest = _HEADER.unpack(head)
        if size != self._record.itemsize or digest != self._digest:
            raise _unavailable("The vector file belongs to another embedding model.")
        return min(count, (os.fstat(file.fileno()).st_size - _HEADER.size) // size)

    def _next_view(self, file: BinaryIO, count: int, known: VectorView | None) -> VectorView:
        """The first `count` records; `known` is an older view of the same file."""
        if not count:
            return VectorView(np.empty(0, self._record), {})
        size = _HEADER.size + count * self._record.itemsize
        mapped = mmap.mmap(file.fileno(), size, access=mmap.ACCESS_READ)
        records = np.frombuffer(mapped, self._record, count, _HEADER.size)
        first, row_of = (len(known), known.row_of) if known is not None else (0, {})
        raw = records["key"][first:].tobytes()
        for row, at in enumerate(range(0, len(raw), KEY_BYTES), first):
            row_of.setdefault(raw[at : at + KEY_BYTES], row)
        return VectorView(records, row_of)

    def _quantised(self, keys: Sequence[bytes], matrix: NDArray[np.float32]) -> NDArray[Any]:
        largest = np.abs(matrix).max(axis=1, initial=0.0)
        scale = np.where(largest > 0, largest / 127, 1.0).astype(np.float32)
        records = np.empty(len(keys), self._record)
        records["key"] = np.frombuffer(b"".join(keys), f"V{KEY_BYTES}")
        records["scale"] = scale
        records["vector"] = np.rint(matrix / scale[:, None]).astype(np.int8)
        return records


def compact_all(folder: Path, keep: Iterable[bytes]) -> None:
    """Keep only the vectors under these keys, in the files of all embedders, whether they are in use or not. A damaged
    file goes whole. Raises `StorageFailed`."""
    kept = set(keep)
    if not folder.is_dir():
        return
    with exclusive(folder / "vectors.lock"), _writing():
        for path in folder.glob("vectors-*.bin"):
            raw = path.read_bytes()
            if len(raw) < _HEADER.size or raw[:8] != _MAGIC:
                path.unlink()
                continue
            _, size, count, digest = _HEADER.unpack(raw[: _HEADER.size])
            ends = min(len(raw), _HEADER.size + count * size)
            rows = [raw[at : at + size] for at in range(_HEADER.size, ends - size + 1, size)]
            wanted = [row for row in rows if row[:KEY_BYTES] in kept]
            if len(wanted) < len(rows):
                replace_file(path, _HEADER.pack(_MAGIC, size, len(wanted), digest) + b"".join(wanted))


def _top(scores: NDArray[np.float32], k: int) -> NDArray[np.int64]:
    """Positions of the `k` highest scores, best first, ties (at the border too) by position."""
    if k < len(scores):
        border = np.partition(scores, len(scores) - k)[len(scores) - k]
        above = np.flatnonzero(scores > border)
        candidates = np.concatenate([above, np.flatnonzero(scores == border)[: k - len(above)]])
    else:
        candidates = np.arange(len(scores))
    return candidates[np.lexsort((candidates, -scores[candidates]))]


def _make_durable(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())


@contextmanager
def _writing() -> Generator[None, None, None]:
    try:
        yield
    except OSError as error:
        raise StorageFailed(
            "The vector file could not be written.", remedy="Free some disk space and try again."
        ) from error


def _unavailable(message: str) -> PartUnavailable:
    return PartUnavailable(message, remedy="Run `youju reindex` to build it again from the ledger.", code="index")
