"""What is known of the picture of a page without looking at it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PagePicture:
    """The hash of a page's picture, as hexadecimal SHA-256, and the size of the page in points."""

    image_hash: str
    width: float
    height: float
