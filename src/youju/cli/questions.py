"""Commands that ask: search, ask, verify."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection
from contextlib import aclosing
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from youju.cli.calculations import worked_lines
from youju.cli.context import Context
from youju.cli.printing import echo, say
from youju.errors import CallerMistake
from youju.text.language import REFUSAL, Language, language_of

if TYPE_CHECKING:
    from youju.answering.events import AnswerEvent
    from youju.answering.question import Question
    from youju.answering.schemas import Answer, AnswerStatus
    from youju.app import Youju
    from youju.caller import Caller
    from youju.citations.schemas import Card
    from youju.retrieval.values import Found

NOTHING_FOUND = 3
"""Exit code of a refusal."""

Category = Annotated[str | None, typer.Option(help="Only documents of this category.")]
At = Annotated[
    datetime | None,
    typer.Option("--at", formats=["%Y-%m-%d"], metavar="YYYY-MM-DD", help="The date asked about (default: today)."),
]


def register(app: typer.Typer) -> None:
    """Add this module's commands."""
    for command in (search, ask, verify):
        app.command()(command)


def search(
    context: typer.Context,
    query: Annotated[str, typer.Argument(help="Words, a sentence, or an exact reference.")],
    k: Annotated[int | None, typer.Option("-k", min=1, max=100, help="How many passages.")] = None,
    category: Category = None,
    at: At = None,
) -> None:
    """Find passages, with rank and score of every stage."""
    obj: Context = context.obj
    found = obj.run(lambda youju: youju.search(query, obj.caller, k=k, category=category, at=as_day(at), explain=True))
    if obj.json:
        obj.print_json(found)
    else:
        _print_found(found)
    if not found.passages:
        raise typer.Exit(NOTHING_FOUND)


def ask(
    context: typer.Context,
    question: Annotated[str, typer.Argument(help="A question, in Chinese or English.")],
    category: Category = None,
    at: At = None,
    model: Annotated[
        str | None,
        typer.Option(help="The configured model's name, or `extractive` for verbatim quotes without a model."),
    ] = None,
    stream: Annotated[
        bool,
        typer.Option("--stream", help="Print each sentence as soon as it is verified; what happens goes to stderr."),
    ] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show on stderr how the passages were found, and what the model thinks.")
    ] = False,
) -> None:
    """Ask the documents. Every sentence of the answer stands in a passage; the cards say where.

    With a configured model (YOUJU_CHAT__…) the model searches and writes, and each sentence is checked before it is
    shown; without one, or when it fails, the answer is verbatim quotes. Exit code 3: the documents do not say it.
    """
    from youju.answering.interrupted import so_far
    from youju.answering.question import Question
    from youju.answering.wording import say as words
    from youju.cli.watching import Watcher

    obj: Context = context.obj
    asked = Question(question, category, as_day(at), model)
    language = language_of(question)
    watcher = Watcher(language, sentences=stream and not obj.json, progress=stream, thoughts=explain)

    async def work(youju: Youju) -> Answer:
        if explain:
            _print_trace(await youju.search(question, obj.caller, category=category, at=asked.at, explain=True))
        return await final_answer(youju, asked, obj.caller, watcher.take)

    def until_now(status: AnswerStatus) -> Answer:
        return so_far(asked, watcher.events, status, obj.settings().writer)

    def on_stop() -> None:
        if obj.json:
            obj.print_json(until_now("stopped"))
        elif watcher.shown:
            print_answer(until_now("stopped"), streamed=True, told=watcher.told)
        say(words("stopped_shown" if watcher.shown else "stopped", language))

    try:
        answer = obj.run(work, on_stop=on_stop)
    except (CallerMistake, typer.Exit):
        raise
    except Exception:
        if obj.json:
            obj.print_json(until_now("failed"))
        raise
    if obj.json:
        obj.print_json(answer)
    else:
        print_answer(answer, streamed=watcher.shown, told=watcher.told)
    if answer.status == "refused":
        raise typer.Exit(NOTHING_FOUND)
    if answer.status == "failed":
        raise typer.Exit(1)


async def final_answer(
    youju: Youju, question: Question, caller: Caller, on_event: Callable[[AnswerEvent], None] = lambda _: None
) -> Answer:
    """Run a question to its end; `on_event` gets each event as it comes."""
    from youju.answering.events import DoneEvent

    async with aclosing(youju.answer(question, caller)) as events:
        async for event in events:
            on_event(event)
            if isinstance(event, DoneEvent):
                return event.answer
    raise RuntimeError("an answer without an end")


