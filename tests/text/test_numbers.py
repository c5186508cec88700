import time
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from youju.text.numbers import Quantity, find_quantities
from youju.text.numerals import parse_numeral

DIGITS = "零一二三四五六七八九"
MONTHS = ["January", "February", "March", "April", "May", "June", "July"]
MONTHS += ["August", "September", "October", "November", "December"]
FORMAL = str.maketrans("一二三四五六七八九十百千", "壹贰叁肆伍陆柒捌玖拾佰仟")
FULL_WIDTH = str.maketrans("0123456789,.", "０１２３４５６７８９，．")


def han(value: int) -> str:
    """A writer of Chinese numerals, independent of the reader under test."""
    if value < 10:
        return DIGITS[value]
    out, zero = "", False
    for size, name in ((10**8, "亿"), (10**4, "万"), (1000, "千"), (100, "百"), (10, "十"), (1, "")):
        count, value = divmod(value, size)
        if not count:
            zero = bool(out)
            continue
        out += ("零" if zero and size < 10**4 else "") + (han(count) if size >= 10**4 else DIGITS[count]) + name
        zero = False
    return out.removeprefix("一") if out.startswith("一十") else out


def shape(quantity: Quantity) -> tuple[object, ...]:
    return quantity.kind, quantity.value, quantity.unit, quantity.upper


def only(text: str) -> Quantity:
    found = find_quantities(text)
    assert len(found) == 1, (text, found)
    return found[0]


@given(st.integers(0, 10**12 - 1))
def test_every_notation_of_a_number_reads_the_same(value: int) -> None:
    forms = [str(value), f"{value:,}", han(value), han(value).translate(FORMAL).replace("两", "贰")]
    assert [parse_numeral(form) for form in forms] == [value] * len(forms)


UNITS = [
    ("元", "CNY"),
    ("个工作日", "working-day"),
    ("日", "day"),
    ("天", "day"),
    ("倍", "times"),
    ("人", "人"),
    ("次", "次"),
]


@given(st.integers(2, 10**9), st.sampled_from(UNITS), st.sampled_from(["应当支付", "，", "共"]))
def test_every_notation_of_a_quantity_is_the_same_quantity(value: int, unit: tuple[str, str], before: str) -> None:
    spelling, name = unit
    forms = [
        f"{value}{spelling}",
        f"{value:,} {spelling}",
        f"{han(value)}{spelling}",
        f"{value:,}{spelling}".translate(FULL_WIDTH),
    ]
    if value % 1000 == 0:
        forms.append(f"{value // 1000 / 10:.1f}万{spelling}")
    for form in forms:
        text = f"{before}{form}。"
        found = only(text)
        assert (found.value, found.unit) == (value, name)
        assert text[found.start : found.end].replace(" ", "") == form.replace(" ", "")


@given(st.integers(1, 99))
def test_percentages_agree(value: int) -> None:
    forms = [f"{value}%", f"{value}％", f"百分之{han(value)}", f"{value} percent", f"百分之{value}", f"{value * 10}‰"]
    assert {shape(only(form)) for form in forms} == {("percentage", Decimal(value), "percent", None)}


@given(st.dates(min_value=date(1000, 1, 1)))
def test_dates_agree(day: date) -> None:
    year, month, number = day.year, day.month, day.day
    year_han = "".join(DIGITS[int(digit)] for digit in f"{year:04}")
    forms = [
        f"{year:04}-{month:02}-{number:02}",
        f"{year:04}年{month}月{number}日",
        f"{year:04} 年 {month} 月 {number} 日",
        f"{year_han}年{han(month)}月{han(number)}日",
        f"{MONTHS[month - 1]} {number}, {year:04}",
        f"{number} {MONTHS[month - 1][:3]} {year:04}",
        f"{year:04}.{month}.{number}",
    ]
    assert {shape(only(form)) for form in forms} == {
        ("date", Decimal(year * 10000 + month * 100 + number), "date", None)
    }


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("一个月", "1个月"),
        ("二倍", "两倍"),
        ("2倍", "两倍"),
        ("三十日", "30天"),
        ("十五万元", "150,000元"),
        ("1.5万元", "15000元"),
        ("半年", "六个月"),
        ("一年", "12个月"),
        ("一年半", "18个月"),
        ("一年零六个月", "18个月"),
        ("两个半月", "2.5个月"),
        ("两周", "14天"),
        ("1个半小时", "90分钟"),
        ("三分之二", "2/3"),
        ("一半", "50%"),
        ("八成", "百分之八十"),
        ("千分之五", "0.5%"),
        ("五千元", "¥5,000"),
        ("人民币五千元", "RMB 5000"),
        ("$1,200", "1200美元"),
        ("fifteen days", "15天"),
        ("thirty-day", "30日"),
        ("six months", "六个月"),
        ("下午两点半", "14:30"),
        ("9时30分", "9:30"),
        ("5 p.m.", "17:00"),
        ("3至5天", "三天到五天"),
        ("10%-20%", "百分之十至百分之二十"),
        ("twice", "two times"),
        ("第四十七条", "第47条"),
        ("第三季度", "第3季度"),
        ("廿五日", "25天"),
        ("3名", "三人"),
        ("A4", "a4"),
        ("翌日", "次日"),
        ("下月", "次月"),
        ("上一年度", "上年"),
        ("within a month", "一个月内"),
        ("within a fortnight", "14天内"),
        ("陸個月", "6个月"),
    ],
)
def test_the_same_in_another_notation(left: str, right: str) -> None:
    assert shape(only(left)) == shape(only(right))
    assert only(left).proved_by(only(right))


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("30天", "一个月"),
        ("15天", "15个工作日"),
        ("15元", "15美元"),
        ("5%", "5个百分点"),
        ("5%", "5‰"),
        ("二线城市", "一线城市"),
        ("第47条", "第48条"),
        ("第二款", "第二项"),
        ("3月1日", "3月2日"),
        ("2024年3月1日", "3月1日"),
        ("A3", "A4"),
        ("5辆", "5份"),
        ("3至5天", "3天"),
        ("4天", "3至5天"),
        ("2倍", "2次"),
        ("周五", "周六"),
        ("-5%", "5%"),
        ("GB/T-2024-001", "GB/T-2024-002"),
        ("24小时", "24天"),
        ("当日", "次日"),
        ("次月", "本月"),
        ("the next day", "the same day"),
    ],
)
def test_what_differs_is_not_proved(claim: str, source: str) -> None:
    assert not only(claim).proved_by(only(source))


