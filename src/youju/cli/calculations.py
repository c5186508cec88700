"""How the command line shows calculations: the result, its steps with their basis, further results, limits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from youju.text.language import Language

if TYPE_CHECKING:
    from youju.answering.schemas import Answer, Calculation


def calculation_lines(done: Calculation, language: Language) -> Iterator[str]:
    """One calculation: result, steps, rows; then, after an empty line each, notes and what is not in the library."""
    from youju.law.calculators.wording import quantity, result_line

    yield result_line(done, language)
    yield ""
    for place, step in enumerate(done.steps):
        yield f"{place + 1}. {step}{_marks(done, place)}"
    for row in done.rows:
        yield f"  {row.name}: {quantity(row.value, row.unit, language)}{f'（{row.when}）' if row.when else ''}"
    yield from section([f"- {note}" for note in done.notes])


def lacking_lines(done: Calculation) -> list[str]:
    """What is to be said of its basis: what is not in the library or not in force, and what to know of the text."""
    from youju.law.calculators.wording import lacking

    return [f"! {line}" for line in lacking(done)]


def section(lines: list[str]) -> Iterator[str]:
    """The lines behind an empty one; nothing where there are none."""
    if lines:
        yield ""
        yield from lines


_HEADS: dict[Language, dict[str, str]] = {
    "zh": {"said": "按您所说：", "needed": "还需要：", "useful": "可补充：", "join": "；"},
    "en": {"said": "From what you say: ", "needed": "Still needed: ", "useful": "May be added: ", "join": "; "},
}


def worked_lines(answer: Answer, language: Language) -> Iterator[str]:
    """What was understood, every calculation, and what is missing with what it decides."""
    heads = _HEADS[language]
    if answer.understood:
        said = [f"{one.label} {one.said}" for one in answer.understood]
        yield from section([heads["said"] + heads["join"].join(said)])
    for done in answer.calculations:
        yield from section(["── " + (done.title or done.name)])
        yield from calculation_lines(done, language)
        yield from section(lacking_lines(done))
    for head, required in (("needed", True), ("useful", False)):
        asked = [f"{one.label}（{one.why}）" for one in answer.missing if one.required == required]
        if asked:
            yield from section([heads[head] + heads["join"].join(asked)])


def _marks(done: Calculation, place: int) -> str:
    """《劳动合同法》第四十七条[1] behind a step."""
    named = [
        one.reference + "".join(f"[{number}]" for number in one.numbers) for one in done.basis if place in one.steps
    ]
    return f"（{'；'.join(named)}）" if named else ""
