"""The lexical index: BM25 over bigrams, words, codes and headings, kept by tantivy in one folder.

    folder/
    ├── write.lock   held by the one writer, across processes
    ├── current      names the format and the generation that readers use; replaced atomically
    └── gen-000007/  a tantivy index; a rebuild makes the next generation beside it, then switches

Filters are part of the query (musts of score zero), so what the caller may not read never takes a place in the top.
"""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path

import tantivy
from tantivy import FieldType, Occur, Query

from youju.errors import PartUnavailable, StorageFailed
from youju.index.files import replace_file
from youju.index.locking import exclusive
from youju.index.protocol import Entry, Filters, Hit
from youju.text.tokens import bigrams, codes, words

FORMAT = "youju-lexical-2"
"""Raised whenever the fields or the tokens change: an index of another format asks for `youju reindex`."""

WEIGHTS = {"bigrams": 1.0, "words": 1.0, "codes": 2.0, "heading": 1.0}
"""What a match counts in each field, against BM25 of the bigrams."""

MAX_TERMS = 300
"""Distinct query terms per field; what a longer question repeats beyond them adds nothing but time."""

_SMALL_HEAP, _LARGE_HEAP = 16_000_000, 96_000_000
_FIRST_DAY, _LAST_DAY = 0, date.max.toordinal() + 1
_FIRST = "gen-000001"
_OPEN = "open"
_ADDRESSED = {True: "yes", False: "no"}
_TIES_SLACK, _TIES_LIMIT = 32, 8192


