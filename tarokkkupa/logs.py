"""Logs that a program can read and that give no secret away.

A table's link, `/table/<token>/…`, is the right to enter its deals, a link to set a password, `/password/…`, is the
account, and the address of copies, `/copies/…`, is everything: whoever reads a log must not find one there. So they are
taken out of every line, whatever wrote it, and out of the server's access log.
"""

import json
import logging
import re

_LINK = re.compile(r"(/(?:table|password|copies)/)[^\s\"'<>]+")


def redact(text: str) -> str:
    """Return `text` with what follows `/table/`, `/password/` or `/copies/` in an address replaced by an ellipsis."""
    return _LINK.sub(r"\1…", text)


class JsonLines(logging.Formatter):
    """One JSON object a line: `time` (ISO 8601, local, with offset), `level`, `logger`, `message`, and for a fault
    `traceback`. Links that are secrets are redacted."""

    default_time_format = "%Y-%m-%dT%H:%M:%S%z"
    default_msec_format = ""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, str] = {
            "time": self.formatTime(record),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            entry["traceback"] = self.formatException(record.exc_info)
        return json.dumps({key: redact(value) for key, value in entry.items()}, ensure_ascii=False)
