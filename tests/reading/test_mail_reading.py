import base64
from email.message import EmailMessage

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reading.made_files import kinds, read_bytes

from youju.errors import InputRejected
from youju.reading.containers import Member, unpack
from youju.reading.reader import Limits, SourceFile

HEADERS = (
    "From: =?UTF-8?B?5byg5LiJ?= <zhang@example.com>\r\nTo: li@example.com\r\nDate: Mon, 30 Nov 2026 18:34:04 +0800\r\n"
)


def mail(body: bytes, *headers: str, subject: str = "Test") -> bytes:
    return (HEADERS + f"Subject: {subject}\r\n" + "".join(f"{line}\r\n" for line in headers) + "\r\n").encode() + body


def written(folder, data: bytes, name: str = "询价.eml") -> list[tuple[str, str]]:
    """The blocks after the subject and the block of headers."""
    return kinds(read_bytes(folder, name, data))[2:]


def attached(folder, data: bytes) -> dict[str, bytes]:
    (folder / "m").write_bytes(data)
    (folder / "o").mkdir(exist_ok=True)
    unpacked = unpack(SourceFile(folder / "m", "询价.eml"), folder / "o", Limits())
    return {one.name: one.path.read_bytes() for one in unpacked.members if isinstance(one, Member)}


def multipart(kind: str, *parts: bytes, boundary: str = "BB", top: bool = True) -> bytes:
    body = b"".join(b"--" + boundary.encode() + b"\r\n" + part + b"\r\n" for part in parts)
    body += b"--" + boundary.encode() + b"--\r\n"
    header = f'Content-Type: multipart/{kind}; boundary="{boundary}"'
    return mail(body, header) if top else f"{header}\r\n\r\n".encode() + body


def part(content: bytes, kind: str, *headers: str) -> bytes:
    return "\r\n".join([f"Content-Type: {kind}", *headers, "", ""]).encode() + content


PLAIN = part("报价见下。\r\n".encode(), "text/plain; charset=utf-8")


def test_who_wrote_what_to_whom_and_when(tmp_path):
    document = read_bytes(
        tmp_path, "询价.eml", mail("您好：\r\n\r\n请报价。\r\n".encode(), subject="=?gbk?B?0a+82w==?=")
    )
    assert document.title == "询价"
    assert document.media_type == "message/rfc822"
    assert kinds(document) == [
        ("heading", "询价"),
        ("paragraph", "From: 张三 <zhang@example.com>\nTo: li@example.com\nDate: 2026-11-30 18:34 +0800"),
        ("paragraph", "您好："),
        ("paragraph", "请报价。"),
    ]


@pytest.mark.parametrize(
    ("raw", "subject"),
    [
        ("=?gb2312?B?" + base64.b64encode("关于差旅费".encode("gbk")[:5]).decode() + "?=\r\n =?gb2312?B?"
         + base64.b64encode("关于差旅费".encode("gbk")[5:]).decode() + "?=", "关于差旅费"),
        ("=?utf-8?q?=E5=85=B3=E4=BA=8E_travel?= Re", "关于 travel Re"),
        ("=?iso-2022-jp?B?" + base64.b64encode("就業規則".encode("iso2022_jp")).decode() + "?=", "就業規則"),
        ("关于差旅费".encode("gb18030").decode("latin-1"), "关于差旅费"),
        ("关于差旅费", "关于差旅费"),
        ("=?nonsense?B?YWJj?=", "abc"),
        ("=?utf-8?B?YWJ?=", "ab"),
        ("=?utf-8?x?abc?=", "=?utf-8?x?abc?="),
        ("long\r\n  and\r\n\tfolded", "long and folded"),
    ],
)  # fmt: skip
def test_subjects_in_any_encoding(tmp_path, raw, subject):
    data = mail("正文".encode(), subject="@@").replace(
        b"@@", raw.encode("latin-1" if raw[0] > "\x7f" > "" and ord(raw[0]) < 256 else "utf-8")
    )
    assert read_bytes(tmp_path, "a.eml", data).title == subject


@pytest.mark.parametrize(
    ("charset", "text"),
    [
        ("gbk", "加班费"),
        ("gb2312", "镕基"),
        ("iso-2022-jp", "就業規則"),
        ("big5", "加班費"),
        ("utf-8", "加班费"),
        ("us-ascii", "加班费一共三百元"),
    ],
)
@pytest.mark.parametrize("encoding", ["8bit", "base64", "quoted-printable"])
def test_bodies_in_any_charset(tmp_path, charset, text, encoding):
    import quopri

    data = text.encode({"gb2312": "gbk", "iso-2022-jp": "iso2022_jp", "us-ascii": "utf-8"}.get(charset, charset))
    data = {"8bit": data, "base64": base64.encodebytes(data), "quoted-printable": quopri.encodestring(data)}[encoding]
    message = mail(data, f"Content-Type: text/plain; charset={charset}", f"Content-Transfer-Encoding: {encoding}")
    assert written(tmp_path, message) == [("paragraph", text)]


