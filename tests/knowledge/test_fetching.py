import asyncio
import ipaddress
import shutil
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reading.made_files import read

from youju.errors import InputRejected
from youju.knowledge import fetching
from youju.knowledge.fetching import fetch, may_be_private
from youju.reading.reader import Limits
from youju.settings import load

HERE = frozenset({"127.0.0.1", "localhost"})
PAGE = "<!DOCTYPE html><title>差旅办法</title><h1 id=top>差旅办法</h1><p>住宿标准每晚 400 元。</p>".encode()


def answer(body: bytes = PAGE, status: str = "200 OK", **headers: str) -> bytes:
    """A whole response. Underscores in header names stand for hyphens; an empty value leaves the header out."""
    all_headers = {"Content-Type": "text/html", "Content-Length": str(len(body))}
    all_headers |= {name.replace("_", "-"): value for name, value in headers.items()}
    lines = [f"HTTP/1.1 {status}", *[f"{name}: {value}" for name, value in all_headers.items() if value]]
    return "\r\n".join([*lines, "Connection: close", "", ""]).encode() + body


class Site:
    """A server on this machine; `pages` maps a path to a response, or to something that writes one."""

    def __init__(self) -> None:
        self.pages: dict[str, bytes | Callable] = {}
        self.requests: list[str] = []
        self.port = 0

    def url(self, path: str = "/", host: str = "127.0.0.1") -> str:
        return f"http://{host}:{self.port}{path}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            request = (await reader.readuntil(b"\r\n\r\n")).decode()
            self.requests.append(request)
            page = self.pages.get(request.split()[1], answer(b"nothing here", "404 Not Found"))
            if callable(page):
                await page(writer)
            else:
                writer.write(page)
                await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()


@asynccontextmanager
async def serving(context: ssl.SSLContext | None = None) -> AsyncIterator[Site]:
    site = Site()
    server = await asyncio.start_server(site.serve, "127.0.0.1", 0, ssl=context)
    site.port = server.sockets[0].getsockname()[1]
    async with server:
        yield site


@pytest.fixture
async def site():
    async with serving() as site:
        yield site


async def refused(address: str, folder, private_hosts=HERE, limits=None) -> InputRejected:
    with pytest.raises(InputRejected) as refusal:
        await fetch(address, folder, limits or Limits(), private_hosts)
    assert list(folder.iterdir()) == []
    assert refusal.value.message.endswith(".") and refusal.value.remedy
    return refusal.value


async def test_a_page_comes_in(site, tmp_path):
    site.pages["/制度/差旅.php?id=5"] = site.pages["/%E5%88%B6%E5%BA%A6/%E5%B7%AE%E6%97%85.php?id=5"] = answer()
    fetched = await fetch(site.url("/制度/差旅.php?id=5#part"), tmp_path, Limits(), HERE)
    assert fetched.name == "差旅.html"
    assert fetched.path.parent == tmp_path and fetched.path.read_bytes() == PAGE
    assert fetched.address == site.url("/%E5%88%B6%E5%BA%A6/%E5%B7%AE%E6%97%85.php?id=5")
    assert f"Host: 127.0.0.1:{site.port}" in site.requests[0]
    assert read(fetched.path, fetched.name).title == "差旅办法"


@pytest.mark.parametrize(
    ("path", "headers", "name"),
    [
        ("/", {}, "127.0.0.1.html"),
        ("/a/", {"Content_Type": "text/html; charset=utf-8"}, "a.html"),
        ("/a.htm", {}, "a.htm"),
        ("/a.v2", {}, "a.v2.html"),
        ("/README.md", {"Content_Type": "text/plain; charset=utf-8"}, "README.md"),
        ("/notes", {"Content_Type": "text/plain"}, "notes.txt"),
        ("/price.xlsx", {"Content_Type": "application/octet-stream"}, "price.xlsx"),
        ("/get", {"Content_Type": "application/pdf"}, "get.pdf"),
        (
            "/get",
            {"Content_Type": "application/pdf", "Content_Disposition": 'attachment; filename="../a.pdf"'},
            "a.pdf",
        ),
        ("/get", {"Content_Disposition": "inline; filename*=UTF-8''%E5%88%B6%E5%BA%A6.html"}, "制度.html"),
        ("/page", {"Content_Type": ""}, "page.html"),
    ],
)
async def test_the_type_decides_the_suffix(site, tmp_path, path, headers, name):
    site.pages[path] = answer(**headers)
    assert (await fetch(site.url(path), tmp_path, Limits(), HERE)).name == name


