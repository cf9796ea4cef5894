"""From a file to JSON values: whatever somebody hands us is refused with a sentence, not a traceback."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from scoring.services import Refusal
from scoring.services.document import MAX_BYTES, parse, read_file
from scoring.services.sentences import tell

WRONG = {
    b"": ("not-json", ""),
    b"{": ("not-json", ""),
    b'{"a": 1,}': ("not-json", ""),
    b'{"a": NaN}': ("not-a-number", ""),
    b"[-Infinity]": ("not-a-number", ""),
    b'{"a": 1, "b": 2, "a": 3}': ("duplicate-key", ""),
    b'{"x": {"\xc5\x91": [{"a": 1, "a": 1}]}}': ("duplicate-key", ""),
    b'{"name": "\xf5"}': ("not-utf-8", ""),
    '{"a": 1}'.encode("utf-16"): ("not-utf-8", ""),
    b'{"players": [{"name": "a\\u0000b"}]}': ("bad-text", "players[0].name"),
    b'{"rounds": [1, {"note": "\\ud800"}]}': ("bad-text", "rounds[1].note"),
    b'{"a": {"\\udfff": 1}}': ("bad-text", "a"),
    b'{"a": [1e400]}': ("number-too-large", "a[0]"),
    b'{"a": -1000000001}': ("number-too-large", "a"),
    b'{"a": ' + b"9" * 5000 + b"}": ("number-too-large", "a"),
    b'{"a": -' + b"9" * 5000 + b"}": ("number-too-large", "a"),
    b"[" * 100_000 + b"]" * 100_000: ("nesting-too-deep", ""),
    b"[" * 30 + b"]" * 30: ("nesting-too-deep", "[0]" * 20),
    b'{"a":' * 200_000 + b"1" + b"}" * 200_000: ("nesting-too-deep", ""),
}


@pytest.mark.parametrize("data", WRONG, ids=range(len(WRONG)))
def test_refused_in_a_sentence(data: bytes) -> None:
    with pytest.raises(Refusal) as refusal:
        parse(data)
    assert [(problem.code, problem.field) for problem in refusal.value.problems] == [WRONG[data]]
    assert tell(refusal.value.problems[0]).endswith((".", ")."))


def test_all_unfit_values_are_told() -> None:
    with pytest.raises(Refusal) as refusal:
        parse(b'{"a": "\\u0000", "b": [1e999, {"c": "\\udc00"}]}')
    assert [problem.field for problem in refusal.value.problems] == ["a", "b[0]", "b[1].c"]


def test_a_byte_order_mark_is_fine() -> None:
    assert parse(b'\xef\xbb\xbf{"a": "\xc5\x91"}') == {"a": "ő"}


def test_surrogate_pairs_are_letters() -> None:
    assert parse(b'["\\ud83c\\udccf"]') == ["🃏"]


def test_too_many_bytes() -> None:
    with pytest.raises(Refusal, match="file-too-large"):
        parse(b" " * (MAX_BYTES + 1))


def test_files(tmp_path: Path) -> None:
    good = tmp_path / "jó.json"
    good.write_text(json.dumps({"a": 1}), encoding="utf-8")
    assert read_file(good) == b'{"a": 1}'
    huge = tmp_path / "huge.json"
    with huge.open("wb") as file:
        file.truncate(300 * 2**20)
    wrong: dict[str | Path, str] = {
        tmp_path / "none.json": "file-missing",
        tmp_path: "file-is-directory",
        huge: "file-too-large",
        "a\0b": "file-unreadable",
        "nincs\udcff.json": "file-missing",
        "x" * 5000: "file-unreadable",
    }
    if os.path.exists("/dev/zero"):
        wrong["/dev/zero"] = "file-too-large"
    for path, code in wrong.items():
        with pytest.raises(Refusal) as refusal:
            parse(read_file(path))
        assert refusal.value.problems[0].code == code
        assert tell(refusal.value.problems[0]).encode().endswith(b".")