def test_plain_text_is_preferred(tmp_path):
    page = part(b"<p>In HTML</p>", "text/html")
    assert written(tmp_path, multipart("alternative", PLAIN, page)) == [("paragraph", "报价见下。")]


def test_a_stub_is_not_preferred_nor_a_text_that_lost_its_table(tmp_path):
    stub = part("请用 HTML 查看".encode(), "text/plain; charset=utf-8")
    page = part(
        ("<style>p{}</style>" + "<p>一段很长的正文，纯文本里没有。</p>" * 5).encode(), "text/html; charset=utf-8"
    )
    assert len(written(tmp_path, multipart("alternative", stub, page))) == 5
    flat = part("城市 标准 北京 600 上海 550 广州 500 深圳 500".encode(), "text/plain; charset=utf-8")
    table = "<table><tr><th>城市<th>标准<tr><td>北京<td>600<tr><td>上海<td>550</table>"
    page = part(table.encode(), "text/html; charset=utf-8")
    assert written(tmp_path, multipart("alternative", flat, page))[0] == ("table_header", "城市 | 标准")


def test_html_alone_is_read_as_a_page(tmp_path):
    data = mail(
        "<h2>标题</h2><p>正文<img src=cid:1 alt=图></p><p style='display:none'>密令</p>".encode(),
        "Content-Type: text/html; charset=utf-8",
    )
    assert written(tmp_path, data) == [("heading", "标题"), ("paragraph", "正文")]


def test_what_it_answers_to_is_set_apart(tmp_path):
    text = """同意。

- 先报价
- 再签约

在 2026年11月29日，李四 写道：
> 可以吗？
> > 更早的话
> 谢谢

--\x20
张三"""
    assert written(tmp_path, mail(text.encode(), "Content-Type: text/plain; charset=utf-8")) == [
        ("paragraph", "同意。"),
        ("list_item", "先报价"),
        ("list_item", "再签约"),
        ("paragraph", "在 2026年11月29日，李四 写道："),
        ("quote", "可以吗？"),
        ("quote", "更早的话"),
        ("quote", "谢谢"),
        ("paragraph", "--"),
        ("paragraph", "张三"),
    ]


@pytest.mark.parametrize(
    "line", ["-----Original Message-----", "------------------ 原始邮件 ------------------", "_" * 32]
)
def test_history_without_marks_is_quoted(tmp_path, line):
    text = f"同意。\n\n{line}\nFrom: li@example.com\nSent: Monday\n\n可以吗？"
    blocks = written(tmp_path, mail(text.encode(), "Content-Type: text/plain; charset=utf-8"))
    assert blocks[0] == ("paragraph", "同意。")
    assert blocks[-1] == ("quote", "可以吗？")
    assert {kind for kind, _ in blocks[1:]} == {"quote"}


def test_flowed_text_is_joined(tmp_path):
    text = "The quick brown \nfox jumps.\n\n> quoted and \n> flowed\n-- \nMe"
    data = mail(text.encode(), "Content-Type: text/plain; charset=utf-8; format=flowed")
    assert written(tmp_path, data) == [
        ("paragraph", "The quick brown fox jumps."),
        ("quote", "quoted and flowed"),
        ("paragraph", "--"),
        ("paragraph", "Me"),
    ]


def test_attachments_are_named_in_the_text_and_come_out(tmp_path):
    message = EmailMessage()
    message["Subject"], message["From"], message["To"] = "询价", "a@example.com", "b@example.com"
    message.set_content("见附件。")
    message.add_attachment(b"%PDF-1", maintype="application", subtype="pdf", filename="报价单（最终）.pdf")
    message.add_attachment("甲,乙", subtype="csv", filename="../价.csv")
    inner = EmailMessage()
    inner["Subject"] = "转发/的信"
    inner.set_content("里面的信")
    message.add_attachment(inner)
    data = message.as_bytes()
    assert written(tmp_path, data)[-1] == ("paragraph", "Attachments: 报价单（最终）.pdf; ../价.csv; 转发／的信.eml")
    files = attached(tmp_path, data)
    assert list(files) == ["报价单（最终）.pdf", "转发／的信.eml"]  # the name of the other one leads out
    assert files["报价单（最终）.pdf"] == b"%PDF-1"
    assert "里面的信" in read_bytes(tmp_path, "inner.eml", files["转发／的信.eml"]).text
    assert "里面的信" not in read_bytes(tmp_path, "outer.eml", data).text


