"""A case is opened from the room, and its facts are put right."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.models import Capture, Case
from scoring.services import correct_deal
from tests.scoring.cups import OPERATOR, played, points_of, the_deal, the_table
from tests.scoring.jury.conftest import Court, hidden, make_court, text_of

pytestmark = pytest.mark.django_db

NEW = "/jury/kupa/new/"
FACTS = "/jury/kupa/1/facts/"


def facts(court: Court, **more: Any) -> dict[str, Any]:
    """The form as it comes, with some of it changed."""
    page = court.jurors[0].get(FACTS)
    form = page.context["form"]
    found = {name: form[name].value() for name in form.fields}
    return {name: value for name, value in found.items() if value is not None} | hidden(page) | more


def test_it_works(court: Court) -> None:
    page = text_of(court.jurors[0].get(NEW))
    assert "1. forduló, 2. asztal" in page
    page = text_of(court.jurors[0].get(NEW, {"table": "1/1", "position": "2"}))
    assert '<option value="2" selected>2. leosztás' in page
    assert "Kupa 9.2 –" in page
    sent = {"deal": "2", "offence": "9.2|renonsz", "offender": "3", "askers": ["1", "4"], "in_play": "yes"}
    answer = court.jurors[0].post(f"{NEW}?table=1/1", sent | {"facts": "Visszavette\r\na lapot."})
    assert answer["Location"] == "/jury/kupa/2/"
    case = Case.objects.get(number=2)
    assert (case.rule, case.sanction, case.askers, case.in_play) == ("9.2", "renonsz", [1, 4], True)
    assert case.facts == "Visszavette a lapot."
    assert case.opened_by == "bíró1"
    assert the_deal(court.cup, 2).on_hold
    text = text_of(court.jurors[1].get("/jury/kupa/2/"))
    assert "Visszavette a lapot." in text and "legalább 10 (Kupa 9.3)" in text


def test_what_a_new_case_is_refused_for(court: Court) -> None:
    whole = {"deal": "2", "offence": "9.2|renonsz", "offender": "3", "facts": "elmesélem"}
    for sent, field in (
        ({"offence": ""}, "offence"),
        ({"offence": "99|renonsz"}, "offence"),
        ({"offender": ""}, "offender"),
        ({"offender": "5"}, "offender"),
        ({"askers": ["3"]}, "askers"),
        ({"askers": ["x"]}, "askers"),
        ({"deal": "9"}, "deal"),
        ({"deal": "1"}, "deal"),  # there is a case about it
        ({"facts": "x" * 2001}, "facts"),
    ):
        answer = court.organiser.post(f"{NEW}?table=1/1", whole | sent)
        assert answer.status_code == 422, sent
        assert field in answer.context["form"].errors, sent
        if field != "facts":
            assert "elmesélem" in text_of(answer)
    assert Case.objects.count() == 1


@pytest.mark.parametrize("place", ["9/9", "x", "1/99999999999999999999", "../", "1"])
def test_a_table_that_is_not_there_is_asked_again(court: Court, place: str) -> None:
    for answer in (court.organiser.get(NEW, {"table": place}), court.organiser.post(f"{NEW}?table={place}")):
        assert answer.status_code == 200
        assert "form" not in answer.context
    assert Case.objects.count() == 1


def test_without_a_table_only_what_the_jury_decides_freely(court: Court) -> None:
    page = court.organiser.get(NEW, {"table": "none"})
    values = [value for value, _text in page.context["form"].fields["offence"].choices]
    assert values[0] == "" and all(value.endswith("|jury") for value in values[1:])
    answer = court.organiser.post(f"{NEW}?table=none", {"offence": "9.2|renonsz", "offender": "3"})
    assert "offence" in answer.context["form"].errors


def test_facts_are_put_right(court: Court) -> None:
    answer = court.jurors[0].post(FACTS, facts(court, offender="4", askers=["1"], in_play="no", facts="másként volt"))
    assert answer["Location"] == court.path
    case = court.again()
    assert case.offender is not None
    assert (case.offender.number, case.askers, case.in_play, case.facts) == (4, [1], False, "másként volt")
    assert case.record == {}  # the deal's own facts still hold
    text = text_of(court.jurors[1].get(court.path))
    assert "A tényállást" not in text and "kijavította az 1. ügy tényállását" in text
    assert "A szabályzat nem nevez meg szankciót" in text  # 9.2 before play


def test_one_asker_is_too_few(court: Court) -> None:
    court.organiser.post(FACTS, facts(court, askers=["1"]))
    text = text_of(court.jurors[0].get(court.path))
    assert "Nem renonsz: ehhez az asztal 2 játékosának kérnie kell; 1 kérte." in text


@pytest.mark.parametrize(
    ("made", "each", "caught"), [(["a0", "s0"], 36, 1), (["a0"], 10, 0), (["s0"], 36, 1), ([], 10, 0)]
)
def test_which_figures_had_been_made(court: Court, made: list[str], each: int, caught: int) -> None:
    """9.5: the catch is logged only if it came before the offence; 9.3: a silent figure counts only if made."""
    page = court.jurors[0].get(FACTS)
    assert page.context["form"]["figures"].value() == ["a0", "s0"]
    assert "Tuli – Játékos 2 (bemondva, kontra ×2)" in text_of(page) or "(bemondva, kontra ×2)" in text_of(page)
    court.jurors[0].post(FACTS, facts(court, figures=made))
    assert court.jurors[0].get(FACTS).context["form"]["figures"].value() == made
    assert f"fejenként {each} pontot fizet" in text_of(court.jurors[0].get(court.path))
    court.rule(0)
    court.rule(1)
    assert points_of(the_deal(court.cup, 1))[1] == each
    assert Capture.objects.count() == caught


def test_a_correction_after_the_facts_is_told(court: Court) -> None:
    seen = facts(court, figures=["a0"])
    court.jurors[0].post(FACTS, seen)
    assert "nézze át újra a tényeket" not in text_of(court.jurors[0].get(court.path))
    said = {"figure": "trull", "by": 2, "made": True, "kontra": 2}
    correct_deal(OPERATOR, the_deal(court.cup, 1), played(1, 2, 4, announcements=[said]))
    assert "nézze át újra a tényeket" in text_of(court.jurors[0].get(court.path))
    # And facts made from the version before are not put down unseen.
    answer = court.jurors[0].post(FACTS, seen | {"facts": "sokat írtam"})
    assert answer.status_code == 409
    assert "sokat írtam" in text_of(answer)


def test_a_case_that_is_not_open_keeps_its_facts(court: Court) -> None:
    court.rule(0)
    court.rule(1)
    answer = court.organiser.post(FACTS, {"offender": "4", "facts": "későn"})
    assert answer.status_code == 409
    assert "későn" in text_of(answer)
    assert court.again().facts == ""


def test_what_a_table_called_in_the_middle_of_a_deal(db: None) -> None:
    """The deal is void so far: the facts are what the table said."""
    from scoring.actors import Actor
    from scoring.services import open_case

    court = make_court()
    at = the_table(court.cup)
    record = {
        "bid": "three",
        "declarer": 4,
        "partner": 2,
        "announcements": [{"figure": "trull", "by": 4}],
        "silent": [{"figure": "xxi-catch", "by": 4, "catcher": 4, "victim": 1}],
    }
    open_case(
        Actor.at_table(at),
        court.cup,
        rule="3.3.1",
        sanction="renonsz",
        table=at,
        interrupts=True,
        offender=4,
        record=record,
    )
    page = court.jurors[0].get("/jury/kupa/2/")
    assert "fejenként 33 pontot fizet" in text_of(page) or "fejenként 34 pontot fizet" in text_of(page)
    page = court.jurors[0].get("/jury/kupa/2/facts/")
    assert page.context["form"]["figures"].value() == ["s0"]
    sent = {"offender": "4", "in_play": "yes", "facts": "", "figures": []} | hidden(page)
    assert court.jurors[0].post("/jury/kupa/2/facts/", sent).status_code == 302
    assert "fejenként 10 pontot fizet" in text_of(court.jurors[0].get("/jury/kupa/2/"))
