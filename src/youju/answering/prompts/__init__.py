"""What is said to a language model: text files, one for each language, whose sections have names.

Rules for who edits them: a section is plain text with `$name` for what is filled in; both languages have the same
sections with the same names to fill in (a test holds them to it).
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from string import Template

from youju.citations.markers import INSTRUCTION, SEVERAL, canonical
from youju.text.language import REFUSAL, Language

_SECTION = re.compile(r"^## (\w+)\n", re.MULTILINE)


def prompt(language: Language, section: str, **values: object) -> str:
    """One section, filled in. The grammar of markers and the refusal come from where the parser has them.

    Raises `KeyError` for an unknown section, and for a name that is not filled in.
    """
    fixed = {"one": INSTRUCTION, "several": SEVERAL, "two": canonical([2]), "refusal": REFUSAL[language]}
    return sections(language)[section].substitute(fixed | values)


@cache
def sections(language: Language) -> dict[str, Template]:
    """All sections of one language."""
    text = files(__name__).joinpath(f"{language}.md").read_text(encoding="utf-8")
    parts = _SECTION.split(text)[1:]
    return {name: Template(body.strip()) for name, body in zip(parts[::2], parts[1::2], strict=True)}
