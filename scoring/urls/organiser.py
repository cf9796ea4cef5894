"""The organiser's desk. All needs a login, and all below a cup's slug the organiser's role in it."""

from django.urls import URLPattern, URLResolver, include, path

from scoring.urls import public  # noqa: F401  (registers the converter "number")
from scoring.views.organiser import (
    audit,
    board,
    checkin,
    cups,
    draw,
    hall,
    imports,
    links,
    people,
    players,
    printing,
    prizes,
    register,
    results,
    rounds,
    safe,
    seating,
    series,
    settings,
    substitutes,
    tables,
)

app_name = "organiser"

Paths = list[URLPattern | URLResolver]

of_table: Paths = [
    path("", tables.table_page, name="table"),
    path("seating/", seating.reseat, name="reseat"),
    path("remove/", seating.remove, name="table-remove"),
    path("substitute/", substitutes.substitute, name="substitute"),
    path("paper/", tables.paper, name="paper"),
    path("paper/clear/", tables.paper_clear, name="paper-clear"),
    path("renew-link/", links.renew, name="renew-link"),
    path("card.pdf", links.card, name="card"),
    # deal-new, deal-edit and deal-revisions.
    path("deals/", include("scoring.urls.organiser_deals")),
]

of_round: Paths = [
    path("", rounds.round_page, name="round"),
    path("seating/", seating.seating, name="seating"),
    path("draw/", draw.draw, name="draw"),
    path("swap/", draw.swap, name="swap"),
    path("seating/everybody/", seating.everybody, name="seat-everybody"),
    path("clock/", hall.clock, name="round-clock"),
    path("close/", rounds.close, name="round-close"),
    path("reopen/", rounds.reopen, name="round-reopen"),
    path("remove/", rounds.remove, name="round-remove"),
    path("links/", links.links, name="links"),
    path("cards.pdf", links.cards, name="cards"),
    path("tables/<number:table>/", include(of_table)),
]

of_player: Paths = [
    path("", players.player, name="player"),
    path("first-round/", players.first_round, name="player-first-round"),
    path("seat/", players.seat, name="player-seat"),
    path("withdraw/", players.withdraw, name="player-withdraw"),
    path("plays-on/", players.plays_on, name="player-plays-on"),
    path("delete/", players.delete, name="player-delete"),
]

of_printed_round: Paths = [
    path("all.pdf", printing.round_all, name="print-round-all"),
    path("seating-by-name.pdf", printing.seating_by_name, name="print-seating-by-name"),
    path("seating-by-table.pdf", printing.seating_by_table, name="print-seating-by-table"),
    path("cards.pdf", printing.round_cards, name="print-round-cards"),
    path("score-sheets.pdf", printing.score_sheets, name="print-score-sheets"),
    path("results.pdf", printing.round_results, name="print-round-results"),
    path("standings.pdf", printing.round_standings, name="print-round-standings"),
]

of_print: Paths = [
    path("", printing.print_centre, name="print"),
    path("standings.pdf", printing.standings, name="print-standings"),
    path("captures.pdf", printing.captures, name="print-captures"),
    path("cup.pdf", printing.whole_cup, name="print-cup"),
    path("rulings.pdf", printing.rulings, name="print-rulings"),
    path("rulings-to-sign.pdf", printing.rulings_to_sign, name="print-rulings-to-sign"),
    path("certificates.pdf", printing.certificates, name="print-certificates"),
    path("badges.pdf", printing.badges, name="print-badges"),
    path("blank/<int:deals>-<int:seats>.pdf", printing.blank, name="print-blank"),
    path("rounds/<number:number>/", include(of_printed_round)),
]

of_tournament: Paths = [
    path("", cups.desk, name="desk"),
    path("board/", board.board, name="board"),
    path("notices/", hall.notices, name="notices"),
    path("notices/<int:notice>/end/", hall.end, name="notice-end"),
    path("standings/", cups.standings, name="standings"),
    path("results/", results.results, name="results"),
    path("results/tie-break/", results.tie_break, name="results-tie-break"),
    path("results/withdrawn/", results.withdrawn, name="results-withdrawn"),
    path("results/protest/", results.protest, name="results-protest"),
    path("prizes/", prizes.prizes, name="prizes"),
    path("settings/", settings.settings, name="settings"),
    path("settings/publish/", settings.publish_cup, name="publish"),
    path("settings/draft/", settings.unpublish_cup, name="unpublish"),
    path("settings/freeze/", settings.freeze_cup, name="freeze"),
    path("settings/unfreeze/", settings.unfreeze_cup, name="unfreeze"),
    path("settings/final/", settings.finish_cup, name="finish"),
    path("settings/final/take-back/", settings.take_back, name="take-back-final"),
    path("players/", players.players, name="players"),
    path("players/paste/", imports.paste, name="players-paste"),
    path("players/import/", imports.import_list, name="players-import"),
    path("players/check-in/", checkin.page, name="check-in"),
    path("players/check-in/everybody/", checkin.everybody, name="check-in-all"),
    path("players/check-in/set-up/", checkin.set_up, name="check-in-set-up"),
    path("players/<number:number>/", include(of_player)),
    path("rounds/add/", rounds.add, name="round-add"),
    path("rounds/<number:number>/", include(of_round)),
    path("people/", people.people, name="people"),
    path("people/<int:membership>/link/", people.link, name="people-link"),
    path("people/<int:membership>/juror/", people.juror, name="people-juror"),
    path("people/<int:membership>/remove/", people.remove, name="people-remove"),
    path("audit/", audit.audit, name="audit"),
    path("print/", include(of_print)),
]

urlpatterns = [
    path("", cups.my_cups, name="cups"),
    # With an underscore, which no cup's slug has.
    path("_new/", cups.new_cup, name="new-cup"),
    path("_register/", register.people, name="register"),
    path("_register/<int:person>/", register.person, name="register-person"),
    path("_register/<int:person>/merge/", register.merge, name="register-merge"),
    path("_register/<int:person>/delete/", register.delete, name="register-delete"),
    path("_series/", series.my_series, name="series-list"),
    path("_series/_new/", series.new_series, name="series-new"),
    path("_series/<slug:series>/", series.series, name="series"),
    path("_series/<slug:series>/remove/", series.remove, name="series-remove"),
    path("_rulesets/<slug:ruleset>/", cups.ruleset_page, name="ruleset"),
    path("_safe/", safe.safe, name="safe"),
    path("_safe/backup/", safe.backup, name="safe-backup"),
    path("_safe/address/", safe.address, name="safe-address"),
    path("_safe/restore/", safe.restore_page, name="safe-restore"),
    path("<slug:slug>/", include(of_tournament)),
]
