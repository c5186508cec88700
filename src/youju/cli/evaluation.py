"""Commands that measure Youju on a user's own questions: eval retrieval."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from youju.cli.context import Context
from youju.cli.printing import Bar
from youju.errors import CallerMistake

if TYPE_CHECKING:
    from youju.app import Youju
    from youju.retrieval.evaluation.cases import Case
    from youju.retrieval.evaluation.evaluating import Report, Result
    from youju.retrieval.evaluation.measures import Interval

app = typer.Typer(help="Measure on your own questions.", no_args_is_help=True)

Data = Annotated[
    Path, typer.Option("--data", metavar="FILE", help='JSONL: {"question": "…", "gold": ["劳动合同法第十九条", …]}.')
]
ReportFolder = Annotated[
    Path | None, typer.Option("--report", metavar="DIR", help="Write report.md, report.json and results.jsonl here.")
]


@app.callback()
def _eval() -> None:
    """A group of commands, one for each thing that is measured."""


@app.command()
def retrieval(context: typer.Context, data: Data, report: ReportFolder = None) -> None:
    """How well passages are found: R@k and MRR@10 of every stage, with 95 % intervals.

    A gold item is a reference ("劳动合同法第十九条"), {"document": "…", "section": "…"} (any passage of it), or
    {"passage": "…"} by id. A question may carry "at": "YYYY-MM-DD". Questions whose gold is not in the library are
    left out and named.
    """
    obj: Context = context.obj
    cases = read(data)

    async def work(youju: Youju) -> Report:
        from youju.retrieval.evaluation.evaluating import report_of

        results: list[Result] = []
        with Bar("Asking", len(cases)) as bar:
            async for result in youju.measure_retrieval(cases, obj.caller):
                results.append(result)
                bar.advance(result.case.question[:20])
        return report_of(results, youju.settings.threshold)

    found = obj.run(work)
    if report is not None:
        write_report(report, found)
    if obj.json:
        obj.print_json(as_json(found))
    else:
        typer.echo(as_table(found))


def read(path: Path) -> list[Case]:
    """The cases of a file. Raises `CallerMistake`."""
    from youju.retrieval.evaluation.cases import read_cases

    try:
        return read_cases(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise CallerMistake(f"{path} cannot be read ({error.strerror}).") from None
    except UnicodeDecodeError:
        raise CallerMistake(f"{path} is not UTF-8 text.") from None


def as_json(report: Report) -> dict[str, Any]:
    """The figures, without the single questions."""
    return {
        "suite": "retrieval",
        "questions": report.questions,
        "left_out": list(report.left_out),
        "accepted": round(report.accepted, 4),
        "stages": {
            stage: {measure: _rounded(value) for measure, value in measures.items()}
            for stage, measures in report.stages.items()
        },
    }


def _rounded(value: Interval) -> dict[str, float]:
    return {"mean": round(value.mean, 4), "low": round(value.low, 4), "high": round(value.high, 4)}


def as_table(report: Report) -> str:
    """The figures as a Markdown table, with what was left out below it."""
    measures = list(next(iter(report.stages.values())))
    lines = [f"| stage | {' | '.join(measures)} |", f"|---|{'---|' * len(measures)}"]
    lines += [
        f"| {stage} | {' | '.join(_figure(values[measure]) for measure in measures)} |"
        for stage, values in report.stages.items()
    ]
    lines += ["", f"{report.questions} questions; {report.accepted:.0%} of them are above the floor."]
    if report.left_out:
        lines.append(f"{len(report.left_out)} left out, their gold is not in the library: {_lines(report.left_out)}.")
    return "\n".join(lines)


def _figure(value: Interval) -> str:
    return f"{value.mean:.3f} [{value.low:.3f}–{value.high:.3f}]"


def _lines(numbers: Sequence[int], most: int = 20) -> str:
    shown = ", ".join(map(str, numbers[:most]))
    return f"line{'s' if len(numbers) > 1 else ''} {shown}{' …' if len(numbers) > most else ''}"


def write_report(folder: Path, report: Report) -> None:
    """The table, the figures, and every question with its own figures. Raises `CallerMistake` where the folder cannot
    be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "report.md").write_text(f"# Retrieval\n\n{as_table(report)}\n", encoding="utf-8")
        text = json.dumps(as_json(report), ensure_ascii=False, indent=2)
        (folder / "report.json").write_text(text + "\n", encoding="utf-8")
        rows = (json.dumps(_row(result), ensure_ascii=False) for result in report.results)
        (folder / "results.jsonl").write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
    except OSError as error:
        raise CallerMistake(f"{folder} cannot be written ({error.strerror}).") from None


def _row(result: Result) -> dict[str, Any]:
    return {
        "line": result.case.line,
        "question": result.case.question,
        "confidence": round(result.confidence, 4),
        "not_in_library": [str(gold) for gold in result.unknown],
        "stages": result.stages,
    }
