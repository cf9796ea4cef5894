"""The exchange document of a cup (docs/formats.md): read, found right or refused with every fault, and loaded."""

from scoring.services.document.check import check
from scoring.services.document.load import load_document
from scoring.services.document.parse import MAX_BYTES, parse, read_file

__all__ = ["MAX_BYTES", "check", "load_document", "parse", "read_file"]
