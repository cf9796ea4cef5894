"""Lists of players as people have them, read: bytes or pasted text become rows. Nothing here asks a database.

A file is read into a `Sheet` (`read_file`, `read_text`), its columns are guessed (`guess`), and each row becomes an
`Entry` with what is doubtful about it (`entries_of`). What cannot be read is `Unreadable`, with a code for its
sentence.
"""

from scoring.imports.carry import packed, unpacked
from scoring.imports.columns import ROLES, Columns, guess
from scoring.imports.doubles import Likeness, Names
from scoring.imports.preview import Line, Preview, preview
from scoring.imports.reading import read_file
from scoring.imports.rows import MOST_ROWS, Entry, Note, empty_rows, entries_of
from scoring.imports.sheet import Cell, Kind, Sheet, Unreadable
from scoring.imports.words import ENCODINGS, read_text

__all__ = [
    "ENCODINGS",
    "MOST_ROWS",
    "ROLES",
    "Cell",
    "Columns",
    "Entry",
    "Kind",
    "Likeness",
    "Line",
    "Names",
    "Note",
    "Preview",
    "Sheet",
    "Unreadable",
    "empty_rows",
    "entries_of",
    "guess",
    "packed",
    "preview",
    "read_file",
    "read_text",
    "unpacked",
]
