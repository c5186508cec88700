"""The results as a table in Markdown, and the examples of what went wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmarks.adversary.facts import Judged
from benchmarks.adversary.playing import Outcome
from training.corruptions import JUDGED, KINDS

from youju.citations.markers import DIALECTS

EXAMPLES = 3


@dataclass(frozen=True)
class Results:
    """Everything that one run found. `corpora` tells which sentences the gate was tried on."""

    false: Sequence[Judged]
    true: Sequence[Judged]
    played: Sequence[Outcome]
    corpora: Sequence[str]

    @property
    def answers(self) -> int:
        """Mutated answers, of the gate and of the whole product."""
        return len(self.false) + len(self.played)

    @property
    def fabricated(self) -> int:
        """Citations that were shown and never offered."""
        return sum(one.fabricated for one in self.played)

    def broken(self) -> list[Outcome]:
        """Answers that break an invariant."""
        return [one for one in self.played if one.broken]

    def wrong(self) -> list[Outcome]:
        """Answers that show what they must not."""
        return [one for one in self.played if one.shown]


def render(results: Results) -> str:
    """The whole report."""
    parts = [_summary(results), _facts(results.false), _answers(results.played), _true(results), _examples(results)]
    return "\n\n".join(parts) + "\n"


def failures(results: Results) -> str:
    """Every false sentence that was shown and every true one that was withheld, with the words of its passage. For
    whoever mends the checks; it holds text of the shared data, and is no part of the repository."""
    lines = [
        f"- {one.kind} [{one.sample.corpus}] {one.change}\n  - made: {one.sentence}\n  - passage: {_around(one)}"
        for one in results.false
        if one.shown
    ]
    lines += [
        f"- withheld, {one.kind} [{one.sample.corpus}]: {one.sentence}\n  - passage: {_around(one)}\n"
        f"  - {'; '.join(f'{failed.check}: {failed.message}' for failed in one.checked.failed_checks[:2])}"
        for one in results.true
        if not one.shown
    ]
    lines += [
        f"- {one.mutant.kind} ({one.face}) {one.mutant.question}\n  - shown: {one.shown}; broken: {one.broken}\n"
        f"  - text: {_short(one.played.answer.get('text', ''), 300)}"
        for one in results.played
        if one.shown or one.broken
    ]
    return "\n".join(lines) + "\n"


def _around(judged: Judged) -> str:
    text = judged.passage.text
    at = max(0, text.find(judged.sample.sentence) - 40)
    return _short(text[at:], 200)


def _table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    return "\n".join([*lines, *(f"| {' | '.join(map(str, row))} |" for row in rows)])


def _share(part: int, whole: int) -> str:
    return f"{part} ({100 * part / whole:.1f} %)" if whole else "–"


def _summary(results: Results) -> str:
    faces = Counter(one.face for one in results.played)
    facts = [one for one in results.false if one.kind not in JUDGED]
    rows = [
        ("mutated answers in all", results.answers, "≥ 10,000"),
        ("– of single sentences, through the gate", len(results.false), "–"),
        (f"– of whole answers, through the product ({', '.join(f'{n} {face}' for face, n in faces.items())})",
         len(results.played), "–"),
        ("citations shown that were never offered", results.fabricated, "0"),
        ("answers that break an invariant", len(results.broken()), "0"),
        ("false facts shown as supported", _share(sum(one.shown for one in facts), len(facts)), "0"),
    ]  # fmt: skip
    return _table(("measure", "measured", "goal"), rows)


def _facts(judged: Sequence[Judged]) -> str:
    rows: list[tuple[object, ...]] = []
    for kind in KINDS:
        here = [one for one in judged if one.kind == kind]
        cells = [_share(sum(one.shown for one in here if test(one)), sum(map(test, here))) for test in _LANGUAGES]
        goal = "reported" if kind in JUDGED else "0"
        rows.append((kind, len(here), sum(one.shown for one in here), *cells, sum(not one.shown for one in here), goal))
    head = ("one fact changed", "tried", "shown as supported", "Chinese", "English", "withheld", "goal")
    return f"## Single facts, through the gate\n\n{_table(head, rows)}"


_LANGUAGES = (lambda one: one.sample.language == "zh", lambda one: one.sample.language == "en")


def _answers(played: Sequence[Outcome]) -> str:
    rows: list[tuple[object, ...]] = []
    for kind in sorted({one.mutant.kind for one in played}):
        here = [one for one in played if one.mutant.kind == kind]
        shown = sum(bool(one.shown) for one in here)
        forbidden = sum(bool(one.mutant.forbidden) for one in here)
        rows.append(
            (
                kind,
                len(here),
                shown if forbidden else "–",
                forbidden - shown if forbidden else "–",
                sum(one.fabricated for one in here),
                sum(bool(one.broken) for one in here),
                _share(sum(len(one.withheld) for one in here), sum(len(one.mutant.true) for one in here)),
            )
        )
    head = ("what the model did", "answers", "false, shown", "false, withheld", "fabricated citations",
            "invariants broken", "true, withheld")  # fmt: skip
    note = (
        f"Dialects are the {len(DIALECTS)} of the grammar. “–”: nothing in these answers is false, or nothing is true."
    )
    return f"## Whole answers, through the product\n\n{note}\n\n{_table(head, rows)}"


def _true(results: Results) -> str:
    rows: list[tuple[object, ...]] = []
    goals = {"verbatim": "≤ 5 %", "verbatim, article named": "≤ 5 %", "near": "≤ 5 %", "paraphrased": "≤ 15 %"}
    for kind, goal in goals.items():
        here = [one for one in results.true if one.kind == kind]
        cells = [
            _share(
                sum(not one.shown for one in here if one.sample.corpus == corpus),
                sum(one.sample.corpus == corpus for one in here),
            )
            for corpus in results.corpora
        ]
        rows.append((kind, len(here), _share(sum(not one.shown for one in here), len(here)), *cells, goal))
    head = ("true sentence", "tried", "withheld", *results.corpora, "goal")
    return f"## True sentences\n\n{_table(head, rows)}"


def _examples(results: Results) -> str:
    lines = [*_false_examples(results.false), *_answer_examples(results)]
    body = "\n".join(lines) if lines else "None."
    return f"## What went wrong\n\n{body}"


def _false_examples(judged: Sequence[Judged]) -> Iterator[str]:
    """A few of each kind, of the sample base only: its words are the project's own."""
    for kind in KINDS:
        here = [one for one in judged if one.kind == kind and one.shown and one.sample.corpus == "samples"]
        for one in here[:EXAMPLES]:
            yield f"- {kind}, shown: “{_short(one.sentence)}” ({_short(one.change, 40)})"


def _answer_examples(results: Results) -> Iterator[str]:
    seen: Counter[str] = Counter()
    for one in results.played:
        faults = [*(f"shown: “{_short(words)}”" for words in one.shown), *map(_short, one.broken)]
        for fault in faults:
            seen[one.mutant.kind] += 1
            if seen[one.mutant.kind] <= EXAMPLES:
                yield f"- {one.mutant.kind} ({one.face}): {fault}"


def _short(text: str, most: int = 90) -> str:
    plain = " ".join(text.split()).replace("|", "\\|")
    return plain if len(plain) <= most else f"{plain[:most]}…"
