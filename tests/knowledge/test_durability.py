"""Many processes on one home folder, through the doors that everybody uses; `benchmarks.durability` does it longer."""

from __future__ import annotations

from benchmarks.durability.running import ask_while_replacing, kill_repeatedly


def test_who_asks_while_a_document_is_replaced_hears_the_old_text_or_the_new(tmp_path):
    asked = ask_while_replacing(tmp_path / "home", tmp_path / "documents", asks=120, askers=4)
    assert asked.answers == 120
    assert asked.replacements > 3
    assert len(asked.versions) > 3
    assert (asked.mixed, asked.missing, asked.degraded) == (0, 0, 0), asked.examples


def test_kill_9_in_the_middle_of_changes_leaves_nothing_to_repair(tmp_path):
    killed = kill_repeatedly(tmp_path / "home", tmp_path / "documents", kills=4)
    assert killed.kills == 4
    assert not killed.faults
