"""The date that a question asks about, and times that date something else."""

from __future__ import annotations

import time
from datetime import date
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from youju.retrieval.dates import asked_date, landmark_names
from youju.retrieval.periods import periods

TODAY = date(2026, 11, 30)

ASKED = {
    "2023年被辞退能拿多少钱": "2023-12-31",
    "去年被公司开除了怎么赔": "2025-12-31",
    "前年年底被裁员": "2024-12-31",
    "三个月前被开除": "2026-08-30",
    "半年前怀孕被辞退": "2026-05-30",
    "2008年以前的补偿怎么算": "2007-12-31",
    "2021年3月签的合同到期": "2021-03-31",
    "２０２１年３月签的合同": "2021-03-31",
    "23年3月被辞退": "2023-03-31",
    "二〇二一年五月离职": "2021-05-31",
    "2019-05-03出车祸": "2019-05-03",
    "2024年2月29日受伤": "2024-02-29",
    "被辞退是在2023年": "2023-12-31",
    "2024年度年终奖没发": "2024-12-31",
    "2025年的通讯补贴标准是多少": "2025-12-31",
    "10年前借的钱现在还能要吗": "2016-11-30",
    "一年半前受伤，现在还能申请工伤吗": "2025-05-30",
    "2023年入职，2024年5月被辞退，补偿怎么算": "2024-05-31",
    "2010年入职到2020年离职的工龄补偿": "2020-12-31",
    "我2019年3月到2022年5月在公司上班，没签合同": "2022-05-31",
    "上个月没发工资": "2026-10-31",
    "2027年商标法第五条怎么规定": "2027-01-01",
    "I was dismissed in 2023. What do I get?": "2023-12-31",
    "fired last year": "2025-12-31",
    "signed in March 2021": "2021-03-31",
    "two years ago I was injured": "2024-11-30",
}

TODAYS = """
工作3年被辞退能拿多少钱
干了23年3个月被辞退
2023年入职现在被辞退
2023年入职，被辞退有补偿吗
公司从2015年开始没给我交社保
2008年1月1日以前的工作年限怎么算补偿
《劳动合同法》（2012修正）第四十七条
2018年修正的《劳动法》第三条
2025年9月1日施行的解释二怎么规定
(2023)京01民终5号判决
要提前30天通知吗
30日前通知公司可以走吗
今年被辞退
2026年的最低工资标准
上年度平均工资怎么算
2023年2月30日被辞退
差旅费要在多少天内报销
以前年度亏损
"""


@pytest.mark.parametrize("question", ASKED)
def test_a_time_that_dates_what_is_asked_about_is_the_date(question: str):
    asked = asked_date(question, TODAY)
    assert asked is not None and asked.day.isoformat() == ASKED[question]


@pytest.mark.parametrize("question", TODAYS.strip().splitlines())
def test_lengths_beginnings_and_names_do_not_mislead(question: str):
    assert asked_date(question, TODAY) is None


def test_how_it_was_understood_is_told_in_both_languages():
    asked = asked_date("2007年入职，2023年被辞退", TODAY)
    assert asked and asked.since == date(2007, 1, 1)
    assert asked.notice("zh").startswith("按2023年有效的规定检索（依据“2023年”）。")
    assert "新旧规定可能分段适用" in asked.notice("zh")
    assert "2023-12-31" in asked.notice("en") and "older rules" in asked.notice("en")
    alone = asked_date("2023年3月5日被辞退", TODAY)
    assert alone and alone.notice("zh") == "按2023年3月5日有效的规定检索（依据“2023年3月5日”）。"


def test_a_day_that_goes_by_a_name_counts_where_it_is_known():
    question = "民法典施行前签的合同适用什么法律"
    assert landmark_names(question) == ["民法典"]
    assert asked_date(question, TODAY) is None
    asked = asked_date(question, TODAY, {"民法典": date(2021, 1, 1)})
    assert asked and asked.day == date(2020, 12, 31)


@given(st.dates(date(1950, 1, 1), date(2026, 11, 29)), st.sampled_from(["%Y年{m}月{d}日", "%Y-%m-%d", "%Y/%m/%d"]))
def test_every_past_day_is_read_back(day: date, form: str):
    written = day.strftime(form).format(m=day.month, d=day.day)
    asked = asked_date(f"{written}被辞退", TODAY)
    assert asked and asked.day == day and asked.words == written


@given(
    st.text(
        alphabet="上去前今明大年月日天底初以之前后半两三十0123456789-/.个周到至施行民法典《》（）被辞退", max_size=40
    )
)
def test_no_text_breaks_it_and_times_lie_in_order(text: str):
    found = periods(text, TODAY)
    assert all(text[one.place[0] : one.place[1]] == one.words for one in found)
    assert all(a.place[1] <= b.place[0] for a, b in pairwise(found))
    asked_date(text, TODAY, {"民法典": date(2021, 1, 1)})


@pytest.mark.parametrize("piece", ["年", "2", "前", "去年", "施行前", "（", "一", "《"])
def test_a_long_question_takes_linear_time(piece: str):
    begin = time.perf_counter()
    asked_date(piece * (8_000 // len(piece)), TODAY)
    landmark_names(piece * (8_000 // len(piece)))
    assert time.perf_counter() - begin < 2
