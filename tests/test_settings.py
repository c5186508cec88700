"""Settings: typed, from environment and file, and never a typo in silence."""

from __future__ import annotations

import pytest

from youju.errors import UnknownSetting
from youju.settings import load


def test_the_environment_wins_over_the_file(tmp_path, monkeypatch):
    (tmp_path / "settings.toml").write_text("chunk_tokens = 400\ntop_k = 5\n[chat]\nmodel = 'a'\n")
    monkeypatch.setenv("YOUJU_TOP_K", "3")
    monkeypatch.setenv("YOUJU_CHAT__API_KEY", "secret-value")
    settings = load(tmp_path)
    assert (settings.chunk_tokens, settings.top_k, settings.home) == (400, 3, tmp_path)
    assert settings.chat.api_key is not None
    assert "secret-value" not in repr(settings)


def test_the_home_folder_comes_from_the_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("YOUJU_HOME", str(tmp_path / "elsewhere"))
    assert load().home == tmp_path / "elsewhere"


@pytest.mark.parametrize(
    ("variable", "value"),
    [("YOUJU_CHUNK_TOKEN", "400"), ("YOUJU_CHUNK_TOKENS", "many"), ("YOUJU_GATE", "loose"), ("YOUJU_CHAT__KEY", "x")],
)
def test_a_wrong_setting_is_named(tmp_path, monkeypatch, variable, value):
    monkeypatch.setenv(variable, value)
    with pytest.raises(UnknownSetting) as caught:
        load(tmp_path)
    name = variable.removeprefix("YOUJU_").replace("__", ".").lower()
    assert variable in caught.value.line() or name in caught.value.line()


@pytest.mark.parametrize("text", ["chunk_token = 400\n", "this is no toml\n", "[embedding]\nprovider = 'magic'\n"])
def test_a_wrong_file_is_one_line(tmp_path, text):
    (tmp_path / "settings.toml").write_text(text)
    with pytest.raises(UnknownSetting) as caught:
        load(tmp_path)
    assert "\n" not in caught.value.line()
    assert str(tmp_path) not in caught.value.line()
