"""Commands that run or mend: reindex, serve, doctor, demo."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from youju.cli.context import Context
from youju.cli.importing_report import fill
from youju.cli.printing import Bar, echo, say, table
from youju.errors import CallerMistake, YoujuError

if TYPE_CHECKING:
    from youju.app import Youju
    from youju.knowledge.checking.examining import Finding
    from youju.parts import PartState

LOOPBACK = {"127.0.0.1", "::1", "localhost"}


def register(app: typer.Typer) -> None:
    """Add this module's commands."""
    for command in (reindex, serve, doctor):
        app.command()(command)
    app.command(hidden=True)(demo)


def reindex(
    context: typer.Context,
    dense: Annotated[
        bool, typer.Option("--dense/--no-dense", help="Also compute the vectors that are missing.")
    ] = True,
) -> None:
    """Rebuild the search index from the ledger, and compute the vectors that are missing."""
    obj: Context = context.obj

    async def work(youju: Youju) -> int:
        with Bar("Indexing", 0):
            count = await youju.reindex()
        if dense:
            await fill(youju)
        return count

    count = obj.run(work, dense=dense)
    if obj.json:
        obj.print_json({"passages": count})
    else:
        echo(f"{count} passages indexed.")


def serve(
    context: typer.Context,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int | None, typer.Option(min=1, max=65535, help="Default 8000, or the next free port.")] = None,
) -> None:
    """Serve the page and the HTTP interface.

    Everybody who reaches the address acts as the caller of this command: on this machine the owner, unless --role or
    --as says less. For an address that others reach, say so explicitly with --role or --as.
    """
    obj: Context = context.obj
    if host not in LOOPBACK and not obj.explicit_caller:
        raise CallerMistake(
            f"Serving on {host} would let others act as the owner.",
            remedy="Add --role ROLE or --as NAME for what they may read, or --as owner if you mean it.",
        )
    from youju.server.serving import serve as run

    obj.run(lambda youju: run(youju, obj.caller, host, port))


def doctor(
    context: typer.Context,
    deep: Annotated[
        bool, typer.Option("--deep", help="Also hold ledger, index, vectors and kept files against each other.")
    ] = False,
) -> None:
    """Say what is installed, reachable and degraded, and how to mend it. Secrets are never printed.

    Configured language models are asked whether they are reachable, take the key and know the model's name: up to 5 s.
    --deep reads the whole ledger and every kept file once; each thing that is wrong is named with what mends it.
    """
    obj: Context = context.obj

    async def work(youju: Youju) -> tuple[list[PartState], list[Finding]]:
        return await youju.state(probe=True), await youju.examine(obj.caller) if deep else []

    state, findings = obj.run(work)
    if obj.json:
        obj.print_json({"parts": state, "findings": findings} if deep else state)
    else:
        table(["part", "state", "detail"], [[part.name, part.state, part.detail] for part in state])
        for one in findings:
            echo(f"{one.area}: {one.problem} {one.remedy}")
        if deep and not findings:
            echo("Ledger, index, vectors and kept files agree.")
    if findings or any(part.state == "failed" for part in state):
        raise typer.Exit(1)


def demo(
    context: typer.Context,
    once: Annotated[bool, typer.Option("--once", help="Ask the example question and leave.")] = False,
) -> None:
    """Load the samples and the statutes, ask the example question, serve the page."""
    from youju.answering.question import Question
    from youju.cli.importing_report import import_all
    from youju.cli.questions import final_answer, print_answer
    from youju.samples import QUESTIONS
    from youju.server.serving import serve as run

    obj: Context = context.obj

    async def work(youju: Youju) -> None:
        await import_all(youju, obj, youju.samples())
        try:
            async for _ in youju.laws.install():
                pass
        except YoujuError as error:
            say(error.line())
        question = QUESTIONS[0].text
        answer = await final_answer(youju, Question(question), obj.caller)
        echo(f"\n问：{question}\n")
        print_answer(answer)
        if not once:
            echo("")
            await run(youju, obj.caller, "127.0.0.1", None)

    obj.run(work)
