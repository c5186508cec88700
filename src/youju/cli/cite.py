"""The command that looks references to laws up: cite."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from youju.cli.context import Context
from youju.cli.printing import echo
from youju.cli.questions import FORCE, NOTHING_FOUND, At, as_day, read_input
from youju.text.language import Language, language_of

if TYPE_CHECKING:
    from youju.law.schemas import ReferenceOut

_NO_REFERENCE: dict[Language, str] = {
    "zh": "没有认出对法律条文的引用。请写明法律名称和条号，例如：劳动合同法第四十七条第二款。",
    "en": "No reference to a provision was recognised. Name the law and the article: 劳动合同法第四十七条第二款.",
}
_UNKNOWN: dict[Language, str] = {"zh": "效力不明", "en": "state not known"}
_MORE: dict[Language, str] = {"zh": "另有 {n} 处引用未查。", "en": "{n} more references were not looked up."}


def register(app: typer.Typer) -> None:
    """Add this module's command."""
    app.command()(cite)


def cite(
    context: typer.Context,
    reference: Annotated[str, typer.Argument(help="A reference, a text that holds some, or - for standard input.")],
    at: At = None,
) -> None:
    """Look provisions up by their address: exact words, edition, and whether they are in force at a date.

    Reads names and numbers as people write them: 劳合法47条2款, 劳动争议司法解释一第32条第1款, 第四十六、四十七条.
    Exit code 3: something that is referred to does not exist, or is not in the library. What is repealed
    or not yet in force is shown with that said.
    """
    obj: Context = context.obj
    text = read_input("-") if reference == "-" else reference
    found = obj.run(lambda youju: youju.cite(text, obj.caller, as_day(at)), dense=False)
    language = language_of(text)
    if obj.json:
        obj.print_json(found)
    else:
        for one in found.references:
            _print(one, language)
        if found.left_out:
            echo(_MORE[language].format(n=found.left_out))
        if not found.references:
            echo(_NO_REFERENCE[language])
    if not found.references or any(one.existence == "unknown" for one in found.references):
        raise typer.Exit(NOTHING_FOUND)


def _print(one: ReferenceOut, language: Language) -> None:
    """A reference in a few lines: what it is and how it stands, the words, what else is to be known."""
    name = f"《{one.law}》{one.label}" if one.law else one.text
    state = FORCE[language].get(one.in_force.status, _UNKNOWN[language]) if one.in_force else ""
    echo(" · ".join(part for part in (name, one.edition, state) if part))
    for line in filter(None, map(str.strip, one.quote.splitlines())):
        echo(f"    {line}")
    for told in [one.message] if one.message else []:
        echo(f"  ! {getattr(told, language)}")
    for told in one.notes:
        echo(f"  · {getattr(told, language)}")
