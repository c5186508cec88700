"""Law files parsed and held against an independent list of their articles. Writes the tables of docs/law/parsing.md.

- all documents of the list, written again in both layouts of markdown and read as files;
- the files of the first layout as they are, against the list;
- the files of the second layout as they are, against the labels that they set in bold.
"""

from __future__ import annotations

import gzip
import json
import re
import tempfile
import time
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from benchmarks.corpora import SHARED
from benchmarks.documented import circumstances, write_part

from youju.errors import PartUnavailable
from youju.law.documents import LawDocument, law_documents
from youju.law.files.days import written
from youju.law.files.facts import NotLaw
from youju.law.files.joining import join_parts
from youju.law.files.reading import law_document
from youju.reading.reader import Limits, SourceFile
from youju.reading.readers import read_file

PAGE = Path(__file__).parents[1] / "docs" / "law" / "parsing.md"
STATUTES = SHARED / "statutes"
_BOLD_LABEL = re.compile(r"^\*\*(第[^*]{1,12}条(?:之[一二三四五六七八九十]+)?)\*\*", re.MULTILINE)
_INSIDE = re.compile(r"(?:^|\n)\s*(第[一二三四五六七八九十百千零〇]+条(?:之[一二三四五六七八九十]+)?)")
_LISTED_SHORT = 8
_MARKS = str.maketrans("“”‘’", "\"\"''")


@dataclass(frozen=True)
class Expected:
    """A document of the list: its path there, its articles as `(label, text)` with the parts above each, and the day of
    publication, where the list has one."""

    path: str
    articles: tuple[tuple[str, str], ...]
    parts: tuple[str, ...]
    published: str | None = None

    @property
    def name(self) -> str:
        """The file's name; 民法典_合同编.md for a part that lies in its law's folder."""
        return self.path.replace("/", "_") if self.path.startswith("民法典/") else Path(self.path).name

    @property
    def head(self) -> str:
        """Title and 题注 as a file has them below each other."""
        title, _, part = Path(self.name).stem.partition("_")
        note = written(date.fromisoformat(self.published)) + "公布" if self.published else ""
        return "\n\n".join(line for line in (title, part, note) if line)


@dataclass
class Outcome:
    """What came of one set of files: how many agreed, and each difference as a row of a table."""

    files: int = 0
    laws: int = 0
    expected: int = 0
    found: int = 0
    same_addresses: int = 0
    same_words: int = 0
    annex_apart: int = 0
    seconds: float = 0.0
    no_laws: Counter[str] = field(default_factory=Counter[str])
    differences: list[tuple[str, int, int, str]] = field(default_factory=list[tuple[str, int, int, str]])


def listed() -> list[Expected]:
    """The documents of the independent list in its order, those without articles included."""
    articles: dict[str, list[dict[str, Any]]] = defaultdict(list)
    with gzip.open(STATUTES / "articles.jsonl.gz", "rt", encoding="utf-8") as rows:
        for row in map(json.loads, rows):
            articles[row["path"]].append(row)
    documents = [json.loads(line) for line in (STATUTES / "docs.jsonl").read_text(encoding="utf-8").splitlines()]
    return [
        Expected(
            document["path"],
            tuple((row["article"], row["text"]) for row in articles[document["path"]]),
            tuple(row["part"] or "" for row in articles[document["path"]]),
            document["publish"],
        )
        for document in documents
    ]


def info_layout(law: Expected) -> str:
    """`# title`, `<!-- INFO END -->`, `## 第一章`, `第一条 …`."""
    return f"# {law.head}\n\n<!-- INFO END -->\n\n" + "\n\n".join(_lines(law, lambda label: f"{label} "))


def bold_layout(law: Expected) -> str:
    """Front matter, `# title`, `## 第一章`, `**第一条**　…`."""
    return f"---\nsidebar: auto\n---\n\n# {law.head}\n\n" + "\n\n".join(_lines(law, lambda label: f"**{label}**　"))


LAYOUTS = {"layout with INFO comments": info_layout, "layout with bold labels": bold_layout}


def _lines(law: Expected, labelled: Callable[[str], str]) -> Iterator[str]:
    above: list[str] = []
    for (label, text), part in zip(law.articles, law.parts, strict=True):
        path = part.split(" / ") if part else []
        pairs = enumerate(zip(above, path, strict=False))
        same = next((at for at, (one, two) in pairs if one != two), min(len(above), len(path)))
        yield from (f"{'#' * (depth + 2)} {heading}" for depth, heading in enumerate(path) if depth >= same)
        above = path
        first, *rest = text.split("\n")
        yield labelled(label) + first
        yield from (line for line in rest if line.strip())