@pytest.mark.parametrize("media_type", ["application/json", "video/mp4", "application/octet-stream", "x\x01y"])
async def test_what_is_not_read_is_not_fetched(site, tmp_path, media_type):
    site.pages["/x"] = answer(Content_Type=media_type)
    assert (await refused(site.url("/x"), tmp_path)).code == "unsupported"


async def test_what_the_server_says_of_the_encoding_is_kept(site, tmp_path):
    page = "<meta charset=utf-8><p>加班工资按照不低于工资的百分之三百支付。</p>"
    site.pages["/gbk"] = answer(page.encode("gb18030"), Content_Type="text/html; charset=gb2312")
    site.pages["/big5"] = answer("<p>加班費</p>".encode("big5"), Content_Type="text/html; charset=Big5")
    site.pages["/wrong"] = answer(page.encode(), Content_Type="text/html; charset=iso-8859-1")
    texts = [await fetch(site.url(path), tmp_path, Limits(), HERE) for path in ("/gbk", "/big5", "/wrong")]
    assert [read(one.path, one.name).text for one in texts] == [
        "加班工资按照不低于工资的百分之三百支付。",
        "加班費",
        "加班工资按照不低于工资的百分之三百支付。",
    ]


# Private addresses


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "2130706433", "0x7f.1", "127.1"],
)
async def test_this_machine_is_refused_and_not_asked(site, tmp_path, host):
    site.pages["/"] = answer()
    error = await refused(site.url(host=host), tmp_path, frozenset())
    assert error.code == "private_address"
    assert "YOUJU_PRIVATE_HOSTS" in error.remedy
    assert site.requests == []


@pytest.mark.parametrize(
    ("address", "private"),
    [
        ("10.1.2.3", True),
        ("172.16.0.1", True),
        ("192.168.1.1", True),
        ("169.254.169.254", True),
        ("100.64.0.1", True),
        ("224.0.0.1", True),
        ("239.255.255.250", True),
        ("255.255.255.255", True),
        ("240.0.0.1", True),
        ("0.0.0.0", True),
        ("192.0.2.1", True),
        ("198.18.0.1", True),
        ("::", True),
        ("::1", True),
        ("fe80::1", True),
        ("fe80::1%1", True),
        ("fec0::1", True),
        ("fd00::1", True),
        ("ff02::1", True),
        ("::ffff:10.0.0.1", True),
        ("::ffff:100.64.0.1", True),
        ("2002:0a00:0001::", True),
        ("64:ff9b::a00:1", True),
        ("2001:0:4136:e378:8000:63bf:3fff:fdd2", True),
        ("8.8.8.8", False),
        ("100.128.0.1", False),
        ("::ffff:8.8.8.8", False),
        ("64:ff9b::808:808", False),
        ("2606:4700::1111", False),
    ],
)
def test_which_addresses_are_private(address, private):
    assert may_be_private(ipaddress.ip_address(address)) is private


@given(st.ip_addresses(v=4, network="10.0.0.0/8") | st.ip_addresses(v=4, network="127.0.0.0/8"))
def test_no_spelling_of_a_private_address_is_public(address):
    number = int(address)
    for spelling in (f"::ffff:{address}", f"64:ff9b::{number >> 16:x}:{number & 0xFFFF:x}"):
        assert may_be_private(ipaddress.ip_address(spelling))
    assert may_be_private(ipaddress.IPv6Address((0x2002 << 112) | (number << 80)))


def resolving(monkeypatch, *answers: list[str]):
    """Let every name resolve to these addresses, one answer after the other."""
    asked: list[str] = []

    def getaddrinfo(host, port, *_, **__):
        asked.append(host)
        numbers = answers[min(len(asked), len(answers)) - 1]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (number, port)) for number in numbers]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return asked


async def test_a_name_for_a_private_address_is_refused(site, tmp_path, monkeypatch):
    resolving(monkeypatch, ["127.0.0.1"])
    assert (await refused(site.url(host="innocent.example"), tmp_path, frozenset())).code == "private_address"
    assert site.requests == []


async def test_only_the_public_ones_of_several_addresses_are_connected_to(site, tmp_path, monkeypatch):
    resolving(monkeypatch, ["127.0.0.1", "192.0.0.8"])
    assert (await refused(site.url(host="mixed.example"), tmp_path, frozenset())).code == "private_address"
    assert site.requests == []


