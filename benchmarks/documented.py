"""Parts of the documentation that measurements write, between `<!-- NAME -->` and `<!-- end of NAME -->`."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path

READING = Path(__file__).parents[1] / "docs" / "reading.md"


def circumstances() -> str:
    """When and where something was measured, as one line."""
    return f"{time.strftime('%Y-%m-%d')}, {os.cpu_count()} cores, load before {os.getloadavg()[0]:.2f}"


def write_part(name: str, text: str, page: Path = READING) -> None:
    """Put a new text between the two marks. Raises `ValueError` where they are missing."""
    old = page.read_text(encoding="utf-8")
    marks = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end of {name} -->)", re.DOTALL)
    new, count = marks.subn(lambda found: f"{found[1]}{text.strip()}\n{found[2]}", old)
    if count != 1:
        raise ValueError(f"{page.name} has no place for {name}.")
    page.write_text(new, encoding="utf-8")
