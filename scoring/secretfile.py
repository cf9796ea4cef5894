"""Secrets that an installation makes for itself on the first run and then keeps, each in a file of its own."""

import contextlib
import os
import secrets
import tempfile
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


def kept_secret(path: Path) -> str:
    """Return the secret kept in the file `path`; on the first run make the file, readable by its owner only.

    Several workers may start at once: each writes a candidate of its own, whole, and the first to link it to
    `path` wins; all then read the winner's. Nobody ever sees an empty or a half-written file.

    Raises ImproperlyConfigured when the file can be neither read nor made.
    """
    try:
        if not path.exists():
            _make(path)
        secret = path.read_text(encoding="ascii").strip()
    except OSError as error:
        raise ImproperlyConfigured(f"Set SECRET_KEY, or let me keep one in {path}: {error}") from error
    if not secret:
        raise ImproperlyConfigured(f"{path} is empty: delete it, and a new key is made on the next start.")
    return secret


def another_secret(path: Path) -> str:
    """Puts another secret in the place of the one in that file, and returns it; raises OSError."""
    candidate = _candidate(path)
    os.replace(candidate, path)
    return path.read_text(encoding="ascii").strip()


def _make(path: Path) -> None:
    candidate = _candidate(path)
    try:
        # If another worker was first, its key is the one.
        with contextlib.suppress(FileExistsError):
            os.link(candidate, path)
    finally:
        os.unlink(candidate)


def _candidate(path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    # mkstemp opens with O_EXCL and mode 0600, so that the key is never readable by others, not even briefly.
    handle, candidate = tempfile.mkstemp(prefix=path.name, dir=path.parent)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(48) + "\n")
    return candidate
