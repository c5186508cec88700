"""What a model writes around its answer: its list of references and its machinery's tags go, everything else stays."""

from __future__ import annotations

import pytest
from tests.citations.test_cards import passage, registry

from youju.answering.tidying import Tidy
from youju.text.streaming import SentenceStream

REGISTRY = registry(passage("p1"), passage("p2", document="d2", source="费用办法.docx", title="费用办法"))
TRUE = "报销期限为15日[1]。"


def tidied(text: str) -> str:
    stream, tidy = SentenceStream(), Tidy(REGISTRY)
    units = [tidy.take(unit) for unit in (*stream.feed(text), *stream.finish())]
    return "".join(piece.lead + piece.text for unit in units for piece in unit)


@pytest.mark.parametrize(
    "ending",
    [
        "参考资料：\n[1] 员工手册.pdf\n[2] 费用办法.docx",
        "## 参考文献\n\n1. 费用办法，第三章\n2. 别的文件",
        "**References**\n\n- [2] Handbook, p. 3\n- [1] Policy",
        "Sources: [1] 员工手册, [2] 费用办法",
        "[2] 员工手册.pdf",
        "- 《费用办法》[1]\n- 员工手册[2]",
        "</answer>",
        "<|im_end|>",
    ],
)
def test_what_repeats_the_cards_goes(ending: str) -> None:
    assert tidied(f"{TRUE}\n\n{ending}") == TRUE
    assert tidied(f"{TRUE}\n\n{ending}\n\n超过的不予报销[1]。") == f"{TRUE}\n\n超过的不予报销[1]。"


@pytest.mark.parametrize(
    "text",
    [
        "《员工手册》[1]。",
        "涉及两个文件：\n\n- 员工手册[1]\n- 费用办法[2]",
        "依据《员工手册》，报销期限为15日[1]。",
        "来源于加班的调休应在3个月内休完[1]。",
        "根据以上资料：\n\n1. 报销期限为15日[1]。\n2. 超过的不予报销[1]。",
        "标签写作 `<sup>`，行内代码不动[1]。",
        "```\n<answer>[1]</answer>\n```",
        "当 a<b 且 c>d 时适用[1]。",
    ],
)
def test_what_the_answer_says_stays(text: str) -> None:
    assert tidied(text) == text


def test_tags_around_words_go_and_the_words_stay() -> None:
    assert tidied("<answer>\n报销期限为15日<sup>[1]</sup>。\n</answer>").strip() == TRUE
    assert tidied('<source n="1">报销期限为15日[1]。</source>') == TRUE
