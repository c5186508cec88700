"""What stands around the text of a page: menus, footers, cookie banners, share bars, lists of related pages.

A part is left out for what it is (`nav`), for its name (`class="share-bar"`), for what it says (“下一篇：…”) or because
it is nothing but links; never when it holds the title, a table, a definition list, details or code. Where little would
remain, less is left out: a menu in the text is a smaller fault than a text that is missing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from selectolax.lexbor import LexborNode

from youju.reading.html_nodes import descend, is_hidden

_NAVIGATION = frozenset({"navigation", "search", "menu", "menubar", "toolbar", "dialog", "alertdialog"})
_AROUND_ROLES = frozenset({"banner", "contentinfo", "complementary"})
_AROUND = frozenset({"header", "footer", "aside"})
_ARTICLES = frozenset({"article", "main"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_LEADS_IN = _HEADINGS | {"p"}
_NEVER_NAMED = frozenset(
    {"html", "body", "main", "article", "table", "thead", "tbody", "tr", "pre", "code", "dl", "h1"}
)

# Names of classes and ids, in lower case, words apart with hyphens.
_LINKS_ANYWHERE = (
    "toc", "table-of-contents", "pagination", "pager", "paginator", "prevnext", "related", "recommend", "recommended",
    "recommendations", "similar", "xiangguan", "tuijian", "catlinks",
)  # fmt: skip
_LINKS_OUTSIDE = (
    "nav", "navbar", "navigation", "menu", "submenu", "sidebar", "sidenav", "contents", "toolbar", "topbar", "tabs",
    "header", "masthead", "top", "bottom", "left", "right", "friendlink", "friendlinks", "links", "tags", "daohang",
    "dropdown", "language", "languages", "sitemap", "hot", "latest", "archive", "archives", "widget", "portlet",
)  # fmt: skip
_NOISE_ANYWHERE = (
    "share", "sharing", "sharebar", "social", "bshare", "jiathis", "bdsharebuttonbox", "fenxiang", "addthis", "crumb",
    "breadcrumb", "breadcrumbs", "crumbs", "mianbaoxie", "editsection", "headerlink", "hash-link", "jump-link", "ads",
    "advert", "advertisement", "adsbygoogle", "disqus", "printfooter", "noprint", "qrcode", "edit-page",
    "edit-this-page", "edit-link", "back-to-top", "backtotop", "gotop", "backtop", "skip-link", "skiplink",
    "skip-to-content",
)  # fmt: skip
_LINE_NUMBERS = ("linenos", "lineno", "linenodiv", "gutter", "line-numbers", "line-number")
_NOISE_OUTSIDE = (
    "cookie", "cookies", "cookiebar", "cookieconsent", "consent", "gdpr", "ccpa", "newsletter", "subscribe", "footer",
    "foot", "copyright", "popup", "modal", "comments", "feedback", "helpful", "site-info", "dibu", "loginbox", "login",
    "announcement-bar", "version-banner",
)  # fmt: skip
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_LONGEST_NOISE = 800
_LARGEST_SHARE = 0.3
_A_LINK_AND_LITTLE_ELSE, _MOSTLY, _ALMOST_ALL = 0.3, 0.5, 0.8
_FEWEST_LINKS, _LONGEST_LINK = 4, 30
_SHORT, _A_SENTENCE = 160, 15
_BUTTON = r"(?:打印(?:本页)?|关闭(?:窗口|本页)?|收藏(?:本页)?|返回(?:顶部|列表|首页)?|字[体号][:：]?|大|中|小|纠错)"
_SAYS_NOTHING = re.compile(
    r"(?:[您你]?(?:当前|现在|所在)的?(?:所在)?的?位置\s*[:：].*|分享(?:到|至)\s*[:：]?.{0,30}"
    r"|share(?: this)?(?: page| article)?(?: on| to| via)?\s*:?"
    r"|(?:skip|jump) to (?:main )?(?:content|navigation|search).*|edit this page.*|back to top|回到顶部"
    r"|was this (?:page|article) helpful.*|这(?:篇文章|个页面|一?页)对?[您你]?有(?:没有)?(?:帮助|用)吗.*"
    r"|.*ICP[备证]\s*\d+号.*|.*公网安备\s*\d+号?.*)",
    re.IGNORECASE,
)
_BUTTONS = re.compile(rf"[【\[(（]{_BUTTON}[】\])）]|(?:[【\[(（]?{_BUTTON}[】\])）]?){{2,}}")
"""What can be pressed, without the white space and bars between."""
_LEADS_ON = re.compile(r"[«‹←<]?\s*(?:[上下]一(?:篇|页|条|章|节)|previous\b|next\b).*", re.IGNORECASE)


@dataclass(slots=True)
class _Element:
    """One element: where it stands, what it is called, and what it holds, from the visible text below it."""

    key: int
    tag: str
    role: str
    classes: str
    identity: str
    parent: int
    in_article: bool
    holder: int
    follows: str
    last_child: str = ""
    text: int = 0
    linked: int = 0
    links: int = 0
    rows: int = 0
    is_data: bool = False
    must_stay: bool = False
    has_heading: bool = False
    has_letters: bool = False
    leaf: bool = True
    words: list[str] = field(default_factory=list[str])

    @property
    def share(self) -> float:
        """How much of its text is links."""
        return self.linked / self.text if self.text else 0.0


def find_boilerplate(body: LexborNode) -> frozenset[int]:
    """The nodes (their `mem_id`) to leave out, each with everything below it."""
    page = _Page(body)
    for by_name in (True, False):
        left_out = page.left_out(by_name=by_name)
        if page.is_enough(left_out):
            return left_out
    return frozenset()


class _Page:
    """All elements of a page in their order, the body first."""

    def __init__(self, body: LexborNode) -> None:
        self.elements: list[_Element] = []
        open_elements: list[int] = []
        for node, tag, leaving in descend(body, lambda node, tag: not is_hidden(node, tag)):
            if leaving:
                self._close(open_elements.pop())
            elif tag == "-text":
                self._add_text(open_elements, node.text_content or "")
            elif not is_hidden(node, tag):
                self._open(node, tag, open_elements)
        self.has_article = any(each.tag in _ARTICLES or each.role == "main" for each in self.elements)

    def _open(self, node: LexborNode, tag: str, open_elements: list[int]) -> None:
        attributes = node.attributes
        parent = self.elements[open_elements[-1]] if open_elements else None
        role = (attributes.get("role") or "").lower()
        element = _Element(
            node.mem_id,
            tag,
            role,
            _spelled(attributes.get("class")),
            _spelled(attributes.get("id")),
            open_elements[-1] if open_elements else -1,
            parent is not None and (parent.in_article or parent.tag in _ARTICLES or parent.role in _ARTICLES),
            -1 if parent is None else open_elements[-1] if parent.tag in {"table", "dl", "pre"} else parent.holder,
            "" if parent is None else parent.last_child,
        )
        if parent is not None:
            parent.last_child = tag
        open_elements.append(len(self.elements))
        self.elements.append(element)

    def _add_text(self, open_elements: list[int], text: str) -> None:
        length = len("".join(text.split()))
        if length and open_elements:
            element = self.elements[open_elements[-1]]
            element.has_letters = element.has_letters or not "".join(text.split()).isdigit()
            element.text += length
            if element.text <= _SHORT:
                element.words.append(text)

    def _close(self, number: int) -> None:
        element = self.elements[number]
        if element.tag == "a":
            element.linked = element.text
            element.links += 1
        few_links = element.text > 0 and element.share < _MOSTLY
        element.is_data = element.tag in {"dl", "pre"} or (element.tag == "table" and element.rows > 1)
        if few_links and (element.is_data or element.tag == "details"):
            element.must_stay = True
        if element.tag in {"h1", "pre", "main", "article"} or element.role == "main":
            element.must_stay = element.must_stay or element.text > 0
        if element.parent < 0:
            return
        parent = self.elements[element.parent]
        parent.text += element.text
        parent.linked += element.linked
        parent.links += element.links
        parent.rows += _rows(element)
        parent.must_stay |= element.must_stay
        parent.has_letters |= element.has_letters
        parent.has_heading |= element.has_heading or element.tag in _HEADINGS
        parent.leaf = (
            parent.leaf and element.leaf and element.tag in {"a", "span", "b", "i", "em", "strong", "font", "br"}
        )
        if parent.text <= _SHORT:
            parent.words += element.words

    def left_out(self, *, by_name: bool) -> frozenset[int]:
        """The topmost elements to leave out."""
        chosen: set[int] = set()
        gone: list[bool] = []
        for element in self.elements:
            inside = element.parent >= 0 and gone[element.parent]
            gone.append(inside or (element.parent >= 0 and self._is_around(element, by_name)))
            if gone[-1] and not inside:
                chosen.add(element.key)
        return frozenset(chosen | self._outside(gone) if by_name else chosen)

    def _is_around(self, element: _Element, by_name: bool) -> bool:
        if not element.has_letters and _has(element.classes, _LINE_NUMBERS):
            return True
        if element.must_stay or _is_marked(element):
            return not element.must_stay
        if not by_name or (element.holder >= 0 and self.elements[element.holder].is_data):
            return by_name and element.tag == "a" and self._is_named(element)
        return self._is_named(element) or self._is_list_of_links(element) or _says_nothing(element)

    def _is_named(self, element: _Element) -> bool:
        if element.tag in _NEVER_NAMED or element.tag in _HEADINGS:
            return False
        names = element.classes + ("" if element.has_heading else element.identity)
        if not names:
            return False
        outside = not element.in_article and _has(names, _NOISE_OUTSIDE)
        anywhere = _has(names, _NOISE_ANYWHERE) and (not element.has_heading or element.share >= _MOSTLY)
        little = self.has_article or element.text <= _LARGEST_SHARE * self.elements[0].text
        if (outside or anywhere) and element.text <= _LONGEST_NOISE and little:
            return True
        return element.share > _MOSTLY and (
            _has(names, _LINKS_ANYWHERE) or (not element.in_article and _has(names, _LINKS_OUTSIDE))
        )

    def _is_list_of_links(self, element: _Element) -> bool:
        return (
            not element.in_article
            and element.tag in {"div", "ul", "ol", "td", "section", "center", "form"}
            and not (element.tag in {"ul", "ol"} and element.follows in _LEADS_IN)
            and element.links >= _FEWEST_LINKS
            and element.share >= _ALMOST_ALL
            and element.linked <= _LONGEST_LINK * element.links
            and element.text <= _LARGEST_SHARE * self.elements[0].text
        )

    def _outside(self, gone: list[bool]) -> set[int]:
        """What still stands outside of the page's one article, if that is little and nothing that must not be lost."""
        elements = self.elements
        mains = [n for n, each in enumerate(elements) if not gone[n] and (each.tag == "main" or each.role == "main")]
        mains = mains or [n for n, each in enumerate(elements) if not gone[n] and each.tag == "article"]
        if len(mains) != 1:
            return set()
        around = {mains[0]}
        while (parent := elements[min(around)].parent) >= 0:
            around.add(parent)
        beside = [
            n
            for n, each in enumerate(elements)
            if n not in around and each.parent in around - {mains[0]} and not gone[n]
        ]
        beside = [n for n in beside if elements[n].text and elements[n].tag != "h1"]
        titles = [n for n in beside if elements[n].must_stay]
        if any(elements[n].text > _SHORT for n in titles):
            return set()
        if sum(elements[n].text for n in beside) > _LARGEST_SHARE * elements[mains[0]].text:
            return set()
        return {elements[n].key for n in beside if n not in titles}

    def is_enough(self, left_out: frozenset[int]) -> bool:
        """Whether what remains is most of the page, or at least an article or most of what is not in links."""
        body = self.elements[0]
        text = linked = 0
        gone: list[bool] = []
        for element in self.elements:
            gone.append((element.parent >= 0 and gone[element.parent]) or element.key in left_out)
            if element.key in left_out:
                text += element.text
                linked += element.linked
            elif not gone[-1] and element.tag in _ARTICLES and element.text >= _A_SENTENCE:
                return True
        kept, kept_words = body.text - text, body.text - body.linked - (text - linked)
        most_words = kept_words > _A_SENTENCE and kept_words >= _MOSTLY * (body.text - body.linked)
        return most_words or kept >= _MOSTLY * body.text


