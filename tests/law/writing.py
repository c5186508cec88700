"""Statutes of our own for tests of the library, as files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

OLD_RULES = "居家办公劳动保护条例(2015-03-01).md"
NEW_RULES = "居家办公劳动保护条例(2020-06-01).md"
FIRST = "最高人民法院关于审理居家办公争议案件适用法律问题的解释（一）(2020-12-29).md"
SECOND = "最高人民法院关于审理居家办公争议案件适用法律问题的解释（二）(2025-07-31).md"
FIRST_NAME, SECOND_NAME = FIRST.partition("(")[0], SECOND.partition("(")[0]


def law(name: str, notes: Sequence[str], articles: Sequence[str]) -> str:
    """Markdown as law collections write it; an article may have several 款, one a line."""
    numbers = "一二三四五六七八九十"
    body = [f"第{numbers[place]}条 {article}" for place, article in enumerate(articles)]
    return "\n\n".join([f"# {name}", *notes, "<!-- INFO END -->", *body]).replace("\n款", "\n\n") + "\n"


FILES = {
    OLD_RULES: law(
        "居家办公劳动保护条例",
        ["2015年3月1日 中华人民共和国国务院令第901号公布"],
        [
            "为了保护居家办公的劳动者，制定本条例。",
            "用人单位安排居家办公的，应当每月支付通讯补贴五十元。",
            "居家办公的劳动者每日工作时间不超过八小时。",
            "本条例自2015年5月1日起施行。",
        ],
    ),
    NEW_RULES: law(
        "居家办公劳动保护条例",
        ["2020年6月1日 中华人民共和国国务院令第902号公布"],
        [
            "为了保护居家办公的劳动者，制定本条例。",
            "本条例所称居家办公，是指劳动者在用人单位场所以外提供劳动。",
            "用人单位安排居家办公的，应当每月支付通讯补贴八十元。",
            "居家办公的劳动者每日工作时间不超过八小时。",
            "本条例自2020年9月1日起施行。《居家办公津贴暂行规定》同时废止。",
        ],
    ),
    FIRST: law(
        FIRST_NAME,
        ["2020年12月25日 最高人民法院审判委员会第1825次会议通过"],
        [
            "居家办公争议由用人单位所在地人民法院管辖。",
            "居家办公设备的折旧费用由双方协商分担。\n款协商不成的，人民法院应当按照使用时间确定折旧费用。",
            "本解释自2021年1月1日起施行。",
        ],
    ),
    SECOND: law(
        SECOND_NAME,
        [
            "2025年2月17日 最高人民法院审判委员会第1942次会议通过 法释〔2025〕99号 2025年7月31日公布 "
            "自2025年9月1日起施行"
        ],
        [
            "用人单位要求劳动者自备设备的，应当承担全部费用。",
            "居家办公期间发生的伤害，依照工伤保险的规定处理。",
            f"本解释自2025年9月1日起施行。《{FIRST_NAME}》（法释〔2020〕98号）第二条第一款同时废止。",
        ],
    ),
}


def written(folder: Path, *names: str) -> list[Path]:
    """These files in a folder, all of them without names."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / name for name in names or FILES]
    for path in paths:
        path.write_text(FILES[path.name], encoding="utf-8")
    return paths