async def test_a_name_is_resolved_once_and_then_kept(site, tmp_path, monkeypatch):
    """What is asked a second time may resolve to something else (DNS rebinding)."""
    asked = resolving(monkeypatch, ["127.0.0.1"], ["192.0.2.1"])
    site.pages["/"] = answer()
    fetched = await fetch(site.url(host="wiki.corp"), tmp_path, Limits(), frozenset({"WIKI.corp"}))
    assert fetched.path.read_bytes() == PAGE
    assert asked == ["wiki.corp"]
    assert f"Host: wiki.corp:{site.port}" in site.requests[0]


async def test_every_hop_is_checked(site, tmp_path, monkeypatch):
    asked = resolving(monkeypatch, ["127.0.0.1"])
    site.pages["/"] = answer(b"", "302 Found", Location="http://www.wiki.corp/secret")
    error = await refused(site.url(host="wiki.corp"), tmp_path, frozenset({"wiki.corp"}))
    assert error.code == "private_address"
    assert asked == ["wiki.corp", "www.wiki.corp"]


async def test_the_next_address_is_tried(site, tmp_path, monkeypatch):
    resolving(monkeypatch, ["127.0.0.2", "127.0.0.1"])
    site.pages["/"] = answer()
    assert (await fetch(site.url(host="wiki.corp"), tmp_path, Limits(), frozenset({"wiki.corp"}))).path.exists()


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")
async def test_tls_is_checked_against_the_name_and_not_the_number(tmp_path, monkeypatch):
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    await asyncio.to_thread(
        subprocess.run,
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-keyout", key, "-out", certificate, "-subj", "/CN=wiki.corp", "-addext", "subjectAltName=DNS:wiki.corp"],
        check=True, capture_output=True, timeout=30,
    )  # fmt: skip
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate, key)
    out = tmp_path / "out"
    out.mkdir()
    resolving(monkeypatch, ["127.0.0.1"])
    hosts = frozenset({"wiki.corp", "other.corp"})
    async with serving(context) as site:
        site.pages["/"] = answer()
        secure = site.url(host="wiki.corp").replace("http:", "https:")
        error = await refused(secure, out, hosts)
        assert (error.code, "certificate" in error.message) == ("unreachable", True)
        trusting = ssl.create_default_context(cafile=str(certificate))
        monkeypatch.setattr(fetching, "_certificates", lambda: trusting)
        assert "certificate" in (await refused(secure.replace("wiki", "other"), out, hosts)).message
        assert (await fetch(secure, out, Limits(), hosts)).path.read_bytes() == PAGE


# What is no content (fault 44: an error page's text indexed as content)


@pytest.mark.parametrize("status", ["404 Not Found", "403 Forbidden", "500 Internal Server Error", "204 No Content"])
async def test_an_error_is_never_content(site, tmp_path, status):
    site.pages["/x"] = answer(status=status)
    error = await refused(site.url("/x"), tmp_path)
    assert error.code == "http_error"
    assert status[:3] in error.message


@pytest.mark.parametrize("title", ["404 Not Found", "404", "Error 500 - Internal Server Error", "您访问的页面不存在"])
async def test_an_error_that_claims_to_be_a_page(site, tmp_path, title):
    site.pages["/x"] = answer(f"<title>{title}</title><p>抱歉</p>".encode())
    assert (await refused(site.url("/x"), tmp_path)).code == "http_error"


@pytest.mark.parametrize("title", ["404 Not Found", "500强企业名单", "登录系统操作手册"])
async def test_a_page_about_errors_and_logins_is_a_page(site, tmp_path, title):
    site.pages["/x"] = answer(f"<title>{title}</title>{'<p>这一页有很多话要说。</p>' * 200}".encode())
    assert (await fetch(site.url("/x"), tmp_path, Limits(), HERE)).path.exists()


async def test_a_login_page_is_told(site, tmp_path):
    login = "<title>统一身份认证</title><form><input name=u><input type='password' name=p></form>".encode()
    site.pages["/x"] = answer(b"", "302 Found", Location="/sso?next=x")
    site.pages["/sso?next=x"] = answer(login)
    assert (await refused(site.url("/x"), tmp_path)).code == "login"
    assert (await refused(site.url("/sso?next=x"), tmp_path)).code == "login"


