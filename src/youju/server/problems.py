"""Errors as problem details (RFC 9457): a stable `code`, a sentence, a way out; nothing of the inside.

Unknown and forbidden are one and the same answer, to the byte.
"""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from youju.errors import CallerMistake, InputRejected, NotFound, PartUnavailable, StorageFailed, YoujuError


class FieldProblem(BaseModel):
    """One part of a request that is not as it must be. `pointer` is a JSON pointer into the body, or a name."""

    pointer: str
    detail: str


class Problem(BaseModel):
    """`type` is a name, not an address: it is `urn:youju:problem:` and the code."""

    type: str = Field(examples=["urn:youju:problem:not_found"])
    title: str = Field(examples=["Not Found"])
    status: int = Field(examples=[404])
    detail: str = Field(examples=["There is nothing here under this address."])
    code: str = Field(examples=["not_found"])
    remedy: str = ""
    errors: Sequence[FieldProblem] = ()


class ProblemResponse(JSONResponse):
    """`application/problem+json`."""

    media_type = "application/problem+json"


_TOLD: dict[int, tuple[str, str]] = {
    400: ("unreadable_request", "The body of the request cannot be decoded."),
    404: ("not_found", "There is nothing here under this address."),
    405: ("method_not_allowed", "This address does not take this method."),
    413: ("too_large", "The body of the request is larger than is allowed."),
    500: ("internal", "Something went wrong inside. The log of the server says what."),
}
"""Status → code and sentence, for failures that carry no sentence of ours."""


def problem(
    status: int, code: str = "", detail: str = "", remedy: str = "", errors: Sequence[FieldProblem] = ()
) -> ProblemResponse:
    """One problem as a response; what is left out comes from the status."""
    phrase = HTTPStatus(status).phrase
    known_code, known_detail = _TOLD.get(status, ("failed", f"{phrase}."))
    code = code or known_code
    body = Problem(
        type=f"urn:youju:problem:{code}",
        title=phrase,
        status=status,
        detail=detail or known_detail,
        code=code,
        remedy=remedy,
        errors=errors,
    )
    return ProblemResponse(body.model_dump(mode="json"), status_code=status)


def of_error(error: YoujuError) -> ProblemResponse:
    """The problem that one of our own failures becomes."""
    if isinstance(error, NotFound):
        return problem(404)
    return problem(_status(error), error.code, error.message, error.remedy)


def _status(error: YoujuError) -> int:
    if error.code == "forbidden":
        return 403
    if error.code == "too_large":
        return 413
    if isinstance(error, CallerMistake | InputRejected):
        return 422
    return 503 if isinstance(error, StorageFailed | PartUnavailable) else 500


def install(app: FastAPI) -> None:
    """Every error of a route leaves as a problem. What nobody foresaw is caught by `guarding.Guard`."""

    @app.exception_handler(YoujuError)
    async def _ours(_: Request, error: YoujuError) -> ProblemResponse:  # pyright: ignore[reportUnusedFunction]
        return of_error(error)

    @app.exception_handler(HTTPException)
    async def _http(_: Request, error: HTTPException) -> ProblemResponse:  # pyright: ignore[reportUnusedFunction]
        return problem(error.status_code)

    @app.exception_handler(RequestValidationError)
    async def _invalid(_: Request, error: RequestValidationError) -> ProblemResponse:  # pyright: ignore[reportUnusedFunction]
        errors = error.errors()
        if any(one["type"] == "json_invalid" for one in errors):
            return problem(400)
        fields = [FieldProblem(pointer=_pointer(one["loc"]), detail=str(one["msg"])) for one in errors]
        return problem(422, "invalid_request", "The request is not as it must be.", errors=fields)


def _pointer(place: Sequence[str | int]) -> str:
    """`("body", "question")` → `#/question`; a parameter keeps its name."""
    where, *parts = place
    return "#" + "".join(f"/{part}" for part in parts) if where == "body" else ".".join(map(str, parts))


def describe(app: FastAPI) -> None:
    """Say in the OpenAPI document that problems are `application/problem+json`; FastAPI takes every model for JSON."""
    generate = app.openapi

    def openapi() -> dict[str, Any]:
        schema = generate()
        operations = (operation for path in schema["paths"].values() for operation in path.values())
        for response in (response for operation in operations for response in operation["responses"].values()):
            content = response.get("content", {})
            if any(body.get("schema") == {"$ref": "#/components/schemas/Problem"} for body in content.values()):
                response["content"] = {ProblemResponse.media_type: content.popitem()[1]}
        return schema

    app.openapi = openapi


DOCUMENTED: dict[int | str, dict[str, object]] = {
    status: {"description": HTTPStatus(status).phrase, "model": Problem} for status in (400, 404, 422)
}
"""What every route may answer beside its own; 400 is a body that cannot be decoded."""