def rebuilt(layout: Callable[[Expected], str], laws: Sequence[Expected], folder: Path) -> Outcome:
    """Every document with articles written in one layout, read and parsed."""
    outcome = Outcome()
    for number, law in enumerate(laws):
        path = folder / f"{number}.md"
        path.write_text(layout(law), encoding="utf-8")
        _compare(outcome, path, law.name, law)
    return outcome


def as_they_are(laws: Sequence[Expected]) -> Outcome:
    """The files of the first layout, against the list."""
    by_name = {law.name: law for law in laws}
    outcome = Outcome()
    for path in sorted((STATUTES / "labour_md" / "md").glob("*.md")):
        if path.name in by_name:
            _compare(outcome, path, path.name, by_name[path.name])
    return outcome


def second_layout() -> Outcome:
    """The files of the second layout, against the labels that they set in bold. Files without a title of their own, the
    parts of a law, are named after the law's own file beside them."""
    outcome = Outcome()
    docs = STATUTES / "justlaws_md" / "docs"
    for path in sorted(one for one in docs.rglob("*.md") if "category" not in one.parts):
        labels = _BOLD_LABEL.findall(path.read_text(encoding="utf-8"))
        if labels or path.name != "README.md":
            articles = tuple((label, "") for label in labels)
            _compare(outcome, path, _named(path), Expected(str(path.relative_to(docs)), articles, ()))
    return outcome


def _named(path: Path) -> str:
    """标题_第一编.md for a file that holds a part, so that it can be told which law it is of."""
    title = _heading(path.with_name("README.md"))
    own = _heading(path)
    return path.name if path.name == "README.md" or own.startswith("中华人民共和国") else f"{title}_{own}.md"


