"""The public pages of a cup, and a way to ask for them that costs what the product costs and nothing else."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.core.wsgi import get_wsgi_application
from django.test import RequestFactory

# One of each kind, on a cup of at least 100 players.
PAGES = {
    "tournaments": "/",
    "standings": "/t/{slug}/",
    "standings.json": "/t/{slug}/standings.json",
    "standings.csv": "/t/{slug}/standings.csv",
    "round": "/t/{slug}/rounds/2/",
    "table": "/t/{slug}/rounds/2/tables/3/",
    "player": "/t/{slug}/players/5/",
    "captures": "/t/{slug}/captures/",
    "rules": "/t/{slug}/rules/",
    "tournament.json": "/t/{slug}/exports/tournament.json",
}


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes


class Site:
    """The WSGI application with all its middleware, called directly: no network, and none of the test client's
    copying of template contexts, which would be measured too."""

    def __init__(self) -> None:
        self.application = get_wsgi_application()

    def get(self, path: str, **headers: str) -> Answer:
        """Return the whole answer to a GET of `path`; `if_none_match="…"` sends that header."""
        environ = RequestFactory().get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        started: list[tuple[str, list[tuple[str, str]]]] = []

        def start_response(status: str, fields: list[tuple[str, str]], fault: Any = None, /) -> Any:
            started.append((status, fields))

        chunks: Iterable[bytes] = self.application(environ.environ, start_response)
        body = b"".join(chunks)
        if close := getattr(chunks, "close", None):
            close()
        [(status, fields)] = started
        return Answer(int(status.split()[0]), dict(fields), body)
