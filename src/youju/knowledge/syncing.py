"""Looking again at what was added: first a plan that changes nothing, then its doing.

A file is unchanged when size and time are those of the last look. A time so near to that look that the file may have
changed after it is not trusted, as git does it: then its bytes are hashed. A file that only looks new is hashed too.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Literal

from youju.caller import Caller
from youju.errors import CallerMistake, InputRejected
from youju.knowledge.arriving import is_gone
from youju.knowledge.importing import Importer, Item
from youju.knowledge.ledger import Ledger
from youju.knowledge.names.repository import Known, Root
from youju.knowledge.names.values import FILE, MEMBER, Name, Stamp, path_of
from youju.knowledge.originals import content_hash
from youju.knowledge.placing import NOTHING_SAID, Placement, Wish
from youju.knowledge.sources import ADDRESS, Source, Walked, walk
from youju.knowledge.watching import settled_changes

Change = Literal["new", "changed", "renamed", "reader", "placement", "retry", "gone"]
"""What a sync finds: `reader`: another version of its reader; `placement`: only roles, category, dates or title;
`retry`: it did not come in before, and file or readers are others now."""

_RACY = timedelta(seconds=2)
"""How far the clock that stamps files may be behind ours, and how coarse it may be."""


@dataclass(frozen=True, slots=True)
class Found:
    """One thing to do, as a person reads it. `was`: the old name of a renamed file."""

    name: str
    change: Change
    was: str | None = None


@dataclass(frozen=True, slots=True)
class Held:
    """A folder or file that is missing, or empty where it was not: nothing of it is deleted until that is confirmed."""

    location: str
    files: int

    @property
    def message(self) -> str:
        """One line for a person."""
        return (
            f"{Path(self.location).name}: missing or empty, while {self.files} files of it are known."
            " Nothing was deleted; if they are really gone, confirm with --gone."
        )


@dataclass(slots=True)
class Plan:
    """What a sync would do. `unchanged` counts files; `same` are those whose bytes were looked at and are the same."""

    found: list[Found] = field(default_factory=list[Found])
    sources: list[Source] = field(default_factory=list[Source])
    gone: list[Name] = field(default_factory=list[Name])
    held: list[Held] = field(default_factory=list[Held])
    barred: list[InputRejected] = field(default_factory=list[InputRejected])
    unchanged: int = 0
    same: dict[str, Stamp] = field(default_factory=dict[str, Stamp])
    addresses: dict[str, Wish] = field(default_factory=dict[str, Wish])
    """Web pages to fetch again, with what was said about them; whether they changed is seen then."""

    @property
    def empty(self) -> bool:
        """Whether there is nothing to do and nothing to tell."""
        return not (self.found or self.held or self.barred or self.addresses)


class Syncing:
    """Compares what is known with what is there."""

    def __init__(self, ledger: Ledger, importer: Importer) -> None:
        self._ledger = ledger
        self._importer = importer

    async def plan(
        self, paths: Sequence[Path] | None, *, deep: bool = False, gone: bool = False, addresses: bool = True
    ) -> Plan:
        """What has changed under these paths, or everywhere, then with the `addresses` to fetch again. `deep` hashes
        every file; `gone` confirms that what is missing altogether is deleted. Raises `CallerMistake` for a path that
        was never added."""
        roots = await self._ledger.roots()
        known = {one.name.key: one for one in await self._ledger.known_names()}
        places = await self._ledger.placements()
        comparison = _Comparison(known, places, roots, self._importer, deep=deep, gone=gone)
        plan = await asyncio.to_thread(comparison.run, _wanted(paths, roots, known))
        if paths is None and addresses:
            plan.addresses = {root.location: root.wish for root in roots if root.key.startswith(ADDRESS)}
        return plan

    async def watch(self, paths: Sequence[Path] | None) -> AsyncGenerator[Plan]:
        """A plan each time that something has changed and come to rest. Raises `CallerMistake` for a path that was
        never added, and where there is nothing to watch."""
        known = {one.name.key: one for one in await self._ledger.known_names()}
        wanted = _wanted(paths, await self._ledger.roots(), known)
        locations = [path for path in wanted if await asyncio.to_thread(path.exists)]
        if not locations:
            raise CallerMistake("There is nothing to watch.", remedy="`youju add PATH` adds a folder.")
        async with aclosing(settled_changes(locations)) as changes:
            async for _ in changes:
                plan = await self.plan(paths, addresses=False)
                if not plan.empty:
                    yield plan

    async def run(
        self,
        plan: Plan,
        caller: Caller,
        *,
        keep_history: bool = False,
        pages: Sequence[Source | InputRejected] = (),
    ) -> AsyncGenerator[Item]:
        """Do what the plan says; one item for each file that came, changed or went. `keep_history`: documents of
        deleted files are kept unsearchable, with their versions. `pages`: the plan's addresses, fetched."""
        for error in plan.barred:
            yield Item(error.message.partition(":")[0], "failed", error.line(), code=error.code)
        if plan.same:
            await self._ledger.touch(plan.same)
        async with aclosing(self._importer.add([*plan.sources, *pages], NOTHING_SAID, caller)) as items:
            async for item in items:
                yield item
        async for item in self._let_go(plan.gone, keep_history=keep_history):
            yield item

    async def _let_go(self, gone: Sequence[Name], *, keep_history: bool) -> AsyncGenerator[Item]:
        """Forget names whose files are still missing (a renamed one has another key by now)."""
        still = [name for name in gone if await self._ledger.name(name.key) is not None]
        still = await asyncio.to_thread(_gone, still)
        if not still:
            return
        still += [member for name in still for member in await self._ledger.members(name.key)]
        nameless = set(await self._ledger.drop_names([name.key for name in still]))
        if nameless:
            await (self._importer.retire if keep_history else self._importer.remove)(*sorted(nameless))
        for name in still:
            if name.document_id is None and name.problem is None:
                continue  # an archive: its files are told
            yield Item(name.name, "removed", _told(name, nameless, keep_history), document_id=name.document_id)


