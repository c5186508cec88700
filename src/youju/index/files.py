"""Replacing a small file so that a reader sees the old bytes or the new ones, whatever happens in between."""

from __future__ import annotations

import os
from pathlib import Path


def replace_file(path: Path, content: bytes) -> None:
    """Write `content` beside `path`, make it durable and move it over. One writer at a time (the caller's lock)."""
    beside = path.with_name(path.name + ".new")
    with beside.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
