"""One page from an address: bounded, never from a private network unless a setting names the host, never an error page.

The host is resolved once, and the connection is made to the address that was checked, with the host's name for TLS and
in the request: a name that resolves differently a second time gains nothing. Each redirect is checked like the first
address. No proxy is used, since a proxy would resolve the name again.
"""

from __future__ import annotations

import asyncio
import codecs
import html
import ipaddress
import os
import re
import socket
import tempfile
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from email.message import Message
from functools import cache
from pathlib import Path, PurePosixPath
from ssl import SSLContext
from urllib.parse import unquote

import httpx2

from youju.errors import InputRejected
from youju.reading.decoding import decode, decode_declared
from youju.reading.entries import shown_name
from youju.reading.mail_headers import filename_of
from youju.reading.reader import Limits

MOST_REDIRECTS = 5
CONNECT_SECONDS, SILENT_SECONDS, MOST_SECONDS = 10.0, 20.0, 120.0
"""How long a connection may take, how long nothing may come, and how long all of it may take."""

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_SUFFIXES = {
    "text/html": ".html",
    "application/xhtml+xml": ".xhtml",
    "text/plain": ".txt",
    "text/markdown": ".md",
    "text/x-markdown": ".md",
    "text/csv": ".csv",
    "text/tab-separated-values": ".tsv",
    "application/pdf": ".pdf",
    "application/msword": ".doc",
    "application/vnd.ms-excel": ".xls",
    "application/vnd.ms-powerpoint": ".ppt",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ".xlsx",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": ".pptx",
    "application/vnd.oasis.opendocument.text": ".odt",
    "application/vnd.oasis.opendocument.spreadsheet": ".ods",
    "application/vnd.oasis.opendocument.presentation": ".odp",
    "application/rtf": ".rtf",
    "text/rtf": ".rtf",
    "application/epub+zip": ".epub",
    "application/zip": ".zip",
    "application/x-zip-compressed": ".zip",
    "message/rfc822": ".eml",
    "multipart/related": ".mht",
    "image/png": ".png",
    "image/jpeg": ".jpg",
    "image/tiff": ".tiff",
    "image/heic": ".heic",
}
_UNTOLD = frozenset({"", "application/octet-stream", "binary/octet-stream", "application/force-download"})
_HEAD = 64 * 1024
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_SPECIAL = (ipaddress.IPv4Network("192.0.0.0/24"), ipaddress.IPv6Network("64:ff9b:1::/48"))
"""Not of the public network (RFC 6890, RFC 8215), though Python 3.11 takes some of them for global."""
_KNOWN = frozenset(_SUFFIXES.values()) | {".htm", ".jpeg", ".tif", ".markdown", ".mhtml"}
_SAME = frozenset({(".html", ".htm"), (".html", ".xhtml"), (".jpg", ".jpeg"), (".tiff", ".tif"), (".mht", ".mhtml")})
_PROGRAMS = frozenset({".php", ".asp", ".aspx", ".jsp", ".jspx", ".do", ".action", ".cgi", ".shtml", ".htm", ".html"})
_TEXTS = frozenset({".html", ".htm", ".xhtml", ".txt", ".md", ".csv", ".tsv"})
_TAGS = re.compile(r"<(script|style)\b.*?</\1\s*>|<[^>]*>|\s+", re.IGNORECASE | re.DOTALL)
_SHORT = 1000
"""Characters: a page with more text than that has something to say, whatever its title."""
_PASSWORD_FIELD = re.compile(r"<input\b[^>]{0,500}?\btype\s*=\s*[\"']?password\b", re.IGNORECASE)
_TITLE = re.compile(r"<title[^>]*>([^<]{0,200})", re.IGNORECASE)
_LOGIN_TITLE = re.compile(
    r"登录|登陆|登入|统一身份认证|单点登录|\b(?:log|sign)[ -]?[io]n\b|\bauthenticat", re.IGNORECASE
)
_ERROR_TITLE = re.compile(
    r"\s*(?:error\s*)?(?:4\d\d|5\d\d)\s*[-–—:|]?\s*(?:error|not found|forbidden|unauthori[sz]ed|bad|internal|service|$)"
    r"|\s*(?:page not found|access denied|(?:[您你]访问的)?(?:页面|网页)(?:不存在|未找到|找不到))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Fetched:
    """What came from an address: the file, a name for it whose suffix is that of its type, and the address where it
    was found in the end, without a fragment."""

    path: Path
    name: str
    address: str


async def fetch(address: str, folder: Path, limits: Limits, private_hosts: frozenset[str] = frozenset()) -> Fetched:
    """Fetch one page or file into `folder`, which exists. `private_hosts` may be in a private network.

    Raises `InputRejected`, whose message begins with the address (without what could be a secret in it) and a colon:
    `bad_address`, `private_address`, `unreachable`, `timeout`, `http_error`, `login`, `redirect`, `unsupported`,
    `too_large`, `empty`. Nothing stays in the folder then.
    """
    first = _parse(address)
    with _incoming(folder) as path:
        try:
            async with asyncio.timeout(min(MOST_SECONDS, limits.max_seconds)):
                return await _follow(first, path, limits, frozenset(host.lower() for host in private_hosts))
        except (TimeoutError, httpx2.HTTPError, httpx2.InvalidURL) as error:
            raise _failed(first, error) from None


@contextmanager
def _incoming(folder: Path) -> Generator[Path]:
    """A new file of the folder, which is removed when it does not become whole."""
    handle, name = tempfile.mkstemp(dir=folder, prefix="fetched-")
    os.close(handle)
    try:
        yield Path(name)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def shown_address(url: httpx2.URL) -> str:
    """An address as messages show it: without name and password, and without the query, which may be a key."""
    host = f"[{url.host}]" if ":" in url.host else url.host
    port = f":{url.port}" if url.port else ""
    return f"{url.scheme}://{host}{port}{unquote(url.path)}{'?…' if url.query else ''}"


def _refused(url: httpx2.URL, code: str, reason: str, remedy: str) -> InputRejected:
    return InputRejected(f"{shown_address(url)}: {reason}.", remedy=remedy, code=code)


def _failed(url: httpx2.URL, error: Exception) -> InputRejected:
    """What it means that nothing came."""
    if isinstance(error, TimeoutError | httpx2.TimeoutException):
        return _refused(url, "timeout", "takes too long", "Try again later, or save the page and add the file.")
    reason = "has a certificate that is not trusted" if "CERTIFICATE" in str(error) else "cannot be reached"
    return _refused(url, "unreachable", reason, "Check that it opens in a browser.")


# Addresses


def _parse(address: str) -> httpx2.URL:
    """The address, if it is one of the web. One that holds a password is shown nowhere."""
    try:
        url = httpx2.URL(address.strip())
    except (httpx2.InvalidURL, UnicodeError):
        url = httpx2.URL("")
    if url.scheme not in {"http", "https"} or not url.host:
        named = address.partition("?")[0].rpartition("@")[2].strip()[:200] or "(nothing)"
        message = f"{named}: is no address of a web page."
        raise InputRejected(message, remedy="It should begin with http:// or https://.", code="bad_address")
    if url.userinfo:
        reason, remedy = "has a name or password in it", "Leave them out, or save the page and add the file."
        raise _refused(url, "bad_address", reason, remedy)
    return url.copy_with(fragment=None)


def may_be_private(address: Address) -> bool:
    """Whether an address is anything but one of the public network: private, of this machine or link, shared by a
    carrier, multicast, reserved, or an IPv6 form of such an IPv4 address."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is None and address in _NAT64:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return may_be_private(inner)
        if address.teredo or address.is_site_local:
            return True
    special = any(address.version == network.version and address in network for network in _SPECIAL)
    return special or not address.is_global or address.is_multicast


async def _resolve(url: httpx2.URL, private_hosts: frozenset[str]) -> list[str]:
    """The numeric addresses of the host that may be connected to, the preferred first."""
    host = url.raw_host.decode("ascii")
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, _port(url), type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise _refused(url, "unreachable", "has a host that is not known", "Check the address.") from None
    numbers = list(dict.fromkeys(str(entry[4][0]) for entry in found))
    if url.host.lower() in private_hosts or host.lower() in private_hosts:
        return numbers
    public = [number for number in numbers if not may_be_private(ipaddress.ip_address(number))]
    if not public:
        remedy = f"If you trust it, set YOUJU_PRIVATE_HOSTS to {url.host}."
        raise _refused(url, "private_address", "is in a private network, which is not read from", remedy)
    return public


def _port(url: httpx2.URL) -> int:
    return url.port or (443 if url.scheme == "https" else 80)


# Requests


async def _follow(first: httpx2.URL, path: Path, limits: Limits, private_hosts: frozenset[str]) -> Fetched:
    url = first
    for hop in range(MOST_REDIRECTS + 1):
        async with _response(url, await _resolve(url, private_hosts)) as response:
            location = response.headers.get("Location")
            if response.status_code not in _REDIRECTS or not location:
                suffix = await _save(url, response, path, limits)
                await asyncio.to_thread(_check_page, url, path, suffix, redirected=hop > 0)
                return Fetched(path, _name(url, response, suffix), str(url))
        url = _next(url, location)
    raise _refused(first, "redirect", "leads on and on", "Open it in a browser and take the address that it ends at.")


def _next(url: httpx2.URL, location: str) -> httpx2.URL:
    """Where a redirect leads. Another host is not followed: that is how pages send strangers to their login."""
    target = _parse(str(url.join(location)))
    if target.host.removeprefix("www.") != url.host.removeprefix("www."):
        reason = f"leads on to {shown_address(target)}, perhaps to log in"
        raise _refused(url, "redirect", reason, "If that is the page you mean, add its address.")
    return target


@asynccontextmanager
async def _response(url: httpx2.URL, numbers: list[str]) -> AsyncGenerator[httpx2.Response]:
    """The response of the first of the numeric addresses that takes the connection."""
    timeout = httpx2.Timeout(SILENT_SECONDS, connect=CONNECT_SECONDS)
    async with httpx2.AsyncClient(verify=_certificates(), trust_env=False, timeout=timeout) as client:
        response = await _first(client, url, numbers)
        try:
            yield response
        finally:
            await response.aclose()


async def _first(client: httpx2.AsyncClient, url: httpx2.URL, numbers: list[str]) -> httpx2.Response:
    headers = {"Host": url.netloc.decode("ascii"), "User-Agent": "youju", "Accept-Encoding": "identity"}
    extensions = {"sni_hostname": url.raw_host.decode("ascii")}
    requests = [
        client.build_request("GET", url.copy_with(host=number), headers=headers, extensions=extensions)
        for number in numbers
    ]
    for request in requests[:-1]:
        with suppress(httpx2.ConnectError, httpx2.ConnectTimeout):
            return await client.send(request, stream=True)
    return await client.send(requests[-1], stream=True)


@cache
def _certificates() -> SSLContext:
    """Reading the trusted certificates takes some 20 ms: once is enough."""
    return httpx2.create_ssl_context()


# Content


async def _save(url: httpx2.URL, response: httpx2.Response, path: Path, limits: Limits) -> str:
    """Write the body; the suffix of its type. Whatever is no page of the site is refused before."""
    if response.status_code != 200:
        reason = f"answers with the error {response.status_code}"
        remedy = "It may need a login: save the page and add the file." if response.status_code in {401, 403} else ""
        raise _refused(url, "http_error", reason, remedy or "Check that it opens in a browser.")
    suffix = _suffix(url, response)
    declared = response.headers.get("Content-Length", "")
    if declared.isdigit() and int(declared) > limits.max_bytes:
        raise _too_large(url, limits)
    size = 0
    with await asyncio.to_thread(path.open, "wb") as file:
        async for piece in response.aiter_bytes():
            size += len(piece)
            if size > limits.max_bytes:
                raise _too_large(url, limits)
            file.write(piece)
    if not size:
        raise _refused(url, "empty", "is an empty page", "Check that it opens in a browser.")
    charset = response.charset_encoding
    if charset and suffix in _TEXTS:
        await asyncio.to_thread(_settle_charset, path, charset)
    return suffix


def _too_large(url: httpx2.URL, limits: Limits) -> InputRejected:
    reason = f"has more than {limits.max_bytes / 2**20:.0f} MB"
    return _refused(url, "too_large", reason, "Save a part of it and add the file, or raise YOUJU_MAX_FILE_MB.")


def _suffix(url: httpx2.URL, response: httpx2.Response) -> str:
    """The suffix for the type that the server tells; where it tells none, that of the address."""
    media_type = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    written = PurePosixPath(_written_name(url, response)).suffix.lower()
    if media_type in _UNTOLD or media_type == "text/plain":
        if written in _KNOWN:
            return written
        media_type = media_type or "text/html"
    if media_type not in _SUFFIXES:
        kind = media_type if re.fullmatch(r"[\w.+-]+/[\w.+-]+", media_type) else "of an unknown type"
        raise _refused(url, "unsupported", f"is {kind}, which is not read", "Save it in another format and add that.")
    return _SUFFIXES[media_type]


def _written_name(url: httpx2.URL, response: httpx2.Response) -> str:
    """The name that the server gives, else the last part of the address, else the host."""
    headers = Message()
    headers["Content-Disposition"] = response.headers.get("Content-Disposition", "")
    given = shown_name(filename_of(headers)).rpartition("/")[2]
    return given or shown_name(unquote(url.path)).rpartition("/")[2] or url.host


def _name(url: httpx2.URL, response: httpx2.Response, suffix: str) -> str:
    name = PurePosixPath(_written_name(url, response)[-200:])
    if name.suffix.lower() == suffix or (suffix, name.suffix.lower()) in _SAME:
        return name.name
    stem = name.stem if name.suffix.lower() in _PROGRAMS else name.name
    return f"{stem}{suffix}"


def _settle_charset(path: Path, charset: str) -> None:
    """What the server says of the encoding is known only here: the file is written in UTF-8 with its mark, if that
    is what it was."""
    data = path.read_bytes()
    if data.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return
    text = decode_declared(data, charset)
    if text is not None:
        path.write_bytes(codecs.BOM_UTF8 + text.encode("utf-8", "replace"))


def _check_page(url: httpx2.URL, path: Path, suffix: str, *, redirected: bool) -> None:
    """Raises for a page that is an error or a login in spite of its status."""
    if suffix not in {".html", ".xhtml"}:
        return
    with path.open("rb") as file:
        page = decode(file.read(_HEAD)).text
    match = _TITLE.search(page)
    title = " ".join(html.unescape(match.group(1)).split()) if match else ""
    asks, named = _PASSWORD_FIELD.search(page) is not None, _LOGIN_TITLE.search(title) is not None
    if (asks and (redirected or named)) or (redirected and named):
        raise _refused(url, "login", "is a page to log in at", "Log in with a browser, save the page and add the file.")
    if _ERROR_TITLE.match(title) and len(_TAGS.sub("", page)) < _SHORT and len(page) < _HEAD:
        raise _refused(url, "http_error", f"is an error page (“{title[:60]}”)", "Check that it opens in a browser.")
