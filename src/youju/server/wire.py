"""What several bodies are made of."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator

from youju.citations.schemas import CardInForce
from youju.knowledge.values import InForce


def _encodable(text: str) -> str:
    """JSON can write half a character (`"\\ud800"`), which no answer could carry back."""
    text.encode()
    return text


Text = Annotated[str, AfterValidator(_encodable)]
"""Text that can be written as UTF-8."""


def in_force_out(value: InForce) -> CardInForce:
    """A state in force as cards carry it."""
    return CardInForce.model_validate({"status": value.status, "from": value.start, "to": value.end})
