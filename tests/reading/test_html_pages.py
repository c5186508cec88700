"""What of a page is read: all of its text and nothing of what surrounds it; never what nobody can see."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reading.made_files import kinds, read_bytes
from tests.reading.made_pages import CONTENT, LINKS, PAGES, menu

from youju.errors import InputRejected


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_all_of_the_text_and_no_menus(tmp_path, page):
    text = read_bytes(tmp_path, "a.html", page.html.encode()).text
    assert [wanted for wanted in page.text if wanted not in text] == []
    assert [noise for noise in page.noise if noise in text] == []


WRAPPERS = ["", "nav-content", "content", "left", "header", "main-menu", "sidebar-right", "tags", "top", "related"]


@settings(deadline=None)
@given(
    wrappers=st.lists(st.sampled_from(WRAPPERS), min_size=4, max_size=4),
    tag=st.sampled_from(["div", "section", "article", "main"]),
    links=st.integers(0, 20),
)
def test_text_is_never_lost_for_the_name_of_its_wrapper(tmp_path_factory, wrappers, tag, links):
    parts = ["<p>{rule}</p>", "<table><tr><th>城市<th>标准<tr><td>二线城市<td>400 元/晚</table>",
             "<dl><dt>{term}<dd>{meaning}</dl>", "<pre>{code}</pre><p>{last}</p>"]  # fmt: skip
    body = "".join(
        f'<div class="{name}">{part.format(**CONTENT)}</div>' for name, part in zip(wrappers, parts, strict=True)
    )
    page = f"{menu(LINKS * links)}<{tag}>{body}</{tag}>{menu(LINKS * links)}"
    text = read_bytes(tmp_path_factory.mktemp("page"), "a.html", page.encode()).text
    for name in ("rule", "cell", "term", "meaning", "code", "last"):
        assert CONTENT[name] in text


@pytest.mark.parametrize(
    "hidden",
    [
        "<p hidden>{}</p>",
        '<p style="color:red;display : none">{}</p>',
        '<div style="visibility:hidden"><p>{}</p></div>',
        '<span style="font-size:0">{}</span>',
        '<span style="opacity: 0.0;">{}</span>',
        '<div style="position:absolute;left:-9999px">{}</div>',
        '<p aria-hidden="true">{}</p>',
        "<template><p>{}</p></template>",
        "<noscript>{}</noscript>",
        "<dialog>{}</dialog>",
        "<!-- {} -->",
        "<script>{}</script>",
        "<style>{}</style>",
        "<svg><text>{}</text></svg>",
        '<input value="{}">',
        "<textarea>{}</textarea>",
        '<img alt="{}">',
        '<p title="{}">文</p>',
        "<table><tr><td>甲<span hidden>{}</span><td>乙<tr><td>丙<td>丁</table>",
        "<table><tr hidden><td>{}<td>{}<tr><td>丙<td>丁<tr><td>戊<td>己</table>",
        "<h2>甲<span style='display:none'>{}</span></h2>",
        "<pre>甲<script>{}</script></pre>",
        "<ruby>字<rt>{}</rt></ruby>",
        "<p><del>{}</del>新</p>",
    ],
)
def test_what_nobody_sees_is_no_text(tmp_path, hidden):
    """A place to hide orders to a language model, and figures that no longer hold."""
    page = f"<h1>标准</h1><p>每晚 400 元。</p>{hidden.replace('{}', '每晚 9999 元')}"
    document = read_bytes(tmp_path, "a.html", page.encode())
    assert "9999" not in document.text
    assert "每晚 400 元。" in document.text


@pytest.mark.parametrize("style", ["opacity:0.5", "font-size:0.9em", "left:-5px", "opacity:.05", "font-size: 08pt"])
def test_styles_that_hide_nothing(tmp_path, style):
    assert read_bytes(tmp_path, "a.html", f'<p style="{style}">正文</p>'.encode()).text == "正文"


@pytest.mark.parametrize(
    ("title", "tops", "found"),
    [
        ("差旅办法 - 内部网", ["内部网"], "差旅办法"),
        ("差旅办法 | 财务 | 内部网", ["内部网"], "差旅办法"),
        ("差旅办法 - 内部网", ["差旅费管理办法"], "差旅费管理办法"),
        ("差旅办法 - 内部网", ["甲", "乙"], "差旅办法 - 内部网"),
        ("", ["差旅办法"], "差旅办法"),
        ("", [], None),
    ],
)
def test_the_title_is_not_the_name_of_the_site(tmp_path, title, tops, found):
    page = f"<head><title>{title}</title></head>{''.join(f'<h1>{top}</h1>' for top in tops)}<p>文</p>"
    assert read_bytes(tmp_path, "a.html", page.encode()).title == found


def test_a_list_of_links_that_something_leads_in_to_is_text(tmp_path):
    page = f"<p>{CONTENT['rule'] * 5}</p><h2 id='related-documents'>相关制度</h2>{menu()}<p>另见：</p>{menu()}"
    text = read_bytes(tmp_path, "a.html", page.encode()).text
    assert text.count("制度汇编") == 2 and "相关制度" in text


def test_a_page_that_waits_for_a_script_to_show_it_is_read(tmp_path):
    assert read_bytes(tmp_path, "a.html", "<body hidden style='opacity:0'><p>正文</p>".encode()).text == "正文"


def test_what_was_struck_out_is_told(tmp_path):
    document = read_bytes(tmp_path, "a.html", "<p>每晚 <s>300</s> 400 元。</p>".encode())
    assert document.text == "每晚 400 元。"
    assert document.warnings == ("Text that is struck out was left out.",)


def test_definitions_stay_with_their_terms(tmp_path):
    page = """<dl><dt>甲</dt><dt>乙</dt><dd>同一义。</dd><dd>又一义。</dd>
    <div><dt>丙</dt><dd><p>一。</p><p>二。</p></dd></div></dl>"""
    assert kinds(read_bytes(tmp_path, "a.html", page.encode())) == [
        ("list_item", "甲\n乙\n同一义。\n又一义。"),
        ("list_item", "丙\n一。\n二。"),
    ]


def test_a_table_in_a_cell_is_text_of_the_cell(tmp_path):
    page = """<table><tr><th>级别<th>标准</tr><tr><td>一级<td><table><tr><td>北京<td>600<tr><td>上海<td>550</table>
    <tr><td>二级<td>400</table>"""
    assert kinds(read_bytes(tmp_path, "a.html", page.encode())) == [
        ("table_header", "级别 | 标准"),
        ("table_row", "一级 | 北京 600 上海 550"),
        ("table_row", "二级 | 400"),
    ]


def test_a_header_that_is_only_bold(tmp_path):
    page = "<table><tr><td><b>城市</b><td><b>标准</b><tr><td>北京<td>600<tr><td>上海<td>550</table>"
    assert kinds(read_bytes(tmp_path, "a.html", page.encode()))[0] == ("table_header", "城市 | 标准")


def test_code_keeps_its_lines_and_loses_its_line_numbers(tmp_path):
    page = """<table class="highlight"><tr><td class="linenos"><pre>1\n2</pre></td>
    <td class="code"><pre>if x:\n    y()</pre></td></tr></table><pre>a<br>b</pre>"""
    assert kinds(read_bytes(tmp_path, "a.html", page.encode())) == [("code", "if x:\n    y()"), ("code", "a\nb")]


def test_numbered_lists_and_lists_within(tmp_path):
    page = '<ol start="9"><li>九<ol><li>内一<li>内二</ol><li>十</ol>'
    assert kinds(read_bytes(tmp_path, "a.html", page.encode())) == [
        ("list_item", "9. 九"),
        ("list_item", "1. 内一"),
        ("list_item", "2. 内二"),
        ("list_item", "10. 十"),
    ]


def test_entities_and_odd_spaces(tmp_path):
    page = "<p>&lt;b&gt;&nbsp;A&amp;B&#x4e2d;&#20013;\u200b文 &copy;&nosuch;</p>"
    assert read_bytes(tmp_path, "a.html", page.encode()).text == "<b> A&B中中文 ©&nosuch;"


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("<meta charset=gb2312><p>镕基在深圳㐂</p>".encode("gb18030"), "镕基在深圳㐂"),
        ('<meta http-equiv=Content-Type content="text/html; charset=big5"><p>加班費</p>'.encode("big5"), "加班費"),
        ("<meta charset=utf-8><p>其实是国标码</p>".encode("gb18030"), "其实是国标码"),
        ("<meta charset=gb2312><p>其实是万国码的一句话</p>".encode(), "其实是万国码的一句话"),
        ("<meta charset=utf-16><p>其实是万国码</p>".encode(), "其实是万国码"),
        ("<meta charset=iso-8859-1><p>每年应当休年假五天</p>".encode("gb18030"), "每年应当休年假五天"),
        ("<meta charset=iso-8859-1><p>caf\xe9 \x93ol\xe9\x94</p>".encode("latin-1"), "café “olé”"),
        ("<meta charset=gbk><p>有标记的</p>".encode("utf-8-sig"), "有标记的"),
        ("<html><meta charset=gbk><p>有标记的</p>".encode("utf-16"), "有标记的"),
        ("<meta charset=rot13><p>不是编码</p>".encode(), "不是编码"),
        ("<meta charset=unicode_escape><p>不是编码</p>".encode(), "不是编码"),
        ("<meta charset=shift_jis><p>①就業規則</p>".encode("cp932"), "①就業規則"),
        ("<meta charset=iso-2022-jp><p>就業規則</p>".encode("iso2022_jp"), "就業規則"),
        ('<?xml version="1.0" encoding="gbk"?><html><p>制度</p></html>'.encode("gbk"), "制度"),
    ],
)
def test_whatever_a_page_says_of_its_encoding(tmp_path, data, text):
    document = read_bytes(tmp_path, "a.html", data)
    assert (document.text, document.warnings) == (text, ())


def test_xhtml_closes_its_tags_in_its_own_way(tmp_path):
    page = """<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "x"><html><head><title/>
    <script src="a.js"/></head><body><a id="p1"/><p>甲<br/>乙</p><div class="x"/><p>丙</p></body></html>"""
    assert kinds(read_bytes(tmp_path, "a.xhtml", page.encode())) == [("paragraph", "甲\n乙"), ("paragraph", "丙")]


@pytest.mark.parametrize("page", ["<p>甲<table><td>乙", "</div></p>甲<b>乙", "<p <p>甲乙", "<td>甲乙</td>", "甲乙<!--"])
def test_broken_markup_is_read(tmp_path, page):
    text = read_bytes(tmp_path, "a.html", page.encode()).text
    assert "甲" in text and "乙" in text


@pytest.mark.parametrize(
    "page", ["<html></html>", "<script>let a = 1</script><div id=app></div>", "<frameset><frame src=a>"]
)
def test_a_page_without_text_is_empty_and_says_so(tmp_path, page):
    with pytest.raises(InputRejected) as refusal:
        read_bytes(tmp_path, "a.html", page.encode())
    assert refusal.value.code == "empty"


SAVED = """From: <Saved by Blink>
Snapshot-Content-Location: https://wiki.example/travel
Subject: =?utf-8?Q?=E5=B7=AE=E6=97=85?=
MIME-Version: 1.0
Content-Type: multipart/related; type="text/html"; boundary="----B"

