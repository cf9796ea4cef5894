"""The one exception for what people get wrong. Faults of the program are not caught."""

from __future__ import annotations

from collections.abc import Iterable

from rules import Problem


class Refusal(Exception):
    """A write that was refused: nothing has been saved.

    `problems` say what is wrong and where, as codes with parameters;
    `scoring.services.sentences.say` puts them into words.
    """

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(f"{problem.code} at {problem.field or '-'}" for problem in self.problems))


def refusal(code: str, field: str = "", **params: object) -> Refusal:
    """A Refusal of one problem."""
    return Refusal([Problem(code, field, params)])
