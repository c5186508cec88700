"""What a calculation needs: its name, the question that asks for it, and what it decides.

The questions state nothing and hold no number, so that they need no ground; what they leave open stands in `why`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from youju.answering.schemas import MissingInput
from youju.law.advice.facts import DoubtKind, FactKind


@dataclass(frozen=True, slots=True)
class Asked:
    """An input in words."""

    label: str
    ask: str
    why: str


INPUTS: Mapping[str, Asked] = {
    "start": Asked("入职日期", "入职日期是什么时候？", "工作年限从这一天起算"),
    "end": Asked("解除或终止日期", "解除或者终止的日期是什么时候？", "工作年限算到这一天"),
    "years": Asked("工作年限", "在这家单位工作了多久，精确到月？", "年限按满年和满六个月计算，差一个月结果可能不同"),
    "salary": Asked(
        "月平均工资",
        "解除前的月平均工资是多少？",
        "经济补偿以解除或者终止前十二个月的平均工资为基数（应得工资，扣税和社保之前）",
    ),
    "salary_kind": Asked(
        "工资是应得数还是到手数",
        "您说的是哪种工资，税前的还是到手的？",
        "以应得工资计算；如果您说的是到手数，结果会偏低",
    ),
    "last_wage": Asked("解除前上一个月的工资", "解除之前那个月的工资是多少？", "代通知金按上一个月的工资标准支付"),
    "local_average": Asked(
        "当地上年度职工月平均工资", "所在城市的职工月平均工资是多少？", "仅当月工资超过它的三倍时才影响结果"
    ),
    "monthly_wage": Asked("月工资", "月工资是多少？", "计算以它为基数"),
    "left": Asked("离职日期", "如果已经离职，离职日期是什么时候？", "二倍工资最多算到离职之日；在职的不用填"),
    "workday_hours": Asked("加班时间", "工作日、休息日和法定节假日各加班多少小时？", "三种加班的工资标准不同"),
    "grade": Asked("伤残等级", "劳动能力鉴定是几级？", "待遇按伤残等级计算"),
    "own_wage": Asked("受伤前的月平均缴费工资", "受伤前的月平均缴费工资是多少？", "一次性伤残补助金以本人工资为基数"),
    "working_years": Asked("累计工作年限", "在所有单位累计工作了几年？", "年休假天数按累计工作年限计算"),
    "contract_months": Asked("合同期限", "劳动合同签了多久？", "试用期的上限由合同期限决定"),
    "agreed_months": Asked("约定的试用期", "约定的试用期是多久？", "用来核对是否超过上限"),
    "contributed": Asked("失业保险缴费年限", "失业保险累计交了多久？", "领取期限按累计缴费时间计算"),
    "known": Asked(
        "知道权利被侵害的日期",
        "收到解除通知或者知道权利受到侵害是什么时候？",
        "仲裁时效从知道或者应当知道权利被侵害之日起算",
    ),
    "born": Asked("出生年月", "哪年哪月出生的？", "退休年龄按出生年月确定"),
    "kind": Asked(
        "性别和原法定退休年龄", "是男职工还是女职工，女职工原来的法定退休年龄是多少？", "不同类别的改革步长不同"
    ),
}

_OF_KIND: Mapping[FactKind, str] = {
    "tenure": "years",
    "unsigned": "start",
    "career": "working_years",
    "pay": "monthly_wage",
    "probation_pay": "monthly_wage",
    "contract": "contract_months",
    "probation": "agreed_months",
    "overtime_hours": "workday_hours",
    "overtime_days": "workday_hours",
    "birth": "born",
    "minimum_wage": "local_average",
}
_DOUBTS: Mapping[DoubtKind, str] = {
    "negative": "金额应当大于零",
    "too_long": "时间长得不可能",
    "no_such_grade": "伤残等级只有一级到十级",
    "no_such_date": "没有这一天",
    "future": "这一天还没有到",
    "reversed": "结束的日期早于开始的日期",
    "two_values": "前后有不同的说法，无法确定用哪一个",
    "odd": "不像是一个确定的数",
    "no_day": "没有说到哪一天",
    "contradiction": "与您说的其他内容不一致",
}


def missing(name: str, *calculations: str, required: bool = True, why: str = "") -> MissingInput:
    """Ask for an input of these calculations. Raises `KeyError` for one that has no words."""
    asked = INPUTS[name]
    return MissingInput(
        name=name,
        label=asked.label,
        ask=asked.ask,
        why=why or asked.why,
        required=required,
        calculations=calculations,
    )


def asked_back(kind: FactKind, why: DoubtKind, said: str, *calculations: str) -> MissingInput:
    """Ask again for what was said and cannot be taken."""
    name = _OF_KIND.get(kind, kind)
    name = name if name in INPUTS else "monthly_wage"
    return missing(name, *calculations, why=f"您说的“{said}”：{_DOUBTS[why]}")


LABELS: Mapping[FactKind, str] = {
    "tenure": "工作年限",
    "career": "累计工作年限",
    "pay": "月工资",
    "probation_pay": "试用期工资",
    "local_average": "当地职工月平均工资",
    "minimum_wage": "当地最低工资",
    "start": "入职日期",
    "end": "解除或终止日期",
    "birth": "出生年月",
    "grade": "伤残等级",
    "unsigned": "未签书面合同的时间",
    "contract": "合同期限",
    "probation": "试用期",
    "contributed": "缴费年限",
    "overtime_hours": "加班时间",
    "overtime_days": "加班天数",
    "untaken_leave": "未休年假",
    "sex": "性别",
}
