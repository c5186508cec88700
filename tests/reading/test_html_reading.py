from tests.reading.made_files import kinds, read_bytes

PAGE = """<!DOCTYPE html><html><head><meta charset="gb2312"><title>信息安全 - 内网</title>
<style>p{}</style></head><body>
<nav>首页 制度</nav><header><h1>信息安全管理规定</h1></header>
<main><h2>一、密码</h2><p>密码长度不得少于
十二位，<b>每 90 天</b>更换，<a href="x.html" id="a1">详见附件</a>。<br>违者通报。</p>
<ul><li>甲<ul><li>乙</li></ul></li><li><p>丙一</p><p>丙二</p></li></ul><ol start="3"><li>三<li>四</ol>
<table><caption>住宿标准</caption><tr><th>级别<th>城市<th>元</tr>
<tr><td rowspan="2">一级<td>北京<td>600</tr><tr><td>上海<td>550</tr><tr><td colspan="3">以上含税</tr></table>
<p hidden>隐藏</p><p style="display: none">不显示</p><script>var x = "脚本";</script>
<blockquote>引文</blockquote><pre>a = 1
b = 2</pre><aside>注意保密</aside></main><aside>广告</aside><footer>版权所有</footer></body></html>"""


def test_the_page_without_what_surrounds_it(tmp_path):
    document = read_bytes(tmp_path, "a.html", PAGE.encode("gb18030"))
    assert document.title == "信息安全管理规定"
    assert kinds(document) == [
        ("heading", "信息安全管理规定"),
        ("heading", "一、密码"),
        ("paragraph", "密码长度不得少于十二位，每 90 天更换，详见附件。\n违者通报。"),
        ("list_item", "甲"),
        ("list_item", "乙"),
        ("list_item", "丙一\n丙二"),
        ("list_item", "3. 三"),
        ("list_item", "4. 四"),
        ("paragraph", "住宿标准"),
        ("table_header", "级别 | 城市 | 元"),
        ("table_row", "一级 | 北京 | 600"),
        ("table_row", "一级 | 上海 | 550"),
        ("table_row", "以上含税"),
        ("quote", "引文"),
        ("code", "a = 1\nb = 2"),
        ("paragraph", "注意保密"),
    ]


def test_layout_tables_are_no_data(tmp_path):
    page = "<table><tr><td><h2>通知</h2><p>甲</p></td><td><p>乙</p></td></tr></table>"
    assert kinds(read_bytes(tmp_path, "a.html", page.encode())) == [
        ("heading", "通知"),
        ("paragraph", "甲"),
        ("paragraph", "乙"),
    ]


def test_text_that_stands_only_in_an_aside_is_not_lost(tmp_path):
    assert read_bytes(tmp_path, "a.html", "<aside><p>唯一的正文</p></aside>".encode()).text == "唯一的正文"


def test_huge_spans_and_stray_tags(tmp_path):
    page = '<li>甲</li></ul><table><tr><td rowspan="99999" colspan="99999">a<td>b<tr><td>c</table><p>末'
    document = read_bytes(tmp_path, "a.html", page.encode())
    assert document.text.startswith("甲") and document.text.endswith("末")
    assert len(document.text) < 20_000


def test_deep_nesting_does_not_exhaust_the_stack(tmp_path):
    page = "<div>" * 5000 + "深处" + "</div>" * 5000
    assert read_bytes(tmp_path, "a.html", page.encode()).text == "深处"
