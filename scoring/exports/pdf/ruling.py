"""The ruling of the jury in one case, on paper: what happened, what was decided and why, with lines to sign on.

For the jury and the organisers only: it has the jurors' single rulings and their reasons.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from io import BytesIO
from itertools import groupby

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

import rules
from rules.table import DERIVED
from scoring import queries
from scoring.audit import actor_in_words
from scoring.explain import cite, kontra_word, say, tell
from scoring.exports.pdf.fonts import REGULAR, fit, given
from scoring.exports.pdf.grid import Column, Grid, Look
from scoring.exports.pdf.paper import PORTRAIT, Heading, Part, Text, build, room
from scoring.footnotes import footnotes_of
from scoring.hearing import effect_of, facts_said, offence_text, paragraph, suggestion_of, verdict_words, vote_words
from scoring.models import Case, Decision
from scoring.models.jury import OF_DEAL
from scoring.numbers import Exact, written
from scoring.rulings import title_of, where_of
from scoring.sentences import speaker
from scoring.services import Worth, panel_of, proposal_of
from scoring.services.panel import JURORS

from reportlab.platypus import CondPageBreak, Flowable, Spacer  # isort: skip

_LIST = Look(size=9, leading=11.5, padding=2.6)
#: Points: where the answers stand beside their questions; of the lines to sign on.
_BESIDE, _SIGN_HEIGHT, _BETWEEN = 132.0, 62.0, 26.0

#: What comes with a case that is printed.
RELATED = ("tournament", "table__round", "deal__current", "offender")

Names = Mapping[rules.Player, str]


def ruling_pdf(case: Case) -> bytes:
    """The ruling as a PDF in the active language. What single jurors ruled is only there once the case is decided."""
    case = Case.objects.select_related(*RELATED).get(pk=case.pk)
    file = BytesIO()
    with override(get_language() or "hu"):
        build(file, case.tournament, title_of(case), iter([ruling_part(case)]), timezone.now())
    return file.getvalue()


def ruling_part(case: Case) -> Part:
    """The ruling in the active language; the case comes with what `RELATED` names."""
    players = case.tournament.players.values_list("number", "name")
    names: Names = {number: given(name) for number, name in players}
    worth, decided = proposal_of(case), case.state == Case.State.DECIDED
    state = capfirst(str(Case.State(case.state).label))
    part: Part = [Heading(title_of(case), "" if decided else state, level=0, size=17)]
    part += _asked_and_said(_about(case, names))
    part += _section(_("What happened"), _paragraphs(case.facts) or [_("Nothing was written down.")])
    if case.deal is not None and case.tournament.rules.has_renonsz:
        part += _section(_("Announced, and made before the offence"), _said(worth, names))
    elif case.deal is not None:
        part += _section(_("The deal as it was recorded"), _recorded(case, names))
    part += _proposal(case, worth)
    if decided:
        part += _decided(case, names)
        part += _effect(case, worth, names)
        part += _section(_("Reasons"), _paragraphs(case.reason) or [_("None are recorded.")])
        part += [CondPageBreak(_SIGN_HEIGHT * 2 + 40), Signatures(_signers(case, names))]
    return part


def _section(title: str, texts: Sequence[str]) -> Part:
    """A title that stays with the first lines below it."""
    return [Heading(title, size=11.5), *(Text(text, above=2) for text in texts)]


def _asked_and_said(pairs: Iterable[tuple[str, str]]) -> Part:
    return [Text(text, label=label, indent=_BESIDE, above=3) for label, text in pairs if text]


def _paragraphs(text: str) -> list[str]:
    return [given(line) for line in text.splitlines() if line.strip()]


def _about(case: Case, names: Names) -> Iterator[tuple[str, str]]:
    """What, where, when, who."""
    yield _("Where"), where_of(case)
    by = f" ({given(actor_in_words(case.opened_by))})" if case.opened_by else ""
    yield _("Brought before the jury"), _moment(case.opened_at) + by
    if case.decided_at is not None:
        yield _("Decided"), _moment(case.decided_at)
    yield _("Paragraph"), given(f"{paragraph(case)}: {offence_text(case)}")
    yield _("Offender"), "–" if case.offender is None else f"{names[case.offender.number]} ({case.offender.number}.)"
    yield _("Who asked for it"), ", ".join(names[number] for number in case.askers if number in names)
    if case.deal is not None:
        yield _("Play had begun"), _("yes") if case.in_play else _("no")


def _moment(at: datetime) -> str:
    return date_format(timezone.localtime(at), "DATETIME_FORMAT")


def _said(worth: Worth, names: Names) -> list[str]:
    facts = worth.facts
    if facts is None:
        return [_("There is no deal to price.")]
    found = []
    if facts.bid is not None and facts.declarer is not None:
        with_ = _("alone") if facts.partner is None else names[facts.partner]
        game = [capfirst(say(facts.ruleset.bids[facts.bid].name)), kontra_word(facts.ruleset, facts.kontra)]
        found.append(f"{', '.join(filter(None, game))} – {names[facts.declarer]}, {with_}")
    said = [given(text) for text in facts_said(facts, names)]
    return [*found, *(said or [_("No figure was announced or made.")])]


def _recorded(case: Case, names: Names) -> list[str]:
    """The deal in words, as it was before the ruling: who played what, who said what, who counted what."""
    deal = _deal_before(case) or (case.deal.read(case.tournament.rules) if case.deal is not None else None)
    if deal is None:
        return []
    story = tell(deal, rules.score(deal), names, speaker(deal.ruleset))
    game = ", ".join(filter(None, [story.headline, story.kontra]))
    if story.declarer:
        partner = story.partner or _("alone")
        game += f" – {story.declarer}, {partner}"
    if story.card_points is not None:
        own, theirs = story.card_points
        game += " – " + _("card points %(own)s : %(theirs)s") % {"own": own, "theirs": theirs}
    said = []
    for each in story.said:
        status = [_("silent")] if each.silent else []
        details = ", ".join(filter(None, [*status, each.kontra, each.status_text]))
        said.append(f"{each.name} – {each.by}" + (f" ({details})" if details else ""))
    return [given(text) for text in (game, *story.sentences, *said)]


def _proposal(case: Case, worth: Worth) -> Part:
    """What the paragraphs say of it, the sum term by term."""
    found = suggestion_of(case, worth)
    if found is None:
        return _section(_("What the rules say"), [_("The ruleset does not know this offence.")])
    part = _section(_("What the rules say"), [f"{found.sentence} ({found.rule})"])
    if found.worth is None or found.total is None:
        return part
    grid = Grid(
        [
            Column(_("Figure"), room(PORTRAIT) - 230),
            Column(_("Reckoned"), 160, "RIGHT"),
            Column(_("Points"), 70, "RIGHT", bold=True),
        ],
        _LIST,
    )
    for line in found.lines:
        grid.add([given(f"{line.name} ({', '.join(line.remarks)})"), line.formula, written(line.value)])
    grid.add([_("Sum"), found.bound, written(found.worth)], strong=True)
    part += [Spacer(0, 4), grid]
    if found.multiplier > 1:
        part.append(Text(_("deal doubled ×%(times)s") % {"times": found.multiplier}, above=2))
    return [*part, *(Text(note, above=4) for note in found.notes)]


def _decided(case: Case, names: Names) -> Part:
    """The outcome, and how it came about: votes of the table, each juror's ruling, or what was said aloud."""
    part: Part = [Heading(_("Decision"), size=11.5)]
    part.append(Text(capfirst(verdict_words(case.kind, case.amount)), bold=True, size=11, above=2))
    ballots = list(case.ballots.select_related("player"))
    rulings = list(case.rulings.all())
    if case.oral:
        jurors = ", ".join(map(given, case.jurors))
        text = _("Decided aloud by the three: %(names)s.") % {"names": jurors} if jurors else _("Aloud.")
        part.append(Text(text, above=3))
    if ballots:
        grid = Grid([Column(_("Vote of the table"), 220), Column(_("Choice"), room(PORTRAIT) - 220)], _LIST)
        for ballot in ballots:
            grid.add([names[ballot.player.number], given(vote_words(case.tournament.rules, ballot.choice))])
        part += [Spacer(0, 4), grid]
    for number, given_then in groupby(rulings, key=lambda ruling: ruling.voting_round):
        grid = Grid(
            [
                Column(_("Juror"), 116, lines=3),
                Column(_("Ruling"), 152),
                Column(_("Reasons"), room(PORTRAIT) - 116 - 152),
            ],
            _LIST,
        )
        for ruling in given_then:
            reasons = "\n".join(_paragraphs(ruling.reason))
            grid.add([given(ruling.juror), capfirst(verdict_words(ruling.kind, ruling.amount)), reasons])
        text = _("Each ruled alone.") if number == 1 and case.voting_round == 1 else ""
        part += [
            Text(text or _("Each ruled alone, round %(number)s.") % {"number": number}, above=5, below=3, keep=True),
            grid,
        ]
    if not (case.oral or ballots or rulings):
        part.append(Text(_("How it was decided is not recorded here."), above=3))
    return part


