"""Problems of a deal as the form tells them: to somebody who sees names and fields, not a record with keys."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as N_

from rules import Problem, Ruleset
from scoring import sentences
from scoring.explain import say as say_text
from scoring.services import sentences as service_sentences

#: By code and the last part of the place: what a person can do about it here.
AT_FIELD: Mapping[tuple[str, str], str] = {
    ("missing-field", "bid"): N_("Which bid was it? Choose one, or give the calls of the auction."),
    ("missing-field", "declarer"): N_("Who played the game? Choose the declarer, or give the calls of the auction."),
    ("missing-field", "partner"): N_("Choose the partner, or “alone”."),
    ("missing-field", "card_points"): N_("How many card points did the declarer’s side take?"),
    ("missing-field", "tricks"): N_("A volát was announced: how many tricks did the declarer’s side take?"),
    ("missing-field", "figure"): N_("Which figure was it? Choose one, or empty the row."),
    ("missing-field", "by"): N_("Who was it? Choose the player."),
    ("missing-field", "made"): N_("Was it made, or did it fail?"),
    ("missing-field", "offender"): N_("Who pays? Choose the offender."),
    ("missing-field", "hand"): N_("On which hand was it thrown in? Choose one."),
    ("missing-field", "say"): N_("What was said? Choose the call, or empty the row."),
    ("unknown-field", "made"): N_("A tarokk count is neither made nor failed: choose “–”."),
    ("unknown-field", "catcher"): N_("Only a XXI catch has a catcher: choose “–”."),
    ("unknown-field", "victim"): N_("Only a XXI catch has somebody who lost the XXI: choose “–”."),
    ("bad-value", "declarer"): N_("The calls of the auction gave the game to somebody else."),
    ("bad-value", "kontra_by"): N_("Name as many players as the kontra has levels, or nobody."),
    ("bad-value", "round"): N_("Rounds of the announcements are counted from 1."),
    ("bad-value", "amount"): N_("The amount cannot be less than 0, nor so large."),
    ("bad-bid", "bid"): N_("The auction went higher than this bid."),
    ("unknown-player", ""): N_("%(player)s does not play in this deal: see who played, at the top."),
    ("bad-raise", ""): N_("Only an earlier announcement of the same side can be raised, and only once."),
    ("bad-players", ""): N_("Choose four different players, forehand first, or leave all four as usual."),
    ("nothing-changed", ""): N_("Nothing was changed: there is nothing to save."),
}

#: The same where the Czech game asks otherwise: it has no auction to give, and counts of each player.
AT_TAROKY_FIELD: Mapping[tuple[str, str], str] = {
    ("missing-field", "bid"): N_("Which bid was it? Choose one."),
    ("missing-field", "declarer"): N_("Who played the game? Choose the declarer."),
    ("missing-field", "degree"): N_("Which degree was it? Choose one."),
    ("missing-field", "tricks"): N_("A walat was announced: how many tricks did the declarer’s side take?"),
    ("missing-field", "each-points"): N_("How many card points did each of the four take?"),
    ("missing-field", "each-tricks"): N_("How many tricks did each of the four take?"),
    ("missing-field", "points.of"): N_("How many card points did this player take? It may be 0."),
    ("missing-field", "tricks.of"): N_("How many tricks did this player take? It may be 0."),
}


def say_at_form(problem: Problem, names: Mapping[int, str], ruleset: Ruleset) -> str:
    """The sentence of a problem, in the active language. Players are told by `names`."""
    player = problem.params.get("player")
    if isinstance(player, int) and player in names:
        problem = replace(problem, params={**problem.params, "player": names[player]})
    if problem.code == "kontra-too-high":
        most = problem.params.get("most")
        word = say_text(ruleset.ladder[most - 1]) if isinstance(most, int) and 0 < most <= len(ruleset.ladder) else ""
        return _("This goes too far: the highest here is %(kontra)s.") % {"kontra": word}
    # Of each player: "points.3".
    place = re.sub(r"\[\d+\]", "", re.sub(r"\A(points|tricks)\.-?\d+\Z", r"\1.of", problem.field))
    last = place if place.endswith(".of") else place.rpartition(".")[2]
    texts = AT_FIELD if ruleset.taroky is None else {**AT_FIELD, **AT_TAROKY_FIELD}
    own = texts.get((problem.code, last)) or texts.get((problem.code, ""))
    if own is not None:
        return _(own) % problem.params
    if problem.code in service_sentences.SENTENCES:
        return service_sentences.say(problem)
    return sentences.say(problem, ruleset)
