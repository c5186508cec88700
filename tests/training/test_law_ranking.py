"""What the ranking for law learns from and is measured on: a corpus of our own, and the shared one where it is."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from benchmarks.corpora import have_shared_data
from benchmarks.law_search import by_list, by_scores, interval, recall_at, reciprocal
from benchmarks.law_words import Words
from training.law_ranking.corpus import Corpus, Questions, article_rows, digest, in_force

from youju.law.ranking import shipped
from youju.models.embedding import BuiltinEmbedder
from youju.retrieval.learning.learn import Example
from youju.text.tokens import bigrams

ROWS = [
    {"law": "访客条例", "path": "a", "part": "第一章 总则", "article": "第一条", "text": "访客应当登记。"},
    {"law": "访客条例", "path": "a", "part": "第一章 总则", "article": "第二条", "text": "访客证当日有效。"},
    {"law": "停车规定", "path": "b", "part": None, "article": "第一条", "text": "车辆应当停在线内。"},
]


def test_candidates_tell_where_each_article_stands(tmp_path: Path) -> None:
    corpus = Corpus(ROWS, np.eye(3, dtype=np.float32), tmp_path)
    (found,) = corpus.recalled(["车辆停在哪里"], np.eye(3, dtype=np.float32)[:1], np.eye(3, dtype=np.float32)[1:2])
    assert found.rows.tolist() == [0, 1, 2]
    assert found.candidates.places.tolist() == [[0, 0], [0, 1], [1, 2]]
    assert found.candidates.plain.tolist() == [1, 0, 0]
    assert found.candidates.adapted.tolist() == [0, 1, 0]
    assert found.candidates.lexical.argmax() == 2
    assert set(found.weights) >= {"车辆"}


def test_questions_without_an_article_that_is_left_are_left_out() -> None:
    examples = (Example("一", (5, 6)), Example("二", (7,)))
    asked = Questions(examples, np.array([True, False]), np.eye(2, dtype=np.float32))
    left = asked.of_rows({6: 0})
    assert left.examples == (Example("一", (0,)),)
    assert left.labour.tolist() == [True]
    assert left.vectors.tolist() == [[1, 0]]


def test_measures_count_what_was_found_and_where() -> None:
    ranks = [by_list([4, 9, 2], (9, 3)), by_scores(np.array([0.1, 0.9, 0.5], np.float32), (2,))]
    assert recall_at(ranks, 1).tolist() == [0, 0]
    assert recall_at(ranks, 2).tolist() == [0.5, 1]
    assert reciprocal(ranks).tolist() == [0.5, 0.5]
    assert interval(np.ones(50)) == "1 (1–1)"


def test_plain_words_find_by_what_is_written() -> None:
    index = Words([row["text"] or "" for row in ROWS], bigrams)
    assert index.best("车辆停在线内吗", 5)[0] == 2
    assert index.best("？", 5) == []


@pytest.mark.skipif(not have_shared_data(), reason="the shared statutes are not beside the project")
def test_the_shipped_model_comes_from_the_questions_that_are_there() -> None:
    assert shipped(BuiltinEmbedder.fingerprint).card.data == digest()


@pytest.mark.skipif(not have_shared_data(), reason="the shared statutes are not beside the project")
def test_of_two_versions_of_a_law_one_is_in_force() -> None:
    rows = article_rows()
    current = {row["path"] for row, kept in zip(rows, in_force(rows), strict=True) if kept}
    company = {row["path"] for row in rows if row["law"] == "公司法"}
    assert len(company) == 2
    assert len(company & current) == 1
