"""The ruling of the jury on paper, and what the whole cup's files say of rulings."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from scoring.actors import Actor
from scoring.exports import pdf
from scoring.exports.pdf.ruling import ruling_pdf
from scoring.models import Case, Player, Tournament
from scoring.services import Verdict, open_case, rule_on, rule_orally, vote, withdraw_case
from tests.scoring.cups import OPERATOR, the_deal, the_table
from tests.scoring.exports.conftest import LONG
from tests.scoring.exports.test_pdf import fonts, pages, printed
from tests.scoring.exports.test_xlsx import rows, workbook
from tests.scoring.test_jury import UPHOLD, actor, again, cup_of, jury, magas, the_case

pytestmark = pytest.mark.django_db


def text_of(case: Case, language: str = "hu") -> str:
    """The ruling as one text."""
    with override(language):
        return " ".join(pages(ruling_pdf(again(case))))


def decided(cup: Tournament, **more: object) -> Case:
    """Two of three agree, the third is another opinion."""
    case = the_case(cup, facts="A hívott színre tarokkot tett. Ő is elismerte.", **more)  # type: ignore[arg-type]
    first, second, third = jury(cup, None, None, None)
    rule_on(actor(first), case, UPHOLD)
    rule_on(actor(second), again(case), Verdict("no_offence", None, "nem látta senki"))
    rule_on(actor(third), again(case), Verdict("renonsz", None, "egyértelmű, ŐŰ"))
    return again(case)


def test_three_ruled_alone() -> None:
    case = decided(cup_of())

    text = text_of(case)

    for part in (
        "A zsűri határozata: 1. ügy",
        "1. forduló, 1. asztal, 1. leosztás",
        "Hibázó Játékos 3 (3.)",
        "Kérte Játékos 1, Játékos 2",
        "Elkezdődött a lejátszás igen",
        "A hívott színre tarokkot tett. Ő is elismerte.",
        "Kupa 9.2: Hibás játék",
        "2 × 2 4",
        "32",
        "Összesen 36",
        "nem látta senki",
        "egyértelmű, ŐŰ",
        "két játékos kérte",
        "Játékos 3 −37 −108 −71",
        "Játékos 4 +37 +36 −1",
        "A XXI fogás bekerült a fogási naplóba",
        "2 / 2. oldal",
    ):
        assert part in text, part
    jurors = list(case.jurors)
    assert len(jurors) == 3
    assert all(f"{juror}, zsűritag" in text for juror in jurors)
    assert text.count("rendező") == 1


def test_english() -> None:
    text = text_of(decided(cup_of()), "en")

    assert "Ruling of the jury: case 1" in text
    assert "Play had begun yes" in text
    assert "Each ruled alone." in text


def test_aloud_names_the_three_and_has_no_single_rulings() -> None:
    cup = cup_of()
    members = jury(cup, None, None, None)
    case = open_case(OPERATOR, cup, rule="1.3", sanction="jury", offender=2, table=the_table(cup), facts="Kiabált.")
    rule_orally(OPERATOR, case, [member.pk for member in members], Verdict("table_points", 5, "sportszerűtlen"))

    text = text_of(case)

    names = ", ".join(member.user.get_username() for member in members)
    assert f"Szóban döntött a három zsűritag: {names}." in text
    assert "5 asztali pont levonva (zsűri, 1. ügy), előtte +36" in text
    assert "Az összeg most +31." in text
    assert "sportszerűtlen" in text
    assert "Egymástól függetlenül" not in text


def test_the_vote_of_a_table_and_the_kassza() -> None:
    cup, case = magas()
    at = the_table(cup)
    for number in (4, 1):
        vote(Actor.at_table(at), again(case), Player.objects.get(tournament=cup, number=number), "pay_kassza")

    text = text_of(case)

    assert "Az asztal szavazata" in text
    assert "Kassza a döntés nélkül: 200 Ft" in text
    assert "Kassza a döntéssel: 350 Ft" in text
    assert "Játékos 4, játékos" in text


def test_before_the_decision_no_ruling_is_there() -> None:
    cup = cup_of()
    case = the_case(cup)
    first, second, third = jury(cup, None, None, None)
    rule_on(actor(first), case, Verdict("renonsz", 12, "titkos"))
    assert "titkos" not in text_of(case)
    rule_on(actor(second), again(case), Verdict("renonsz", None, "titkos"))
    rule_on(actor(third), again(case), Verdict("no_offence", None, "titkos"))

    text = text_of(case)

    assert again(case).voting_round == 2
    assert "titkos" not in text
    assert "A zsűri előtt" in text
    assert first.user.get_username() not in text


def test_taken_back_it_says_so_and_nothing_of_the_rulings() -> None:
    case = decided(cup_of())
    withdraw_case(OPERATOR, case, "tévedés")

    text = text_of(case)

    assert "Visszavonva" in text
    assert "egyértelmű" not in text


def test_long_names_and_texts_stay_on_the_paper() -> None:
    cup = cup_of()
    Player.objects.filter(tournament=cup).update(name=LONG)
    case = the_case(cup, facts="Ű" * 2000)
    for member in jury(cup, None, None, None)[:2]:
        rule_on(actor(member), again(case), Verdict("renonsz", 12, "Hosszú indoklás, Ő szerint. " * 71))
    with override("hu"):
        content = ruling_pdf(again(case))
    text = pages(content)

    assert len(text) >= 3
    assert f"{len(text)} / {len(text)}. oldal" in text[-1]
    assert sum(page.count("Ű") for page in text) >= 2000
    assert "rendező" in text[-1]
    found = fonts(content)
    assert {name.split("+")[1] for name in found} == {"Lato-Regular", "Lato-Bold"}
    assert all(found.values())


# --- the whole cup ----------------------------------------------------------------------------------------------------


def test_the_whole_cup_lists_rulings_without_votes_and_reasons() -> None:
    cup = cup_of()
    case = decided(cup)
    open_case(OPERATOR, cup, rule="9.1", sanction="renonsz", table=the_table(cup), deal=the_deal(cup, 2), offender=4)
    cup = Tournament.objects.get(pk=cup.pk)

    text = " ".join(pages(printed(cup, pdf.write_tournament)))

    assert "A zsűri döntései" in text
    assert "1. 1 / 1 / 1 Játékos 3 Kupa 9.2: Hibás játék" in text
    assert "(2. ügy)" in text
    for secret in ("elismerte", "egyértelmű", "nem látta", *case.jurors):
        assert secret not in text
    book = workbook(cup)
    (first, second) = rows(book["A zsűri döntései"])
    assert first[:6] == [1, 1, 1, 1, "Játékos 3", "Kupa 9.2"]
    assert second[:6] == [2, 1, 1, 2, "Játékos 4", "Kupa 9.1"]
    assert second[7] == "A zsűri előtt"
    deals = [row for row in rows(book["1. forduló leosztásai"]) if isinstance(row[1], int)]
    assert deals[0][10:14] == [36, 36, -108, 36]
    assert "1" in str(deals[0][-1])
    assert deals[1][10:14] == [None] * 4
    assert "a zsűri előtt (2. ügy)" in str(deals[1][-1]).lower()


@pytest.mark.parametrize(("made", "logged"), [(True, 1), (False, 0)])
def test_the_capture_log_has_a_catch_only_if_the_offence_came_after_it(made: bool, logged: int) -> None:
    cup = cup_of()
    record = {"bid": "three", "declarer": 2, "partner": 4}
    catch = {"figure": "xxi-catch", "by": 2, "catcher": 2, "victim": 3}
    record |= {"silent": [catch]} if made else {"announcements": [{**catch, "made": False}]}
    case = the_case(cup, record=record)
    for member in jury(cup, None, None, None)[:2]:
        rule_on(actor(member), again(case), UPHOLD)
    cup = Tournament.objects.get(pk=cup.pk)

    assert len(rows(workbook(cup)["Fogási napló"])) == logged
    assert ("nem kerül a fogási naplóba (Kupa 9.5)" in text_of(case)) is not made


def test_without_cases_there_is_no_list(hard: Tournament) -> None:
    assert "A zsűri döntései" not in workbook(hard).sheetnames
