"""What of an HTML tree a person sees: hidden things, scripts and form fields are no text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

NEVER = frozenset(
    {
        "script",
        "style",
        "noscript",
        "template",
        "iframe",
        "frame",
        "svg",
        "math-ml",
        "canvas",
        "object",
        "embed",
        "audio",
    }
    | {
        "video",
        "head",
        "title",
        "button",
        "select",
        "input",
        "textarea",
        "datalist",
        "progress",
        "meter",
        "rt",
        "rp",
        "rtc",
    }
)
STRUCK = frozenset({"del", "s", "strike"})
"""What was crossed out no longer holds."""
_BREAKS = frozenset(
    {"br", "p", "div", "li", "dt", "dd", "tr", "table", "ul", "ol", "blockquote", "section", "pre", "td", "th"}
    | {"h1", "h2", "h3", "h4", "h5", "h6", "caption", "summary"}
)
_HIDDEN_STYLE = re.compile(
    r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0*\.?0+(?![.\d])"
    r"|font-size\s*:\s*0+(?:\.0+)?(?![.\d])|(?:left|top|text-indent)\s*:\s*-\d{3,})",
    re.IGNORECASE,
)
_WIDE = "[\u2e80-\u303f\u3041-\u9fff\uf900-\ufaff\uff00-\uff60“”‘’]"
_SOURCE_BREAK = re.compile(rf"(?<={_WIDE})[ \t]*\n\s*(?={_WIDE})")


def is_hidden(node: LexborNode, tag: str) -> bool:
    """Whether nobody sees the node: not what it says, but what it is or is told to be."""
    if tag in NEVER or tag.startswith("-"):
        return True
    attributes = node.attributes
    if tag == "dialog" and "open" not in attributes:
        return True
    if not attributes or tag == "body":  # a hidden body waits for a script: the page is not meant to be empty
        return False
    unseen = "hidden" in attributes and attributes["hidden"] != "until-found"
    style = attributes.get("style") or ""
    return unseen or attributes.get("aria-hidden") == "true" or _HIDDEN_STYLE.search(style) is not None


def hides(tag: str, attributes: str) -> bool:
    """Whether a tag, as it is written, opens something that nobody sees, or that no longer holds."""
    node = LexborHTMLParser(f"<{tag} {attributes}></{tag}>").css_first(tag)
    return tag in NEVER or tag in STRUCK or (node is not None and is_hidden(node, tag))


def descend(root: LexborNode, enter: Callable[[LexborNode, str], bool]) -> Iterator[tuple[LexborNode, str, bool]]:
    """The nodes below and with `root` in their order, each with its tag, and again (True) when it is left. `enter`
    says whether to go into a node; what is not gone into comes once. No recursion: pages may be nested very deep."""
    node, tag = root, root.tag or ""
    while True:
        inside = tag != "-text" and enter(node, tag)
        yield node, tag, False
        step = node.child if inside else None
        if inside and step is None:
            yield node, tag, True
        while step is None:
            if node.mem_id == root.mem_id:
                return
            step = node.next
            if step is None:
                parent = node.parent
                if parent is None:
                    return
                node = parent
                yield node, node.tag or "", True
        node, tag = step, step.tag or ""


def visible_text(root: LexborNode, *, without: frozenset[int] = frozenset(), lines: bool = False) -> str:
    """The text that is seen below a node: on one line, or (`lines`, for code) with its own white space. `without`:
    nodes (their `mem_id`) that are left out."""
    parts: list[str] = []

    def enter(node: LexborNode, tag: str) -> bool:
        return not is_hidden(node, tag) and tag not in STRUCK and node.mem_id not in without

    for node, tag, leaving in descend(root, enter):
        if tag == "-text":
            parts.append(node.text_content or "")
        elif lines and tag == "br" and not leaving:
            parts.append("\n")
        elif not lines and tag in _BREAKS:
            parts.append(" ")
    text = "".join(parts)
    return text.strip("\n") if lines else " ".join(collapse(text).split())


def collapse(text: str) -> str:
    """Line ends of the source between Chinese characters are nothing, other white space is a space."""
    return _SOURCE_BREAK.sub("", text)
