"""Questions back state nothing, so that they pass the gate without ground."""

from __future__ import annotations

import asyncio

import pytest
from tests.verification.evidence import passage

from youju.answering.wording import say
from youju.caller import OWNER
from youju.citations.registry import Registry
from youju.law.advice.asking import INPUTS
from youju.retrieval.values import Scored
from youju.verification.gate import Gate, standard_checks
from youju.verification.protocol import Claim


@pytest.mark.parametrize("name", INPUTS)
@pytest.mark.parametrize("question", ["被辞退能拿多少钱", "什么时候退休", "老板不给交社保我能走人要补偿吗"])
def test_what_asks_for_an_input_needs_no_ground(name: str, question: str) -> None:
    registry = Registry()
    registry.register(Scored(passage("经济补偿按劳动者在本单位工作的年限计算。"), 1.0, "exact"))
    for words in (INPUTS[name].ask, say("please_add", "zh", ask=INPUTS[name].ask)):
        judged = Gate(standard_checks()).judge(words, registry, Claim("", question), OWNER)
        checked = asyncio.run(judged)
        assert (checked.verdict, checked.failed_checks) == ("no_claim", ()), words
