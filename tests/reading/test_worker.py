import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.reading import worker_victims
from tests.reading.made_files import lines, pdf

from youju.errors import InputRejected, NotFound, PartUnavailable
from youju.reading import worker
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


def children(of=None):
    """Process ids of the workers of a process, of this one if none is named."""
    mine = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((process / "stat").read_text().rpartition(")")[2].split()[1])
            command = (process / "cmdline").read_bytes()
        except (OSError, IndexError):
            continue  # it ended meanwhile
        if parent == (of or os.getpid()) and b"youju.reading.worker" in command:
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
    assert refusal.value.code == "too_slow"
    assert "0.5 seconds" in refusal.value.message
    assert "YOUJU_MAX_FILE_SECONDS" in refusal.value.remedy
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


# Readers that go wrong


@pytest.fixture
def reads(monkeypatch):
    """Let a function of `worker_victims` read in the place of the real readers."""
    root = str(Path(__file__).parents[2])
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")])))
    return lambda name: monkeypatch.setattr(worker, "read_file", getattr(worker_victims, name))


async def read_all(pool, *names, folder=Path("/none")):
    """What became of each file: its text, or the refusal."""
    reading = (pool.read(SourceFile(folder / name, name), Limits(max_seconds=20)) for name in names)
    outcomes = await asyncio.gather(*reading, return_exceptions=True)
    return [outcome if isinstance(outcome, Exception) else outcome.text for outcome in outcomes]


@pytest.mark.parametrize(
    ("way", "code", "told"),
    [
        ("segfault", "broken", "(SIGSEGV)"),
        ("leave", "broken", "(exit code 3)"),
        ("devour", "broken", "300 MB"),
        ("devour_together", "too_large", "300 MB"),
        ("fail", "broken", "(LookupError)"),
    ],
)
async def test_a_reader_that_goes_down_costs_its_file_alone(reads, way, code, told):
    """Fault 45: a large file exhausts the memory; and every other way in which a reader takes its process along."""
    reads(way)
    async with ReadingPool(max_mb=300) as pool:
        good, bad, *rest = await read_all(pool, "一.md", "坏.md", "二.md", "三.md", "四.md")
        assert {good, *rest} == {"读到了"}
        assert isinstance(bad, InputRejected)
        assert bad.code == code and bad.message.startswith("坏.md ") and told in bad.message
        assert bad.remedy and "/a/path" not in bad.line()
        assert len(children()) <= pool.workers


async def test_memory_is_refused_before_the_machine_runs_out_of_it(pool, tmp_path):
    """The bound is the system's: a text that is within the limit of size and not of memory is refused by name."""
    big = tmp_path / "大.txt"
    big.write_bytes("条款。\n".encode() * 10_000_000)
    async with ReadingPool(max_mb=200) as small:
        with pytest.raises(InputRejected) as refusal:
            await small.read(SourceFile(big, "大.txt"), Limits())
    assert refusal.value.code in {"too_large", "broken"} and refusal.value.message.startswith("大.txt ")


@pytest.mark.parametrize("end", ["time", "cancel", "close"])
async def test_what_a_reader_started_ends_with_it(reads, tmp_path, end):
    reads("with_a_child")
    async with ReadingPool() as pool:
        seconds = 1.0 if end == "time" else 20.0
        reading = asyncio.create_task(pool.read(SourceFile(tmp_path / "a.md", "a.md"), Limits(max_seconds=seconds)))
        noted = tmp_path / "a.pid"
        while not (noted.exists() and noted.read_text()):  # noqa: ASYNC110 (another process writes it)
            await asyncio.sleep(0.02)
        if end == "cancel":
            reading.cancel()
        elif end == "close":
            await pool.close()
        with pytest.raises((InputRejected, asyncio.CancelledError)):
            await reading
    assert gone(int(noted.read_text()))


def gone(process):
    """Whether a process ends within a second; one that nobody has waited for yet has ended."""
    for _ in range(100):
        try:
            if Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except OSError:
            return True
        time.sleep(0.01)
    return False


async def test_what_a_reader_prints_stays_out_of_its_results(reads, capfd):
    reads("chatter")
    async with ReadingPool() as pool:
        assert await read_all(pool, "一.md", "二.md", "三.md") == ["一.md 0", "二.md 0", "三.md 0"]
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(("way", "limit"), [("who", ("_MOST_JOBS", 3)), ("keep", ("_GROWN", 0.5))])
async def test_a_worker_that_has_done_enough_or_grown_is_replaced(reads, monkeypatch, way, limit):
    reads(way)
    monkeypatch.setattr(worker, *limit)
    async with ReadingPool(1, max_mb=300) as pool:
        served = [(await read_all(pool, "a.md"))[0] for _ in range(7)]
        assert 2 <= len(set(served)) < 7
        assert len(children()) <= 1


async def test_idle_workers_end(pool, note, monkeypatch):
    monkeypatch.setattr(worker, "_IDLE_SECONDS", 0.2)
    assert (await pool.read(note, Limits())).title == "制度"
    assert children()
    await asyncio.sleep(1)
    assert not children()
    assert (await pool.read(note, Limits())).title == "制度"


async def test_never_more_workers_than_processors(note):
    async with ReadingPool(workers=64) as pool:
        await asyncio.gather(*(pool.read(note, Limits()) for _ in range(12)))
        assert len(children()) <= pool.workers == worker.cores()


async def test_workers_that_cannot_start_are_told_as_such(note, monkeypatch):
    """No file is called damaged where the installation is."""
    monkeypatch.setattr(worker.sys, "executable", "/bin/false")
    async with ReadingPool() as pool:
        with pytest.raises(PartUnavailable) as failure:
            await pool.read(note, Limits())
    assert "exit code 1" in failure.value.message and failure.value.remedy


def test_a_worker_ends_with_a_parent_that_is_killed(tmp_path):
    code = (
        "import asyncio, sys, pathlib; from youju.reading.worker import ReadingPool;"
        "from youju.reading.reader import Limits, SourceFile; path = pathlib.Path(sys.argv[1]);"
        "asyncio.run(ReadingPool().read(SourceFile(path, path.name), Limits()))"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "src")}
    parent = subprocess.Popen([sys.executable, "-c", code, str(slow(tmp_path).path)], env=environment)
    workers = []
    while not workers:
        assert parent.poll() is None
        time.sleep(0.05)
        workers = children(parent.pid)
    time.sleep(0.5)
    parent.kill()
    parent.wait()
    assert all(gone(one) for one in workers)
