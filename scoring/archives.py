"""What zip files from outside come to: lists of players in a workbook, backups."""

import zipfile
import zlib

#: What an archive that is not whole, or was made to deceive, may raise while it is opened or read.
BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError)
