import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.reading.made_files import lines, pdf

from youju.errors import InputRejected, NotFound
from youju.reading.reader import Limits, SourceFile
from youju.reading.worker import ReadingPool

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="workers are counted in /proc")


@pytest.fixture
async def pool():
    async with ReadingPool(workers=2) as pool:
        yield pool


@pytest.fixture
def note(tmp_path):
    path = tmp_path / "a.md"
    path.write_text("# 制度\n\n正文", encoding="utf-8")
    return SourceFile(path, "a.md")


def slow(folder):
    """A file that keeps its reader busy for a long time: the HTML parser takes quadratic time to nest."""
    path = folder / "慢.html"
    path.write_text("<div>" * 150_000 + "</div>" * 150_000, encoding="utf-8")
    return SourceFile(path, "慢.html")


def children():
    """Process ids of the workers of this process."""
    mine = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((process / "stat").read_text().rpartition(")")[2].split()[1])
            command = (process / "cmdline").read_bytes()
        except (OSError, IndexError):
            continue  # it ended meanwhile
        if parent == os.getpid() and b"youju.reading.worker" in command:
            mine.append(int(process.name))
    return mine


async def test_files_are_read_side_by_side_in_processes(pool, note):
    documents = await asyncio.gather(*(pool.read(note, Limits()) for _ in range(6)))
    assert {document.title for document in documents} == {"制度"}
    assert 1 <= len(children()) <= 2


async def test_refusals_come_back_as_they_were_raised(pool, tmp_path):
    with pytest.raises(InputRejected) as refusal:
        await pool.read(SourceFile(tmp_path / "无.md", "无.md"), Limits())
    assert (refusal.value.code, refusal.value.message[:4]) == ("unreadable", "无.md")
    assert refusal.value.remedy


async def test_a_dead_worker_costs_its_file_and_no_other(pool, note, tmp_path):
    reading = asyncio.create_task(pool.read(slow(tmp_path), Limits()))
    await asyncio.sleep(0.5)
    other = asyncio.create_task(pool.read(note, Limits()))
    assert (await other).title == "制度"
    for child in children():
        os.kill(child, signal.SIGKILL)
    with pytest.raises(InputRejected) as refusal:
        await reading
    assert refusal.value.code == "broken"
    assert refusal.value.message.startswith("慢.html ")
    assert (await asyncio.gather(*(pool.read(note, Limits()) for _ in range(3))))[0].title == "制度"


async def test_a_file_that_never_ends_is_given_up(pool, note, tmp_path):
    with pytest.raises(InputRejected) as refusal:
        await pool.read(slow(tmp_path), Limits(max_seconds=0.5))
    assert refusal.value.code == "broken"
    assert "0.5 seconds" in refusal.value.message
    assert (await pool.read(note, Limits())).title == "制度"


async def test_cancelling_ends_the_work(pool, tmp_path):
    reading = asyncio.create_task(pool.read(slow(tmp_path), Limits()))
    await asyncio.sleep(0.5)
    assert children()
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    await asyncio.sleep(0.5)
    assert not children()


async def test_a_worker_that_died_while_idle_costs_nothing(pool, note):
    await pool.read(note, Limits())
    for child in children():
        os.kill(child, signal.SIGKILL)
    assert (await pool.read(note, Limits())).title == "制度"


async def test_closing_ends_what_still_runs(tmp_path):
    pool = ReadingPool()
    reading = asyncio.create_task(pool.read(slow(tmp_path), Limits()))
    await asyncio.sleep(0.5)
    await pool.close()
    with pytest.raises(InputRejected):
        await reading
    assert not children()


async def test_closing_leaves_nothing_running(note):
    pool = ReadingPool()
    await pool.read(note, Limits())
    await pool.close()
    await pool.close()
    assert not children()


def test_a_worker_starts_without_the_heavy_libraries():
    code = "import sys, youju.reading.worker; print([name for name in sys.argv[1:] if name in sys.modules])"
    heavy = ["numpy", "pypdfium2", "docx", "lxml", "markdown_it", "selectolax", "PIL", "pydantic", "sqlalchemy"]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "src")}
    out = subprocess.run(
        [sys.executable, "-c", code, *heavy], check=True, capture_output=True, text=True, env=environment
    )
    assert out.stdout.strip() == "[]", out.stderr


async def test_rendering_does_not_wait_for_reading(pool, tmp_path):
    path = pdf(tmp_path / "a.pdf", [lambda c: lines(c, ["正文"])])
    reading = [asyncio.create_task(pool.read(slow(tmp_path), Limits())) for _ in range(2)]
    await asyncio.sleep(0.2)
    began = time.monotonic()
    assert (await pool.render(SourceFile(path, "a.pdf"), 1, [])).startswith(b"\x89PNG")
    assert time.monotonic() - began < 10
    assert not any(task.done() for task in reading)
    for task in reading:
        task.cancel()
    await asyncio.gather(*reading, return_exceptions=True)


async def test_a_page_that_does_not_exist(pool, tmp_path):
    path = pdf(tmp_path / "a.pdf", [lambda c: lines(c, ["正文"])])
    with pytest.raises(NotFound):
        await pool.render(SourceFile(path, "a.pdf"), 2, [])
