"""Every write: one function for each thing that happens.

Each is atomic, checks the actor's right (PermissionDenied), writes the audit trail, and bumps
`Tournament.revision`. What people get wrong is a `Refusal`, with codes and places; faults are not caught.
"""

from scoring.services.attable import renew_link, sign_table, start_table
from scoring.services.cases import edit_case, is_juror, open_case
from scoring.services.checkin import check_in, check_in_all, set_paid, set_up_check_in
from scoring.services.clock import extend_clock, pause_clock, set_clock, start_clock, stop_clock
from scoring.services.coming import (
    join_table,
    set_first_round,
    take_back_withdrawal,
    withdraw_player,
)
from scoring.services.deals import (
    confirm_deal,
    correct_deal,
    may_confirm,
    preview_correction,
    preview_deal,
    record_deal,
)
from scoring.services.document import load_document
from scoring.services.draw import Draw, draw_round, preview_draw
from scoring.services.editing import edit_tournament
from scoring.services.errors import Refusal
from scoring.services.hall import end_notice, post_notice
from scoring.services.panel import Panel, panel_of, panels_of, set_juror
from scoring.services.paper import clear_paper, enter_paper
from scoring.services.people import invite, may_hand_over, remove_role
from scoring.services.players import add_players, delete_player, edit_player
from scoring.services.prizes import mark_of, offers_of, set_prizes
from scoring.services.proposal import Worth, proposal_of
from scoring.services.receipts import Sent, once
from scoring.services.register import delete_person, edit_person, merge_people
from scoring.services.reseating import preview_reseating, reseat_table, set_first_dealer
from scoring.services.results import list_withdrawn, set_protest_until
from scoring.services.rounds import add_round, close_round, reopen_round, seat_table
from scoring.services.rulings import (
    Verdict,
    decisions_of,
    next_voter,
    reopen_case,
    rule_on,
    rule_orally,
    rulings_seen_by,
    vote,
    withdraw_case,
)
from scoring.services.seating import remove_round, remove_table, seat_everybody
from scoring.services.series import (
    SeriesFields,
    create_series,
    delete_series,
    edit_series,
    may_edit_series,
    may_found_series,
    own_cups,
    possible_organisers,
)
from scoring.services.state import finish, freeze, take_back_final, takes_protests, unfreeze, unpublish
from scoring.services.substitutes import set_substitute
from scoring.services.swapping import arrange_seats, lock_seat, lock_seats, move_player, swap_seats, unseat_player
from scoring.services.tournaments import add_player, create_tournament, delete_tournament, publish

__all__ = [
    "Draw",
    "Panel",
    "Refusal",
    "Sent",
    "SeriesFields",
    "Verdict",
    "Worth",
    "add_player",
    "add_players",
    "add_round",
    "arrange_seats",
    "check_in",
    "check_in_all",
    "clear_paper",
    "close_round",
    "confirm_deal",
    "correct_deal",
    "create_series",
    "create_tournament",
    "decisions_of",
    "delete_person",
    "delete_player",
    "delete_series",
    "delete_tournament",
    "draw_round",
    "edit_case",
    "edit_person",
    "edit_player",
    "edit_series",
    "edit_tournament",
    "end_notice",
    "enter_paper",
    "extend_clock",
    "finish",
    "freeze",
    "invite",
    "is_juror",
    "join_table",
    "list_withdrawn",
    "load_document",
    "lock_seat",
    "lock_seats",
    "mark_of",
    "may_confirm",
    "may_edit_series",
    "may_found_series",
    "may_hand_over",
    "merge_people",
    "move_player",
    "next_voter",
    "offers_of",
    "once",
    "open_case",
    "own_cups",
    "panel_of",
    "panels_of",
    "pause_clock",
    "possible_organisers",
    "post_notice",
    "preview_correction",
    "preview_deal",
    "preview_draw",
    "preview_reseating",
    "proposal_of",
    "publish",
    "record_deal",
    "remove_role",
    "remove_round",
    "remove_table",
    "renew_link",
    "reopen_case",
    "reopen_round",
    "reseat_table",
    "rule_on",
    "rule_orally",
    "rulings_seen_by",
    "seat_everybody",
    "seat_table",
    "set_clock",
    "set_first_dealer",
    "set_first_round",
    "set_juror",
    "set_paid",
    "set_prizes",
    "set_protest_until",
    "set_substitute",
    "set_up_check_in",
    "sign_table",
    "start_clock",
    "start_table",
    "stop_clock",
    "swap_seats",
    "take_back_final",
    "take_back_withdrawal",
    "takes_protests",
    "unfreeze",
    "unpublish",
    "unseat_player",
    "vote",
    "withdraw_case",
    "withdraw_player",
]
