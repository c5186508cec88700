"""What LibreOffice does for reading, where it is installed: old formats become today's, and Word files get pages.

It runs with a profile of its own in a folder that is thrown away, without macros, links or network, for a limited time,
and ends with the process that reads. `YOUJU_LIBREOFFICE=off` leaves it out.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from youju.reading.reader import Limits, SourceFile

VARIABLE = "YOUJU_LIBREOFFICE"
_PROGRAMS = ("soffice", "libreoffice")
_PLACES = ("/Applications/LibreOffice.app/Contents/MacOS/soffice",)
_MOST_SECONDS = 120.0
_SUPERVISOR = Path(__file__).with_name("supervise.py")

_PROFILE = (
    ("org.openoffice.Office.Common/Security/Scripting", "DisableMacrosExecution", "true"),
    ("org.openoffice.Office.Common/Security/Scripting", "MacroSecurityLevel", "3"),
    ("org.openoffice.Office.Common/Security/Scripting", "BlockUntrustedRefererLinks", "true"),
    ("org.openoffice.Office.Common/Security/Scripting", "DisableActiveContent", "true"),
    ("org.openoffice.Office.Common/Misc", "UseOpenCL", "false"),
    ("org.openoffice.Office.Writer/Content/Update", "Link", "0"),
    ("org.openoffice.Office.Calc/Content/Update", "Link", "1"),
    ("org.openoffice.Office.Calc/Formula/Load", "OOXMLRecalcMode", "1"),
    ("org.openoffice.Office.Calc/Formula/Load", "ODFRecalcMode", "1"),
    ("org.openoffice.Inet/Settings", "ooInetProxyType", "2"),
    ("org.openoffice.Inet/Settings", "ooInetHTTPProxyName", "127.0.0.1"),
    ("org.openoffice.Inet/Settings", "ooInetHTTPProxyPort", "9"),
    ("org.openoffice.Inet/Settings", "ooInetHTTPSProxyName", "127.0.0.1"),
    ("org.openoffice.Inet/Settings", "ooInetHTTPSProxyPort", "9"),
    ("org.openoffice.Inet/Settings", "ooInetNoProxy", ""),
)
"""Macros never run, links are never followed, formulas keep their last value, and every request meets a closed door."""


class ConversionFailed(Exception):
    """LibreOffice made nothing of a file; the message says why and continues “LibreOffice …”."""


def program() -> str | None:
    """LibreOffice's program, if it is installed and wanted."""
    if os.environ.get(VARIABLE, "").lower() in {"off", "none", "0", "false"} or os.name != "posix":
        return None
    found = next((path for name in _PROGRAMS if (path := shutil.which(name))), None)
    return found or next((path for path in _PLACES if Path(path).is_file()), None)


def seconds_of(limits: Limits) -> float:
    """How long one conversion may take, so that the whole file stays within its own time."""
    return min(_MOST_SECONDS, limits.max_seconds / 3)


@contextmanager
def converted(source: SourceFile, form: str, seconds: float) -> Generator[Path]:
    """The file in another format (`pdf`, `docx`, `xlsx`, `pptx`), in a folder that is removed at the end.

    Raises `ConversionFailed`, also when LibreOffice is not installed.
    """
    office = program()
    if office is None:
        raise ConversionFailed("is not installed")
    with tempfile.TemporaryDirectory(prefix="youju-office-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        _write_profile(folder / "profile" / "user")
        given = folder / f"source{source.suffix or '.bin'}"
        given.symlink_to(source.path.resolve())
        yield _convert(office, given, form, folder, seconds)


def _convert(office: str, given: Path, form: str, folder: Path, seconds: float) -> Path:
    out = folder / "out"
    command = [
        *(office, f"-env:UserInstallation={(folder / 'profile').as_uri()}"),
        *("--headless", "--norestore", "--nolockcheck", "--nodefault", "--nofirststartwizard"),
        *("--convert-to", form, "--outdir", str(out), str(given)),
    ]
    environment = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    environment |= {"HOME": str(folder), "TMPDIR": str(folder), "SAL_USE_VCLPLUGIN": "svp"}
    process = subprocess.Popen(  # noqa: S603 (our own script; the file's name is ours too)
        [sys.executable, "-I", "-S", str(_SUPERVISOR), f"{seconds:.3f}", str(folder), *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment,
        start_new_session=True,  # what ends the process that reads, its group included, must leave someone to clean up
    )
    try:
        status = process.wait()
    finally:
        if process.stdin is not None:
            process.stdin.close()
        process.wait()
    made = out / f"source.{form}"
    if status == 124:
        raise ConversionFailed(f"takes longer than {seconds:g} seconds")
    if status or not made.is_file() or not made.stat().st_size:
        raise ConversionFailed("cannot open it")
    return made


def _write_profile(folder: Path) -> None:
    folder.mkdir(parents=True)
    items = "".join(
        f'<item oor:path="/{path}"><prop oor:name="{name}" oor:op="fuse"><value>{value}</value></prop></item>'
        for path, name, value in _PROFILE
    )
    space = 'xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema"'
    text = f'<?xml version="1.0" encoding="UTF-8"?>\n<oor:items {space}>{items}</oor:items>'
    (folder / "registrymodifications.xcu").write_text(text, encoding="utf-8")