def _gone(names: Sequence[Name]) -> list[Name]:
    return [name for name in names if is_gone(name.key)]


def _told(name: Name, nameless: set[str], keep_history: bool) -> str:
    if name.document_id is None:
        return f"{name.name}: its file is gone; nothing of it had come in."
    if name.document_id not in nameless:
        return f"{name.name}: its file is gone; its document goes on under its other names."
    if keep_history:
        return f"{name.name}: its file is gone; its versions are kept, and are not searched."
    return f"{name.name}: its file is gone, and so is its document."


def _wanted(paths: Sequence[Path] | None, roots: Sequence[Root], known: Mapping[str, Known]) -> list[Path]:
    """The places to look at: those that were named, or all roots; and files that were added before there were roots."""
    locations = [path for root in roots if (path := path_of(root.key)) is not None]
    files = [path for key in known if MEMBER not in key and (path := path_of(key)) is not None]
    if paths is None:
        outside = [path for path in files if not any(path.is_relative_to(location) for location in locations)]
        return _outermost([*locations, *outside])
    wanted: list[Path] = []
    for path in paths:
        real = path.resolve()
        below = [one for one in (*locations, *files) if one.is_relative_to(real)]
        if any(real.is_relative_to(location) for location in locations):
            wanted.append(real)
        elif below:
            wanted += below
        else:
            raise CallerMistake(f"{path.name} was never added.", remedy=f"`youju add {path.name}` adds it.")
    return _outermost(wanted)


def _outermost(paths: Sequence[Path]) -> list[Path]:
    """The paths without those that lie in another one of them."""
    kept: list[Path] = []
    for path in sorted(set(paths)):
        if not kept or not path.is_relative_to(kept[-1]):
            kept.append(path)
    return kept


