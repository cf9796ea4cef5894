"""Where the texts of a print stand on its pages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from pypdf import PageObject

from scoring.exports.pdf.fonts import width
from scoring.exports.pdf.pen import Pen


def operators_of(page: PageObject) -> str:
    """What draws a page, as it stands in the file."""
    content = page.get_contents()
    assert content is not None
    return content.get_data().decode("latin-1")


@dataclass(frozen=True, slots=True)
class Text:
    """A text on a page: from the left edge to the right one, on a line (points from the lower left corner)."""

    page: int
    text: str
    left: float
    right: float
    line: float
    size: float


@contextmanager
def texts_written() -> Iterator[list[Text]]:
    """All that pens write meanwhile."""
    found: list[Text] = []
    write = Pen.write

    def noted(pen: Pen, text: str, x: float, y: float, font: str, size: float) -> None:
        canvas: Any = pen._canvas
        left, line = canvas.absolutePosition(x, y)
        found.append(Text(canvas.getPageNumber(), text, left, left + width(text, font, size), line, size))
        write(pen, text, x, y, font, size)

    with patch.object(Pen, "write", noted):
        yield found
