"""`/tools`: the calculators. The same inputs give the same result as on the command line and to the agent."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body
from fastapi.responses import JSONResponse

from youju.answering.schemas import Calculation
from youju.citations.schemas import Wire
from youju.law.calculators.inputs import schema
from youju.law.calculators.mistakes import WrongInputs
from youju.law.calculators.values import Calculator
from youju.server.callers import Asking, House
from youju.server.problems import DOCUMENTED, FieldProblem, problem
from youju.server.viewing import Labels
from youju.text.language import Language

router = APIRouter(prefix="/tools", tags=["tools"])
_EXAMPLE = {"start": "2020-03-15", "end": "2023-07-20", "salary": 8000}
Given = Annotated[
    dict[str, Any], Body(description="The inputs, as `parameters` of the tool has them.", examples=[_EXAMPLE])
]


class ToolOut(Wire):
    """A calculator. `parameters` is a JSON schema of its inputs."""

    name: str
    title: str
    description: str
    parameters: dict[str, Any]

    @classmethod
    def of(cls, calculator: Calculator, language: Language) -> ToolOut:
        """In one language."""
        return cls(
            name=calculator.name,
            title=calculator.title.text(language),
            description=calculator.about.text(language),
            parameters=schema(calculator.inputs, language),
        )


@router.get("", responses=DOCUMENTED)
async def tools(youju: House, lang: Labels = "zh") -> list[ToolOut]:
    """All calculators with their inputs."""
    return [ToolOut.of(one, lang) for one in youju.calculators.all()]


@router.post("/{name}", responses=DOCUMENTED, response_model=Calculation)
async def run(name: str, given: Given, caller: Asking, youju: House, lang: Labels = "zh") -> Calculation | JSONResponse:
    """Work it out: the result, its steps and the provisions that they rest on, with the cards of those in the library.

    Inputs that are missing, out of range or contradict each other are told all at once, each at its own `pointer`.
    """
    try:
        return await youju.calculate(name, given, caller, lang)
    except WrongInputs as error:
        fields = [FieldProblem(pointer=_pointer(one.field), detail=one.message) for one in error.problems]
        return problem(422, error.code, error.message, error.remedy, errors=fields)


def _pointer(field: str) -> str:
    """`wages.1` → `#/wages/1`."""
    return "#/" + field.replace("~", "~0").replace("/", "~1").replace(".", "/")
