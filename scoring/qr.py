"""QR codes of addresses: as drawings for pages, as squares for prints."""

from __future__ import annotations

import segno
from django.utils.safestring import SafeString, mark_safe

#: Modules of white around a code, as readers want it.
QUIET = 4


def squares(address: str) -> tuple[tuple[bool, ...], ...]:
    """The rows of the code, dark modules true, without the white around it."""
    return tuple(tuple(module == 1 for module in row) for row in _code(address).matrix)


def drawing(address: str) -> SafeString:
    """The code as SVG of the size of what is around it: black on white whatever the page's colours, and without style
    attributes, which the pages' policy forbids."""
    # Nothing of the address is in it but as squares.
    return mark_safe(
        _code(address).svg_inline(border=QUIET, dark="#000", light="#fff", omitsize=True, svgclass=None, lineclass=None)
    )


def _code(address: str) -> segno.QRCode:
    # M: 15 % of it may be creased or under a glass. More would make the squares smaller.
    return segno.make_qr(address, error="m")
