"""The assembly: reads settings, builds the parts, and offers them to the faces as one object.

The one place that knows every part. Faces (command line, HTTP) use `Youju` and, besides, only values.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from youju.answering.agent import Limits as AnswerLimits
from youju.answering.answer import Answering, Writer
from youju.answering.events import AnswerEvent
from youju.answering.question import Question
from youju.answering.schemas import Calculation
from youju.answering.searching import LookUpTool, SearchTool
from youju.answering.understanding import Understanding
from youju.caller import Caller
from youju.errors import CallerMistake, InputRejected, NotFound, PartUnavailable, StorageFailed
from youju.index.parted import PartedIndex
from youju.index.vectors import VectorStore, compact_all
from youju.knowledge.checking.examining import Finding, examine
from youju.knowledge.database import Database
from youju.knowledge.importing import Importer, Item
from youju.knowledge.ledger import Ledger
from youju.knowledge.names.repository import Root
from youju.knowledge.originals import Originals
from youju.knowledge.placing import NOTHING_SAID, Wish
from youju.knowledge.rebuilding import rebuild_index
from youju.knowledge.recognition.service import Recognition, Step
from youju.knowledge.runs.service import ImportRuns, OpenRun
from youju.knowledge.runs.staging import RunFolder
from youju.knowledge.runs.values import Run, RunItem
from youju.knowledge.sessions.service import Sessions
from youju.knowledge.sources import ADDRESS, Source, expand, fetched, file_key
from youju.knowledge.syncing import Plan, Syncing
from youju.knowledge.values import DocumentInfo, Passage, VersionInfo
from youju.knowledge.views import PassageView, Span, view_of
from youju.law.advice.adviser import LabourAdviser
from youju.law.advice.remaking import Remaking
from youju.law.calculators.calculating import Calculators, alone
from youju.law.library import LawLibrary
from youju.law.references import StatuteReferences
from youju.law.schemas import ReferencesOut
from youju.law.specialist import StatuteSpecialist
from youju.law.structure import StatuteStructure
from youju.law.terms import settle
from youju.law.tools import CalculateTool
from youju.law.vectors import shipped_vectors
from youju.models.chat import make_chat
from youju.models.embedding import make_embedder
from youju.parts import PartState, models_of, ocr_part, parts_of
from youju.reading.document import boxes_of
from youju.reading.ocr.engine import INSTALL, engine_name
from youju.reading.reader import Limits, SourceFile
from youju.reading.worker import ReadingPool
from youju.retrieval.catalogue import Catalogue
from youju.retrieval.evaluation.cases import Case
from youju.retrieval.evaluation.evaluating import Result, evaluate
from youju.retrieval.evaluation.golds import Golds
from youju.retrieval.evaluation.tuning import Lesson, Tuned, Tuning
from youju.retrieval.filling import Beside, Filling, fill_vectors, live_keys
from youju.retrieval.finding import Finder, Meaning
from youju.retrieval.finding import Limits as FindingLimits
from youju.retrieval.learning.model import RankingModel
from youju.retrieval.values import Found, Scored
from youju.samples import sample_files
from youju.settings import Endpoint, Settings
from youju.text.language import Language
from youju.verification.gate import Gate, standard_checks
from youju.verification.judge import Judge
from youju.verification.policy import POLICIES
from youju.verification.schemas import Verification
from youju.verification.verify import verify_answer


@dataclass(frozen=True, slots=True)
class Progress:
    """So many of so many are done; `outcome` is set where the last one has a name and an outcome of its own."""

    done: int
    total: int
    name: str = ""
    outcome: str = ""


@dataclass(frozen=True, slots=True)
class Removal:
    """What a deletion takes along: documents, how many versions of them, how many kept answers cite them."""

    documents: list[DocumentInfo]
    versions: int
    answers: int


class Youju:
    """Everything that a face can do. Every method that can return document content takes the caller."""

    def __init__(
        self, settings: Settings, ledger: Ledger, runs: ImportRuns, reading: ReadingPool, *, dense: bool
    ) -> None:
        home = settings.home
        self.settings = settings
        self._ledger = ledger
        self._runs = runs
        self._reading = reading
        self._index = PartedIndex(home / "index")
        self._vectors = home / "index" / "vectors"
        self._meaning = _meaning(self._vectors, settings) if dense else None
        self._filling = (
            Filling(ledger, self._meaning.vectors, self._meaning.embedder, (shipped_vectors(),))
            if self._meaning is not None
            else None
        )
        self.sessions = Sessions(ledger.database)
        self._references = StatuteReferences(ledger)
        self._statutes = StatuteSpecialist(
            self._meaning.embedder.fingerprint if self._meaning else "", home / "ranking"
        )
        self.calculators = Calculators(self._references, home)
        self._originals = Originals(home / "files")
        self._limits = Limits(settings.max_file_mb * 2**20, settings.max_pages, settings.max_file_seconds)
        self._importer = Importer(
            ledger,
            self._index,
            self._originals,
            reading,
            structures=(StatuteStructure(),),
            limits=self._limits,
            chunk_tokens=settings.chunk_tokens,
            chunk_overlap=settings.chunk_overlap,
        )
        self._syncing = Syncing(ledger, self._importer)
        self.laws = LawLibrary(
            ledger,
            self._importer,
            self._originals,
            reading,
            limits=self._limits,
            home=home,
            preload=self._filling.adopt if self._filling is not None else None,
        )
        self._recognition = Recognition(
            ledger.database, self._importer, self._originals, reading, engine_name() if settings.ocr else None
        )
        self._finder = Finder(
            ledger,
            self._index,
            self._meaning,
            exact=(self._references,),
            specialist=self._statutes,
            limits=FindingLimits(settings.recall_k, settings.top_k, settings.threshold),
        )
        self._understanding = Understanding([self._references])
        self._gate = Gate(standard_checks([self._references]))
        self._answering = Answering(
            self._finder,
            self._gate,
            ledger,
            POLICIES[settings.gate],
            writer=self._writer(),
            judge=_judge(settings.judge),
            understanding=self._understanding,
            advisers=[LabourAdviser(self._references, self.calculators)],
        )

    @classmethod
    @asynccontextmanager
    async def open(cls, settings: Settings, *, dense: bool = True) -> AsyncGenerator[Youju]:
        """Open the home folder, and create it if needed. `dense=False` never loads the embedder.

        Raises `StorageFailed` when the folder or the ledger cannot be used.
        """
        try:
            settings.home.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StorageFailed(
                f"The home folder cannot be made ({error.strerror}).", remedy="Choose another one with --home."
            ) from error
        database = await Database.open(settings.home, settings.database_url)
        ledger, runs = Ledger(database, settle), ImportRuns(database, settings.home / "imports")
        reading = ReadingPool(max_mb=settings.max_worker_mb)
        try:
            yield cls(settings, ledger, runs, reading, dense=dense)
        finally:
            await reading.close()
            await ledger.close()

    def _writer(self) -> Writer | None:
        model = make_chat(self.settings.chat)
        if model is None:
            return None
        tools = [SearchTool(self._finder), LookUpTool([self._references]), CalculateTool(self.calculators)]
        limits = AnswerLimits(self.settings.tool_budget, self.settings.retry_grant, self.settings.chat.context_tokens)
        return Writer(model, tools, limits)

    # ── answers ────────────────────────────────────────────────────────────────────────────────────────────────

    async def answer(self, question: Question, caller: Caller) -> AsyncGenerator[AnswerEvent]:
        """Typed events; the last is `done` with the whole answer. Closing the generator cancels the work. Raises
        `NotFound` for a conversation that is not the caller's."""
        if question.session is not None:
            await self.sessions.get(question.session, caller)
        async with aclosing(self._answering.answer(question, caller)) as events:
            async for event in events:
                yield event

    async def kept_answer(self, identifier: str, caller: Caller) -> dict[str, Any]:
        """An answer given to this caller before. Raises `NotFound`."""
        return await self._ledger.answer(identifier, caller)

    async def delete_session(self, identifier: str, caller: Caller) -> None:
        """Delete a conversation for good, its traces in the files of the ledger included. Raises `NotFound`."""
        await self.sessions.delete(identifier, caller)
        await self._end_deletions()

    async def search(
        self,
        query: str,
        caller: Caller,
        *,
        k: int | None = None,
        category: str | None = None,
        at: date | None = None,
        explain: bool = False,
    ) -> Found:
        """Passages, best first."""
        understood = await self._understanding.of(query, at, caller)
        query = understood.query
        found = await self._finder.find(query, caller, category=category, at=understood.at, k=k, explain=explain)
        if not found.passages and understood.asked:
            understood = understood.of_today
            found = await self._finder.find(query, caller, category=category, k=k, explain=explain)
        told = (*understood.notices, *(() if found.passages else understood.doubts))
        return replace(found, notices=(*told, *found.notices))

    async def cite(self, text: str, caller: Caller, at: date | None = None) -> ReferencesOut:
        """What every reference to a law in a text points at, in its order, at a date (default: today)."""
        return await self._references.cited(text, caller, at or date.today())

    def measure_retrieval(self, cases: Sequence[Case], caller: Caller) -> AsyncGenerator[Result]:
        """Ask these questions and see where their golds come; one result for each, in order."""
        return evaluate(self._finder, Golds(self._ledger, (self._references,), caller), cases, caller)

    async def tune_ranking(self, cases: Sequence[Case], caller: Caller, step: Callable[[str], None]) -> Tuned:
        """Learn the ranking of laws from these questions and measure it; nothing is installed. `step` is told what
        goes on. Raises `CallerMistake` for too few questions and unless by the owner, `PartUnavailable` without
        vectors."""
        require_owner(caller)
        if self._meaning is None:
            raise PartUnavailable("Ranking is learned on vectors, and none are wanted (YOUJU_EMBEDDING__PROVIDER).")
        golds = Golds(self._ledger, (self._references,), caller)
        lessons = [Lesson(case, tuple(found for _, found in await golds.passages(case))) for case in cases]
        tables = Catalogue(self._ledger, self._meaning.vectors)
        tuning = Tuning(
            await tables.table(await self._ledger.change_counter()),
            self._index,
            self._meaning.embedder,
            self._statutes.in_use(),
            recall=self.settings.recall_k,
            today=date.today(),
            step=step,
        )
        return await asyncio.to_thread(tuning.tune, lessons)

    def install_ranking(self, model: RankingModel | None, caller: Caller) -> bool:
        """Use this model for laws from now on; None goes back to the one that ships. Whether anything has changed.
        Raises `StorageFailed`, and `CallerMistake` unless by the owner."""
        require_owner(caller)
        return self._statutes.reset() if model is None else self._statutes.install(model)

    async def verify(self, raw: str, caller: Caller) -> Verification:
        """Check anybody's answer. Raises `CallerMistake` for a form that is not read."""

        async def find(text: str, asking: Caller) -> Sequence[Scored]:
            return (await self._finder.find(text, asking)).passages

        async def lookup(identifiers: Sequence[str], asking: Caller) -> Mapping[str, Passage]:
            return await self._ledger.load_passages(identifiers, asking, None)

        return await verify_answer(raw, self._gate, caller, find, lookup, Remaking(self.calculators))

    async def calculate(self, name: str, inputs: Mapping[str, Any], caller: Caller, language: Language) -> Calculation:
        """A calculator's result with the cards of its basis. Raises `CallerMistake` for a name that there is not, and
        `WrongInputs`."""
        return alone(await self.calculators.run(name, inputs, caller, language), language)

    # ── documents ──────────────────────────────────────────────────────────────────────────────────────────────

    async def documents(self, caller: Caller, at: date | None = None, *, history: bool = False) -> list[DocumentInfo]:
        """Readable documents, by display name; with `history` those instead that are kept as history only."""
        return await self._ledger.documents(caller, at, history=history)

    async def document(self, wanted: str, caller: Caller) -> DocumentInfo:
        """One document, by id or display name. Raises `NotFound`."""
        return await self._ledger.document(wanted, caller)

    async def history(self, wanted: str, caller: Caller) -> list[VersionInfo]:
        """Versions of a document, newest first. Raises `NotFound`."""
        document = await self._ledger.document(wanted, caller, history=True)
        return await self._ledger.history(document.id, caller)

    def sources(self, paths: Iterable[Path], password: str | None = None) -> list[Source | InputRejected]:
        """Every file under these paths, with the rules of its folders; what cannot be walked as the error to report."""
        return list(expand(paths, password))

    @asynccontextmanager
    async def fetched(
        self, addresses: Mapping[str, Wish], caller: Caller
    ) -> AsyncGenerator[list[Source | InputRejected]]:
        """Web pages as sources, with what was said about them before; they are there until the block ends. Raises
        `CallerMistake` unless by the owner."""
        require_owner(caller)
        if not addresses:
            yield []
            return
        with self._originals.workspace() as folder:
            yield await fetched(addresses, folder, self._limits, self.settings.private_hosts, addresses)

    async def remember(self, paths: Sequence[Path], addresses: Sequence[str], wish: Wish, caller: Caller) -> None:
        """Keep these files, folders and web pages, and what is said about them, as what `sync` looks at again. Raises
        `CallerMistake` unless by the owner."""
        require_owner(caller)
        roots = [Root(file_key(path), str(path.resolve()), wish) for path in paths]
        await self._ledger.remember([*roots, *(Root(f"{ADDRESS}{one}", one, wish) for one in addresses)])

    async def plan_sync(
        self, paths: Sequence[Path] | None, caller: Caller, *, deep: bool = False, gone: bool = False
    ) -> Plan:
        """What has changed under these paths, or wherever something was added; nothing is done. Raises `CallerMistake`
        for a path that was never added, and unless by the owner."""
        require_owner(caller)
        return await self._syncing.plan(paths, deep=deep, gone=gone)

    async def sync(self, plan: Plan, caller: Caller, *, keep_history: bool = False) -> AsyncGenerator[Item]:
        """Do what a plan says, one item for each file that came, changed or went, and keep the run. Raises
        `CallerMistake` unless by the owner."""
        require_owner(caller)
        async with self.fetched(plan.addresses, caller) as pages:
            running = self._syncing.run(plan, caller, keep_history=keep_history, pages=pages)
            if not plan.empty:
                running = self._kept([*plan.sources, *pages, *plan.barred], NOTHING_SAID, caller, running)
            async with aclosing(running) as items:
                async for item in items:
                    yield item

    def samples(self) -> list[tuple[list[Source | InputRejected], Wish]]:
        """The sample base, each file with its roles, category and dates."""
        return [
            (
                [Source(file.path, file.name, f"sample:{file.name}")],
                Wish(file.roles, file.category, "samples", file.effective_from, file.effective_to),
            )
            for file in sample_files()
        ]

    async def add(self, sources: Sequence[Source | InputRejected], wish: Wish, caller: Caller) -> AsyncGenerator[Item]:
        """Import, one item per source in their order, as a run that is kept. Raises `CallerMistake` unless by the
        owner."""
        require_owner(caller)
        async with aclosing(self.add_all([(sources, wish)], caller)) as items:
            async for item in items:
                yield item

    async def add_all(
        self, batches: Sequence[tuple[Sequence[Source | InputRejected], Wish]], caller: Caller
    ) -> AsyncGenerator[Item]:
        """The same for several batches, each with its own wish, as one run."""
        require_owner(caller)
        sources = [source for some, _ in batches for source in some]
        wish = batches[0][1] if len(batches) == 1 else NOTHING_SAID
        async with aclosing(self._kept(sources, wish, caller, self._imported(batches, caller))) as items:
            async for item in items:
                yield item

    async def _imported(
        self, batches: Sequence[tuple[Sequence[Source | InputRejected], Wish]], caller: Caller
    ) -> AsyncGenerator[Item]:
        for sources, wish in batches:
            async with aclosing(self._importer.add(sources, wish, caller)) as items:
                async for item in items:
                    yield item

    async def _kept(
        self, sources: Sequence[Source | InputRejected], wish: Wish, caller: Caller, running: AsyncGenerator[Item]
    ) -> AsyncGenerator[Item]:
        """The items of a run, each in the ledger as soon as it is there."""
        run = await self._runs.start(sources, wish, caller)
        async with run, aclosing(run.follow(running)) as items:
            async for item in items:
                yield item
        await self._end_deletions()

    async def watch(self, paths: Sequence[Path] | None, caller: Caller) -> AsyncGenerator[Plan]:
        """A plan for `sync` each time that files under these paths, or wherever something was added, have changed and
        come to rest. Raises `CallerMistake` where there is nothing to watch, and unless by the owner."""
        require_owner(caller)
        async with aclosing(self._syncing.watch(paths)) as plans:
            async for plan in plans:
                yield plan

    async def remove(self, wanted: str, caller: Caller) -> DocumentInfo:
        """Delete a document for good. Raises `NotFound`, and `CallerMistake` unless by the owner."""
        return (await self.remove_all([wanted], caller))[0]

    async def removal(self, wanted: Sequence[str], caller: Caller) -> Removal:
        """What deleting these documents would take along. Raises as `remove_all`."""
        documents = await self._found(wanted, caller)
        require_owner(caller)
        versions = sum([len(await self._ledger.history(one.id, caller)) for one in documents])
        return Removal(documents, versions, await self._ledger.answers_citing([one.id for one in documents]))

    async def remove_all(
        self, wanted: Sequence[str], caller: Caller, *, keep_history: bool = False
    ) -> list[DocumentInfo]:
        """Delete documents for good, by ids or names: text, vectors, index entries, originals, recognised pages,
        answers that cite them. With `keep_history` their versions stay, unsearchable. Raises `NotFound`, and
        `CallerMistake` unless by the owner; then nothing is deleted."""
        documents = await self._found(wanted, caller)
        require_owner(caller)
        identifiers = [document.id for document in documents]
        if keep_history:
            await self._importer.retire(*identifiers)
        else:
            await self._importer.remove(*identifiers)
            await self._end_deletions()
        return documents

    async def _found(self, wanted: Sequence[str], caller: Caller) -> list[DocumentInfo]:
        found = [await self._ledger.document(one, caller, history=True) for one in wanted]
        return list({document.id: document for document in found}.values())

    async def place(self, wanted: str, wish: Wish, caller: Caller) -> DocumentInfo:
        """Change roles, category, collection, dates, title rule or what a document replaces, without reading it again;
        what is said here stands above the rules of its folder. Returns the document as it is then. Raises `NotFound`,
        and `CallerMistake` for dates or replacements that cannot be, and unless by the owner."""
        document = await self.document(wanted, caller)
        require_owner(caller)
        await self._importer.place(document.id, wish)
        return await self.document(document.id, caller)

    async def restore(self, wanted: str, number: int | None, caller: Caller) -> VersionInfo:
        """Make an earlier version live again (without a number: the one before), as one publish. The file is not
        touched: its next change makes a newer version. Raises `NotFound`, and `CallerMistake` unless by the owner."""
        document = await self._ledger.document(wanted, caller, history=True)
        require_owner(caller)
        versions = await self._ledger.history(document.id, caller)
        live = next((one.number for one in versions if one.live), versions[0].number + 1)
        number = number or max((one.number for one in versions if one.number < live), default=0)
        version = next((one for one in versions if one.number == number), None)
        if version is None:
            told = f"has no version {number}." if number else "has no version before this one."
            raise NotFound(f"{document.source} {told}", remedy=f"`youju history {document.source}` lists them.")
        await self._importer.restore(document.id, version.id)
        return version

    async def examine(self, caller: Caller) -> list[Finding]:
        """Hold ledger, index, vectors and kept files against each other; everything that is wrong, with the way out.
        Reads everything once. What a killed process left behind is cleared first, as every import does. Raises
        `CallerMistake` unless by the owner."""
        require_owner(caller)
        await self.tidy()
        vectors = self._meaning.vectors if self._meaning else None
        return await examine(self._ledger, self._index, vectors, self._originals)

    # ── imports ────────────────────────────────────────────────────────────────────────────────────────────────

    async def receive(self, caller: Caller) -> RunFolder:
        """A folder for uploaded files, held by this process. Raises `CallerMistake` unless by the owner."""
        require_owner(caller)
        return await asyncio.to_thread(self._runs.folder)

    async def stage(
        self, folder: RunFolder, sources: Sequence[Source | InputRejected], wish: Wish, caller: Caller
    ) -> OpenRun:
        """Begin an import of files that were received into `folder`. They wait there until they are in."""
        return await self._runs.start_staged(folder, sources, wish, caller)

    async def left_imports(self) -> list[OpenRun]:
        """Interrupted imports of uploaded files, for this process to go on with."""
        return await self._runs.left()

    def carry_out(self, run: OpenRun, caller: Caller) -> AsyncGenerator[Item]:
        """Import the files of a staged run, within its context manager."""
        return run.follow(self._importer.add(run.sources, run.wish, caller))

    async def imports(self, caller: Caller, limit: int = 50) -> list[Run]:
        """Import runs, newest first; nothing for anybody but the owner."""
        return await self._runs.runs(limit) if caller.reads_all else []

    async def import_run(self, identifier: str, caller: Caller) -> Run:
        """One import run and how it stands. Raises `NotFound`, also unless by the owner."""
        if not caller.reads_all:
            raise NotFound("No such import.")
        return await self._runs.run(identifier)

    async def import_items(self, identifier: str, caller: Caller, after: int = 0, limit: int = 10**6) -> list[RunItem]:
        """What became of the files of a run, in the order in which they were finished. Raises `NotFound`."""
        await self.import_run(identifier, caller)
        return await self._runs.items(identifier, after, limit)

    async def stop_import(self, identifier: str, caller: Caller) -> Run:
        """Have a run end at its next file, whichever process it works in. Raises `NotFound`."""
        await self.import_run(identifier, caller)
        await self._runs.stop(identifier)
        return await self._runs.run(identifier)

    # ── index ──────────────────────────────────────────────────────────────────────────────────────────────────

    async def reindex(self) -> int:
        """Rebuild the index from the ledger; returns the number of passages. Nothing can be published meanwhile.

        Vectors of texts that are still live are kept; a damaged vector file is begun again.
        """
        count, keys = await rebuild_index(self._ledger, self._index)
        await asyncio.to_thread(compact_all, self._vectors, keys)
        return count

    async def fill(self, documents: Sequence[str] | None = None) -> AsyncGenerator[Progress]:
        """Compute the vectors that are missing, of these documents or of all, in batches; the next call goes on where
        this one stops. Yields nothing where no vectors are wanted. Raises `PartUnavailable`."""
        if self._meaning is None or self._filling is None:
            return
        if documents is None:
            running = self._filling.run()
        else:
            running = fill_vectors(self._ledger, self._meaning.vectors, self._meaning.embedder, documents)
        async with aclosing(running) as steps:
            async for step in steps:
                yield Progress(step.done, step.total)

    @property
    def ocr_missing(self) -> str | None:
        """Why pages that are pictures are not recognised, and the way out; None where they are."""
        if not self.settings.ocr:
            return "Pages that are pictures were not read: OCR is off (YOUJU_OCR)."
        if engine_name() is None:
            return f"Pages that are pictures were not read: OCR is not installed. {INSTALL} Then add them again."
        return None

    async def recognise(self, documents: Sequence[str] | None = None) -> AsyncGenerator[Step]:
        """Recognise pages that are pictures, of these documents or of all, and publish the documents anew; a step after
        each page. It may be stopped at any moment, and the next call goes on. Yields nothing where OCR is not installed
        or switched off. Raises `PartUnavailable`."""
        async with aclosing(self._recognition.run(documents)) as steps:
            async for step in steps:
                yield step

    def beside(self) -> Beside | None:
        """What embeds documents while others are still being read; None where no vectors are wanted."""
        if self._meaning is None:
            return None
        return Beside(self._ledger, self._meaning.vectors, self._meaning.embedder)

    async def changes(self) -> int:
        """The number of the newest change to the documents: another number means that some came, changed or went."""
        return await self._ledger.change_counter()

    async def tidy(self) -> None:
        """Clear what killed processes left behind: copies of files that did not come in, index entries of versions that
        did not become live, traces of deletions that did not come to their end."""
        await self._importer.collect()
        await self._importer.collect_files()
        await self._end_deletions()

    async def _end_deletions(self) -> None:
        """Clear the traces of deletions in the files of index, ledger and vectors, those of all embedders."""
        newest = await self._ledger.newest_deletion()
        if newest is not None:
            await self._importer.purge()
            keys = await live_keys(self._ledger)
            await asyncio.to_thread(compact_all, self._vectors, keys)
            await self._ledger.end_deletions(newest)

    async def warm(self) -> None:
        """Load what is loaded at first use. What cannot be loaded is told by `state`."""
        if self._meaning is not None:
            with suppress(PartUnavailable):
                await asyncio.to_thread(self._meaning.embedder.embed_query, "试")

    async def models(self) -> list[PartState]:
        """The language models and whether they can be used, asked now: takes up to 5 s."""
        return await models_of(self.settings, probe=True)

    async def state(self, *, probe: bool = False) -> list[PartState]:
        """Every part and how it is. `probe` also loads what is loaded at first use, and asks the language models."""
        parts = await parts_of(self.settings, self._ledger, self._index, self._meaning, self._runs, probe=probe)
        return [*parts, await ocr_part(self._recognition, self.settings)]

    # ── views ──────────────────────────────────────────────────────────────────────────────────────────────────

    async def passage(self, passage_id: str, caller: Caller, at: date | None = None) -> Passage:
        """One live passage. Raises `NotFound`."""
        found = await self._ledger.load_passages([passage_id], caller, at)
        if passage_id not in found:
            raise NotFound("No such passage.")
        return found[passage_id]

    async def passage_view(self, passage_id: str, caller: Caller, spans: Sequence[Span] = ()) -> PassageView:
        """The passage where it stands, with spans of the canonical text marked. Raises `NotFound`."""
        passage = await self.passage(passage_id, caller)
        content = await self._ledger.content(passage.version_id, caller)
        return await asyncio.to_thread(view_of, passage, content, spans)

    async def page_image(self, passage_id: str, page: int, caller: Caller, spans: Sequence[Span] = ()) -> bytes:
        """PNG of one page of the passage's document, with spans of the canonical text marked.

        Raises `NotFound`, also for a page that does not exist and a format without pages.
        """
        passage = await self.passage(passage_id, caller)
        content = await self._ledger.content(passage.version_id, caller)
        if content.stored_file is None or not any(one.number == page for one in content.layout.pages):
            raise NotFound("No such page.")
        boxes = [box for start, end in spans for box in boxes_of(content.layout.lines, start, end)]
        source = SourceFile(self._originals.path(content.stored_file), passage.source)
        return await self._reading.render(source, page, boxes)


def _judge(endpoint: Endpoint) -> Judge | None:
    model = make_chat(endpoint, "judge")
    return Judge(model, context_tokens=endpoint.context_tokens) if model else None


def _meaning(folder: Path, settings: Settings) -> Meaning | None:
    embedder = make_embedder(settings.embedding)
    if embedder is None:
        return None
    return Meaning(VectorStore(folder, embedder.fingerprint, embedder.dimensions), embedder)


def require_owner(caller: Caller) -> None:
    """Importing and deleting are the owner's. Raises `CallerMistake`."""
    if not caller.reads_all:
        raise CallerMistake("Only the owner of the folder may change documents.", code="forbidden")
