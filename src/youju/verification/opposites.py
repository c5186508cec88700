"""Words and characters that turn a statement round where one stands for the other: 国内, 国外; paid, unpaid."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from youju.text.tokens import stem

_CHARS = """
内外 上下 大小 早晚 主被 直间 买卖 公私 公密 前后 左右 东西 东南 东北 西南 西北 南北 男女 父母
增减 高低 长短 多少 进出 收支 开关 开结 开闭 开停 始终 首末 首尾 新旧 新老 有无 是非 正副 正反
正负 胜败 胜负 成败 合违 合非 同异 同拒 生死 生失 强弱 快慢 轻重 冷热 明暗 明默 冬夏 春秋 春冬
夏秋 日夜 昼夜 白夜 老幼 贫富 远近 深浅 厚薄 宽窄 软硬 干湿 单双 奇偶 阴阳 甲乙 甲丙 乙丙 升降
涨跌 涨降 借贷 原被 权务 优劣 优末 善恶 真假 真伪 积消 加减 乘除 起止 来去 往返 存取 输赢 兄弟
姐妹 子女 夫妻 祖孙 黑白 城乡 中外 古今 本他 自他 书口 固临 固浮 故过 支反 批驳 准驳 许禁 允禁
增降 师生 医患 入离 入出 攻守 攻防 留弃 聚散 吞吐 动静 虚实 纵横 盈亏 盛衰 始末 公秘 增缩 张缩
放收 上终 立散 立撤 立废 保弃 保失 购售 购销 供需 供求 发收 寄收 接拒 受拒 受授 难易 好坏 繁简
奖惩 奖罚 安危 穷富 爱恨 最首 任免 聘辞 聘解 录除 租售 松紧 满缺 齐缺 聋盲 必选 全缺 全半 短中
现期 劳资 主从 主次 主辅 先后 继断 续断 延止 承否 认否 肯否 升跌 顺逆 兴亡 文武 雇受 初高 初终
优差 良恶 良莠 显隐 急缓 疏密 疏堵 美丑 祸福 功过 赏罚 褒贬 亲疏 婚离 存废 存亡 去留 往来 出入
呼吸 问答 教学 借还 赊现
"""
_WORDS = """
internal/external inside/outside interior/exterior public/private open/closed open/close opening/closing
same/different similar/different new/old new/existing approve/reject approve/deny approve/decline approved/denied
accept/refuse accept/reject accept/decline add/remove add/delete add/subtract include/exclude formal/informal
temporary/permanent temporary/lasting enable/disable large/small big/small large/little largest/smallest
biggest/smallest federal/local federal/state online/offline online/in-person remote/in-person directly/indirectly
direct/indirect full-time/part-time employee/employer employee/contractor employee/supervisor manual/automatic
manually/automatically possible/impossible early/late earliest/latest best/worst better/worse good/bad success/failure
succeed/fail success/fail domestic/international domestic/foreign national/international top/bottom left/right
agree/disagree receive/send receive/give get/give give/take borrow/lend buy/sell start/end start/stop start/finish
begin/end begin/finish beginning/end begin/stop first/last first/final morning/evening morning/afternoon day/night
weekday/weekend summer/winter spring/autumn spring/fall north/south east/west northern/southern eastern/western
male/female man/woman men/women mother/father son/daughter husband/wife high/low highest/lowest long/short
longest/shortest fast/slow quick/slow quickly/slowly easy/hard easy/difficult easily/hardly strong/weak
strength/weakness light/heavy hot/cold warm/cool rich/poor old/young older/younger senior/junior wide/narrow
deep/shallow thick/thin full/empty full/part full/partial near/far close/far simple/complex simple/complicated
safe/dangerous safe/unsafe legal/illegal voluntary/mandatory optional/mandatory optional/compulsory optional/require
voluntary/require require/option free/paid paid/unpaid incoming/outgoing import/export upload/download input/output
upper/lower major/minor maximum/minimum plus/minus positive/negative active/passive active/inactive win/lose
victory/defeat support/oppose for/against allow/prevent allow/deny allow/block grant/deny grant/refuse hire/fire
hire/dismiss join/leave arrive/depart arrival/departure enter/exit enter/leave come/go push/pull up/down on/off in/out
over/under upstream/downstream forward/backward ahead/behind front/back before/after always/never often/never
present/absent present/past past/future current/former current/previous next/previous expand/shrink expand/contract
gain/lose gain/loss profit/loss raise/lower rise/fall increase/decrease increase/reduce grow/shrink asset/liability
debit/credit creditor/debtor lender/borrower buyer/seller landlord/tenant plaintiff/defendant teacher/student
doctor/patient parent/child winner/loser hero/villain war/peace life/death love/hate true/false right/wrong
correct/incorrect correct/wrong fixed/variable fixed/flexible flexible/rigid fixed/floating single/married
single/multiple single/double individual/joint individual/group written/oral written/verbal verbal/written
physical/digital paper/electronic primary/secondary main/secondary wholesale/retail exempt/nonexempt guilty/innocent
keep/discard keep/delete save/delete lock/unlock show/hide visible/hidden known/unknown attach/detach
encourage/discourage encouraged/discouraged continue/stop continue/cease remember/forget ask/answer question/answer
majority/minority ancient/modern rural/urban real/fake ordinary/special normal/abnormal common/rare frequent/rare
clean/dirty wet/dry alive/dead together/separately together/alone separate/joint gross/net prevent/cause pass/fail
sooner/later quiet/loud regular/irregular important/trivial encrypt/decrypt confirm/deny hourly/salaried
nearest/farthest ascend/descend
"""
_PREFIXES = ("un", "in", "im", "ir", "il", "dis", "non", "non-", "de", "mis", "anti", "pre-", "post-")


def _read_words() -> frozenset[frozenset[str]]:
    pairs = (entry.split("/") for entry in _WORDS.split())
    return frozenset(frozenset((stem(one), stem(other))) for one, other in pairs)


_PAIRS = _read_words() | frozenset(frozenset(pair) for pair in _CHARS.split())


def opposed(mine: Sequence[str], theirs: Sequence[str]) -> tuple[str, str] | None:
    """The first pair of opposites, one in each of two rows of content that stand in the same place; None if none."""
    for one in mine:
        if one in theirs:
            continue
        for other in theirs:
            if other not in mine and _opposite(one, other):
                return one, other
    return None


@lru_cache(maxsize=8192)
def _opposite(one: str, other: str) -> bool:
    if frozenset((one, other)) in _PAIRS:
        return True
    short, long = sorted((one, other), key=len)
    if not long.isascii() or len(short) < 3:
        return False
    if any(long == f"{prefix}{short}" for prefix in _PREFIXES):
        return True
    return long.endswith("less") and short.removesuffix("ful") == long.removesuffix("less")
