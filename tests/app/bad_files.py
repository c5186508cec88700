"""Files that people add by mistake or by malice, and what may become of each."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from dataclasses import dataclass

import docx
import openpyxl
from PIL import Image
from tests.reading.made_files import zipped

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)
REFUSED, ANY = frozenset({"refused"}), frozenset({"imported", "partial", "refused"})
IMPORTED = frozenset({"imported"})


@dataclass(frozen=True)
class Bad:
    """A file and how its import may end."""

    name: str
    data: bytes
    may_be: frozenset[str] = REFUSED


def _word(body: str, **parts: bytes) -> bytes:
    """A Word file around this XML."""
    out = io.BytesIO()
    document = docx.Document()
    document.add_paragraph("PLACE")
    document.save(out)
    with zipfile.ZipFile(io.BytesIO(out.getvalue())) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    xml = members["word/document.xml"].decode().replace("PLACE", body)
    return zipped(members | {"word/document.xml": xml.encode()} | parts)


def _laughs() -> bytes:
    """A Word file whose entities unfold to a billion words."""
    entities = '<!ENTITY a0 "ha">' + "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
    whole = _word("&a9;")
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    head, _, rest = members["word/document.xml"].decode().partition("?>")
    return zipped(members | {"word/document.xml": f"{head}?><!DOCTYPE w [{entities}]>{rest}".encode()})


def _workbook(*, rows: int = 0) -> bytes:
    book, out = openpyxl.Workbook(), io.BytesIO()
    for number in range(rows):
        book.active.append([f"物品{number}", number])
    book.save(out)
    return out.getvalue()


def _giant_picture() -> bytes:
    """A PNG of 60,000 × 60,000 points in a few hundred bytes: what it unpacks to has no end."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b"")
    )


def _picture() -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (1, 1), "white").save(out, "PNG")
    return out.getvalue()


def _bomb() -> bytes:
    """An archive of one file that unpacks to a gigabyte."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("大.txt", "w") as member:
        for _ in range(1024):
            member.write(bytes(2**20))
    return out.getvalue()


PDF_WITHOUT_PAGES = (
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n"
)

BAD: tuple[Bad, ...] = (
    Bad("空.md", b""),
    Bad("空.pdf", b""),
    Bad("空.xlsx", b""),
    Bad("空白.txt", b" \r\n\t\n"),
    Bad("只有注释.md", b"<!-- nothing -->"),
    Bad("只有脚本.html", b"<!doctype html><script>alert(1)</script><style>p{}</style>"),
    Bad("程序.txt", bytes(range(256)) * 8),
    Bad("图片.md", b"\x89PNG\r\n\x1a\n" + bytes(200)),
    Bad("文字.pdf", "这是文本".encode()),
    Bad("文字.docx", "这是文本".encode(), ANY),
    Bad("文字.xlsx", "这是文本".encode(), ANY),
    Bad("文字.pptx", "这是文本".encode(), ANY),
    Bad("文字.png", "这是文本".encode(), ANY),
    Bad("旧.doc", OLE),
    Bad("加密.docx", OLE + "EncryptedPackage".encode("utf-16-le")),
    Bad("加密.xlsx", OLE + "EncryptedPackage".encode("utf-16-le") + b" "),
    Bad("脚本.py", b"print(1)"),
    Bad("没有页.pdf", PDF_WITHOUT_PAGES),
    Bad("半份.docx", _word("半份文件的正文。")[:4000]),
    Bad("别的.docx", zipped({"xl/other.xml": b"<x/>"})),
    Bad("千笑.docx", _laughs()),
    Bad("没有正文.docx", _word("")),
    Bad("没有内容.xlsx", _workbook()),
    Bad("半份.xlsx", _workbook(rows=50)[:3000]),
    Bad("空壳.pptx", zipped({"[Content_Types].xml": b"<Types/>"})),
    Bad("空壳.epub", zipped({"mimetype": b"application/epub+zip"})),
    Bad("空壳.odt", zipped({"mimetype": b"application/vnd.oasis.opendocument.text"})),
    Bad("空信.eml", b"From: a@example.com\nTo: b@example.com\n\n", ANY),
    Bad("坏字符集.eml", b"Subject: x\nContent-Type: text/plain; charset=no-such\n\n\xff\xfe\xfd text here\n", ANY),
    Bad("空包.zip", b"PK\x05\x06" + bytes(18)),
    Bad("炸弹.zip", _bomb()),
    Bad("半包.zip", zipped({"甲.md": "# 甲\n\n乙".encode() * 50})[:60]),
    Bad("往外.zip", zipped({"../../外.md": "# 外\n\n不该出来。".encode()})),
    Bad("点.png", _picture(), ANY),
    Bad("半张.png", _picture()[:40]),
    Bad("巨图.png", _giant_picture()),
    Bad("引号.csv", b'a,b\n"no end,1\n2,3\n' * 3, ANY),
    Bad("嵌套.html", b"<div>" * 3000 + "深处的文字".encode() + b"</div>" * 3000, ANY),
    Bad("长行.txt", b"x" * 2_000_000, ANY),
    Bad("零字符.txt", "苗圃\0每年\0补种树苗。".encode(), ANY),
    Bad("半个字.txt", b"\xed\xa0\x80\xed\xb0\x80 text \xff", ANY),
    Bad("富文本.txt", rb"{\rtf1\ansi text}", ANY),
    Bad("半份.rtf", rb"{\rtf1\ansi {\fonttbl", ANY),
    Bad("名字\n换行.md", "# 换行\n\n换行的名字也进得来。".encode(), IMPORTED),
    Bad("-rf.md", "# 横杠\n\n横杠开头的名字也进得来。".encode(), IMPORTED),
    Bad("表情🚢.md", "# 船\n\n船名可以是图画。".encode(), IMPORTED),
    Bad("没有后缀", "没有后缀的文件是文本。".encode(), IMPORTED),
)

GOOD = {
    "好.md": "# 仓库\n\n仓库每月盘点2次，由保管员负责。\n",
    "中.txt": "车库每天开放12小时，由门卫负责。\n",
    "最后.html": "<!doctype html><h1>食堂</h1><p>食堂每天供应午餐300份。</p>",
}
