"""The chat model that the settings ask for."""

from __future__ import annotations

from youju.models.protocols import ChatModel
from youju.settings import Endpoint


def make_chat(endpoint: Endpoint, part: str = "chat") -> ChatModel | None:
    """The model behind an OpenAI-compatible endpoint, not yet asked; None where there is no `base_url`.

    Raises `UnknownSetting` that says what to set; `part` names the group of settings there.
    """
    if not endpoint.base_url:
        return None
    # The HTTP client takes 0.1 s to load: only those pay for it who have a model.
    from youju.models.completions import OpenAICompatible  # noqa: PLC0415
    from youju.models.connection import check  # noqa: PLC0415

    check(endpoint, part)
    return OpenAICompatible(endpoint)
