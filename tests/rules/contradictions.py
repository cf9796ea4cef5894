"""Records that contradict themselves, each with what is found: [record, [(code, field), …]] by name."""

from __future__ import annotations

from tests.rules.making import Found, Record, deal, magas, said


def contradiction(row: str) -> Found:
    """What the second pass says at that figure."""
    return [("made-contradicts-record", f"{row}.made")]


#: The second pass: does it contradict itself?
SECOND: dict[str, tuple[Record, Found]] = {
    "trull-by-both": (
        deal(announcements=[said("trull", "A", True)], silent=[said("trull", "B")]),
        [("made-by-both-sides", "silent[0].made")],
    ),
    "last-trick-to-two-kings": (
        deal(
            announcements=[
                said("king-ultimo", "A", True, suit="hearts"),
                said("king-ultimo", "C", True, suit="clubs"),
            ]
        ),
        [("trick-taken-twice", "announcements[1].made")],
    ),
    "pagat-and-sas-last": (
        deal(silent=[said("pagat-ultimo", "A"), said("sas-ultimo", "C")]),
        [("trick-taken-twice", "silent[1].made")],
    ),
    "centrum-against-nagymadar": (
        deal(announcements=[said("centrum", "A", True), said("nagymadar", "B", True)]),
        [("trick-taken-twice", "announcements[1].made")],
    ),
    "family-against-three-kings": (
        magas(announcements=[said("szincsalad", "A", True, suit="clubs"), said("three-kings", "A", True)]),
        [("trick-taken-twice", "announcements[1].made")],
    ),
    "two-families": (
        magas(
            announcements=[
                said("szincsalad", "A", True, suit="clubs"),
                said("szincsalad", "A", True, suit="hearts"),
            ]
        ),
        [("trick-taken-twice", "announcements[1].made")],
    ),
    "family-against-another-king": (
        magas(
            announcements=[
                said("szincsalad", "A", True, suit="clubs"),
                said("king-uhu", "C", True, suit="diamonds"),
            ]
        ),
        [("trick-taken-twice", "announcements[1].made")],
    ),
    "three-kings-of-the-other-side": (
        magas(announcements=[said("three-kings", "A", True), said("sas-ultimo", "B", True)]),
        [("trick-taken-twice", "announcements[1].made")],
    ),
    "nagymadar-and-pagat-nagymadar": (
        magas(announcements=[said("nagymadar", "A", True), said("pagat-nagymadar", "A", True)]),
        [("trick-taken-twice", "announcements[1].made")],
    ),
    "paros-and-facan-both-announced": (
        magas(announcements=[said("paros-facan", "A", True), said("pagat-facan", "A", True)]),
        [("trick-taken-twice", "announcements[1].made")],
    ),
    "double-said-made-with-70": (
        deal(card_points=70, announcements=[said("double-game", "A", True)]),
        contradiction("announcements[0]"),
    ),
    "long-double-said-failed-with-71": (
        magas(card_points=71, announcements=[said("long-double", "A", False)]),
        contradiction("announcements[0]"),
    ),
    "volat-said-made-with-8": (
        deal(card_points=80, tricks=8, announcements=[said("volat", "A", True)]),
        contradiction("announcements[0]"),
    ),
    "pagat-in-two-tricks": (
        deal(announcements=[said("pagat-uhu", "A", True)], silent=[said("pagat-ultimo", "A")]),
        contradiction("silent[0]"),
    ),
    "silent-failure-places-the-card": (
        deal(announcements=[said("sas-uhu", "A", True)], silent=[said("sas-ultimo", "A", False)]),
        contradiction("silent[0]"),
    ),
    "pagat-lost-first-and-last": (
        magas(silent=[said("pagat-facan", "A", False), said("pagat-ultimo", "A", False)]),
        contradiction("silent[1]"),
    ),
    "pagat-failed-by-both": (
        deal(silent=[said("pagat-ultimo", "A", False), said("pagat-ultimo", "B", False)]),
        contradiction("silent[1]"),
    ),
    "king-in-two-tricks": (
        deal(
            announcements=[
                said("king-ultimo", "A", True, suit="hearts"),
                said("king-uhu", "A", True, suit="hearts"),
            ]
        ),
        contradiction("announcements[1]"),
    ),
    "xxi-first-and-sixth": (
        magas(announcements=[said("kismadar", "A", True)], silent=[said("paros-facan", "C")]),
        contradiction("silent[0]"),
    ),
    "seven-claimed-six-taken": (
        deal(tricks=6, announcements=[said("nagymadar", "A", True)]),
        contradiction("announcements[0]"),
    ),
    "opponents-claim-three-of-two": (
        magas(tricks=7, announcements=[said("three-kings", "B", True)]),
        contradiction("announcements[0]"),
    ),
    "figure-without-a-trick": (
        deal(tricks=0, card_points=20, silent=[said("trull", "A")]),
        contradiction("silent[0]"),
    ),
    "trull-failed-in-volat": (
        deal(tricks=9, card_points=90, announcements=[said("trull", "A", False)]),
        contradiction("announcements[0]"),
    ),
    "kings-failed-by-opponents-with-all": (
        deal(tricks=0, card_points=5, announcements=[said("four-kings", "B", False)]),
        contradiction("announcements[0]"),
    ),
    "trull-against-catch": (
        deal(silent=[said("trull", "A"), said("xxi-catch", "B", catcher="B", victim="A")]),
        contradiction("silent[0]"),
    ),
    "trull-against-pagat": (
        deal(silent=[said("trull", "A"), said("pagat-ultimo", "B")]),
        contradiction("silent[0]"),
    ),
    "trull-against-kismadar": (
        deal(announcements=[said("kismadar", "B", True)], silent=[said("trull", "A")]),
        contradiction("silent[0]"),
    ),
    "trull-against-nagymadar": (
        deal(announcements=[said("nagymadar", "B", True)], silent=[said("trull", "A")]),
        contradiction("silent[0]"),
    ),
    "trull-against-paros": (
        magas(silent=[said("paros-facan", "B"), said("trull", "A")]),
        contradiction("silent[1]"),
    ),
    "kings-against-a-king": (
        deal(announcements=[said("king-uhu", "B", True, suit="clubs")], silent=[said("four-kings", "A")]),
        contradiction("silent[0]"),
    ),
    "kings-against-three-kings": (
        magas(announcements=[said("three-kings", "B", True)], silent=[said("four-kings", "A")]),
        contradiction("silent[0]"),
    ),
    "catch-beside-own-kismadar": (
        deal(
            announcements=[said("kismadar", "A", True)],
            silent=[said("xxi-catch", "A", catcher="A", victim="B")],
        ),
        contradiction("silent[0]"),
    ),
    "catch-beside-paros": (
        magas(silent=[said("paros-facan", "B"), said("xxi-catch", "A", catcher="A", victim="B")]),
        contradiction("silent[1]"),
    ),
    "catch-against-nagymadar": (
        deal(
            announcements=[said("nagymadar", "B", True)],
            silent=[said("xxi-catch", "A", catcher="A", victim="B")],
        ),
        contradiction("silent[0]"),
    ),
    "trull-with-14": (deal(card_points=14, silent=[said("trull", "A")]), contradiction("silent[0]")),
    "trull-of-opponents-with-14": (deal(card_points=80, silent=[said("trull", "B")]), contradiction("silent[0]")),
    "kings-with-19": (deal(card_points=19, silent=[said("four-kings", "C")]), contradiction("silent[0]")),
    "catch-with-9": (
        deal(card_points=9, silent=[said("xxi-catch", "A", catcher="A", victim="B")]),
        contradiction("silent[0]"),
    ),
    "pagat-facan-by-both-in-no-play": (
        magas(outcome="no_play", silent=[said("pagat-facan", "A"), said("pagat-facan", "B", False)]),
        contradiction("silent[1]"),
    ),
    "two-first-tricks-in-no-play": (
        magas(outcome="no_play", silent=[said("pagat-facan", "A"), said("sas-facan", "B")]),
        [("trick-taken-twice", "silent[1].made")],
    ),
}
