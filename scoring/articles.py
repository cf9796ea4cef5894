"""Hungarian's article, which hangs on the sound that follows it: "az 5. asztal", "a 3. asztal".

A catalogue does not know which number will stand there, and writes "a(z)". It is put right where the sentence is whole:
in the sentences of refusals, in files, and in every page by `tarokkkupa.middleware.hungarian_articles`.
"""

from __future__ import annotations

import re

#: The article and what it stands before: a number or a word, perhaps in quotation marks or within tags.
#: What stands in a field of a form comes back when it is sent, and stays as it was typed.
_ARTICLE = re.compile(
    r"<textarea\b.*?</textarea>|\bvalue=\"[^\"]*\"|"
    r"\b([Aa])\(z\)(?=\s(?:<[^<>]*>|[„”\"'\s])*(?:(?P<number>\d+)|(?P<letter>[^\W\d_])))",
    re.DOTALL,
)
_VOWELS = frozenset("aáeéiíoóöőuúüű")


def with_article(text: str) -> str:
    """Hungarian "a(z) 5." as it is said, "az 5."; other texts, and where nothing follows, as they are."""
    return _ARTICLE.sub(_said, text) if "(z)" in text else text


def _said(match: re.Match[str]) -> str:
    if match[1] is None:
        return match[0]
    number = match["number"]
    vowel = match["letter"].casefold() in _VOWELS if number is None else _begins_with_a_vowel(number)
    return f"{match[1]}z" if vowel else match[1]


def _begins_with_a_vowel(digits: str) -> bool:
    """Is the number said with a vowel first: egy, öt, ötven, ötszáz, ezer?"""
    return digits[0] == "5" or (digits[0] == "1" and len(digits) % 3 == 1)
