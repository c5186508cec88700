"""What kind of picture a file is, by its first bytes."""

from __future__ import annotations

IMAGE_SUFFIXES = (".png", ".jpg", ".jpeg", ".tif", ".tiff", ".bmp", ".webp", ".heic", ".heif")
_HEIF_BRANDS = {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"}
_STARTS = {b"\x89PNG\r\n\x1a\n": "PNG", b"\xff\xd8\xff": "JPEG", b"II*\0": "TIFF", b"MM\0*": "TIFF"}


def image_kind(head: bytes) -> str | None:
    """`PNG`, `JPEG`, `TIFF`, `BMP`, `WEBP` or `HEIF`; None for what is no such picture."""
    if head[4:8] == b"ftyp" and head[8:12] in _HEIF_BRANDS:
        return "HEIF"
    if head.startswith(b"RIFF") and head[8:12] == b"WEBP":
        return "WEBP"
    if head.startswith(b"BM") and head[6:10] == bytes(4):
        return "BMP"
    return next((kind for start, kind in _STARTS.items() if head.startswith(start)), None)