def _heading(path: Path) -> str:
    found = re.search(r"^# (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return re.sub(r"\s+", "", found[1]) if found else path.stem


def _compare(outcome: Outcome, path: Path, name: str, law: Expected) -> None:
    began = time.perf_counter()
    found = law_document(read_file(SourceFile(path, name), Limits()), name)
    outcome.seconds += time.perf_counter() - began
    outcome.files += 1
    outcome.expected += len(law.articles)
    if isinstance(found, NotLaw):
        outcome.no_laws[found.zh if "《" not in found.zh else "看不出是哪个国家机关制定的"] += 1
        if len(law.articles) > 1:
            outcome.differences.append((law.path, len(law.articles), 0, found.zh))
        return
    outcome.laws += 1
    texts = articles_of(found)
    outcome.found += len(texts)
    labels = [label for label, _ in law.articles]
    if list(texts) != labels:
        outcome.differences.append((law.path, len(labels), len(texts), _why(law, texts, path)))
        return
    outcome.same_addresses += 1
    pairs = [(_squeezed(texts[label]), _squeezed(label + text)) for label, text in law.articles]
    outcome.same_words += all(ours == theirs for ours, theirs in pairs)
    outcome.annex_apart += _only_longer(pairs)


def _only_longer(pairs: Sequence[tuple[str, str]]) -> bool:
    """Whether the list differs only by what stands behind an article: a heading or an annex, which it counts to it."""
    differing = [(ours, theirs) for ours, theirs in pairs if ours != theirs]
    return bool(differing) and all(theirs.startswith(ours) for ours, theirs in differing)


def articles_of(law: LawDocument) -> dict[str, str]:
    """Label and text of every article that has an address."""
    return {
        section.title: law.document.text[section.start : section.end]
        for section in law.sections
        if section.locator and section.locator.article
    }


def _squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def _why(law: Expected, texts: dict[str, str], path: Path) -> str:
    """The reason for a difference, as far as it can be told from the two lists."""
    labels = [label for label, _ in law.articles]
    more = [label for label in texts if label not in labels]
    fewer = [label for label in labels if label not in texts]
    inside = {label for _, text in law.articles for label in _INSIDE.findall(text)}
    if more and not fewer and set(more) <= inside:
        return f"{_some(more)}: the list has them inside the articles before"
    if more and not fewer and all(any(label in part for part in law.parts) for label in more):
        return f"{_some(more)}: the list has them as headings"
    if fewer and not more and texts and all(any(label in text for text in texts.values()) for label in fewer):
        return f"{_some(fewer)}: quoted by the article before, which the list counts"
    if more and all(text.lstrip()[:1] != "第" for text in texts.values()):
        return "it counts in 一、二、 or 1. 2., not in 第X条"
    source = path.read_text(encoding="utf-8")
    if more and not fewer and all(re.search(rf"^{label}[\s　]", source, re.MULTILINE) for label in more):
        return f"{_some(more)}: begin a line of the file, without bold"
    return f"more: {_some(more) or 'none'}; fewer: {_some(fewer) or 'none'}"


def _some(labels: Sequence[str]) -> str:
    return "、".join(labels[:_LISTED_SHORT]) + ("…" if len(labels) > _LISTED_SHORT else "")


def join_and_count() -> str:
    """The eight files of the Civil Code as one law."""
    parts = [
        law_document(read_file(SourceFile(path, path.name), Limits()), path.name)
        for path in sorted((STATUTES / "labour_md" / "md").glob("民法典_*.md"))
    ]
    (code,) = join_parts([part for part in parts if isinstance(part, LawDocument)])
    return f"{len(parts)} files of 民法典 joined: {len(articles_of(code))} articles, {len(code.findings)} findings"


def pack_and_files() -> str:
    """Articles of the same text of the same law in the statute pack and in a file, compared to the letter."""
    try:
        pack = {(law.title, law.published): articles_of(law) for law in law_documents()}
    except PartUnavailable as error:
        return f"Not compared with the statute pack: {error.message}"
    laws = articles = alike = words = 0
    docs = STATUTES / "justlaws_md" / "docs"
    for path in [*sorted((STATUTES / "labour_md" / "md").glob("*.md")), *sorted(docs.glob("*/*/README.md"))]:
        found = law_document(read_file(SourceFile(path, path.name), Limits()), path.name)
        if isinstance(found, NotLaw) or (theirs := pack.get((found.title, found.published))) is None:
            continue
        ours = articles_of(found)
        laws, articles = laws + 1, articles + len(ours)
        alike += sum(text.strip() == theirs.get(label, "").strip() for label, text in ours.items())
        words += sum(_folded(text) == _folded(theirs.get(label, "")) for label, text in ours.items())
    return (
        f"{laws} files hold a text that the statute pack has too (same name, same day): of their {articles:,} articles "
        f"{alike:,} are the same to the letter, line ends and blanks included, {words:,} but for blanks and wide marks"
    )


def _folded(text: str) -> str:
    """Without white space, and with marks of either width alike."""
    return unicodedata.normalize("NFKC", _squeezed(text)).translate(_MARKS)


def table(outcomes: dict[str, Outcome]) -> str:
    """The figures of every set."""
    names = (
        "files",
        "parsed",
        "law",
        "articles in the list",
        "found",
        "same addresses",
        "same words",
        "annex apart",
        "s",
    )
    rows = [f"| {' | '.join(names)} |", "|" + "---|" * len(names)]
    for name, one in outcomes.items():
        words = f"{one.same_words:,}" if one.same_words else "–"
        rows.append(
            f"| {name} | {one.files:,} | {one.laws:,} | {one.expected:,} | {one.found:,} | {one.same_addresses:,} "
            f"| {words} | {one.annex_apart or '–'} | {one.seconds:.0f} |"
        )
    return "\n".join(rows)


def differences(outcomes: dict[str, Outcome]) -> str:
    """Each difference once, with its reason; then what was taken for no law."""
    rows = ["| document | list | found | why |", "|---|---|---|---|"]
    seen: set[tuple[str, int, int, str]] = set()
    for one in outcomes.values():
        for row in one.differences:
            if row not in seen:
                seen.add(row)
                rows.append(f"| {row[0]} | {row[1]} | {row[2]} | {row[3]} |")
    rows += ["", "| set | no law, because | files |", "|---|---|---|"]
    rows += [f"| {name} | {why} | {count} |" for name, one in outcomes.items() for why, count in one.no_laws.items()]
    return "\n".join(rows)


def main() -> None:
    """Measure, print and write the tables down."""
    if not STATUTES.is_dir():
        print("The shared statutes are not here: nothing measured.")
        return
    laws = listed()
    with_articles = [law for law in laws if law.articles]
    outcomes: dict[str, Outcome] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, layout in LAYOUTS.items():
            outcomes[f"list in the {name}"] = rebuilt(layout, with_articles, Path(folder))
    outcomes["first layout, the files themselves"] = as_they_are(laws)
    outcomes["second layout, the files themselves"] = second_layout()
    without = len(laws) - len(with_articles)
    text = (
        f"{circumstances()}. Of the {len(laws):,} documents of the list {without} have no articles in it.\n\n"
        f"{table(outcomes)}\n\n{join_and_count()}.\n\n{pack_and_files()}.\n\n{differences(outcomes)}"
    )
    print(text)
    write_part("law_parsing", text, PAGE)
