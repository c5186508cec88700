"""The manual is never old: every setting and every command stands in it."""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel

from youju.settings import Settings

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "docs" / "guide.md").read_text(encoding="utf-8")


def _names(model: type[BaseModel], prefix: str) -> list[str]:
    names: list[str] = []
    for name, field in model.model_fields.items():
        inner = field.annotation
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            names += _names(inner, f"{prefix}{name.upper()}__")
        else:
            names.append(prefix + name.upper())
    return names


def test_every_setting_is_documented():
    names = _names(Settings, "YOUJU_")
    missing = [name for name in names if f"`{name}`" not in GUIDE]
    assert not missing


def test_both_readmes_open_with_an_answer_and_the_two_commands():
    for name, refusal in (
        ("README.md", "资料中未找到相关内容"),
        ("README.en.md", "The documents do not contain an answer"),
    ):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert text.index("youju ask") < text.index("make demo") < text.index("youju add")
        assert "[1]" in text
        assert refusal in text
        assert "make test" in text