def verify(
    context: typer.Context,
    file: Annotated[str, typer.Argument(help="A file, or - for standard input.")],
) -> None:
    """Check an answer, sentence by sentence, whoever wrote it.

    Takes an answer as `ask --json` prints it, {"answer": "…[1]…", "sources": ["…"]}, or plain text, which is checked
    against the documents. Exit code 0: every claim is supported; 3: some are not.
    """
    obj: Context = context.obj
    raw = read_input(file)
    checked = obj.run(lambda youju: youju.verify(raw, obj.caller))
    if obj.json:
        obj.print_json(checked)
    else:
        for sentence in checked.sentences:
            mark = {"supported": "✓", "unsupported": "✗", "no_claim": "·"}[sentence.verdict]
            echo(f"{mark} {sentence.text}")
            for failed in sentence.failed_checks:
                echo(f"    {failed.check}: {failed.message}")
    if any(sentence.verdict == "unsupported" for sentence in checked.sentences):
        raise typer.Exit(NOTHING_FOUND)


def read_input(file: str) -> str:
    """The text of a file, or of standard input for -. Raises `CallerMistake`."""
    try:
        return sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8"
        raise CallerMistake(f"{Path(file).name} cannot be read ({reason}).", remedy="Check the file.") from None


def as_day(moment: datetime | None) -> date | None:
    """The day of `--at`."""
    return moment.date() if moment else None


def print_answer(answer: Answer, *, streamed: bool = False, told: Collection[str] = ()) -> None:
    """The answer as a person reads it: text, cards, notices, and for a refusal what may help. `streamed`: its text is
    there already, and so are the notices that were `told`."""
    language = language_of(answer.question)
    urgent = [notice for notice in answer.notices if notice.kind == "urgent"]
    for notice in urgent:
        echo(f"! {notice.text}\n")
    echo("" if streamed and answer.sentences else answer.text)
    for line in worked_lines(answer, language):
        echo(line)
    if answer.citations:
        echo("")
        for card in answer.citations:
            echo(card_lines(card, language))
    for notice in answer.notices:
        if notice not in urgent and notice.text not in told:
            echo(f"\n（{notice.text}）")
    if answer.nearest:
        say("最接近的资料 / nearest documents: " + "、".join(answer.nearest))


def card_lines(card: Card, language: Language) -> str:
    """A card in two lines: where it stands, and the words."""
    numbers = "".join(f"[{number}]" for number in card.numbers)
    place = [
        card.source,
        " › ".join(card.section),
        _page(card.page_label, language) + ocr_mark(card, language),
        card.place,
        _force(card, language),
        card.version if card.locator else "",
    ]
    return f"{numbers} " + " · ".join(part for part in place if part) + f"\n    {card.snippet}"


def _page(label: str, language: Language) -> str:
    if not label or label.startswith("约"):
        return label
    return f"第 {label} 页" if language == "zh" else f"p. {label}"


_OCR: dict[Language, str] = {"zh": "（图片识别，置信度 {}%）", "en": " (read from a picture, confidence {}%)"}


def ocr_mark(card: Card, language: Language) -> str:
    """That the quote was read from a picture, and how surely; empty for text of the file itself."""
    return _OCR[language].format(round(card.ocr.confidence * 100)) if card.ocr else ""


FORCE: dict[Language, dict[str, str]] = {
    "zh": {"in_force": "现行有效", "repealed": "已失效", "not_yet": "尚未施行"},
    "en": {"in_force": "in force", "repealed": "no longer in force", "not_yet": "not yet in force"},
}
"""What the states in force are called."""


def _force(card: Card, language: Language) -> str:
    return FORCE[language].get(card.in_force.status, "")


def _print_found(found: Found) -> None:
    from youju.knowledge.places import place_label

    for scored in found.passages:
        passage = scored.passage
        pages = "、".join(str(page.label or page.number) for page in passage.pages)
        head = [
            passage.source,
            " › ".join(passage.section),
            f"第 {pages} 页" if pages else "",
            place_label(passage.places, [(passage.start, passage.end)]),
            f"{scored.stage} {scored.score:.3f}",
        ]
        echo(" · ".join(part for part in head if part))
        text = " ".join(passage.text.split())
        echo("    " + (text if len(text) <= 160 else text[:160] + "…"))
    if not found.passages:
        echo(REFUSAL["zh"])
        if found.nearest:
            say("最接近的资料 / nearest documents: " + "、".join(found.nearest))
    for notice in found.notices:
        say(notice)
    _print_trace(found)


def _print_trace(found: Found) -> None:
    for trace in found.explain:
        stages = "  ".join(f"{name} #{rank} {score:.3f}" for name, (rank, score) in trace.stages.items())
        dropped = f"  dropped: {trace.dropped}" if trace.dropped else ""
        say(f"  {trace.source} {' › '.join(trace.section)}  {stages}{dropped}")
    if found.timings_ms:
        say("  " + "  ".join(f"{name} {value:.1f} ms" for name, value in found.timings_ms.items()))
