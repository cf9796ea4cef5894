"""What everything is worth under a ruleset, in a narrow column: beside the rows of a score sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from rules import Ruleset
from scoring.explain import kontra_word, say
from scoring.exports.pdf.fonts import BOLD, REGULAR, fit, given, largest, width, wrap
from scoring.exports.pdf.grid import GROUND, LINE
from scoring.exports.pdf.pen import Pen
from scoring.numbers import written
from scoring.rulesheet import FigureRow, rule_sheet
from scoring.tarokysheet import MeldRow, TarokySheet

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

#: How wide it is (points).
LEGEND = 168.0
_SIZE, _LEADING = 8.0, 10.2
#: Lines of figures are at most as high as this; the more there are, the closer they stand.
_HIGH = 20.0
#: Columns of the values, from the right edge.
_VALUE = 41.0
_INSIDE = 5.0


class Legend:
    """Bids, kontras, every figure announced and silent, melds, and a renonsz; drawn from the origin upwards."""

    def __init__(self, ruleset: Ruleset, across: float, high: float) -> None:
        self.width, self.height = across, high
        self.title = given(capfirst(say(ruleset.name)))
        sheet = rule_sheet(ruleset, 1)
        self.texts = _texts(ruleset, sheet.taroky)
        self.figures = sheet.figures
        self.melds = sheet.taroky.melds if sheet.taroky else ()
        self.limits = sorted({figure.kontra for figure in self.figures if figure.kontra_limited})

    def draw_on(self, canvas: Canvas) -> None:
        """Frame, texts, then the figures in the room that is left."""
        pen = Pen(canvas)
        inside = self.width - 2 * _INSIDE
        canvas.setFillColor(GROUND)
        canvas.rect(0, self.height - 17, self.width, 17, stroke=0, fill=1)
        canvas.setFillGray(0)
        size = largest(self.title, inside, BOLD, 9.5, 6.5)
        pen.write(fit(self.title, inside, BOLD, size), _INSIDE, self.height - 12, BOLD, size)
        y = self.height - 17 - 4
        for label, text in self.texts:
            y = self._write_text(pen, label, text, y)
        notes = self._notes()
        bottom = 4 + len(notes) * _LEADING
        self._write_values(canvas, pen, y - 2, bottom)
        for number, line in enumerate(reversed(notes)):
            pen.write(line, _INSIDE, 5 + number * _LEADING, REGULAR, _SIZE)
        pen.finish()
        canvas.setLineWidth(0.9)
        canvas.rect(0, 0, self.width, self.height)

    def _write_text(self, pen: Pen, label: str, text: str, y: float) -> float:
        """ "Játék: három 1, …", the label bold; returns where the next begins."""
        label = f"{label}: "
        lines = wrap(label + text, self.width - 2 * _INSIDE, REGULAR, _SIZE, 4)
        for number, line in enumerate(lines):
            y -= _LEADING
            x = _INSIDE
            if number == 0 and line.startswith(label):
                pen.write(label, x, y + 2, BOLD, _SIZE)
                x += width(label, BOLD, _SIZE)
                line = fit(line.removeprefix(label), self.width - _INSIDE - x, REGULAR, _SIZE)
            pen.write(line, x, y + 2, REGULAR, _SIZE)
        return y - 2.5

    def _notes(self) -> list[str]:
        """Below the figures: how far those with a mark may be kontra'd."""
        notes = [
            f"{_mark(place)} " + _("up to %(kontra)s") % {"kontra": kontra} for place, kontra in enumerate(self.limits)
        ]
        return [line for note in notes for line in wrap(note, self.width - 2 * _INSIDE, REGULAR, _SIZE, 2)]

    def _write_values(self, canvas: Canvas, pen: Pen, top: float, bottom: float) -> None:
        """A line for each figure and meld; heads above, hairlines between."""
        head = _LEADING + 3
        heads = head * 2 if self.melds else head
        leading = min(_HIGH, (top - bottom - heads) / max(len(self.figures) + len(self.melds), 1))
        size = min(9.0, leading * 0.72)
        right = self.width - _INSIDE
        self._write_heads(
            canvas, pen, top - head, _("Figure"), ((_("Announced"), right - _VALUE), (_("Silent"), right))
        )
        y = top - head
        for figure in self.figures:
            y -= leading
            self._write_figure(pen, figure, y + (leading - size * 0.72) / 2, size)
            canvas.line(0, y, self.width, y)
        if self.melds:
            y -= head
            self._write_heads(canvas, pen, y, _("Meld"), ((_("Value"), right),))
        for meld in self.melds:
            y -= leading
            self._write_meld(pen, meld, y + (leading - size * 0.72) / 2, size)
            canvas.line(0, y, self.width, y)
        canvas.setStrokeGray(0)

    def _write_heads(
        self, canvas: Canvas, pen: Pen, y: float, name: str, values: tuple[tuple[str, float], ...]
    ) -> None:
        """The heads of the lines that come below `y`: what they name, and the values by their right edges."""
        canvas.setFillColor(GROUND)
        canvas.rect(0, y, self.width, _LEADING + 3, stroke=0, fill=1)
        canvas.setFillGray(0)
        pen.write(name, _INSIDE, y + 3.5, BOLD, _SIZE)
        for text, edge in values:
            text = fit(text, _VALUE + 6, BOLD, _SIZE)
            pen.write(text, edge - width(text, BOLD, _SIZE), y + 3.5, BOLD, _SIZE)
        canvas.setStrokeColor(LINE)
        canvas.setLineWidth(0.3)

    def _write_figure(self, pen: Pen, figure: FigureRow, y: float, size: float) -> None:
        right = self.width - _INSIDE
        name = given(capfirst(figure.name))
        if figure.kontra_limited:
            name += " " + _mark(self.limits.index(figure.kontra))
        inside = right - 2 * _VALUE - _INSIDE + 8
        fitting = largest(name, inside, REGULAR, size, size * 0.75)
        pen.write(fit(name, inside, REGULAR, fitting), _INSIDE, y, REGULAR, fitting)
        for text, edge, font in ((figure.announced, right - _VALUE, BOLD), (figure.silent, right, REGULAR)):
            text = text or "–"
            pen.write(text, edge - width(text, font, size), y, font, size)

    def _write_meld(self, pen: Pen, meld: MeldRow, y: float, size: float) -> None:
        right, name, value = self.width - _INSIDE, given(capfirst(meld.name)), written(meld.value)
        inside = right - _VALUE / 2 - _INSIDE
        fitting = largest(name, inside, REGULAR, size, size * 0.6)
        pen.write(fit(name, inside, REGULAR, fitting), _INSIDE, y, REGULAR, fitting)
        pen.write(value, right - width(value, BOLD, size), y, BOLD, size)


