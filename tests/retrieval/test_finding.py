"""The way of a question through finding, over a real ledger and real indexes."""

from __future__ import annotations

import random
import shutil
from datetime import date

import pytest
from tests.retrieval.shelving import Shelf, draft_of, texts

from youju.caller import OWNER, Caller
from youju.errors import PartUnavailable
from youju.knowledge.placing import Placement, Wish
from youju.retrieval.finding import Limits
from youju.retrieval.values import Found

ANYONE = Caller("anyone")


def everything(found: Found) -> str:
    """All that one search tells, as one text."""
    return repr(found)


async def test_the_right_passage_comes_first(dense_shelf: Shelf) -> None:
    await dense_shelf.put("报销办法", "差旅费应在出差结束后15个工作日内提交报销申请。", "发票的内容应当与业务一致。")
    await dense_shelf.put("考勤办法", "忘记打卡的，应当在3个工作日内补卡。")
    found = await dense_shelf.ask("差旅费要在多少天内报销？")
    assert texts(found)[0].startswith("差旅费")
    assert found.passages[0].stage == "fusion"
    assert found.passages[0].score > 0
    assert found.timings_ms["total"] > 0
    assert set(found.terms) == {"差旅费", "报销"}


async def test_every_passage_comes_once_and_scores_fall(dense_shelf: Shelf) -> None:
    await dense_shelf.put("办法", *[f"第{i}条 报销差旅费的规定，其{i}。" for i in range(30)])
    found = await dense_shelf.ask("差旅费报销的规定", k=10)
    hits = found.passages[:10]
    assert len({scored.passage.id for scored in found.passages}) == len(found.passages)
    assert [s.score for s in hits] == sorted((s.score for s in hits), reverse=True)


async def test_the_same_question_gives_the_same_answer_in_every_process(dense_shelf: Shelf) -> None:
    await dense_shelf.put("甲", *["同样的规定"] * 12)
    await dense_shelf.put("乙", *["同样的规定"] * 12)
    first = await dense_shelf.ask("同样的规定", k=10)
    again = await dense_shelf.new_finder().find("同样的规定", OWNER, k=10)
    assert [s.passage.id for s in first.passages] == [s.passage.id for s in again.passages]


async def test_a_republished_document_shows_only_its_new_text(dense_shelf: Shelf) -> None:
    await dense_shelf.put("办法", "报销期限为10个工作日。")
    assert "10个工作日" in texts(await dense_shelf.ask("报销期限"))[0]
    await dense_shelf.put("办法", "报销期限为15个工作日。")
    found = await dense_shelf.ask("报销期限", explain=True)
    assert texts(found) == ["报销期限为15个工作日。"]
    assert "10个工作日" not in everything(found)


async def test_removed_documents_are_gone_even_if_the_index_still_holds_them(dense_shelf: Shelf) -> None:
    draft = draft_of("办法", ["报销期限为10个工作日。"], Placement())
    await dense_shelf.put_all([draft])
    await dense_shelf.ledger.remove([draft.document_id], lambda entries: None)
    assert dense_shelf.index.versions() == {draft.version_id}
    found = await dense_shelf.ask("报销期限", explain=True)
    assert found.passages == found.nearest == found.explain == ()


async def test_dead_entries_take_no_place_in_the_top(shelf: Shelf) -> None:
    dead = [draft_of(f"旧{i}", ["报销报销报销"], Placement()) for i in range(60)]
    await shelf.put_all(dead)
    await shelf.put("新", "关于报销的期限，另有较长的文字说明在此。")
    for draft in dead:
        await shelf.ledger.remove([draft.document_id], lambda entries: None)
    found = await shelf.ask("报销", k=3)
    assert [scored.passage.source for scored in found.passages] == ["新"]


async def test_category_and_date_choose(dense_shelf: Shelf) -> None:
    await dense_shelf.put("旧标准", "通讯补贴200元", category="行政", effective_to=date(2025, 1, 1))
    await dense_shelf.put("新标准", "通讯补贴260元", category="行政", effective_from=date(2025, 1, 1))
    await dense_shelf.put("别的", "通讯补贴另议", category="人事")
    assert texts(await dense_shelf.ask("通讯补贴", category="行政")) == ["通讯补贴260元"]
    assert texts(await dense_shelf.ask("通讯补贴", category="行政", at=date(2024, 12, 31))) == ["通讯补贴200元"]
    assert texts(await dense_shelf.ask("通讯补贴", category="没有")) == []


