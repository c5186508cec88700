"""What a question asks for: its words without courtesies, and its content terms."""

from __future__ import annotations

import re
from dataclasses import dataclass

from youju.text.language import Language, language_of
from youju.text.tokens import stem, terms

LONGEST = 4000
"""Characters of a question that are searched for."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, analysed.

    `text` is what is searched for: the question without courtesies. `terms` are its content words, each once, in order;
    words that only ask (什么, 多久, how many) or only bind (的, of) are none.
    """

    text: str
    language: Language
    terms: tuple[str, ...]


def analyse(question: str) -> Asked:
    """Analyse a question. What consists of courtesies alone keeps its words."""
    question = question[:LONGEST]
    text = _COURTESY.sub(" ", question).strip() or question
    empty = _EMPTY | {"钱"} if "多少钱" in text else _EMPTY
    content = tuple(dict.fromkeys(term for term in terms(text) if term not in empty))
    return Asked(text, language_of(question), content)


_COURTESY = re.compile(
    r"^\s*(?:(?:你好|您好|请问|麻烦|劳驾|打扰|hi\b|hello\b|hey\b|please\b)[一下了啊呀，,。！!\s]*)+"
    r"|(?:我|俺)?想(?:请)?(?:问|咨询|了解|知道)(?:一下|下)?[，,：:]?"
    r"|(?:请|麻烦|帮我|给我|能不能|能否|可以)*(?:告诉我|帮我(?:查|看|找)(?:一下|下)?)[，,：:]?"
    r"|(?:谢谢|多谢|感谢|辛苦)(?:你|您|了|啦|大家)*[。！!]*\s*$"
    r"|\b(?:could|can|would) you (?:please )?(?:tell|show|explain to) (?:me|us)\b|\bi(?: would|'d) like to know\b"
    r"|\b(?:thanks|thank you)\b[.!]*\s*$",
    re.IGNORECASE,
)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ASKING = _words("""
    一次 每次
    什么 啥 怎么 怎样 怎么样 怎么办 如何 多少 多久 多长 多大 多高 多 几 几个 几天 几年 几次 几月 几点 几种 几号
    哪 哪些 哪个 哪里 哪儿 哪种 哪天 哪年 谁 是否 能否 可否 会否 有没有 是不是 能不能 可不可以 要不要 会不会
    用不用 该不该 吗 呢 么 吧 啊 呀 嘛 为什么 为何 为啥 何时 何地 何种 何 几时 什么样 什么时候 多少钱 请问 想 问
    问问 知道 告诉 咨询 了解 最长 最短 最多 最少 最高 最低 最大 最小 最晚 最早 最迟 至多 至少 之内 以内 多长时间
    谢谢 你好 您好 一下 大概 一般 通常 到底 究竟 具体 方面 情况 问题 时候 时间 东西 事情 办 怎么算 算 叫 指 属于
    含义 意思
""")
_BINDING = _words("""
    的 地 得 了 着 过 是 在 有 和 与 及 或 或者 以及 并 并且 而 且 但 但是 如果 若 要是 假如 因为 所以 由于 对
    对于 关于 把 被 让 给 向 从 到 自 由 于 为 为了 以 按 按照 根据 依照 就 都 也 还 又 再 才 只 很 太 更 最 不
    没 没有 无 未 个 这 那 这个 那个 这些 那些 这样 那样 此 其 某 该 本 各 每 我 你 他 她 它 我们 你们 他们 她们
    咱们 自己 别人 人家 人 可以 能 能够 会 要 需要 应 应该 应当 必须 可 可能 想要 去 来 上 下 里 内 外 中 前 后
    之 之前 之后 以后 以前 时 当 跟 同 用 等 等等 之类 进行 做 作 一 一个 一些 一种 两 二 三 天 日 年 月 周 次
    元 块 号 点 所 者 即 则 如 像 比 除了 除 还有 其他 其它 另外 已经 已 正在 将 哦
""")
_ENGLISH = _words("""
    a an the of in on at to for from by with without within into about as and or but if then than so that this
    these those there here it its is are was were be been being am do does did done have has had can could may
    might must shall should will would not no nor what which who whom whose when where why how many much long
    often far i me my we us our you your he him his she her they them their s t d ll re ve m please tell know
    any some all also just get got one ones up out over per during while after before because until again more
    most such only own same too very
""")
_EMPTY = _ASKING | _BINDING | _ENGLISH | frozenset(stem(word) for word in _ENGLISH)