@pytest.mark.parametrize(
    ("header", "name"),
    [
        (
            'attachment; filename="=?gbk?B?' + base64.b64encode("报价单.pdf".encode("gbk")).decode() + '?="',
            "报价单.pdf",
        ),
        ("attachment; filename*=utf-8''%E6%8A%A5%E4%BB%B7.pdf", "报价.pdf"),
        ("attachment; filename*0*=gbk''%B1%A8; filename*1*=%BC%DB.pdf", "报价.pdf"),
        ('attachment; filename="报价.pdf"', "报价.pdf"),
        ("attachment", "attachment-1.pdf"),
    ],
)
def test_names_of_attachments_in_any_encoding(tmp_path, header, name):
    data = multipart("mixed", PLAIN, part(b"%PDF", "application/pdf", f"Content-Disposition: {header}"))
    assert list(attached(tmp_path, data)) == [name]
    raw = data.replace("报价.pdf".encode(), "报价.pdf".encode("gbk"))
    assert list(attached(tmp_path, raw)) == [name]


def test_pictures_in_the_text_and_signatures_are_neither_text_nor_files(tmp_path):
    page = part(b'<p>Dear all</p><img src="cid:1">', "text/html")
    picture = part(b"x", "image/png; name=a.png", "Content-ID: <1>", "Content-Disposition: inline; filename=a.png")
    related = multipart("related", page, picture, boundary="CC", top=False)
    data = multipart("mixed", related, part(b"x", "application/pgp-signature"), part(b"y", "image/jpeg; name=b.jpg"))
    assert written(tmp_path, data) == [("paragraph", "Dear all"), ("paragraph", "Attachments: b.jpg")]
    assert attached(tmp_path, data) == {"b.jpg": b"y"}


def test_what_is_attached_to_the_other_form_is_not_lost(tmp_path):
    page = part(b"<p>Short</p>", "text/html")
    mixed = multipart("mixed", page, part(b"%PDF", "application/pdf; name=a.pdf"), boundary="CC", top=False)
    assert list(attached(tmp_path, multipart("alternative", PLAIN, mixed))) == ["a.pdf"]


def test_an_encrypted_mail_is_refused(tmp_path):
    with pytest.raises(InputRejected) as refusal:
        read_bytes(tmp_path, "a.eml", mail(b"MIAG", "Content-Type: application/pkcs7-mime; smime-type=enveloped-data"))
    assert refusal.value.code == "encrypted"


@pytest.mark.parametrize("data", [b"no headers at all", b"key: value\nother: thing\n\ntext", b"<p>page</p>"])
def test_what_is_no_mail_is_not_taken_for_one(tmp_path, data):
    with pytest.raises(InputRejected) as refusal:
        read_bytes(tmp_path, "a.eml", data)
    assert refusal.value.code == "not_text"


def test_a_mail_saved_as_utf16(tmp_path):
    assert written(tmp_path, mail(b"Hello there.").decode().encode("utf-16")) == [("paragraph", "Hello there.")]


@pytest.mark.parametrize(
    "data",
    [
        mail(b"--X\r\nno end", "Content-Type: multipart/mixed; boundary=X"),
        mail("正文".encode(), "Content-Type: multipart/mixed"),
        mail(b"YWJj", "Content-Type: text/plain", "Content-Transfer-Encoding: uuencode"),
        mail("正文".encode(), 'Content-Type: text/plain; charset="rot13"'),
        mail("正文".encode(), "Content-Type: ;;;==", "Content-Disposition: =?"),
        mail("正文".encode()).replace(b"30 Nov 2026", b"99 Foo 20"),
        mail(multipart("mixed", *[PLAIN] * 3, top=False) * 50, "Content-Type: text/plain"),
    ],
)
def test_mails_that_break_the_rules_are_read(tmp_path, data):
    assert read_bytes(tmp_path, "a.eml", data).text


def test_parts_nested_without_end(tmp_path):
    data = PLAIN
    for depth in range(200):
        data = multipart("mixed", data, boundary=f"B{depth}", top=False)
    try:
        assert read_bytes(tmp_path, "a.eml", HEADERS.encode() + data).text
    except InputRejected as refusal:
        assert refusal.code == "broken"


@settings(deadline=None)
@given(place=st.integers(0, 900), junk=st.binary(min_size=1, max_size=30))
def test_mutated_mails_end_in_text_or_a_refusal(tmp_path_factory, place, junk):
    whole = multipart("mixed", PLAIN, part(b"%PDF", "application/pdf; name=a.pdf"), part(b"<p>x", "text/html"))
    try:
        text = read_bytes(
            tmp_path_factory.mktemp("mail"), "a.eml", whole[:place] + junk + whole[place + len(junk) :]
        ).text
    except InputRejected as refusal:
        assert refusal.code in {"broken", "not_text", "empty", "encrypted"}
    else:
        text.encode("utf-8")
        assert "\x00" not in text
