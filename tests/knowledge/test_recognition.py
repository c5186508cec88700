"""From a scan in the ledger to its text: resumable, shared, never at the cost of what is live."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest
from sqlalchemy import func, select
from tests.knowledge.conftest import Library
from tests.reading.made_files import lines, pdf, picture
from tests.reading.ocr_scene import recognised

from youju.caller import OWNER, Caller
from youju.errors import InputRejected
from youju.knowledge.models import PageImageRow, PageReadingRow
from youju.knowledge.originals import Originals
from youju.knowledge.placing import Wish
from youju.knowledge.recognition.service import Recognised, Recognition, Step
from youju.reading.document import RecognisedPage
from youju.reading.ocr.picture import PagePicture
from youju.reading.reader import SourceFile

TEXT = "住宿费在限额内据实报销。"


class Lens:
    """A recogniser that reads from a script: by page, with a score. `before` runs in the middle of each reading."""

    def __init__(self, pages: dict[int, tuple[str, float]], engine: str = "printed/1") -> None:
        self.pages = pages
        self.engine = engine
        self.read: list[int] = []
        self.before: Callable[[int], Awaitable[object]] | None = None

    async def picture(self, source: SourceFile, page_number: int) -> PagePicture:
        """The picture is known by what will be read from it: two files with one scan share it."""
        content = self.pages[page_number][0]
        return PagePicture(hashlib.sha256(content.encode()).hexdigest(), 595.0, 842.0)

    async def recognise(self, source: SourceFile, page_number: int) -> RecognisedPage:
        self.read.append(page_number)
        if self.before is not None:
            await self.before(page_number)
        text, score = self.pages[page_number]
        return recognised(page_number, *([text] if text else []), score=score, engine=self.engine)


def scan(path: Path, pages: int = 1) -> Path:
    """A PDF of pictures; the name makes its bytes its own."""
    return pdf(path, [picture] * pages, initialFontSize=10 + len(path.name))


def mixed(path: Path) -> Path:
    return pdf(path, [lambda canvas: lines(canvas, ["第一条 员工出差应当事先填写申请单，经批准后方可订票。"]), picture])


def recognition(library: Library, lens: Lens, engine: str | None = "printed/1") -> Recognition:
    return Recognition(library.ledger.database, library.importer, Originals(library.home / "files"), lens, engine)


async def run(library: Library, lens: Lens, documents: Sequence[str] | None = None) -> list[Step]:
    return [step async for step in recognition(library, lens).run(documents)]


async def rows(library: Library) -> tuple[int, int]:
    """How many page images and readings the ledger holds."""
    async with library.ledger.database.read() as db:
        images = (await db.execute(select(func.count()).select_from(PageImageRow))).scalar_one()
        return images, (await db.execute(select(func.count()).select_from(PageReadingRow))).scalar_one()


async def state(library: Library) -> tuple[str, int]:
    (document,) = await library.ledger.documents(OWNER)
    return document.state, document.version_number


async def test_a_scan_becomes_searchable_and_says_that_it_was_recognised(library: Library, tmp_path: Path) -> None:
    (item,) = await library.add(scan(tmp_path / "扫描.pdf", 2))
    assert (item.outcome, await library.shown("住宿费")) == ("needs_ocr", [])
    steps = await run(library, Lens({1: (TEXT, 0.97), 2: ("伙食补贴按天数发放。", 0.91)}))
    assert [(step.done, step.total) for step in steps] == [(1, 2), (2, 2), (2, 2)]
    told = steps[-1].document
    assert told is not None and told.of(item).outcome == "added" and told.of(item).result == "imported"
    assert await state(library) == ("ready", 2)
    (passage,) = (
        await library.ledger.load_passages([e.passage_id for e in await library.ledger.live_entries()], OWNER, None)
    ).values()
    assert [(page.number, page.confidence) for page in passage.pages] == [(1, 0.97), (2, 0.91)]


async def test_41_a_passage_of_a_scan_stands_on_the_page_whose_picture_shows_it(
    library: Library, tmp_path: Path
) -> None:
    await library.add(scan(tmp_path / "扫描.pdf", 4))
    texts = {number: f"第{number}条 {words}，由经办人签字后归档。" for number, words in enumerate("甲乙丙丁", start=1)}
    texts[3] = ""  # nothing can be read on it: no page takes its place
    await run(library, Lens({number: (text, 0.97) for number, text in texts.items()}))
    entries = [entry.passage_id for entry in await library.ledger.live_entries()]
    passages = (await library.ledger.load_passages(entries, OWNER, None)).values()
    for passage in passages:
        for page in passage.pages:
            words = passage.text[page.start - passage.start : page.end - passage.start].strip()
            assert words and words in texts[page.number]
    assert {page.number for passage in passages for page in passage.pages} == {1, 2, 4}


async def test_adding_it_again_changes_nothing_and_keeps_its_text(library: Library, tmp_path: Path) -> None:
    path = scan(tmp_path / "扫描.pdf")
    await library.add(path)
    lens = Lens({1: (TEXT, 0.97)})
    await run(library, lens)
    (item,) = await library.add(path)
    assert item.outcome == "unchanged" and await library.shown("住宿费") == [TEXT]
    assert await run(library, lens) == [] and lens.read == [1]


async def test_text_pages_are_searchable_before_the_pictures_are(library: Library, tmp_path: Path) -> None:
    (item,) = await library.add(mixed(tmp_path / "混合.pdf"))
    assert (item.outcome, item.result, item.missing) == ("added", "partial", (2,))
    assert len(await library.shown("出差")) == 1
    await run(library, Lens({2: (TEXT, 0.97)}))
    assert len(await library.shown("出差")) == 1 and await library.shown("住宿费 限额") != []


async def test_a_pass_that_is_stopped_goes_on_where_it_was(library: Library, tmp_path: Path) -> None:
    await library.add(scan(tmp_path / "扫描.pdf", 3))
    lens = Lens({1: (TEXT, 0.97), 2: ("第二页的文字在这里。", 0.97), 3: ("第三页的文字在这里。", 0.97)})

    async def stop(page: int) -> None:
        if page == 2:
            raise asyncio.CancelledError

    lens.before = stop
    with pytest.raises(asyncio.CancelledError):
        await run(library, lens)
    assert await state(library) == ("needs_ocr", 1)
    lens.before = None
    await run(library, lens)
    assert lens.read == [1, 2, 2, 3] and await state(library) == ("ready", 2)


async def test_a_pass_that_died_before_publishing_publishes_without_reading(library: Library, tmp_path: Path) -> None:
    await library.add(scan(tmp_path / "扫描.pdf"))
    lens = Lens({1: (TEXT, 0.97)})
    async for _ in recognition(library, lens).run():
        break  # the page is kept, the document is not published
    assert await state(library) == ("needs_ocr", 1)
    await run(library, lens)
    assert lens.read == [1] and await state(library) == ("ready", 2)


async def test_43_a_scan_that_nothing_can_be_read_from_is_unreadable_and_never_ready(
    library: Library, tmp_path: Path
) -> None:
    (item,) = await library.add(scan(tmp_path / "照片.pdf", 2))
    steps = await run(library, Lens({1: ("SwYw ww", 0.61), 2: ("", 0.0)}))
    told = steps[-1].document
    assert told is not None and "no page can be read" in told.message
    assert (told.of(item).outcome, told.of(item).result, told.missing) == ("unreadable", "partial", (1, 2))
    assert await state(library) == ("unreadable", 2)
    assert await library.shown("SwYw") == []
    (again,) = await library.add(tmp_path / "照片.pdf")
    assert again.outcome == "unchanged"


async def test_a_page_that_brings_the_engine_down_does_not_hold_up_the_others(library: Library, tmp_path: Path) -> None:
    await library.add(scan(tmp_path / "扫描.pdf", 2))
    lens = Lens({1: ("", 0.0), 2: (TEXT, 0.97)})

    async def crash(page: int) -> None:
        if page == 1:
            raise InputRejected("brought its reader down", code="broken")

    lens.before = crash
    steps = await run(library, lens)
    assert steps[-1].document is not None and steps[-1].document.missing == (1,)
    assert await library.shown("住宿费") == [TEXT]


async def test_a_file_replaced_meanwhile_is_not_overwritten(library: Library, tmp_path: Path) -> None:
    path = scan(tmp_path / "规定.pdf")
    await library.add(path)
    lens = Lens({1: (TEXT, 0.97)})

    async def replace(_: int) -> None:
        pdf(path, [lambda canvas: lines(canvas, ["第一条 新的规定：交通费一律实报实销，不设上限。"])])
        await library.add(path)

    lens.before = replace
    steps = await run(library, lens)
    assert all(step.document is None for step in steps)
    assert await library.shown("住宿费") == [] and len(await library.shown("交通费")) == 1


async def test_a_document_removed_meanwhile_leaves_nothing(library: Library, tmp_path: Path) -> None:
    (item,) = await library.add(scan(tmp_path / "规定.pdf"))
    lens = Lens({1: (TEXT, 0.97)})

    async def remove(_: int) -> None:
        await library.importer.remove(item.document_id or "")

    lens.before = remove
    await run(library, lens)
    assert await library.ledger.documents(OWNER) == [] and await rows(library) == (0, 0)


async def test_one_picture_is_read_once_and_goes_with_the_last_that_shows_it(library: Library, tmp_path: Path) -> None:
    first, second = await library.add(scan(tmp_path / "a.pdf"), scan(tmp_path / "longer name.pdf", 1))
    lens = Lens({1: (TEXT, 0.97)})
    await run(library, lens)
    assert lens.read == [1] and len(await library.shown("住宿费")) == 2 and await rows(library) == (2, 1)
    await library.importer.remove(first.document_id or "")
    assert await library.shown("住宿费") == [TEXT] and await rows(library) == (1, 1)
    await library.importer.remove(second.document_id or "")
    assert await rows(library) == (0, 0)


async def test_roles_that_were_set_meanwhile_are_kept(library: Library, tmp_path: Path) -> None:
    (item,) = await library.add(scan(tmp_path / "薪酬.pdf"))
    lens = Lens({1: (TEXT, 0.97)})

    async def close(_: int) -> None:
        wish = Wish(roles=frozenset({"hr"}))
        await library.ledger.place(item.document_id or "", wish, library.index.add)

    lens.before = close
    await run(library, lens)
    assert await library.shown("住宿费", Caller("guest")) == []
    assert await library.shown("住宿费", Caller("hr", frozenset({"hr"}))) == [TEXT]


async def test_another_engine_reads_only_what_none_has_read(library: Library, tmp_path: Path) -> None:
    path = scan(tmp_path / "扫描.pdf")
    await library.add(path)
    await run(library, Lens({1: (TEXT, 0.97)}))
    newer = Lens({1: ("别的文字别的文字", 0.97)}, engine="printed/2")
    assert [step async for step in recognition(library, newer, "printed/2").run()] == []
    (item,) = await library.add(path)
    assert item.outcome == "unchanged" and await library.shown("住宿费") == [TEXT]


async def test_without_an_engine_nothing_is_read_and_what_waits_is_counted(library: Library, tmp_path: Path) -> None:
    await library.add(scan(tmp_path / "扫描.pdf", 2), mixed(tmp_path / "混合.pdf"))
    off = recognition(library, Lens({}), None)
    assert [step async for step in off.run()] == [] and await off.waiting() == (2, 3)


def test_what_was_not_published_stays_what_it_was() -> None:
    from youju.knowledge.importing import Item

    item = Item("a.pdf", "needs_ocr", "", code="needs_ocr", document_id="d")
    assert Recognised("d", "a.pdf: gone.", published=False).of(item).outcome == "needs_ocr"