class TantivyIndex:
    """The `LexicalIndex` of one folder. Safe across threads and processes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._opened: tuple[str, tantivy.Index] | None = None
        self._lock = threading.Lock()

    def add(self, entries: Iterable[Entry]) -> None:
        """Add the entries of new versions in one commit. Adding a version again replaces its entries.

        Raises `PartUnavailable` if the index is damaged, `StorageFailed` if it cannot be written.
        """
        with self._writing() as writer:
            _write(writer, entries)

    def remove(self, version_ids: Iterable[str]) -> None:
        """Remove all entries of these versions, in one commit. Unknown ids are ignored."""
        with self._writing() as writer:
            for version_id in version_ids:
                writer.delete_documents_by_term("version", version_id)

    def has_remains(self) -> bool:
        """Whether the files still hold words of passages that were removed. tantivy only marks what is deleted, and
        merges when it likes; its list of segments tells which have such marks."""
        name = self._current()
        if name is None or self._unborn(name):
            return False
        try:
            segments = json.loads((self._folder / name / "meta.json").read_text("utf-8"))["segments"]
        except (OSError, ValueError, KeyError):
            return True
        return any(segment.get("deletes") for segment in segments)

    def rebuild(self, entries: Iterable[Entry]) -> None:
        """Build the next generation from `entries` and switch to it. Readers see the old one until then, whole. The
        way out of every kind of damage."""
        with exclusive(self._folder / "write.lock"):
            name = self._next_generation()
            index = _create(self._folder / name)
            with _commit(index, _LARGE_HEAP) as writer:
                _write(writer, entries)
            self._switch_to(name)
            self._remove_other_generations(keep=name)
        self.refresh()

    def versions(self) -> set[str]:
        """Ids of all versions that have entries."""
        with _damage_reported():
            found = self._searcher().terms_with_prefix("version", "", filter_query=Query.all_query())
        return {version for version, count in found if count}

    def refresh(self) -> None:
        """See what other processes wrote. Raises `PartUnavailable` if the index is damaged."""
        with self._lock, _damage_reported():
            while True:
                name = self._current()
                try:
                    return self._follow(name)
                except (ValueError, OSError):
                    if self._current() == name:
                        raise  # damaged; else a rebuild has put another generation in its place meanwhile

    def _follow(self, name: str | None) -> None:
        if self._opened is None or self._opened[0] != name:
            self._opened = self._open(name)
        else:
            self._opened[1].reload()

    def search(self, query: str, filters: Filters, k: int) -> Sequence[Hit]:
        """The best `k` passages, best first; ties by passage id. Hits share at least one term with the query."""
        terms = _any_term(query)
        if terms is None or k < 1:
            return []
        with _damage_reported():
            searcher = self._searcher()
            wanted = Query.boolean_query([*_musts(filters), (Occur.Must, terms)])
            return _best(searcher, wanted, k)

    def counts(self, terms: Sequence[str], filters: Filters) -> tuple[list[int], int]:
        """In how many passages that `filters` admit each term occurs (in text or heading), and how many passages there
        are: the rarity of terms, as far as this caller may know it."""
        with _damage_reported():
            searcher = self._searcher()
            musts = _musts(filters)
            found = [_count(searcher, [*musts, (Occur.Must, _anywhere(term))]) for term in terms]
            return found, _count(searcher, [*musts, (Occur.Must, Query.all_query())])

    def _searcher(self) -> tantivy.Searcher:
        if self._opened is None:
            self.refresh()
        return (self._opened[1] if self._opened else tantivy.Index(_SCHEMA)).searcher()

    def _current(self) -> str | None:
        """The generation that readers use, or None where nothing was ever written."""
        try:
            form, _, name = (self._folder / "current").read_text("utf-8").strip().partition(" ")
        except FileNotFoundError:
            if any(self._generations()):
                raise _unavailable("The search index has lost its pointer.") from None
            return None
        except (OSError, UnicodeDecodeError) as error:
            raise _unavailable("The search index cannot be read.") from error
        if form != FORMAT:
            raise _unavailable("The search index was built by another version of Youju.")
        return name

    def _open(self, name: str | None) -> tuple[str, tantivy.Index] | None:
        """Open a generation. One that a rebuild has just replaced may vanish under us: then the next one is there."""
        while name is not None and not self._unborn(name):
            try:
                return name, _open(self._folder / name)
            except PartUnavailable:
                newer = self._current()
                if newer == name:
                    raise
                name = newer
        return None

    def _unborn(self, name: str) -> bool:
        """Whether the first generation was named but never written to (its writer was killed)."""
        files = {path.name for path in (self._folder / name).glob("[!.]*")}
        return name == _FIRST and files <= {"meta.json"}

    def _generations(self) -> Iterator[Path]:
        return (path for path in self._folder.glob("gen-*") if path.is_dir())

    def _next_generation(self) -> str:
        numbers = [int(path.name[4:]) for path in self._generations() if path.name[4:].isdecimal()]
        return f"gen-{max(numbers, default=1) + 1:06d}"

    def _switch_to(self, name: str) -> None:
        replace_file(self._folder / "current", f"{FORMAT} {name}\n".encode())

    def _remove_other_generations(self, keep: str) -> None:
        for path in self._generations():
            if path.name != keep:
                shutil.rmtree(path, ignore_errors=True)

    @contextmanager
    def _writing(self) -> Generator[tantivy.IndexWriter, None, None]:
        """One batch of writes, committed at the end or not at all."""
        with exclusive(self._folder / "write.lock"):
            name = self._current()
            if name is None:
                name = _FIRST
                self._switch_to(name)
            index = _create(self._folder / name) if self._unborn(name) else _open(self._folder / name)
            with _commit(index, _SMALL_HEAP) as writer:
                yield writer
        self.refresh()


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    for name in ("passage", "version"):
        builder.add_text_field(name, stored=True, tokenizer_name="raw", index_option="basic")
    for name in ("roles", "category", "addressed"):
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic")
    for name in WEIGHTS:
        builder.add_text_field(name, tokenizer_name="spaces", index_option="freq")
    for name in ("start", "end"):
        builder.add_integer_field(name, indexed=True, fast=True)
    return builder.build()


_SCHEMA = _schema()


def _create(path: Path) -> tantivy.Index:
    path.mkdir(parents=True, exist_ok=True)
    return _with_tokenizer(tantivy.Index(_SCHEMA, path=str(path), reuse=True))


def _open(path: Path) -> tantivy.Index:
    with _damage_reported():
        if not tantivy.Index.exists(str(path)):
            raise _unavailable("The search index is damaged.")
        return _with_tokenizer(tantivy.Index.open(str(path)))


def _with_tokenizer(index: tantivy.Index) -> tantivy.Index:
    index.register_tokenizer("spaces", tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build())
    index.config_reader(reload_policy="manual")
    return index


@contextmanager
def _commit(index: tantivy.Index, heap: int) -> Generator[tantivy.IndexWriter, None, None]:
    """A writer whose work is committed at the end; after an error nothing of it remains. Its memory goes with it."""
    with _failure_reported():
        writer = index.writer(heap_size=heap, num_threads=1)
        # A writer that was killed in mid-commit leaves files whose names this one would choose again, and fail on.
        writer.garbage_collect_files()
    try:
        yield writer
        with _failure_reported():
            writer.commit()
    except BaseException:
        writer.rollback()
        raise
    finally:
        writer.wait_merging_threads()


@contextmanager
def _failure_reported() -> Generator[None, None, None]:
    try:
        yield
    except (ValueError, OSError) as error:
        raise StorageFailed(
            "The search index could not be written.", remedy="Free some disk space and try again."
        ) from error


def _write(writer: tantivy.IndexWriter, entries: Iterable[Entry]) -> None:
    replaced: set[str] = set()
    for entry in entries:
        if entry.version_id not in replaced:
            replaced.add(entry.version_id)
            writer.delete_documents_by_term("version", entry.version_id)
        writer.add_document(_document(entry))


def _document(entry: Entry) -> tantivy.Document:
    document = tantivy.Document()
    document.add_text("passage", entry.passage_id)
    document.add_text("version", entry.version_id)
    for role in [f"role:{role}" for role in entry.roles] or [_OPEN]:
        document.add_text("roles", role)
    if entry.category is not None:
        document.add_text("category", entry.category)
    document.add_text("addressed", _ADDRESSED[entry.address is not None])
    document.add_text("bigrams", " ".join(bigrams(entry.text)))
    document.add_text("words", " ".join(words(entry.text)))
    document.add_text("codes", " ".join(codes(f"{entry.heading}\n{entry.text}")))
    document.add_text("heading", " ".join(bigrams(entry.heading)))
    document.add_integer("start", entry.effective_from.toordinal() if entry.effective_from else _FIRST_DAY)
    document.add_integer("end", entry.effective_to.toordinal() if entry.effective_to else _LAST_DAY)
    return document


def _musts(filters: Filters) -> list[tuple[Occur, Query]]:
    """What every hit must satisfy, none of it scored."""
    queries: list[Query] = []
    if filters.roles is not None:
        roles = [_OPEN, *(f"role:{role}" for role in sorted(filters.roles))]
        queries.append(Query.term_set_query(_SCHEMA, "roles", roles))
    if filters.category is not None:
        queries.append(Query.term_query(_SCHEMA, "category", filters.category, "basic"))
    if filters.addressed is not None:
        queries.append(Query.term_query(_SCHEMA, "addressed", _ADDRESSED[filters.addressed], "basic"))
    if filters.at is not None:
        day = filters.at.toordinal()
        queries.append(Query.range_query(_SCHEMA, "start", FieldType.Integer, None, day))
        queries.append(Query.range_query(_SCHEMA, "end", FieldType.Integer, day + 1, None))
    return [(Occur.Must, Query.const_score_query(query, 0.0)) for query in queries]


def _any_term(query: str) -> Query | None:
    """At least one term of the query, in any field; None if the query has no term."""
    of_field = {"bigrams": bigrams(query), "words": words(query), "codes": codes(query), "heading": bigrams(query)}
    clauses = [
        (Occur.Should, Query.boost_query(Query.term_query(_SCHEMA, field, term, "freq"), WEIGHTS[field]))
        for field, terms in of_field.items()
        for term in list(dict.fromkeys(terms))[:MAX_TERMS]
    ]
    return Query.boolean_query(clauses) if clauses else None


def _anywhere(term: str) -> Query:
    """Passages that hold the term in their text or heading. A long Chinese term is there when all its bigrams are."""
    fields = ("bigrams", "words", "heading")
    parts = [
        Query.boolean_query([(Occur.Should, Query.term_query(_SCHEMA, field, part, "freq")) for field in fields])
        for part in bigrams(term)
    ]
    return Query.boolean_query([(Occur.Must, part) for part in parts]) if parts else Query.empty_query()


def _count(searcher: tantivy.Searcher, musts: list[tuple[Occur, Query]]) -> int:
    result = searcher.search(Query.boolean_query(musts), 1, count=True)
    return int(result.count or 0)  # pyright: ignore[reportAttributeAccessIssue] (missing in tantivy's stub)


def _best(searcher: tantivy.Searcher, query: Query, k: int) -> list[Hit]:
    """The best `k`. tantivy orders equal scores by where they lie in its files, so all ties with the last place are
    fetched and ordered by passage id (beyond `_TIES_LIMIT` equal passages the choice among them is tantivy's)."""
    limit = k + _TIES_SLACK
    found = searcher.search(query, limit, count=False).hits
    while len(found) == limit and found[-1][0] == found[k - 1][0] and limit < _TIES_LIMIT:
        limit *= 4
        found = searcher.search(query, limit, count=False).hits
    last = found[min(k, len(found)) - 1][0] if found else 0.0
    hits: list[Hit] = []
    for score, address in found:
        if score < last:
            break
        stored = searcher.doc(address)
        hits.append(Hit(str(stored.get_first("passage")), str(stored.get_first("version")), float(score)))
    return sorted(hits, key=lambda hit: (-hit.score, hit.passage_id))[:k]


@contextmanager
def _damage_reported() -> Generator[None, None, None]:
    """Turn what tantivy says of broken files (errors, and panics of its native code) into one sentence."""
    try:
        yield
    except (ValueError, OSError) as error:
        raise _unavailable("The search index is damaged.") from error
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        raise _unavailable("The search index is damaged.") from error


def _unavailable(message: str) -> PartUnavailable:
    return PartUnavailable(message, remedy="Run `youju reindex` to build it again from the ledger.", code="index")
