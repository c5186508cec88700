"""Pictures as documents: formats, frames, the camera's turn, bombs and damage."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path

import pytest
from PIL import Image, features
from tests.reading.made_files import read, read_bytes
from tests.reading.ocr_scene import recognised

from youju.errors import InputRejected, NotFound
from youju.reading.pictures import page_picture
from youju.reading.reader import Limits, SourceFile
from youju.reading.readers import read_file
from youju.reading.rendering import render_page

SIZE = (400, 300)


def saved(kind: str, size: tuple[int, int] = SIZE, **options: object) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, (250, 250, 250)).save(out, kind, **options)
    return out.getvalue()


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "TIFF", "BMP", "WEBP"])
def test_each_format_is_a_page_that_needs_ocr(tmp_path: Path, kind: str) -> None:
    if kind == "WEBP" and not features.check("webp"):
        pytest.skip("this Pillow has no WebP")
    document = read_bytes(tmp_path, f"扫描.{kind.lower()}", saved(kind))
    assert (document.text, document.needs_ocr, document.media_type) == ("", (1,), f"image/{kind.lower()}")
    assert document.metadata["reader"].startswith("picture/")


def test_the_frames_of_a_tiff_are_pages(tmp_path: Path) -> None:
    more = [Image.new("RGB", (300, 400), "white"), Image.new("L", SIZE, 255)]
    document = read_bytes(tmp_path, "传真.tif", saved("TIFF", save_all=True, append_images=more))
    assert document.needs_ocr == (1, 2, 3)
    assert [page.width < page.height for page in document.pages] == [False, True, False]
    with pytest.raises(InputRejected, match="3 pages, and 2 are allowed"):
        read(tmp_path / "传真.tif", max_pages=2)


def test_a_moving_picture_is_one_page(tmp_path: Path) -> None:
    more = [Image.new("RGB", SIZE, colour) for colour in ("red", "blue")]
    document = read_bytes(tmp_path, "动画.png", saved("PNG", save_all=True, append_images=more))
    assert document.needs_ocr == (1,)


def test_a_picture_is_seen_as_the_camera_says(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    document = read_bytes(tmp_path, "照片.jpg", saved("JPEG", exif=exif))
    assert document.pages[0].height > document.pages[0].width
    picture, width, height = page_picture(tmp_path / "照片.jpg", 1, 1.0, 10**6)
    assert picture.height > picture.width
    assert (round(width, 2), round(height, 2)) == (document.pages[0].width, document.pages[0].height)


def test_a_believable_resolution_is_taken(tmp_path: Path) -> None:
    document = read_bytes(tmp_path, "扫描.png", saved("PNG", (1654, 2339), dpi=(200, 200)))
    assert document.pages[0].width == pytest.approx(595.4, abs=0.5)
    unknown = read_bytes(tmp_path, "截图.png", saved("PNG", (1080, 1920)))
    assert unknown.pages[0].width == pytest.approx(595, abs=0.5)


def bomb(width: int, height: int) -> bytes:
    """A PNG of a few hundred bytes that says it is huge."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = zlib.compress(bytes(100))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


@pytest.mark.parametrize("side", [11_000, 60_000])
def test_a_bomb_is_refused_by_its_pixels(tmp_path: Path, side: int) -> None:
    with pytest.raises(InputRejected, match="million pixels") as refusal:
        read_bytes(tmp_path, "炸弹.png", bomb(side, side))
    assert refusal.value.code == "too_large" and refusal.value.message.startswith("炸弹.png")


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "TIFF"])
def test_a_file_that_was_cut_off_is_damaged(tmp_path: Path, kind: str) -> None:
    with pytest.raises(InputRejected, match="damaged") as refusal:
        read_bytes(tmp_path, f"半.{kind.lower()}", saved(kind)[: 700 if kind == "TIFF" else 300])
    assert refusal.value.code == "broken"


def test_a_damaged_heic_ends_in_a_line(tmp_path: Path) -> None:
    with pytest.raises(InputRejected, match=r"照片.heic") as refusal:
        read_bytes(tmp_path, "照片.heic", b"\0\0\0\x18ftypheic" + bytes(200))
    assert refusal.value.code in {"broken", "unsupported"} and refusal.value.remedy


def test_a_dot_holds_no_text(tmp_path: Path) -> None:
    with pytest.raises(InputRejected, match="too small"):
        read_bytes(tmp_path, "点.png", saved("PNG", (3, 3)))


def test_what_was_recognised_is_the_text_of_its_page(tmp_path: Path) -> None:
    more = [Image.new("RGB", SIZE, "white"), Image.new("RGB", SIZE, "white")]
    path = tmp_path / "传真.tif"
    path.write_bytes(saved("TIFF", save_all=True, append_images=more))
    pages = (recognised(1, "住宿费在限额内据实报销。"), recognised(2, "ww", score=0.6))
    document = read_file(SourceFile(path, path.name, recognised=pages), Limits())
    assert document.text == "住宿费在限额内据实报销。"
    assert (document.needs_ocr, document.unreadable) == ((3,), (2,))
    assert [page.confidence for page in document.pages] == [0.97, None, None]
    assert document.metadata["reader"] != read(path).metadata["reader"]


def test_a_page_of_a_picture_is_drawn(tmp_path: Path) -> None:
    path = tmp_path / "图.png"
    path.write_bytes(saved("PNG"))
    with Image.open(io.BytesIO(render_page(path, 1, ()))) as drawn:
        assert drawn.width / drawn.height == pytest.approx(4 / 3, abs=0.01)
    with pytest.raises(NotFound):
        render_page(path, 2, ())
