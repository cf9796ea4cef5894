"""The sheet of paper: A4 either way, whose print it is above, when it was made and page x of y below."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import IO, Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.exports.pdf.fonts import BOLD, REGULAR, fit, given, width, wrap  # before platypus: sets its first font

from reportlab.lib.pagesizes import A4, landscape  # isort: skip
from reportlab.pdfgen.canvas import Canvas  # isort: skip
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, NextPageTemplate, PageBreak, PageTemplate  # isort: skip

from scoring.exports.pdf.pen import Pen  # isort: skip
from scoring.models import Series, Tournament  # isort: skip

PORTRAIT, LANDSCAPE = "portrait", "landscape"
_SIZES = {PORTRAIT: A4, LANDSCAPE: landscape(A4)}
#: Points: to the left and right; above and below what is printed between head and foot.
MARGIN, _ABOVE, _BELOW = 34.0, 54.0, 38.0

#: A chunk of flowables that are in memory together.
Part = list[Flowable]


def room(page: str) -> float:
    """The width between the margins (points)."""
    return _SIZES[page][0] - 2 * MARGIN


def height(page: str) -> float:
    """What is between head and foot (points)."""
    return _SIZES[page][1] - _ABOVE - _BELOW


def whole(page: str) -> tuple[float, float]:
    """A page from edge to edge (points)."""
    return _SIZES[page]


@dataclass(frozen=True, slots=True)
class Heads:
    """What every page says: the cup, when and where it was held (or the series), and when this was printed."""

    name: str
    occasion: str
    printed: str

    @classmethod
    def of(cls, subject: Tournament | Series, printed: datetime) -> Heads:
        """In the active language."""
        occasion = ""
        if isinstance(subject, Tournament):
            date = date_format(subject.date, "DATE_FORMAT")
            occasion = " · ".join(filter(None, [date, given(subject.venue)]))
        moment = date_format(timezone.localtime(printed), "DATETIME_FORMAT")
        return cls(
            name=given(subject.name),
            occasion=occasion,
            printed=_("Printed: %(moment)s") % {"moment": moment},
        )


def build(
    file: IO[bytes],
    subject: Tournament | Series,
    title: str,
    parts: Iterable[Part],
    printed: datetime,
    first: str = PORTRAIT,
    *,
    bare: bool = False,
) -> None:
    """Write the parts as a PDF, one after the other: a part is made when the one before it is on paper.

    `first` is how the first page lies. `bare` pages belong to the parts from edge to edge; whose they are, when they
    were printed and which page it is stands in one small line at the foot. The same parts and the same moment give the
    same bytes.
    """
    heads = Heads.of(subject, printed)

    def canvas(filename: Any, **options: Any) -> NumberedCanvas:
        made = NumberedCanvas(filename, **(options | {"invariant": 1, "pageCompression": 1}))
        stamp = timezone.localtime(printed).strftime("D:%Y%m%d%H%M%S%z")
        made.heads, made.bare = heads, bare
        made.setDateFormatter(lambda *_: f"{stamp[:-2]}'{stamp[-2:]}'")
        return made

    document = BaseDocTemplate(
        file,
        title=f"{heads.name} – {title}",
        author=heads.name,
        subject=title,
        creator="Tarokk Kupa",
        lang=get_language() or "hu",
        allowSplitting=1,
    )
    names = sorted(_SIZES, key=lambda name: name != first)
    frame = _whole if bare else _frame
    document.addPageTemplates([PageTemplate(name, [frame(name)], pagesize=_SIZES[name]) for name in names])
    document.build(_Feed(parts), canvasmaker=canvas)


def _frame(page: str) -> Frame:
    across, up = _SIZES[page]
    return Frame(MARGIN, _BELOW, across - 2 * MARGIN, up - _ABOVE - _BELOW, 0, 0, 0, 0, id=page)


def _whole(page: str) -> Frame:
    return Frame(0, 0, *_SIZES[page], 0, 0, 0, 0, id=page)


class _Feed(list[Flowable]):
    """The story as reportlab eats it, from the front; the next part is made when the plate is empty."""

    def __init__(self, parts: Iterable[Part]) -> None:
        super().__init__()
        self._parts: Iterator[Part] = iter(parts)

    def __len__(self) -> int:
        while not super().__len__():
            part = next(self._parts, None)
            if part is None:
                return 0
            self.extend(part)
        return super().__len__()


class NumberedCanvas(Canvas):
    """Keeps the pages until all are there, for each says how many there are."""

    heads: Heads
    bare: bool
    _pagesize: tuple[float, float]

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._kept: list[dict[str, Any]] = []
        self.marks: list[tuple[str, int]] = []

    def showPage(self) -> None:
        """Put the page aside and begin the next."""
        self._kept.append(dict(self.__dict__))
        self.marks = []
        self._startPage()  # type: ignore[attr-defined]  # the library's types leave it out

    def save(self) -> None:
        """Number the pages and write the file."""
        pages = len(self._kept)
        for number, page in enumerate(self._kept, start=1):
            self.__dict__.update(page)
            for nth, (text, level) in enumerate(self.marks):
                key = f"{number}.{nth}"
                self.bookmarkPage(key)
                self.addOutlineEntry(text, key, level, closed=level > 0)
            (self._foot if self.bare else self._frame_page)(number, pages)
            super().showPage()
        super().save()

    def _frame_page(self, number: int, pages: int) -> None:
        across, up = self._pagesize
        left, right = MARGIN, across - MARGIN
        name, occasion = self.heads.name, self.heads.occasion
        beside = width(name, BOLD, 10.5) + 14 + width(occasion, REGULAR, 9) <= right - left
        self.setFillGray(0)
        self.setFont(BOLD, 10.5)
        self.drawString(left, up - (34 if beside else 25), fit(name, right - left, BOLD, 10.5))
        self.setFont(REGULAR, 9)
        if beside:
            self.drawRightString(right, up - 34, occasion)
        else:
            self.drawString(left, up - 36, fit(occasion, right - left, REGULAR, 9))
        self.setLineWidth(0.6)
        self.line(left, up - 41, right, up - 41)
        self.setFont(REGULAR, 8)
        self.drawString(left, 26, self.heads.printed)
        self.drawRightString(right, 26, _page_of(number, pages))

    def _foot(self, number: int, pages: int) -> None:
        """All that a bare page says of itself."""
        across = self._pagesize[0] - 2 * MARGIN
        rest = " · ".join([self.heads.printed, _page_of(number, pages)])
        name = fit(self.heads.name, across - width(" · " + rest, REGULAR, 6), REGULAR, 6)
        self.setFillGray(0.35)
        self.setFont(REGULAR, 6)
        self.drawCentredString(self._pagesize[0] / 2, 14, f"{name} · {rest}")


def _page_of(number: int, pages: int) -> str:
    return _("Page %(number)s / %(pages)s") % {"number": number, "pages": pages}


class Heading(Flowable):
    """A title with a line of small print below; `level` (0, 1 …) puts it into the outline of the document."""

    keepWithNext = 1

    def __init__(self, text: str, small: str = "", *, level: int | None = None, size: float = 14) -> None:
        super().__init__()
        self.text, self.small, self.level, self.size = text, small, level, size

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:
        """The whole width, and a line for each."""
        self._lines = wrap(self.text, aW, BOLD, self.size, 3)
        self._small = wrap(self.small, aW, REGULAR, 9, 3) if self.small else ()
        self.width, self.height = aW, len(self._lines) * self.size * 1.25 + len(self._small) * 11.5 + 6
        return self.width, self.height

    def getSpaceBefore(self) -> float:
        """Room above it, unless it begins a page (points)."""
        return 12

    def draw(self) -> None:
        """Draw it, and mark the page."""
        canvas, y = self.canv, self.height
        if self.level is not None and isinstance(canvas, NumberedCanvas):
            canvas.marks.append((self.text, self.level))
        for lines, font, size, leading in (
            (self._lines, BOLD, self.size, self.size * 1.25),
            (self._small, REGULAR, 9, 11.5),
        ):
            canvas.setFont(font, size)
            for line in lines:
                canvas.drawString(0, y - size, line)
                y -= leading


class Text(Flowable):
    """A text over as many lines and pages as it takes, `indent` points from the margin, where a `label` may stand.

    `above` and `below` are the room before and after it (points); with `keep` it is not parted from what comes next.
    """

    def __init__(
        self,
        text: str,
        *,
        size: float = 9.5,
        above: float = 0,
        below: float = 0,
        indent: float = 0,
        label: str = "",
        bold: bool = False,
        keep: bool = False,
        lines: Sequence[str] | None = None,
    ) -> None:
        super().__init__()
        self.text, self.size, self.above, self.below, self.indent = text, size, above, below, indent
        self.label, self.font, self.lines = label, BOLD if bold else REGULAR, lines
        self.keepWithNext = int(keep)

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:
        """The whole width, and as many lines as it has."""
        if self.lines is None:
            inside = aW - self.indent
            self.lines = [
                line for part in self.text.split("\n") if part for line in wrap(part, inside, self.font, self.size)
            ]
        self._label = wrap(self.label, self.indent - 6, BOLD, self.size) if self.label else ()
        self.width, self.height = aW, max(len(self.lines), len(self._label)) * self._leading
        return self.width, self.height

    @property
    def _leading(self) -> float:
        return self.size * 1.32

    def split(self, aW: float, aH: float) -> list[Flowable]:
        """The lines that have room, and the rest; no single line is left alone."""
        self.wrap(aW, aH)
        lines = self.lines or []
        most = min(int(aH // self._leading), len(lines) - 2)
        if self.height <= aH:
            return [self]
        if most < max(2, len(self._label)):
            return []
        found: list[Flowable] = []
        for part, label, below in ((lines[:most], self.label, 0.0), (lines[most:], "", self.below)):
            text = Text(self.text, size=self.size, below=below, indent=self.indent, label=label, lines=part)
            text.font = self.font
            found.append(text)
        return found

    def getSpaceBefore(self) -> float:
        """Room above it, unless it begins a page (points)."""
        return self.above

    def getSpaceAfter(self) -> float:
        """Room below it (points)."""
        return self.below

    def draw(self) -> None:
        """Draw label and lines."""
        pen = Pen(self.canv)
        for texts, x, font in ((self._label, 0.0, BOLD), (self.lines or (), self.indent, self.font)):
            y = self.height - self.size
            for line in texts:
                pen.write(line, x, y, font, self.size)
                y -= self._leading
        pen.finish()


def page_break(page: str) -> Part:
    """On to a new page that lies so."""
    return [NextPageTemplate(page), PageBreak()]
