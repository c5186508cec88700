"""Readers that go wrong for good. A test puts one in the place of `read_file`; it runs in a real worker."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import time

from youju.reading.document import ReadDocument
from youju.reading.reader import Limits, SourceFile

_READ = ReadDocument("读到了", ())


def _bad(source: SourceFile) -> bool:
    return "坏" in source.name


def segfault(source: SourceFile, limits: Limits) -> ReadDocument:
    """Native code that writes where nothing is."""
    if _bad(source):
        ctypes.memset(0, 0, 1)
    return _READ


def leave(source: SourceFile, limits: Limits) -> ReadDocument:
    """A library that ends the process."""
    if _bad(source):
        os._exit(3)
    return _READ


def devour(source: SourceFile, limits: Limits) -> ReadDocument:
    """Takes memory until it is refused, and does not notice."""
    hoard = []
    while _bad(source):
        try:
            hoard.append(bytearray(8 * 2**20))
        except MemoryError:
            hoard.clear()
            raise SystemExit(1) from None
    return _READ


def devour_together(source: SourceFile, limits: Limits) -> ReadDocument:
    """Takes more than is allowed through processes of its own, each within the limit."""
    if _bad(source):
        code = "hoard = b'x' * (90 * 2**20); import time; time.sleep(60)"
        for _ in range(4):
            subprocess.Popen([sys.executable, "-c", code])
        time.sleep(60)
    return _READ


def with_a_child(source: SourceFile, limits: Limits) -> ReadDocument:
    """Starts a program, notes its number beside the file, and waits for it."""
    child = subprocess.Popen(["/bin/sleep", "300"])
    source.path.with_suffix(".pid").write_text(str(child.pid))
    child.wait()
    return _READ


def chatter(source: SourceFile, limits: Limits) -> ReadDocument:
    """Prints on both outputs, from Python and from below, and lets a child read its input."""
    print("noise" * 1000, flush=True)
    sys.stderr.write("noise")
    os.write(1, b"\0" * 64)
    taken = subprocess.run(["/bin/cat"], capture_output=True, check=True).stdout
    return ReadDocument(f"{source.name} {len(taken)}", ())


def fail(source: SourceFile, limits: Limits) -> ReadDocument:
    """Raises what no reader may raise."""
    if _bad(source):
        raise LookupError("/a/path/that/nobody/needs")
    return _READ


def who(source: SourceFile, limits: Limits) -> ReadDocument:
    """Says which process it is."""
    return ReadDocument(str(os.getpid()), ())


def keep(source: SourceFile, limits: Limits) -> ReadDocument:
    """Keeps memory that it never gives back."""
    _KEPT.append(b"x" * (50 * 2**20))
    return ReadDocument(str(os.getpid()), ())


_KEPT: list[bytes] = []
