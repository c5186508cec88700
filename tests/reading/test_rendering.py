import io

import pypdfium2 as pdfium
import pytest
from PIL import Image, ImageOps
from tests.reading.made_files import lines, pdf, read

from youju.reading.document import Box, boxes_of
from youju.reading.reader import SourceFile
from youju.reading.rendering import MOST_PIXELS
from youju.reading.worker import ReadingPool


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    texts = ["第一行文字在此", "第二行文字在此", "第三行文字在此"]
    return pdf(tmp_path_factory.mktemp("pdf") / "a.pdf", [lambda c: lines(c, texts, pitch=40)])


async def rendered(path, boxes, scale=2.0):
    async with ReadingPool() as pool:
        data = await pool.render(SourceFile(path, path.name), 1, boxes, scale)
    return Image.open(io.BytesIO(data)).convert("RGB")


def marked(pixel):
    red, green, blue = pixel
    return red > 180 and green > 150 and blue < 200 and red - blue > 40


async def test_the_cited_words_are_marked_and_no_others(page):
    document = read(page)
    start = document.text.index("第二行")
    (box,) = boxes_of(document.lines, start, start + 3)
    image = await rendered(page, [box, Box(2, 0, 0, 500, 500)])
    yellow = [
        (x / 2, y / 2)
        for x in range(0, image.width, 3)
        for y in range(0, image.height, 3)
        if marked(image.getpixel((x, y)))
    ]
    assert yellow
    assert all(box.x0 - 2 <= x <= box.x1 + 2 and box.y0 - 2 <= y <= box.y1 + 2 for x, y in yellow)
    assert sum(map(bool, yellow)) > 0.6 * (box.x1 - box.x0) * (box.y1 - box.y0) * 4 / 9


async def test_text_is_drawn_with_the_fonts_of_the_system_though_reading_has_none(page):
    """The reader's box font must not reach the picture: a character has ink in more than one slim bar."""
    image = await rendered(page, [], 4.0)
    ink = [x for x in range(72 * 4, 150 * 4) for y in range(60 * 4, 100 * 4) if sum(image.getpixel((x, y))) < 200]
    assert len(set(ink)) > 60 or not ink  # no ink at all where the system has no Chinese font


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
@pytest.mark.parametrize("crop", [None, (30, 50, 560, 800)])
async def test_boxes_and_pictures_agree_on_turned_and_cropped_pages(tmp_path, turn, crop):
    path = pdf(tmp_path / "a.pdf", [lambda c: lines(c, ["MMMMMM"], x=200, y=500, font="Helvetica", size=20)])
    document = pdfium.PdfDocument(path)
    document[0].set_rotation(turn)
    if crop:
        document[0].set_cropbox(*crop)
    document.save(tmp_path / "b.pdf")
    document.close()
    read_ = read(tmp_path / "b.pdf")
    boxes = boxes_of(read_.lines, 0, len(read_.text))
    around = [
        min(box.x0 for box in boxes),
        min(box.y0 for box in boxes),
        max(box.x1 for box in boxes),
        max(box.y1 for box in boxes),
    ]
    image = ImageOps.invert((await rendered(tmp_path / "b.pdf", [])).convert("L"))
    assert image.size == (round(read_.pages[0].width * 2), round(read_.pages[0].height * 2)) or crop
    ink = [edge / 2 for edge in image.getbbox()]
    outside = [ink[0] - around[0], ink[1] - around[1], around[2] - ink[2], around[3] - ink[3]]
    assert min(outside) > -1  # the ink lies in the boxes
    assert max(outside) < 8  # and the boxes are no larger than a line


async def test_pixels_are_bounded(page):
    image = await rendered(page, [], 500.0)
    assert image.width * image.height <= MOST_PIXELS * 1.01