def _mark(place: int) -> str:
    return "*" * (place + 1)


def _texts(ruleset: Ruleset, taroky: TarokySheet | None) -> list[tuple[str, str]]:
    """What is said above the figures."""
    ladder = ", ".join(given(kontra_word(ruleset, level)) for level in range(1, len(ruleset.ladder) + 1))
    if taroky is not None:
        return _taroky_texts(taroky, ladder)
    bids = [f"{given(say(bid.name))} {bid.value}" for bid in ruleset.bids.values()]
    texts = [(_("Game"), ", ".join(bids)), (_("Kontra"), ladder)]
    penalty = ruleset.penalty
    bounds = []
    if penalty.minimum:
        bounds.append(_("at least %(points)s") % {"points": written(penalty.minimum)})
    if penalty.maximum is not None:
        bounds.append(_("at most %(points)s") % {"points": written(penalty.maximum)})
    if bounds:
        texts.append((_("Renonsz"), ", ".join(bounds)))
    return texts


def _taroky_texts(taroky: TarokySheet, ladder: str) -> list[tuple[str, str]]:
    """The same for the Czech game: what a card point is worth, and what Warszawa costs."""
    bids = ", ".join(f"{given(bid.name)} ×{bid.times}" for bid in taroky.bids if bid.times)
    game = _("%(bids)s, for each card point over or under %(half)s; at %(half)s : %(half)s %(tie)s")
    values = {"bids": bids, "half": taroky.half, "tie": written(-taroky.tie)}
    texts = [(_("Game"), game % values), (_("Kontra"), ladder)]
    if taroky.warsaw:
        steps = [", ".join(f"{step.card_points}: {step.units}" for step in taroky.warsaw)]
        if taroky.trickless != 1:
            steps.append(_("×%(times)s to one without a trick") % {"times": taroky.trickless})
        texts.append((given(capfirst(taroky.warsaw_name)), "; ".join(steps)))
    return texts
