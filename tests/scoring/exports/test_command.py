"""`manage.py export`: the same files, and sentences where one cannot be written."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from openpyxl import load_workbook
from pypdf import PdfReader

from scoring.exports import pdf
from scoring.models import Tournament

pytestmark = pytest.mark.django_db


def export(tmp_path: Path, format: str, language: str = "hu") -> bytes:
    """The content of the file that the command writes."""
    path = tmp_path / f"kupa.{format}"
    call_command("export", "nehez", format=format, output=str(path), lang=language)
    assert list(tmp_path.iterdir()) == [path]
    return path.read_bytes()


def test_pdf(tmp_path: Path, hard: Tournament) -> None:
    first = PdfReader(BytesIO(export(tmp_path, "pdf"))).pages[0].extract_text()

    assert "Előzetes állás" in first


@pytest.mark.parametrize(("language", "name"), [("hu", "Előzetes állás"), ("en", "Provisional standings")])
def test_xlsx(tmp_path: Path, hard: Tournament, language: str, name: str) -> None:
    assert load_workbook(BytesIO(export(tmp_path, "xlsx", language))).sheetnames[0] == name


def test_csv(tmp_path: Path, hard: Tournament) -> None:
    text = export(tmp_path, "csv").decode("utf-8-sig")

    assert text.startswith("Helyezés;Rajtszám;Név")
    assert export(tmp_path, "csv", "en").startswith(b"\xef\xbb\xbfRank,Number,Name")


def test_json(tmp_path: Path, hard: Tournament) -> None:
    assert json.loads(export(tmp_path, "json"))["slug"] == "nehez"


@pytest.mark.parametrize("format", ["xlsx", "pdf", "csv", "json"])
def test_an_older_file_is_replaced(tmp_path: Path, hard: Tournament, format: str) -> None:
    (tmp_path / f"kupa.{format}").write_text("old")

    assert export(tmp_path, format) != b"old"


@pytest.mark.parametrize("format", ["xlsx", "pdf", "csv", "json"])
def test_a_directory_that_is_not_there(tmp_path: Path, hard: Tournament, format: str) -> None:
    with pytest.raises(CommandError, match=r"cannot be written: No such file or directory\.$"):
        call_command("export", "nehez", format=format, output=str(tmp_path / "none" / "x"))


def test_a_directory_as_the_file(tmp_path: Path, hard: Tournament) -> None:
    with pytest.raises(CommandError, match=r"cannot be written: Is a directory\.$"):
        call_command("export", "nehez", format="pdf", output=str(tmp_path))


def test_an_unknown_cup(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="There is no tournament with the slug 'nincs'"):
        call_command("export", "nincs", format="pdf", output=str(tmp_path / "x"))


def test_what_fails_leaves_the_old_file_as_it_was(
    tmp_path: Path, hard: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "kupa.pdf").write_text("old")

    def full(*args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pdf, "write_tournament", full)
    with pytest.raises(CommandError, match="No space left"):
        export(tmp_path, "pdf")

    assert (tmp_path / "kupa.pdf").read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 1
