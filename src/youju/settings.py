"""Settings: environment variables `YOUJU_…` (nested names with `__`), then `settings.toml` in the home folder."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, NoDecode, PydanticBaseSettingsSource, SettingsConfigDict

from youju.errors import UnknownSetting

SETTINGS_FILE = "settings.toml"


class Endpoint(BaseModel):
    """An OpenAI-compatible endpoint. Unset `base_url` means that there is none. `timeout_seconds`: how long nothing may
    come; `context_tokens`: how much text the model takes, its answer included."""

    model_config = ConfigDict(extra="forbid")

    base_url: str | None = None
    api_key: SecretStr | None = None
    model: str | None = None
    timeout_seconds: float = Field(default=60.0, gt=0, le=3600)
    context_tokens: int = Field(default=16_000, ge=2_000, le=2_000_000)


class EmbeddingSettings(BaseModel):
    """Where vectors come from."""

    model_config = ConfigDict(extra="forbid")

    provider: Literal["builtin", "none"] = "builtin"


def _names(value: object) -> object:
    """A list of names, in the environment with commas between them."""
    return [name.strip().lower() for name in value.split(",") if name.strip()] if isinstance(value, str) else value


class Settings(BaseSettings):
    """All settings, with their defaults. An unknown name is an error, so that a typo never passes in silence."""

    model_config = SettingsConfigDict(env_prefix="YOUJU_", env_nested_delimiter="__", extra="forbid")

    home: Path = Field(default_factory=lambda: Path.home() / ".youju")
    database_url: str | None = None
    chat: Endpoint = Endpoint()
    judge: Endpoint = Endpoint()
    embedding: EmbeddingSettings = EmbeddingSettings()
    ocr: bool = True
    chunk_tokens: int = Field(default=500, ge=50, le=4000)
    chunk_overlap: int = Field(default=100, ge=0, le=1000)
    recall_k: int = Field(default=100, ge=1, le=1000)
    top_k: int = Field(default=8, ge=1, le=100)
    threshold: float = Field(default=0.5, ge=0.0, le=1.0)
    tool_budget: int = Field(default=6, ge=0, le=100)
    retry_grant: int = Field(default=4, ge=0, le=100)
    gate: Literal["strict", "annotate"] = "strict"
    max_file_mb: int = Field(default=200, ge=1)
    max_pages: int = Field(default=5000, ge=1)
    max_file_seconds: float = Field(default=600.0, gt=0, le=86_400)
    max_worker_mb: int = Field(default=2048, ge=256)
    private_hosts: Annotated[frozenset[str], NoDecode, BeforeValidator(_names)] = frozenset()

    @property
    def writer(self) -> str:
        """Who writes answers where a question does not say: the chat model's name, or `extractive`."""
        return (self.chat.model or "").strip() if self.chat.base_url else "extractive"

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The environment wins over the file, whose values arrive as init arguments."""
        return env_settings, init_settings


def load(home: Path | None = None) -> Settings:
    """Read the settings for one home folder.

    Raises `UnknownSetting` that names the setting, its source and what is allowed.
    """
    folder = home or Path(os.environ.get("YOUJU_HOME") or Path.home() / ".youju")
    _refuse_unknown_variables()
    values: dict[str, Any] = {**_from_file(folder / SETTINGS_FILE), "home": folder}
    try:
        settings = Settings(**values)
    except ValidationError as error:
        raise UnknownSetting(_explain(error), remedy="See the settings table in the user guide.") from None
    return settings.model_copy(update={"home": folder})


def _from_file(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise UnknownSetting(f"{path.name} cannot be read: {error}.", remedy="Correct or remove it.") from None


def _refuse_unknown_variables() -> None:
    known = {f"YOUJU_{name.upper()}" for name in Settings.model_fields} | OTHER_VARIABLES
    for name in os.environ:
        if name.startswith("YOUJU_") and name.split("__")[0] not in known:
            raise UnknownSetting(f"Unknown setting {name} in the environment.", remedy="Unset it or correct its name.")


OTHER_VARIABLES = {"YOUJU_SHARED_DATA", "YOUJU_LIBREOFFICE"}
"""Variables that are no settings: of the project's tests and benchmarks, and of the machine (see the guide)."""


def _explain(error: ValidationError) -> str:
    first = error.errors()[0]
    name = ".".join(str(part) for part in first["loc"])
    if first["type"] == "extra_forbidden":
        return f"Unknown setting {name}."
    return f"Setting {name}: {first['msg']}."
