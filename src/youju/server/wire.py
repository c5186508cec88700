"""What the bodies of requests are made of."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator


def _encodable(text: str) -> str:
    """JSON can write half a character (`"\\ud800"`), which no answer could carry back."""
    text.encode()
    return text


Text = Annotated[str, AfterValidator(_encodable)]
"""Text that can be written as UTF-8."""
