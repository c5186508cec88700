"""What reading and importing make of difficult files: kinds 43 to 53 of docs/faults.md."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

import docx
import httpx
import pytest
from reportlab.pdfgen.canvas import Canvas
from tests.conftest import clean_environment, run_youju
from tests.faults.house import opened
from tests.faults.papers import page_of
from tests.faults.scene import Stage, serving, squeezed
from tests.reading.made_files import lines, pdf, picture
from tests.server.living import parse_events

from youju.caller import OWNER

LONG = 1600
MEGABYTES = 600


async def test_43_a_scan_without_text_never_looks_ready(tmp_path):
    async with opened(tmp_path) as house:
        (item,) = await house.add(pdf(house.folder / "扫描件.pdf", [picture]))
        assert item.result in {"partial", "refused"}
        assert item.message.startswith("扫描件.pdf")
        for document in await house.youju.documents(OWNER):
            assert document.state != "ready"
        assert (await house.ask("扫描件里写了什么？")).status == "refused"


class _Failing(BaseHTTPRequestHandler):
    """A site whose pages are all errors, some of them with the wrong status."""

    pages: ClassVar = {"/gone.html": 404, "/broken.html": 500, "/forbidden.html": 403}

    def do_GET(self) -> None:
        body = "<!doctype html><h1>出错了</h1><p>您访问的页面暂时无法显示，请稍后再试。</p>".encode()
        self.send_response(self.pages[self.path])
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def site() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), _Failing) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("page", sorted(_Failing.pages))
def test_44_an_error_page_is_no_content(tmp_path, page: str):
    with site() as address:
        done = run_youju(["add", f"{address}{page}", "--json"], tmp_path / "home", YOUJU_PRIVATE_HOSTS="127.0.0.1")
    assert done.code == 1
    (item,) = done.json
    assert item["outcome"] == "failed"
    assert str(_Failing.pages[page]) in item["message"]
    assert run_youju(["ls", "--json"], tmp_path / "home").json == []


def test_45_a_file_of_many_pages_is_read_in_bounded_memory(tmp_path):
    path = pdf(tmp_path / "长.pdf", [page_of(f"Rule {number}", *_ENGLISH) for number in range(LONG)])
    command = [sys.executable, "-c", _MEASURED, sys.executable, "-m", "youju", "add", str(path), "--json"]
    done = subprocess.run(
        command, capture_output=True, encoding="utf-8", env=clean_environment(tmp_path / "home"), check=True
    )
    told, _, peak = done.stdout.rpartition("\n\n")
    (item,) = json.loads(told)
    assert item["pages"] == LONG
    assert int(peak) < MEGABYTES


_ENGLISH = [f"line {number} of the page says that the rule is kept by the department" for number in range(5)]
_MEASURED = (
    "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True); "
    "print('\\n' + str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024))"
)


def test_46_progress_counts_each_file_once_and_ends_at_the_last(tmp_path):
    files = [
        ("files", (f"{n}.md", f"# 规定{n}\n\n第{n}类物品的领用手续。\n".encode() if n != 3 else b"")) for n in range(6)
    ]
    home = tmp_path / "home"
    with serving(home) as address, httpx.Client(base_url=address, timeout=60) as client:
        begun = client.post("/api/v1/documents", files=files, headers={"Prefer": "respond-async"})
        assert begun.status_code == 202
        place = begun.headers["Location"]
        with client.stream("GET", place, headers={"Accept": "text/event-stream"}) as response:
            events = parse_events(response.iter_lines())
        items = [event.data for event in events if event.event == "item"]
        assert [(one["done"], one["total"]) for one in items] == [(n, len(files)) for n in range(1, len(files) + 1)]
        assert [one["name"] for one in items] == [f"{n}.md" for n in range(6)]
        assert events[-1].event == "done"
        end = events[-1].data
        assert (end["imported"], end["partial"], end["refused"], end["waiting"]) == (5, 0, 1, 0)
        after = client.get(place).json()
        assert (after["done"], after["total"], after["finished_at"]) == (6, 6, end["finished_at"])
        again = client.get(place, headers={"Accept": "text/event-stream", "Last-Event-ID": events[-1].id})
        assert again.status_code == 204


def test_47_a_page_past_the_end_is_answered_at_once(papers: Stage):
    found = papers.client.post("/api/v1/search", json={"query": "温室的总面积"}).json()["passages"]
    passage = next(one["passage"]["id"] for one in found if one["passage"]["source"] == "温室.pdf")
    began = time.monotonic()
    view = papers.client.get(f"/api/v1/passages/{passage}/view", params={"page": 99_999_999})
    image = papers.client.get(f"/api/v1/passages/{passage}/pages/99999999.png")
    assert time.monotonic() - began < 5
    assert (view.status_code, image.status_code) == (200, 404)


async def test_47_a_file_that_promises_a_billion_pages_has_those_that_are_there(tmp_path):
    async with opened(tmp_path) as house:
        path = pdf(house.folder / "吹牛.pdf", [page_of("渔港每年休渔90天。")], pageCompression=0)
        path.write_bytes(path.read_bytes().replace(b"/Count 1", b"/Count 999999999"))
        (item,) = await house.add(path)
        assert item.result == "refused" or item.pages == 1


@pytest.mark.parametrize("encoding", ["gb2312", "gbk", "gb18030", "big5", "utf-16", "utf-8-sig"])
async def test_48_chinese_text_of_every_encoding_comes_in(tmp_path, encoding: str):
    fact = "茶園的面積共計30公頃。" if encoding == "big5" else "茶园的面积共计30公顷。"
    filling = "採摘由各組輪流進行。" if encoding == "big5" else "采摘由各组轮流进行。"
    async with opened(tmp_path) as house:
        item = await house.write("茶园.txt", (fact + filling * 20).encode(encoding))
        assert item.result == "imported"
        answer = await house.ask(fact[:5] + ("共計多少公頃？" if encoding == "big5" else "共计多少公顷？"))
        assert squeezed(answer.citations[0].quote) in fact


async def test_48_a_page_that_declares_less_than_it_holds_keeps_every_character(tmp_path):
    page = '<html><head><meta charset="gb2312"></head><body><p>朱镕基主持的会议讨论了囍字。</p></body></html>'
    async with opened(tmp_path) as house:
        assert (await house.write("会议.html", page.encode("gb18030"))).result == "imported"
        assert "朱镕基主持的会议讨论了囍字" in "".join(await house.texts("会议讨论了什么"))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("零.txt", "苗圃\0每年\0\0补种树苗200株。".encode()),
        ("零.md", "# 苗圃\0\n\n苗圃每年补种\0树苗200株。\n".encode()),
        ("零.html", "<h1>苗圃&#0;</h1><p>苗圃每年补种&#0;树苗\0200株。&#xD800;</p>".encode()),
    ],
)
async def test_49_nul_and_half_characters_reach_no_database(tmp_path, name: str, content: bytes):
    async with opened(tmp_path) as house:
        item = await house.write(name, content)
        if item.result == "refused":
            assert item.message.startswith(f"{name} ")
            assert (await house.ask("苗圃每年补种多少株树苗？")).status == "refused"
        else:
            text = "".join(await house.texts("苗圃每年补种多少株树苗"))
            assert "200株" in text
            text.encode("utf-8")
            assert "\0" not in text


async def test_49_a_title_with_nul_is_a_title_without(tmp_path):
    out = io.BytesIO()
    canvas = Canvas(out)
    canvas.setTitle("苗圃\0规程")
    lines(canvas, ["苗圃每年补种树苗200株。"])
    canvas.save()
    async with opened(tmp_path) as house:
        assert (await house.write("题.pdf", out.getvalue())).result == "imported"
        (document,) = await house.youju.documents(OWNER)
        assert "\0" not in document.title


async def test_50_bookmarks_that_leave_out_pages_cost_no_text(tmp_path):
    facts = ["苇塘的面积为70亩。", "苇塘的收割在11月进行。", "苇塘的看护人为2名。"]

    def bookmarked(canvas: Canvas) -> None:
        canvas.bookmarkPage("only")
        canvas.addOutlineEntry("收割", "only")
        canvas.addOutlineEntry("别处", "only", level=0)
        lines(canvas, [facts[1]])

    async with opened(tmp_path) as house:
        path = pdf(house.folder / "苇塘.pdf", [page_of(facts[0]), bookmarked, page_of(facts[2])])
        await house.add(path)
        text = squeezed("".join(dict.fromkeys(await house.texts("苇塘"))))
        assert all(fact in text for fact in facts)


@pytest.mark.parametrize("text", ["规" * 29_000, "word " * 6_000, "a" * 29_000])
async def test_51_no_passage_is_longer_than_it_may_be(tmp_path, text: str):
    async with opened(tmp_path) as house:
        item = await house.write("长文.txt", text)
        assert item.result == "imported"
        assert item.passages > 5
        found = await house.youju.search(text[:40], OWNER, k=100)
        assert all(len(one.passage.text) < 6_000 for one in found.passages)


PRICES = [
    ["城市", "住宿标准", "伙食补助"],
    ["一线城市", "600元", ""],
    ["二线城市", "", "80元"],
    ["三线城市", "350元", "60元"],
]


def _word_table() -> bytes:
    document = docx.Document()
    document.add_heading("差旅标准", 1)
    table = document.add_table(len(PRICES), 3)
    for row, cells in enumerate(PRICES):
        for column, text in enumerate(cells):
            table.cell(row, column).text = text
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def _html_table() -> bytes:
    rows = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in PRICES)
    return f"<!doctype html><h1>差旅标准</h1><table>{rows}</table>".encode()


def _markdown_table() -> bytes:
    rows = [f"| {' | '.join(row)} |" for row in PRICES]
    return "\n".join(["# 差旅标准\n", rows[0], "|---|---|---|", *rows[1:]]).encode()


@pytest.mark.parametrize(
    ("name", "content"), [("表.docx", _word_table()), ("表.html", _html_table()), ("表.md", _markdown_table())]
)
async def test_52_an_empty_cell_moves_no_other(tmp_path, name: str, content: bytes):
    async with opened(tmp_path) as house:
        assert (await house.write(name, content)).result == "imported"
        rows = [line for text in await house.texts("二线城市 住宿标准 伙食补助") for line in text.splitlines()]
        cells = [[cell.strip() for cell in row.split("|")] for row in rows if "二线城市" in row and "|" in row]
        assert cells
        assert all(row == PRICES[2] for row in cells)
        answer = await house.ask("三线城市的住宿标准是多少？")
        assert "350元" in answer.text
        assert "600" not in answer.text


async def test_53_a_damaged_file_is_refused_by_name_with_reason_and_way_out(tmp_path):
    whole = _word_table()
    async with opened(tmp_path) as house:
        (house.folder / "半.docx").write_bytes(whole[: len(whole) // 2])
        (house.folder / "空壳.docx").write_bytes(b"PK\x05\x06" + bytes(18))
        (house.folder / "好.docx").write_bytes(whole)
        items = {item.name: item for item in await house.add()}
        assert items["好.docx"].result == "imported"
        for name in ("半.docx", "空壳.docx"):
            assert items[name].result == "refused"
            assert items[name].code in {"broken", "empty"}
            reason, _, way_out = items[name].message.partition(". ")
            assert reason.startswith(name)
            assert way_out
        assert [document.source for document in await house.youju.documents(OWNER)] == ["好.docx"]
