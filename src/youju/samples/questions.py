"""Questions that people ask about the sample base, with what a right answer shows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

HANDBOOK = "员工手册.pdf"
EXPENSES = "费用报销管理办法.docx"
LEAVE = "考勤与休假管理规定.md"
SECURITY = "信息安全管理规定.html"
FAQ = "常见问题.txt"
TRAVEL = "travel-policy.pdf"
PAY = "薪酬等级与调薪办法.docx"
ONBOARDING = "新员工入职指南.md"
SUPPLIES = "办公用品领用规定.html"
PURCHASING = "采购管理办法.docx"
HELPDESK = "it-helpdesk-faq.md"
ROOMS = "会议室使用规则.txt"
PHONE_OLD = "通讯补贴标准（2023年）.md"
PHONE_NEW = "通讯补贴标准（2025年）.md"


@dataclass(frozen=True, slots=True)
class SampleQuestion:
    """A question and its proof.

    `sources` are the files that state the answer, the best first; empty: the base does not answer it, and the right
    answer is a refusal. `page` is the physical page in the first source, where that is a PDF. `phrases` are words of
    the source that the answer must contain. `roles` are the asker's, `at` the date asked about.
    """

    text: str
    sources: tuple[str, ...] = ()
    page: int | None = None
    phrases: tuple[str, ...] = ()
    roles: frozenset[str] = frozenset()
    at: date | None = None

    @property
    def refused(self) -> bool:
        """Whether the right answer is that the documents do not say it."""
        return not self.sources


_HR = frozenset({"hr"})

QUESTIONS: tuple[SampleQuestion, ...] = (
    SampleQuestion("差旅费要在多少天内报销？", (HANDBOOK, EXPENSES), 11, ("15个工作日",)),
    SampleQuestion("P7以上员工的试用期是多久？", (HANDBOOK, ONBOARDING), 5, ("6个月",)),
    SampleQuestion("收到供应商的礼品，价值超过多少要登记？", (HANDBOOK,), 13, ("200元", "3个工作日")),
    SampleQuestion("竞业限制的补偿标准是多少？", (HANDBOOK,), 14, ("30%",)),
    SampleQuestion("每年的学习经费有多少？", (HANDBOOK,), 15, ("3,000元",)),
    SampleQuestion("绩效等级S最多占部门人数的多少？", (HANDBOOK,), 16, ("10%",)),
    SampleQuestion("书面警告的有效期是多长？", (HANDBOOK,), 17, ("12个月",)),
    SampleQuestion("辞职要提前多少天通知公司？", (HANDBOOK,), 19, ("30天",)),
    SampleQuestion("夜班津贴每班多少钱？", (HANDBOOK,), 10, ("80元",)),
    SampleQuestion("P7去上海出差，住宿费每晚限额多少？", (EXPENSES,), None, ("700元",)),
    SampleQuestion("没有发票的费用，凭收据可以报销吗？", (HANDBOOK, EXPENSES), 11, ("100元以下", "300元")),
    SampleQuestion("纸质发票丢了还能报销吗？", (EXPENSES,), None, ("存根联复印件",)),
    SampleQuestion("忘记打卡怎么补？", (LEAVE, FAQ, HANDBOOK), None, ("3个工作日", "2次")),
    SampleQuestion("陪产假有几天？", (LEAVE, HANDBOOK), None, ("15天",)),
    SampleQuestion("法定年休假没休完，能结转到什么时候？", (LEAVE, HANDBOOK, FAQ), None, ("3月31日",)),
    SampleQuestion("U盘授权一次最长几天？", (SECURITY,), None, ("3天",)),
    SampleQuestion("能把客户的个人信息输入外部人工智能工具吗？", (SECURITY,), None, ("不得",)),
    SampleQuestion("加班打车费每次最多报销多少？", (FAQ, EXPENSES), None, ("100元",)),
    SampleQuestion("办公用品每人每月的领用额度是多少？", (SUPPLIES,), None, ("60元",)),
    SampleQuestion("多少金额以上的采购要招标？", (PURCHASING,), None, ("300,000元以上",)),
    SampleQuestion("预订的会议室多久没有签到会被释放？", (ROOMS,), None, ("10分钟",)),
    SampleQuestion("入职体检费用最高报销多少？", (ONBOARDING,), None, ("300元",)),
    SampleQuestion("When must travel claims be submitted?", (TRAVEL,), 2, ("15 working days",)),
    SampleQuestion("What is the hotel limit per night in zone B?", (TRAVEL,), 1, ("USD 160",)),
    SampleQuestion("When do I get a new laptop?", (HELPDESK,), None, ("48 months",)),
    SampleQuestion("部门负责人的通讯补贴每月多少？", (PHONE_NEW,), None, ("260元",), at=date(2025, 8, 1)),
    SampleQuestion("部门负责人的通讯补贴每月多少？", (PHONE_OLD,), None, ("200元",), at=date(2024, 8, 1)),
    SampleQuestion("P5的月基本工资区间上限是多少？", (PAY,), None, ("24,000",), roles=_HR),
    SampleQuestion("晋升调薪的幅度是多少？", (PAY,), None, ("8%至20%",), roles=_HR),
    SampleQuestion("P5的月基本工资区间上限是多少？"),
    SampleQuestion("晋升调薪的幅度是多少？"),
    SampleQuestion("报销发票的抬头格式要求是什么？"),
    SampleQuestion("公司的股票期权怎么行权？"),
    SampleQuestion("食堂早餐几点开始供应？"),
    SampleQuestion("What is the dress code on Fridays?"),
)
"""The first is the one that the README and the demo ask."""
