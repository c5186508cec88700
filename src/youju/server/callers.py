"""Who asks, and the house: the two things that every route is given."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from youju.app import Youju
from youju.caller import Caller
from youju.errors import CallerMistake


def current_caller(request: Request) -> Caller:
    """The caller of this request: for now, whoever the server was started as. Accounts will take this one place."""
    return request.app.state.caller


def owning_caller(caller: Annotated[Caller, Depends(current_caller)]) -> Caller:
    """The caller, if the caller is the owner. Raises `CallerMistake` (`forbidden`)."""
    if not caller.reads_all:
        raise CallerMistake("Only the owner of the knowledge base may do this.", code="forbidden")
    return caller


def current_youju(request: Request) -> Youju:
    """The house that this server serves."""
    return request.app.state.youju


Asking = Annotated[Caller, Depends(current_caller)]
Owning = Annotated[Caller, Depends(owning_caller)]
House = Annotated[Youju, Depends(current_youju)]