def _effect(case: Case, worth: Worth, names: Names) -> Part:
    """What the decision changed: points of the deal and the kassza, or the player's sums."""
    offender = "–" if case.offender is None else names[case.offender.number]
    part = _section(_("Effect"), [given(effect_of(case, worth, offender))])
    if case.kind in OF_DEAL and case.deal is not None:
        before, after = _before(case), rules.score(case.deal.read(case.tournament.rules))
        part += _points(case, before, after, names)
        for result, text in ((before, _("Kassza before: %(forints)s Ft")), (after, _("Kassza after: %(forints)s Ft"))):
            if result is not None and result.kassza is not None:
                part.append(Text(text % {"forints": written(result.kassza.after)}, above=4))
        part += _catches(case, before, after)
    elif case.penalties.exists():
        rows = queries.standings(case.tournament).rows
        own = next(row for row in rows if row.player.pk == case.offender_id)
        for note, penalty in zip(footnotes_of(own), own.penalties, strict=True):
            if penalty.case_id == case.pk:
                part.append(Text(given(_("In the standings:") + " " + note.text), above=2))
                part += _sums(own, penalty.kind)
    return part


def _catches(case: Case, before: rules.Result | None, after: rules.Result) -> Part:
    """Whether an XXI caught in the deal is in the capture log: only when the offence came after it (Kupa 9.5)."""
    ruleset = case.tournament.rules
    rule = cite(ruleset, ruleset.regularity.get("catch-players-missing"))
    if after.captures:
        text = _("The XXI catch is in the capture log: it was made before the offence (%(rule)s).")
    elif before is not None and before.captures:
        text = _("No XXI catch of this deal is in the capture log (%(rule)s).")
    else:
        return []
    return [Text(text % {"rule": rule}, above=4)]


