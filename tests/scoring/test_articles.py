"""Hungarian's article before numbers and names, in texts and in pages."""

from __future__ import annotations

import pytest
from django.test import Client

from scoring.articles import with_article
from tests.scoring.cups import document, load


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("kizárva a(z) 1. forduló után", "kizárva az 1. forduló után"),
        ("a(z) 5.", "az 5."),
        ("A(z) 2.", "A 2."),
        ("a(z) 10.", "a 10."),
        ("a(z) 50.", "az 50."),
        ("a(z) 1000.", "az 1000."),
        ("a(z) 100.", "a 100."),
        ("a(z) 11. és a(z) 15.", "a 11. és a 15."),
        ("A(z) <b>5</b>. asztal", "Az <b>5</b>. asztal"),
        ("a(z) „Őszi” sorozat", "az „Őszi” sorozat"),
        ("a(z) Tavaszi sorozat", "a Tavaszi sorozat"),
        ("a(z) {n}. ügyben", "a(z) {n}. ügyben"),
        ("a(z)", "a(z)"),
        ('<textarea rows="2">a(z) 5.</textarea> a(z) 5.', '<textarea rows="2">a(z) 5.</textarea> az 5.'),
        ('<input value="A(z) 3."> A(z) 3.', '<input value="A(z) 3."> A 3.'),
        ("the 5th", "the 5th"),
    ],
)
def test_the_article(text: str, said: str) -> None:
    assert with_article(text) == said


@pytest.mark.parametrize(("language", "sentence"), [("hu", "Az 5. asztal"), ("en", "A(z) 5. asztal")])
def test_pages(client: Client, db: None, language: str, sentence: str) -> None:
    """What somebody typed so in another language is none of ours; the length that is told is that of what is sent."""
    load(document(players=5, slug="kupa", name="A(z) 5. asztal"))
    answer = client.get("/t/kupa/", headers={"accept-language": language})
    assert sentence in answer.content.decode()
    assert int(answer.headers["Content-Length"]) == len(answer.content)