class _Comparison:
    """One comparison of the known names with the disk. Blocking."""

    def __init__(
        self,
        known: Mapping[str, Known],
        places: Mapping[str, tuple[Placement, Wish]],
        roots: Sequence[Root],
        importer: Importer,
        *,
        deep: bool,
        gone: bool,
    ) -> None:
        self._known = known
        self._places = places
        self._roots = {path: root for root in roots if (path := path_of(root.key)) is not None}
        self._importer = importer
        self._deep = deep
        self._gone = gone
        self._plan = Plan()
        self._new: dict[str, Walked] = {}
        self._ids: dict[str, set[str]] = {}
        self._members: dict[str, list[Known]] = {}
        for one in known.values():
            if one.name.container is not None:
                self._members.setdefault(one.name.container, []).append(one)
            if one.name.document_id is not None:
                self._ids.setdefault(one.name.name, set()).add(one.name.document_id)

    def run(self, wanted: Sequence[Path]) -> Plan:
        """Compare."""
        for location in wanted:
            self._look_at(location)
        self._tell_renamed()
        return self._plan

    def _look_at(self, location: Path) -> None:
        seen: set[str] = set()
        barred: list[Path] = []
        below = self._names_below(location)
        for found in walk(location):
            if isinstance(found, Walked):
                key = f"{FILE}{found.path}"
                if key not in seen:
                    seen.add(key)
                    self._compare(key, found)
            elif found.error.code != "missing":
                barred.append(found.path)
                self._plan.barred.append(found.error)
        missing = [
            name
            for path, name in below
            if f"{FILE}{path}" not in seen and not any(path.is_relative_to(one) for one in barred)
        ]
        was_folder = any(path != location for path, _ in below)
        if missing and not seen and not barred and not self._gone and (was_folder or _is_off(location)):
            self._plan.held.append(Held(str(location), len(missing)))
            return
        self._plan.gone += missing
        self._plan.found += [Found(name.name, "gone") for name in missing]

    def _names_below(self, location: Path) -> list[tuple[Path, Name]]:
        prefix = f"{FILE}{location}"
        return [
            (Path(key.removeprefix(FILE)), one.name)
            for key, one in self._known.items()
            if MEMBER not in key and (key == prefix or key.startswith(f"{prefix.rstrip('/')}/"))
        ]

    def _compare(self, key: str, found: Walked) -> None:
        known = self._known.get(key)
        root = self._root_of(found.path)
        source = Source(
            found.path,
            known.name.name if known else found.name,
            key,
            found.rules.then(root.wish) if root else found.rules,
            root.key if root else None,
        )
        change = self._change(known, found, source)
        if change is None:
            self._plan.unchanged += 1
            return
        if change == "new":
            self._new[key] = found
        self._plan.found.append(Found(source.name, change))
        self._plan.sources.append(source)

    def _root_of(self, path: Path) -> Root | None:
        return next((self._roots[one] for one in (path, *path.parents) if one in self._roots), None)

    def _change(self, known: Known | None, found: Walked, source: Source) -> Change | None:
        if known is None:
            return "new"
        name = known.name
        if not self._is_same(name, found):
            return "retry" if name.problem else "changed"
        for one in (known, *self._members.get(name.key, ())):
            if (change := self._state(one, source.rules)) is not None:
                return change
        return None

    def _state(self, known: Known, rules: Wish) -> Change | None:
        """What is to be done with a name whose bytes are the same."""
        name = known.name
        if name.problem is not None:
            return "retry" if name.problem.readers != self._importer.readers else None
        if known.live_hash == name.content_hash and known.live_reader is not None:
            current = self._importer.current(name.content_hash, known.live_reader)
            if current != known.live_fingerprint:
                return "reader"
        return "placement" if self._is_placed_otherwise(name, rules) else None

    def _is_same(self, name: Name, found: Walked) -> bool:
        """Whether the file holds the bytes that are known of it."""
        stamp = name.stamp
        if stamp is not None and (stamp.size, stamp.modified_ns) == (found.size, found.modified_ns) and not self._deep:
            trusted = (stamp.seen_at - _RACY).timestamp() * 1e9
            if found.modified_ns < trusted:
                return True
        elif stamp is not None and stamp.size != found.size:
            return False
        try:
            content, seen = content_hash(found.path)
        except OSError:
            return False  # the import will say why
        if content != name.content_hash:
            return False
        self._plan.same[name.key] = seen
        return True

    def _is_placed_otherwise(self, name: Name, rules: Wish) -> bool:
        if name.document_id is None or name.document_id not in self._places:
            return False
        now, said = self._places[name.document_id]
        wish = rules.then(said)
        if wish.replaces is not None and self._ids.get(wish.replaces) == {now.replaces}:
            wish = wish.then(Wish(replaces=now.replaces))
        return wish.over(now) != now

    def _tell_renamed(self) -> None:
        """Say which new files are known ones under another name; the import finds it by itself."""
        lost = {(name.stamp.size, name.content_hash): name for name in self._plan.gone if name.stamp}
        sizes = {size for size, _ in lost}
        for source in self._plan.sources:
            found = self._new.get(source.key)
            if found is None or found.size not in sizes:
                continue
            try:
                name = lost.pop((found.size, content_hash(found.path)[0]), None)
            except OSError:
                continue
            if name is not None:
                self._replace(source.name, name)

    def _replace(self, new: str, old: Name) -> None:
        self._plan.found.remove(Found(new, "new"))
        self._plan.found.remove(Found(old.name, "gone"))
        self._plan.found.append(Found(new, "renamed", old.name))


def _is_off(file: Path) -> bool:
    """Whether a missing file may be on a disk that is not there: its whole folder is missing or empty."""
    return not file.parent.is_dir() or not any(file.parent.iterdir())