async def test_another_host_is_named_and_not_followed(site, tmp_path):
    site.pages["/x"] = answer(b"", "302 Found", Location=site.url("/login?token=secret", host="localhost"))
    error = await refused(site.url("/x"), tmp_path)
    assert error.code == "redirect"
    assert f"http://localhost:{site.port}/login?…" in error.message
    assert "secret" not in error.line()
    assert len(site.requests) == 1


# Bounds


async def test_redirects_end(site, tmp_path):
    for number in range(10):
        site.pages[f"/{number}"] = answer(b"", "301 Moved", Location=f"{number + 1}")
    site.pages["/10"] = answer()
    assert (await refused(site.url("/0"), tmp_path)).code == "redirect"
    assert (await fetch(site.url("/6"), tmp_path, Limits(), HERE)).address == site.url("/10")


async def test_a_page_without_end_is_given_up(site, tmp_path):
    async def endless(writer: asyncio.StreamWriter) -> None:
        writer.write(answer(b"", Content_Length="", Transfer_Encoding="chunked"))
        while True:
            writer.write(b"10000\r\n" + bytes(65536) + b"\r\n")
            await writer.drain()

    site.pages["/x"] = endless
    site.pages["/y"] = answer(Content_Length="999999999")
    for path in ("/x", "/y"):
        assert (await refused(site.url(path), tmp_path, limits=Limits(max_bytes=100_000))).code == "too_large"


async def test_a_slow_page_is_given_up(site, tmp_path):
    async def slow(writer: asyncio.StreamWriter) -> None:
        writer.write(answer(b"", Content_Length="100"))
        while True:
            writer.write(b"x")
            await writer.drain()
            await asyncio.sleep(0.05)

    site.pages["/x"] = slow
    assert (await refused(site.url("/x"), tmp_path, limits=Limits(max_seconds=0.3))).code == "timeout"


async def test_a_page_that_breaks_off_is_no_page(site, tmp_path):
    site.pages["/x"] = answer(Content_Length="5000")
    assert (await refused(site.url("/x"), tmp_path)).code == "unreachable"


async def test_cancelling_leaves_nothing(site, tmp_path):
    begun = asyncio.Event()

    async def stalled(writer: asyncio.StreamWriter) -> None:
        writer.write(answer(b"x", Content_Length="100"))
        await writer.drain()
        begun.set()
        await asyncio.sleep(5)

    site.pages["/x"] = stalled
    fetching_it = asyncio.create_task(fetch(site.url("/x"), tmp_path, Limits(), HERE))
    await begun.wait()
    fetching_it.cancel()
    with pytest.raises(asyncio.CancelledError):
        await fetching_it
    assert list(tmp_path.iterdir()) == []


async def test_nothing_listens_and_nothing_is_said(site, tmp_path):
    site.pages["/empty"] = answer(b"")
    assert (await refused(site.url("/empty"), tmp_path)).code == "empty"
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    assert (await refused(f"http://127.0.0.1:{port}/", tmp_path)).code == "unreachable"


# Addresses


@pytest.mark.parametrize(
    "address",
    ["", "ftp://a/b", "file:///etc/passwd", "javascript:x", "http://", "a/b", "http:///x", "\x00"],
)
async def test_what_is_no_address_of_a_page(tmp_path, address):
    assert (await refused(address, tmp_path)).code == "bad_address"


@pytest.mark.parametrize("address", ["http://me:geheim@127.0.0.1/x", "https://geheim@a.example/", "ftp://x:geheim@h/"])
async def test_a_password_in_an_address_is_refused_and_never_shown(tmp_path, address):
    error = await refused(address, tmp_path)
    assert error.code == "bad_address"
    assert "geheim" not in error.line()


async def test_a_host_that_is_unknown(tmp_path, monkeypatch):
    def getaddrinfo(*_, **__):
        raise socket.gaierror(-2, "unknown")

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    assert (await refused("http://nowhere.example/?key=secret", tmp_path)).message == (
        "http://nowhere.example/?…: has a host that is not known."
    )


def test_the_hosts_that_may_be_private_are_a_setting(tmp_path, monkeypatch):
    (tmp_path / "settings.toml").write_text('private_hosts = ["Wiki.corp"]', encoding="utf-8")
    assert load(tmp_path).private_hosts == {"Wiki.corp"}
    monkeypatch.setenv("YOUJU_PRIVATE_HOSTS", "wiki.corp, 10.0.0.5,")
    assert load(tmp_path).private_hosts == {"wiki.corp", "10.0.0.5"}
