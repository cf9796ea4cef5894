"""Names as people write, look up and list them.

Two different things: searching forgives (an accent left off, capitals), listing is exact (the Hungarian alphabet,
in which Ö follows the last O and Cs follows the last C).
"""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

#: The letters in order. Long vowels stand with their short ones and only decide between otherwise equal words;
#: ö and ü are letters of their own, and so are the digraphs (MSZ, AkH. 12, 14).
_ALPHABET = (
    "a b c cs d dz dzs e f g gy h i j k l ly m n ny o ö p q r s sz t ty u ü v w x y z zs".split()
)  # fmt: skip
_RANK = {letter: rank for rank, letter in enumerate(_ALPHABET)}
_LONG = {"á": "a", "é": "e", "í": "i", "ó": "o", "ő": "ö", "ú": "u", "ű": "ü"}
#: A long digraph is written with its first letter doubled: "ssz" is sz + sz. Longest first.
_DIGRAPHS = (
    *("ddzs", "dzs", "ccs", "ddz", "ggy", "lly", "nny", "ssz", "tty", "zzs"),
    *(letter for letter in _ALPHABET if len(letter) == 2),
)

_SPACE, _DIGIT, _LETTER, _OTHER = range(4)


class CollationKey(NamedTuple):
    """Compares like the entry's place in a Hungarian list of names."""

    letters: tuple[tuple[int, int], ...]
    accents: tuple[int, ...]
    capitals: tuple[bool, ...]
    text: str


#: What nobody sees and a spreadsheet or a web page leaves in a name: marks of direction, joiners, soft hyphens.
_UNSEEN = dict.fromkeys([0xAD, 0x61C, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0xFEFF])


def tidy(text: str) -> str:
    """A name as it is kept: composed letters (NFC), one space between words whatever they were, nothing unseen."""
    return " ".join(unicodedata.normalize("NFC", text).translate(_UNSEEN).split())


def fold(text: str) -> str:
    """`text` without accents, capitals and differences of encoding: what searching compares."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in decomposed if not unicodedata.combining(char)).casefold()


def matches(query: str, *texts: str) -> bool:
    """Is each word of `query` somewhere in `texts`, accents and capitals aside? An empty query matches everything."""
    if not query:
        return True
    haystack = "\n".join(fold(text) for text in texts)
    return all(word in haystack for word in fold(query).split())


def cell(text: str) -> str:
    """User text for a cell of a CSV file, where a spreadsheet would take it for a formula: a quote is put before it.

    A formula in somebody's name would run on the organiser's machine.
    """
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


def hungarian(text: str) -> CollationKey:
    """The key that sorts `text` into Hungarian alphabetical order, composed or decomposed alike.

    Letters decide first, word by word; then long vowels and foreign accents; then capitals (small first).
    """
    composed = unicodedata.normalize("NFC", text)
    letters: list[tuple[int, int]] = []
    accents: list[int] = []
    for letter in _letters(composed.lower()):
        rank, accent = _place(letter)
        letters.append(rank)
        accents.append(accent)
    return CollationKey(tuple(letters), tuple(accents), tuple(char.isupper() for char in composed), composed)


def _letters(text: str) -> list[str]:
    """`text` cut into the letters of the alphabet, a long digraph into its two."""
    found: list[str] = []
    at = 0
    while at < len(text):
        cluster = next((d for d in _DIGRAPHS if text.startswith(d, at)), text[at])
        at += len(cluster)
        if len(cluster) > 1 and cluster not in _RANK:
            found += [cluster[1:]] * 2
        else:
            found.append(cluster)
    return found


def _place(letter: str) -> tuple[tuple[int, int], int]:
    """Where a letter stands, and how it differs from the plain one."""
    if letter in _RANK:
        return (_LETTER, _RANK[letter]), 0
    if letter in _LONG:
        return (_LETTER, _RANK[_LONG[letter]]), 1
    if letter.isspace() or letter in "-–.'’":
        return (_SPACE, 0), 0
    if letter.isdecimal():
        return (_DIGIT, unicodedata.decimal(letter)), 0
    base = unicodedata.normalize("NFD", letter)[0]
    if base in _RANK:
        return (_LETTER, _RANK[base]), ord(letter)
    return (_OTHER, ord(letter)), 0