def _rows(element: _Element) -> int:
    """What an element adds to the rows of its parent; to a row, cells."""
    if element.tag in {"td", "th"}:
        return 1
    if element.tag == "tr":
        return int(element.rows > 1)
    return element.rows if element.tag in {"thead", "tbody", "tfoot"} else 0


def _spelled(names: str | None) -> str:
    """Names in one spelling: `-share-bar-` for `share-bar`, `shareBar` and `share_bar`."""
    return "".join(f"-{'-'.join(_WORDS.findall(name)).lower()}-" for name in (names or "").split())


def _has(names: str, wanted: tuple[str, ...]) -> bool:
    return any(f"-{one}-" in names for one in wanted)


def _is_marked(element: _Element) -> bool:
    """Whether its tag or role tells that it is not of the text."""
    if element.tag == "nav" or element.role in _NAVIGATION:
        return True
    if element.tag not in _AROUND and element.role not in _AROUND_ROLES:
        return False
    return not element.in_article or (element.tag == "footer" and element.share > _MOSTLY)


def _says_nothing(element: _Element) -> bool:
    """A line that only serves the page: where it stands, how to share or print it, what comes next."""
    if not element.leaf or not 0 < element.text <= _SHORT or element.tag in _HEADINGS:
        return False
    text = " ".join("".join(element.words).split())
    if _SAYS_NOTHING.fullmatch(text) or _BUTTONS.fullmatch(text.replace(" ", "").replace("|", "")):
        return True
    return element.share > _A_LINK_AND_LITTLE_ELSE and _LEADS_ON.fullmatch(text) is not None