async def test_no_forbidden_passage_shows_in_any_part_of_any_outcome(dense_shelf: Shelf) -> None:
    """Random roles, random questions: hits, traces, nearest titles, and the weights of terms."""
    chance = random.Random(7)
    vocabulary = ["工资", "等级", "报销", "差旅", "奖金", "发票", "晋升", "补贴"]
    roles = ["hr", "finance", "sales"]
    drafts = []
    for number in range(40):
        allowed = frozenset(chance.sample(roles, chance.randint(0, 2)))
        words = "".join(chance.choices(vocabulary, k=6))
        drafts.append(draft_of(f"doc{number:02d}", [f"{words}机密{number:02d}号", words], Placement(roles=allowed)))
    await dense_shelf.put_all(drafts)
    for attempt in range(60):
        caller = Caller("someone", frozenset(chance.sample(roles, chance.randint(0, 3))))
        question = "".join(chance.choices([*vocabulary, "机密", "不存在"], k=chance.randint(1, 3)))
        finder = dense_shelf.new_finder(limits=Limits(recall=10, threshold=chance.choice([0.0, 0.5, 1.0])))
        found = await finder.find(question, caller, k=chance.randint(1, 12), explain=attempt % 2 == 0)
        for draft in drafts:
            if not caller.may_read(draft.placement.roles):
                assert f"{draft.key}" not in everything(found)
                assert f"机密{draft.key[3:]}号" not in everything(found)


async def test_the_weight_of_a_term_tells_nothing_about_forbidden_documents(shelf: Shelf) -> None:
    await shelf.put("公开", "一般的规定")
    before = await shelf.ask("裁员名单的规定", ANYONE)
    await shelf.put("机密", "裁员名单", roles=frozenset({"hr"}))
    after = await shelf.ask("裁员名单的规定", ANYONE)
    assert before.terms == after.terms
    assert before.passages == after.passages


async def test_permitted_passages_are_never_crowded_out(dense_shelf: Shelf) -> None:
    await dense_shelf.put("机密", *["工资 工资 工资"] * 150, roles=frozenset({"hr"}))
    await dense_shelf.put("公开", "工资每月十日发放，这里还有较长的说明文字。")
    finder = dense_shelf.new_finder(limits=Limits(recall=5, threshold=0.0))
    found = await finder.find("工资", ANYONE)
    assert [scored.passage.source for scored in found.passages] == ["公开"]


async def test_roles_that_changed_count_at_once(dense_shelf: Shelf) -> None:
    draft = draft_of("办法", ["报销期限"], Placement())
    await dense_shelf.put_all([draft])
    assert texts(await dense_shelf.ask("报销期限", ANYONE))
    closed = Wish(roles=frozenset({"hr"}))
    await dense_shelf.ledger.place(draft.document_id, closed, lambda entries: None)  # the index missed it
    assert texts(await dense_shelf.ask("报销期限", ANYONE)) == []


async def test_threshold_holds_on_every_path(dense_shelf: Shelf, shelf: Shelf) -> None:
    for one in (dense_shelf, shelf):
        await one.put("办法", "差旅费报销期限为15个工作日。")
        strict = one.new_finder(limits=Limits(threshold=1.0))
        for explain in (False, True):
            found = await strict.find("差旅费报销期限是多少天？", OWNER, explain=explain)
            assert found.passages == ()
            assert found.nearest == ("办法",)
            assert all(trace.dropped == "floor" for trace in found.explain)


async def test_explain_shows_ranks_of_every_stage_and_why_a_candidate_fell(dense_shelf: Shelf) -> None:
    await dense_shelf.put("办法", *[f"第{i}条 报销规定" for i in range(12)])
    found = await dense_shelf.ask("报销规定", k=2, explain=True)
    assert [trace.dropped for trace in found.explain].count(None) == 2
    assert {trace.dropped for trace in found.explain} == {None, "top_k"}
    assert all(set(trace.stages) == {"lexical", "dense", "fusion"} for trace in found.explain)
    assert sorted(trace.stages["fusion"][0] for trace in found.explain) == list(range(1, 13))
    assert all(trace.source == "办法" for trace in found.explain)


async def test_a_hit_brings_the_rest_of_its_section(shelf: Shelf) -> None:
    await shelf.put("办法", "第一段说明适用范围。", "第二段规定罕见词条。", "第三段规定例外。", "第四段附则。")
    found = await shelf.ask("罕见词条", k=1)
    assert texts(found) == ["第二段规定罕见词条。", "第一段说明适用范围。", "第三段规定例外。", "第四段附则。"]


