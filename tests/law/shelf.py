"""A small library of laws for tests of references: official texts in pieces, and regulations of our own."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from pathlib import Path

from youju.app import Youju
from youju.caller import OWNER
from youju.settings import load

COURT = "最高人民法院关于审理劳动争议案件适用法律问题的解释"
FAMILY = "最高人民法院关于适用《中华人民共和国民法典》婚姻家庭编的解释（一）"
PENSIONERS = (
    "用人单位与其招用的已经依法享受养老保险待遇或者领取退休金的人员发生用工争议而提起诉讼的，"
    "人民法院应当按劳务关系处理。"
)
PARK, NURSERY = "中华人民共和国园林法", "苗圃管理条例"

TEXTS = {
    f"{COURT}（一）(2020-12-29).md": f"""# {COURT}（一）

2020年12月25日 最高人民法院审判委员会第1825次会议通过

2021年1月1日 施行

<!-- INFO END -->

第三十一条 被追加的当事人应当承担责任的，人民法院应当一并处理。

第三十二条 {PENSIONERS}

企业停薪留职人员、未达到法定退休年龄的内退人员，因与新的用人单位发生用工争议而提起诉讼的，人民法院应当按劳动关系处理。

第三十三条 外国人未依法取得就业证件即与用人单位签订劳动合同的，人民法院不予支持。

第五十四条 本解释自2021年1月1日起施行。
""",
    f"{COURT}（二）(2025-07-31).md": f"""# {COURT}（二）

2025年7月31日 最高人民法院审判委员会第1942次会议通过

2025年9月1日 施行

<!-- INFO END -->

第十九条 用人单位与劳动者约定无需缴纳社会保险费的，人民法院应当认定该约定无效。

第二十条 当事人在仲裁期间未提出仲裁时效抗辩，在诉讼期间提出的，人民法院不予支持。

第二十一条 本解释自2025年9月1日起施行。《{COURT}（一）》（法释〔2020〕26号）第三十二条第一款同时废止。
""",
    "婚姻家庭编解释（一）.md": f"""# {FAMILY}

2020年12月25日 最高人民法院审判委员会第1825次会议通过

2021年1月1日 施行

<!-- INFO END -->

第一条 持续性、经常性的家庭暴力，可以认定为民法典所称的“虐待”。

第二条 民法典规定的“与他人同居”的情形，是指有配偶者与婚外异性共同居住。

第三条 当事人提起诉讼仅请求解除同居关系的，人民法院不予受理。
""",
    "园林法(2010-03-01).md": f"""# {PARK}

2010年3月1日 第十一届全国人民代表大会常务委员会第十三次会议通过

<!-- INFO END -->

第一条 公园每日开放时间不得少于八小时。

第二条 管理处收取下列费用应当公示：

（一）门票：

1. 成人票；

2. 儿童票；

（二）停车费。

前款规定的费用由园林部门核定。

第三条 游客违反第二条规定的，由园林部门责令离园。

第四条 公园应当设置吸烟处。

第五条 本法自2010年5月1日起施行。{NURSERY}同时废止。
""".replace(f"{NURSERY}同时", f"《{NURSERY}》同时"),
    "园林法(2020-03-01).md": f"""# {PARK}

2010年3月1日 第十一届全国人民代表大会常务委员会第十三次会议通过

2020年3月1日 第十三届全国人民代表大会常务委员会第十六次会议修订

<!-- INFO END -->

第一条 公园每日开放时间不得少于十小时。

第二条 管理处收取下列费用应当公示：

（一）门票：

1. 成人票；

2. 儿童票；

（二）停车费。

前款规定的费用由园林部门核定。

第三条 本法自2020年5月1日起施行。
""",
    "湿地园管理条例(2026-06-01).md": """# 湿地园管理条例

2026年6月1日 国务院令第900号公布

<!-- INFO END -->

第一条 湿地园应当设置观鸟台。

第二条 湿地园不得投喂候鸟。

第三条 本条例自2030年1月1日起施行。
""",
}


def fill(home: Path, folder: Path) -> None:
    """Write the texts as files and import them into a home folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in TEXTS.items():
        (folder / name).write_text(text, encoding="utf-8")

    async def work() -> dict[str, str]:
        async with (
            Youju.open(load(home), dense=False) as youju,
            aclosing(youju.laws.import_files(youju.sources([folder]), OWNER)) as items,
        ):
            return {item.name: item.outcome async for item in items}

    told = asyncio.run(work())
    assert set(told.values()) <= {"new", "amended", "earlier"}, told
