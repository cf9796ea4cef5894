"""A second laptop fetches the newest copy of the first one."""

from __future__ import annotations

import http.client
import re
import urllib.error
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

from scoring.safe.bundle import opened_bundle
from scoring.safe.folder import NAME, Copy, Folder
from scoring.safe.sqlite import brought_up_to_date, is_sqlite
from scoring.services.errors import Refusal
from scoring.services.sentences import say

#: Seconds without a byte after which the other laptop counts as gone.
PATIENCE = 60
BLOCK = 1 << 16


class NotPulled(Exception):
    """Why there is no new copy, in words without the address, which is a secret."""


def pull(address: str, folder: Folder) -> Copy | None:
    """Fetches the newest copy into the folder, and looks whether it is whole; None when the folder has it already.

    Raises NotPulled; OSError of a folder that cannot be written.
    """
    newest = folder.newest()
    request = urllib.request.Request(address)
    if newest is not None:
        request.add_header("If-None-Match", f'"{newest.name}"')
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:
            name = _name(response.headers.get("Content-Disposition", ""))
            length = int(response.headers.get("Content-Length") or -1)
            return folder.put_as(name, lambda path: _fetch(response, length, path))
    except urllib.error.HTTPError as error:
        if error.code == 304:
            return None
        raise NotPulled(_WHY.get(error.code, f"the answer is {error.code}")) from error
    except urllib.error.URLError as error:
        raise NotPulled(f"no answer ({error.reason})") from error
    except (TimeoutError, ConnectionError) as error:
        raise NotPulled("the connection broke off") from error


_WHY = {
    403: "the address is not good (any more): look at the page of the first laptop",
    404: "the address is not good (any more), or there is no copy yet: look at the page of the first laptop",
    429: "too many wrong addresses came from here: wait a minute",
}


def check_address(address: str) -> None:
    """Raises NotPulled of what is no address of copies."""
    found = urlsplit(address)
    if found.scheme not in ("http", "https") or not found.netloc:
        raise NotPulled("the address begins with http:// or https://, as the page of the first laptop shows it")


def _name(disposition: str) -> str:
    """Where it goes is for this machine to say: only a name that one of our copies has is taken."""
    found = re.search(r'filename="([^"]+)"', disposition)
    if found is None or NAME.fullmatch(found[1]) is None:
        raise NotPulled("what answers there is no tarokk program")
    return found[1]


def _fetch(response: http.client.HTTPResponse, length: int, path: Path) -> None:
    size = 0
    with path.open("wb") as file:
        while block := response.read(BLOCK):
            size += file.write(block)
    if length >= 0 and size != length:
        raise NotPulled("the connection broke off")
    try:
        if is_sqlite(path):
            with brought_up_to_date(path):
                return
        with opened_bundle(path):
            return
    except Refusal as error:
        raise NotPulled(" ".join(say(problem) for problem in error.problems)) from error