def _sums(row: queries.StandingRow, kind: str) -> Part:
    """What the sums are now, where points were taken off."""
    if kind not in (Decision.TABLE_POINTS, Decision.TOURNAMENT_POINTS):
        return []
    table = kind == Decision.TABLE_POINTS
    now = written(row.table_points, signed=True) if table else written(row.tournament_points)
    return [Text(_("The sum is now %(points)s.") % {"points": now}, above=2)]


def _before(case: Case) -> rules.Result | None:
    """What the deal had come to without the ruling."""
    deal = _deal_before(case)
    return None if deal is None else rules.score(deal)


def _deal_before(case: Case) -> rules.Deal | None:
    """The deal as it was recorded without the ruling; None where no ruling took its place."""
    if case.deal is None or not case.before:
        return None
    stored = case.deal.record
    record = {key: stored[key] for key in ("players", *DERIVED) if key in stored}
    record |= {key: value for key, value in case.before.items() if key != "number"}
    try:
        return rules.read_deal(record, case.tournament.rules)
    except rules.Refused:
        return None


def _points(case: Case, before: rules.Result | None, after: rules.Result, names: Names) -> Part:
    grid = Grid(
        [
            Column(_("Player"), room(PORTRAIT) - 240, lines=2),
            Column(_("Before"), 80, "RIGHT"),
            Column(_("After"), 80, "RIGHT", bold=True),
            Column(_("Change"), 80, "RIGHT"),
        ],
        _LIST,
    )
    was: Mapping[rules.Player, Exact] = before.points if before is not None else {}
    now: Mapping[rules.Player, Exact] = after.points
    for number in case.deal.record["players"] if case.deal is not None else ():
        then, later = was.get(number, 0), now.get(number, 0)
        cells = [written(value, signed=True) for value in (then, later, later - then)]
        grid.add([names[number], *cells], keep=True)
    return [Text(_("Table points of the deal"), above=4, below=2, keep=True), grid]


def _signers(case: Case, names: Names) -> list[tuple[str, str]]:
    """Who signs: name and part. Who ruled first, then the others of the three."""
    ballots = [names[ballot.player.number] for ballot in case.ballots.select_related("player")]
    if ballots and not case.jurors:
        return [*((name, _("player")) for name in ballots), ("", _("organiser"))]
    jurors = [given(juror) for juror in case.jurors]
    others = [given(member.user.get_username()) for member in panel_of(case).members]
    jurors += [name for name in others if name not in jurors]
    jurors = (jurors + [""] * JURORS)[:JURORS]
    return [*((name, _("juror")) for name in jurors), ("", _("organiser"))]


class Signatures(Flowable):
    """Lines to sign on, two beside each other; below each the name, and what the person is."""

    def __init__(self, signers: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self.signers = signers
        self.width, self.height = room(PORTRAIT), _SIGN_HEIGHT * -(-len(signers) // 2)

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:
        """Always the same room (points)."""
        return self.width, self.height

    def draw(self) -> None:
        """Draw the lines and what is below them."""
        canvas, across = self.canv, (self.width - _BETWEEN) / 2
        canvas.setLineWidth(0.6)
        for place, (name, what) in enumerate(self.signers):
            x = (place % 2) * (across + _BETWEEN)
            y = self.height - _SIGN_HEIGHT * (place // 2 + 1) + 16
            canvas.line(x, y, x + across, y)
            canvas.setFont(REGULAR, 9)
            text = f"{name}, {what}" if name else what
            canvas.drawCentredString(x + across / 2, y - 11, fit(text, across, REGULAR, 9))
