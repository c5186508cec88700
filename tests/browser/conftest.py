from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Generator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "server"))

from tests.server.living import HOSTILE, served, youju

QUIET = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync")


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Generator[str]:
    """A server of the sample base and of one document that would like to be markup."""
    folder = tmp_path_factory.mktemp("browser")
    hostile = folder / f"{HOSTILE}.txt"
    hostile.write_text(f"{HOSTILE}/script>\n\n鹦鹉饲养规定：{HOSTILE}/script> 鹦鹉每天喂食两次。\n", encoding="utf-8")
    for arguments in (("add", "--samples"), ("add", str(hostile))):
        done = youju(folder / "home", *arguments)
        assert done.returncode == 0, done.stderr
    with served(folder / "home") as opened:
        yield opened


@pytest.fixture(scope="module")
def browser() -> Generator[Browser]:
    """A browser for one module: while it is open its event loop stands in the way of asynchronous tests."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        pytest.skip("no Chromium on this machine")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium, args=QUIET)
        yield launched
        launched.close()


@pytest.fixture
def page(browser: Browser, address: str) -> Generator[Page]:
    """A fresh page of the server. Whatever goes wrong in it (script errors, refused content) fails the test."""
    wrong: list[str] = []
    context = browser.new_context(
        base_url=address, viewport={"width": 1360, "height": 850}, permissions=["clipboard-read", "clipboard-write"]
    )
    opened = context.new_page()
    opened.set_default_timeout(10_000)
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    opened.goto("/")
    yield opened
    hit = opened.evaluate("window.hit")
    context.close()
    assert hit is None
    assert [one for one in wrong if not re.search("ERR_INTERNET_DISCONNECTED|status of 503", one)] == []
