"""How gunicorn serves the product: `gunicorn --config python:tarokkkupa.gunicorn tarokkkupa.wsgi`."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from scoring.network import invitation

host = os.environ.get("HOST", "0.0.0.0")
port = int(os.environ.get("PORT", "8000"))
bind = f"{host}:{port}"

# Tried with 24 tables that send at once and 200 phones that poll, on two cores and SQLite.
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
threads = 8
worker_class = "gthread"

# Nobody steers the server through a socket; without it no file is left behind.
control_socket_disable = True

# The same JSON lines, with table links redacted, for the server's own logs. The access log has the path as Django
# sees it (decoded, so that an escaped /table/ is still found) and neither query nor referer.
accesslog = "-"
access_log_format = "%(h)s %(m)s %(U)s %(s)s %(B)s bytes %(M)s ms"
logconfig_dict = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "tarokkkupa.logs.JsonLines"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        "gunicorn.error": {"handlers": [], "level": "INFO", "propagate": True},
        "gunicorn.access": {"handlers": [], "level": "INFO", "propagate": True},
    },
}


_manage = Path(__file__).resolve().parent.parent / "manage.py"
_copies: list[subprocess.Popen[bytes]] = []


def when_ready(server: Any) -> None:
    """Say where people find it, as `manage.py serve` does, and let copies be made, by a process of its own."""
    print(*invitation(host, port), sep="\n", flush=True)
    _copies.append(subprocess.Popen([sys.executable, str(_manage), "copies", "--attended"]))


def on_exit(server: Any) -> None:
    """End it; of a server that was killed it takes leave by itself."""
    for process in _copies:
        process.terminate()