@pytest.mark.parametrize(
    ("claim", "source"), [("3月1日", "2024年3月1日"), ("5天", "3至5天"), ("5", "5辆"), ("3个", "3份")]
)
def test_less_said_is_still_proved(claim: str, source: str) -> None:
    assert only(claim).proved_by(only(source))


@pytest.mark.parametrize(
    "text",
    [
        "一定要统一、唯一、万一、一旦、十分重要，一般一起、一些、一切，进一步同一，一并一律。",
        "第一时间通知第三方和第三人，双方、三方一致。",
        "千万不要，四川、三亚、九江，一方面，几天、十几天、数十人、几百元。",
        "1. 申请",
        "（一）旷工的；（二）迟到的",
        "一、总则",
        "第一，提交申请；第二，等待审批。",
        "① 申请",
        "以下三点",
        "上半年、下半年",
        "应当日常检查，相当年限，正当日程",
        "once a month",
        "no one second thing",
    ],
)
def test_idioms_and_list_numbers_are_no_quantities(text: str) -> None:
    assert find_quantities(text) == ()


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("不超过30日", "at_most"),
        ("不得超过 30 日", "at_most"),
        ("最长为三十日", "at_most"),
        ("30日以内", "at_most"),
        ("30日以下", "at_most"),
        ("超过30日", "more"),
        ("30日以上", "at_least"),
        ("不少于30日", "at_least"),
        ("至少30日", "at_least"),
        ("满30日", "at_least"),
        ("不满30日", "less"),
        ("少于30日", "less"),
        ("up to 30 days", "at_most"),
        ("at least 30 days", "at_least"),
        ("no more than 30 days", "at_most"),
        ("more than 30 days", "more"),
        ("30 days or more", "at_least"),
        ("30日", ""),
    ],
)
def test_the_words_beside_a_quantity_give_its_bound(text: str, bound: str) -> None:
    assert only(text).bound == bound


def test_one_of_a_measure_word_is_indefinite_but_one_month_is_not() -> None:
    assert only("提交一份申请").indefinite
    assert only("每月").indefinite
    assert not only("一个月").indefinite
    assert not only("两份").indefinite


def test_an_ordinal_list_names_each() -> None:
    assert [quantity.value for quantity in find_quantities("第三十九、四十条和第47至49条")] == [39, 40, 47, 49]


@given(st.text(alphabet="0123456789,.-/:年月日点时分之百千万一二三十两半个第条至 %¥$天元A", max_size=40))
def test_any_jumble_is_read_without_error_and_in_order(text: str) -> None:
    starts = [quantity.start for quantity in find_quantities(text)]
    assert starts == sorted(starts)
    assert all(0 <= q.start < q.end <= len(text) for q in find_quantities(text))


@pytest.mark.parametrize(
    "seed",
    [
        "1",
        "1,",
        "一",
        "第",
        "十万",
        "1.",
        "A1-",
        "3天",
        "每月",
        "$",
        "第1、",
        "one ",
        "-",
        " ",
        "。",
        "A-",
        "十点",
        "a.",
    ],
)
def test_time_grows_in_step_with_length(seed: str) -> None:
    def cost(size: int) -> float:
        text = seed * (size // len(seed))
        begun = time.process_time()
        find_quantities(text)
        return time.process_time() - begun

    small = min(cost(4_000) for _ in range(3))
    assert min(cost(32_000) for _ in range(2)) < 8 * 3 * small + 0.05