------B
Content-Type: text/html
Content-Transfer-Encoding: quoted-printable
Content-Location: https://wiki.example/travel

<html><head><meta charset=3D"utf-8"></head><body>
<nav>=E8=8F=9C=E5=8D=95</nav><h1 id=3D"t">=E5=B7=AE=E6=97=85</h1><p>400 =
=E5=85=83</p></body></html>
------B
Content-Type: image/png
Content-Transfer-Encoding: base64
Content-Location: https://wiki.example/a.png

iVBORw0KGgo=
------B
Content-Type: text/css

p { color: red }
------B--
"""


@pytest.mark.parametrize("name", ["差旅.mht", "差旅.mhtml"])
def test_a_page_saved_with_its_pictures(tmp_path, name):
    document = read_bytes(tmp_path, name, SAVED.replace("\n", "\r\n").encode())
    assert kinds(document) == [("heading", "差旅"), ("paragraph", "400 元")]
    assert [place.name for place in document.places] == ["t"]
    assert document.warnings == ()


def test_a_saved_page_without_a_page(tmp_path):
    with pytest.raises(InputRejected) as refusal:
        read_bytes(tmp_path, "a.mht", SAVED.replace("text/html", "text/plain").encode())
    assert refusal.value.code == "broken"


@pytest.mark.parametrize(
    "page",
    [
        "<!---->" * 400 + "<p>正文</p>",
        '<?xml version="1.0"?><html><p>正文' + "<a" + " x" * 50_000 + "></html>",
        '<?xml version="1.0"?><html><p>正文' + '<a x="' * 20_000 + "</html>",
        "<p>正文</p><p>" + "大 小 " * 40 + "的</p>",
        "<p>正文" + "字<a id=x></a>" * 20_000,
        "<p>正文</p>" + "<b><table><tr><td>" * 300,
        "<p>正文</p>" + '<div class="' + "share " * 20_000 + '">x</div>',
    ],
)
def test_pages_made_to_keep_a_reader_busy(tmp_path, page):
    began = time.process_time()
    assert "正文" in read_bytes(tmp_path, "a.html", page.encode()).text
    assert time.process_time() - began < 5