async def test_companions_keep_to_the_budget(shelf: Shelf) -> None:
    await shelf.put("办法", "罕见词条。", *["很长的文字。" * 150] * 10)
    found = await shelf.ask("罕见词条", k=1)
    assert 2 <= len(found.passages) < 6


class Named:
    """An exact look-up that always names these passages."""

    def __init__(self, shelf: Shelf, text: str) -> None:
        self._shelf, self._text = shelf, text

    async def exact(self, question: str, caller: Caller, at: date | None) -> list[object]:
        entries = await self._shelf.ledger.live_entries()
        ids = [entry.passage_id for entry in entries if entry.text == self._text]
        return list((await self._shelf.ledger.load_passages(ids, OWNER, at)).values())


async def test_exact_references_come_first_and_are_confirmed_by_the_ledger(shelf: Shelf) -> None:
    await shelf.put("法", "第十九条 试用期的规定。", "第二十条 试用期工资的规定。", roles=frozenset({"law"}))
    finder = shelf.new_finder()
    finder._exact = [Named(shelf, "第二十条 试用期工资的规定。")]  # type: ignore[assignment]
    found = await finder.find("试用期的规定", OWNER)
    assert found.passages[0].stage == "exact"
    assert texts(found) == ["第二十条 试用期工资的规定。", "第十九条 试用期的规定。"]
    assert (await finder.find("试用期的规定", ANYONE)).passages == ()


async def test_dense_down_goes_on_by_keywords_and_says_so(dense_shelf: Shelf) -> None:
    await dense_shelf.put("办法", "报销期限为15个工作日。")
    assert dense_shelf.vectors
    content = dense_shelf.vectors.path.read_bytes()
    dense_shelf.vectors.path.unlink()
    dense_shelf.vectors.path.write_bytes(b"damaged" + content[7:])
    dense_shelf.vectors._inode = None
    found = await dense_shelf.ask("报销期限")
    assert texts(found)
    assert found.notices == ("语义检索不可用，仅按关键词检索。",)
    english = await dense_shelf.ask("What is the 报销 deadline of this and that and the other thing?")
    assert english.notices == ("Semantic search is unavailable; only keywords were searched.",)


async def test_lexical_down_goes_on_by_meaning_and_says_so(dense_shelf: Shelf) -> None:
    await dense_shelf.put("办法", "报销期限为15个工作日。")
    next((dense_shelf.home / "index" / "lexical").rglob("meta.json")).unlink()
    fresh = Shelf(dense_shelf.home, dense_shelf.ledger, type(dense_shelf.index)(dense_shelf.home / "index" / "lexical"))
    fresh = Shelf(fresh.home, fresh.ledger, fresh.index, dense_shelf.embedder)
    found = await fresh.ask("报销期限")
    assert texts(found)
    assert found.notices[0].startswith("关键词检索不可用")
    with pytest.raises(PartUnavailable, match="damaged"):
        await Shelf(fresh.home, fresh.ledger, fresh.index).ask("报销期限")


async def test_a_lost_index_is_told(shelf: Shelf) -> None:
    await shelf.put("办法", "报销期限为15个工作日。")
    shutil.rmtree(shelf.home / "index" / "lexical")
    fresh = Shelf(shelf.home, shelf.ledger, type(shelf.index)(shelf.home / "index" / "lexical"))
    assert "reindex" in (await fresh.ask("报销期限")).notices[0]
    shelf.index.rebuild(await shelf.ledger.live_entries())
    healed = await fresh.ask("报销期限")
    assert texts(healed)
    assert healed.notices == ()


async def test_partly_embedded_says_how_far(dense_shelf: Shelf) -> None:
    await dense_shelf.put("甲", "报销期限")
    draft = draft_of("乙", ["报销材料", "报销流程", "报销标准"], Placement())
    await dense_shelf.ledger.publish([draft], dense_shelf.index.add)
    found = await dense_shelf.ask("报销流程")
    assert "报销流程" in texts(found)
    assert "25%" in found.notices[0]
    await dense_shelf.fill()
    assert (await dense_shelf.ask("报销流程")).notices == ()


async def test_questions_without_content_find_nothing_by_keywords(shelf: Shelf) -> None:
    await shelf.put("办法", "报销期限为15个工作日。你好。")
    finder = shelf.new_finder(limits=Limits())
    for question in ("？？？", "你好", "的", "\0", "x" * 5000):
        assert (await finder.find(question, OWNER)).passages == ()
