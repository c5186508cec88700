"""Commands that measure Youju on a user's own questions, and learn from them: eval retrieval, eval tune."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from youju.cli.context import Context
from youju.cli.printing import Bar, say
from youju.errors import CallerMistake

if TYPE_CHECKING:
    from youju.app import Youju
    from youju.retrieval.evaluation.cases import Case
    from youju.retrieval.evaluation.evaluating import Report, Result
    from youju.retrieval.evaluation.measures import Interval
    from youju.retrieval.evaluation.tuning import Tuned

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
    _say(obj, as_json(found), as_table(found))


@app.command()
def tune(
    context: typer.Context,
    data: Annotated[Path | None, typer.Option("--data", metavar="FILE", help="As for `eval retrieval`.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Learn and measure, install nothing.")] = False,
    reset: Annotated[bool, typer.Option("--reset", help="Go back to the ranking that ships.")] = False,
    report: ReportFolder = None,
) -> None:
    """Learn from your own question log how laws are to be ranked; install it if it is better.

    Learns on top of what is in use, and measures on questions that the measured model has not seen (five folds). It is
    installed in the home folder only if MRR@10 rises for certain (95 %). Needs 50 questions about laws, better some
    hundreds; questions about other documents are left out.
    """
    obj: Context = context.obj
    if reset == (data is not None):
        raise CallerMistake("Give either --data FILE or --reset.")
    if data is None:
        changed = obj.run(lambda youju: _done(youju.install_ranking(None, obj.caller)))
        _say(obj, {"reset": changed}, "Ranking is as it ships." if changed else "Ranking was as it ships.")
        return
    cases = read(data)

    async def work(youju: Youju) -> tuple[Tuned, bool]:
        tuned = await youju.tune_ranking(cases, obj.caller, say)
        return tuned, tuned.better and not dry_run and youju.install_ranking(tuned.model, obj.caller)

    tuned, installed = obj.run(work)
    figures = {
        "suite": "tune",
        "questions": tuned.questions,
        "left_out": list(tuned.left_out),
        "better": tuned.better,
        "installed": installed,
        **{
            side: {name: _rounded(value) for name, value in values.items()}
            for side, values in (("before", tuned.before), ("after", tuned.after), ("gain", tuned.gain))
        },
    }
    told = tuning_table(tuned, installed=installed)
    if report is not None:
        _write(report, {"tune.md": f"# Tuning\n\n{told}\n", "tune.json": _pretty(figures)})
    _say(obj, figures, told)


async def _done(value: bool) -> bool:
    return value


def _say(obj: Context, figures: dict[str, Any], told: str) -> None:
    if obj.json:
        obj.print_json(figures)
    else:
        typer.echo(told)


def tuning_table(tuned: Tuned, *, installed: bool) -> str:
    """Before, after and gain as a Markdown table, and what was done."""
    lines = ["| measure | in use | learned | gain |", "|---|---|---|---|"]
    lines += [
        f"| {name} | {_figure(tuned.before[name])} | {_figure(tuned.after[name])} | {_figure(gain)} |"
        for name, gain in tuned.gain.items()
    ]
    lines += ["", f"{tuned.questions} questions."]
    if tuned.left_out:
        lines.append(f"{len(tuned.left_out)} left out, their gold is no law in the library: {_lines(tuned.left_out)}.")
    better = "Better, and not installed." if tuned.better else "Not certainly better: not installed."
    return "\n".join([*lines, "Better: installed." if installed else better])


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
    """The table, the figures, and every question with its own figures. Raises `CallerMistake`."""
    rows = (json.dumps(_row(result), ensure_ascii=False) for result in report.results)
    files = {
        "report.md": f"# Retrieval\n\n{as_table(report)}\n",
        "report.json": _pretty(as_json(report)),
        "results.jsonl": "".join(f"{row}\n" for row in rows),
    }
    _write(folder, files)


def _write(folder: Path, files: Mapping[str, str]) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise CallerMistake(f"{folder} cannot be written ({error.strerror}).") from None


def _pretty(figures: dict[str, Any]) -> str:
    return json.dumps(figures, ensure_ascii=False, indent=2) + "\n"


def _row(result: Result) -> dict[str, Any]:
    return {
        "line": result.case.line,
        "question": result.case.question,
        "confidence": round(result.confidence, 4),
        "not_in_library": [str(gold) for gold in result.unknown],
        "stages": result.stages,
    }
