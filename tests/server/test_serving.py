"""The process: its port, its line, its end."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.server.living import ENVIRONMENT, free_port

from youju.errors import YoujuError
from youju.server import serving


@contextmanager
def occupied(port: int = 0) -> Generator[int]:
    with socket.create_server(("127.0.0.1", port)) as listener:
        yield listener.getsockname()[1]


def test_a_port_that_was_named_and_is_taken_is_an_error() -> None:
    with occupied() as port, pytest.raises(YoujuError) as raised:
        serving.bind("127.0.0.1", port)
    assert raised.value.code == "port_in_use" and str(port) in raised.value.line()


def test_without_a_name_the_next_free_port_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with occupied() as port:
        monkeypatch.setattr(serving, "DEFAULT_PORT", port)
        with serving.bind("127.0.0.1", None) as listener:
            assert port < listener.getsockname()[1] <= port + 50


@pytest.mark.parametrize("host", ["nowhere.invalid", "192.0.2.1"])
def test_an_address_that_is_not_ours(host: str) -> None:
    with pytest.raises(YoujuError) as raised:
        serving.bind(host, free_port())
    assert raised.value.code == "cannot_listen" and "--host" in raised.value.line()


def test_the_command_says_so_in_one_line(tmp_path: Path) -> None:
    with occupied() as port:
        command = [sys.executable, "-m", "youju", "--home", str(tmp_path), "serve", "--port", str(port)]
        done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1 and f"Port {port} is in use" in done.stderr
