"""Refusals put into words, in the active language. The sentences of deals are in `scoring.sentences`."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as N_

from rules import Problem, Ruleset
from scoring import sentences
from scoring.articles import with_article

#: By code. The names in %(…)s are the problem's parameters.
SENTENCES = {
    # The file
    "file-missing": N_("There is no file “%(name)s”."),
    "file-is-directory": N_("“%(name)s” is a directory, not a file."),
    "file-unreadable": N_("The file “%(name)s” cannot be read."),
    "file-too-large": N_("The file is larger than %(limit)s MB: no tournament document is."),
    "not-utf-8": N_("The file is not UTF-8 text (byte %(byte)s)."),
    "not-json": N_("The file is not JSON (line %(line)s, column %(column)s)."),
    "not-a-number": N_("The file is not JSON: it has no %(name)s."),
    "duplicate-key": N_("An object has the field “%(key)s” twice."),
    "nesting-too-deep": N_("Objects and lists are nested more than %(limit)s levels deep."),
    "number-too-large": N_("The number is beyond ±%(limit)s."),
    "bad-text": N_("The text has a character that no text may have (a control character or half a surrogate pair)."),
    # The document
    "bad-format": N_("This is not a tournament document: its format should be “%(known)s”."),
    "later-format": N_(
        "The document is of a later version (“%(found)s”); this program reads “%(known)s”. A newer release may read it."
    ),
    "text-empty": N_("The text is empty."),
    "text-too-long": N_("The text has %(length)s characters; %(limit)s are allowed."),
    "number-out-of-range": N_("%(value)s is not between %(low)s and %(high)s."),
    "bad-choice": N_("It should be one of: %(known)s."),
    "bad-date": N_("This is not a date such as 2005-04-16."),
    "bad-slug": N_("A slug is made of lower-case letters a–z, digits and single hyphens between them."),
    "slug-exists": N_("There is a tournament “%(slug)s” already."),
    "bad-ruleset-snapshot": N_("The ruleset in the document cannot be used: %(reason)s."),
    "other-ruleset-snapshot": N_("The ruleset in the document is not “%(ruleset)s”."),
    # Players and seats
    "duplicate-player": N_("There is another player number %(number)s."),
    "no-such-player": N_("There is no player number %(player)s."),
    "player-withdrawn": N_("Player %(number)s withdrew after round %(round)s."),
    "player-seated-twice": N_("Player %(number)s already sits at table %(table)s of this round."),
    "bad-table-size": N_("A table has %(sizes)s seats, not %(seats)s."),
    # Rounds and tables
    "duplicate-round": N_("Round %(number)s is there already."),
    "round-missing": N_("Here round %(expected)s should stand, not round %(number)s."),
    "round-beyond-plan": N_("Round %(number)s is beyond the %(planned)s planned rounds."),
    "round-closed": N_("Round %(round)s is closed."),
    "round-open": N_("Round %(round)s is open."),
    "tables-incomplete": N_("These tables are not complete: %(tables)s. Closing the round needs a reason."),
    "tables-unconfirmed": N_(
        "At these tables deals wait for a second player to confirm them: %(tables)s. Closing the round needs a reason."
    ),
    "tables-unsigned": N_("These tables have not signed their totals: %(tables)s. Closing the round needs a reason."),
    "tables-before-jury": N_(
        "At these tables a case is still before the jury: %(tables)s. Closing the round needs a reason."
    ),
    "duplicate-table": N_("Table %(number)s is there already."),
    "deal-beyond-plan": N_("Deal %(number)s is beyond the %(planned)s deals that this table plays."),
    "too-many-deals": N_("A table has more than %(limit)s deals."),
    # At the table
    "deal-counted-already": N_("Deal %(number)s has been recorded already."),
    "confirms-own-entry": N_("Who entered a deal cannot confirm it: somebody of the other side should look at it."),
    "confirms-own-side": N_("Partners cannot confirm each other’s deal: somebody of the other side should look at it."),
    "other-players": N_("Say in which order the players of this table sit; another player is the organiser’s matter."),
    "table-has-begun": N_("A deal has been recorded: the organiser can still put the seating right."),
    "signed-too-early": N_("Deals are missing: the table signs once all are recorded."),
    "signed-unconfirmed": N_("Deals wait for a second player to confirm them: the table signs after that."),
    "signed-before-jury": N_("A deal of this table is before the jury: the table signs after the ruling."),
    "totals-changed": N_("The totals are others by now: look at them again, and sign those."),
    "link-renewed": N_("This link was replaced by a new one: ask the organiser for it."),
    "bad-key": N_("A message needs a key of the sender’s making, of 1 to %(most)s characters."),
    "key-reused": N_("Another message came under the same key: each needs its own."),
    # The table's calls
    "bad-request": N_("The message cannot be read."),
    "message-too-long": N_("The message is too long: no deal is."),
    "no-such-address": N_("There is nothing at this address."),
    "no-such-link": N_("This link leads to no table: was all of it copied?"),
    "too-many-wrong-links": N_(
        "Too many links that lead nowhere came from this address: wait a minute. A right one works meanwhile."
    ),
    "method-not-allowed": N_("This address takes only: %(methods)s."),
    "no-such-deal": N_("This table has no such deal."),
    "if-match-missing": N_("Say in If-Match which revision of the deal this is about."),
    # The jury
    "case-gone": N_("The case was deleted meanwhile."),
    "case-not-open": N_("Case %(number)s is not before the jury any more."),
    "case-open": N_("Case %(number)s is before the jury already."),
    "case-open-already": N_("Another case about deal %(number)s is before the jury already."),
    "case-needs-deal": N_("This needs a deal that the case is about: record the deal first."),
    "case-has-no-vote": N_("There is no vote of the table in this case (any more): the jury decides."),
    "not-your-vote": N_("It is the turn of player %(player)s: the table votes from the offender’s right on."),
    "offender-missing": N_("Who committed the offence? Choose the player."),
    "bad-asker": N_("Who asked for it is another player of the table, each named once."),
    "ruled-already": N_("You have ruled on this case already."),
    "voting-round-over": N_("The three differed, and a second round has begun: read the others’ reasons first."),
    "juror-is-offender": N_("Nobody rules on the own offence: a substitute does."),
    "juror-at-table": N_("Nobody rules on the own table: a substitute does."),
    "juror-not-needed": N_("Three others rule on this case."),
    "jury-full": N_("The cup has its %(count)s jurors already: name a substitute."),
    "three-jurors": N_("Name the %(count)s jurors who decided."),
    "amount-missing": N_("How many points? Give the amount."),
    "amount-not-allowed": N_("This decision has no amount: leave it empty."),
    "amount-not-whole": N_("This amount cannot be shared so finely: give whole points."),
    "bad-amount": N_("An amount is a whole number or a fraction such as “5/2”, not negative."),
    "deal-ruled": N_("The jury has ruled on this deal: only an organiser can put its record right."),
    "duplicate-case": N_("There is another case number %(number)s."),
    "no-such-table": N_("There is no table %(table)s in round %(round)s."),
    # The hall
    "clock-missing": N_("Round %(round)s has no clock (any more)."),
    "clock-there": N_("Round %(round)s has a clock already: look at it again."),
    "clock-running": N_("The clock of round %(round)s runs already."),
    "clock-standing": N_("The clock of round %(round)s does not run."),
    "clock-changed-meanwhile": N_("The clock was changed meanwhile: the round has %(minutes)s minutes now."),
    "notice-there": N_("This notice hangs there already."),
    "notice-ended": N_("This notice was taken down already."),
    "too-many-notices": N_("There are %(most)s notices already, and more nobody reads: take one down first."),
    # Paper
    "totals-beside-deals": N_("A table has either deals or totals from paper, not both."),
    "totals-and-remainder": N_("A table has either totals or a remainder from paper, not both."),
    "nothing-remains": N_("All %(planned)s deals of the table are recorded: there is no remainder."),
    "seats-without-points": N_("There are no points for: %(players)s."),
    "points-not-exact": N_("Table points are whole, halves or thirds, and exact: “10/3”, not a rounded decimal."),
    "sum-not-zero": N_("The points sum to %(sum)s instead of zero."),
    "table-has-paper": N_("Points from paper were entered for this table; take them back to record deals."),
    # The state of the cup
    "ruleset-in-use": N_("Deals have been recorded under the rules of this cup: they cannot be changed any more."),
    "rounds-there-already": N_("There are %(rounds)s rounds already."),
    "not-published": N_("The cup is not published."),
    "not-frozen": N_("The public standings are not frozen."),
    "not-final": N_("The cup is not final."),
    "no-rounds": N_("The cup has no rounds yet."),
    "rounds-open": N_("These rounds are not closed: %(rounds)s."),
    "protests-taken": N_("The time for protests is not over. Say here that the cup is final all the same."),
    "moment-far": N_("This moment is too far away: is the year right?"),
    # Prizes and series
    "prize-twice": N_("This place has a prize already."),
    "prizes-changed": N_("Somebody else changed the prizes meanwhile: look at them as they are now."),
    "series-exists": N_("There is a series “%(slug)s” already."),
    "series-gone": N_("The series was deleted meanwhile."),
    "series-changed": N_("Somebody else changed the series meanwhile: look at it as it is now."),
    "series-needs-organiser": N_("Somebody has to be able to edit the series: choose at least one."),
    "series-foreign-organiser": N_("Who is to edit the series has to organise one of its cups."),
    "series-foreign-cup": N_("Only a cup that you organise can be put into a series."),
    # The list of players
    "too-many-players": N_("%(count)s players are too many at once: %(limit)s fit."),
    "player-was-seated": N_("Player %(number)s has been seated: withdraw them instead."),
    "player-seated-later": N_("Player %(number)s sits at a table of round %(round)s."),
    "table-full": N_("Table %(table)s has no place for a fifth player."),
    "table-needs-four": N_("Table %(table)s would have fewer than four players."),
    "substitute-is-player": N_("%(name)s is the player: name who plays in their place."),
    # The register
    "person-exists": N_(
        "The register has another %(name)s of this club and town: if they are one person, merge the two."
    ),
    "person-gone": N_("The register does not have this entry any more."),
    "person-same": N_("%(name)s cannot be merged with the same entry: choose another one."),
    "people-in-one-cup": N_("Both play in the cup “%(cup)s”: they are two people."),
    # A list of players as a file
    "list-too-large": N_(
        "The file is larger than %(limit)s MB: no list of players is. Save a copy with the names only."
    ),
    "list-too-long": N_("The list has more than %(limit)s rows: leave a part of it out."),
    "list-too-wide": N_("The list has more than %(limit)s columns: leave out those that are not needed."),
    "list-too-much-text": N_("There is too much text in the file: save a copy with the names and clubs only."),
    "list-too-many": N_("The list has %(count)s players; %(limit)s fit at once: divide it into several files."),
    "list-empty": N_("There is nothing in the file."),
    "list-old-excel": N_(
        "This is a file of an old Excel (.xls), or one that is protected by a password, whatever it is called. "
        "Save it as “Excel workbook (.xlsx)” without a password, or as CSV."
    ),
    "list-other-archive": N_("This is no Excel workbook (.xlsx). Save the list as .xlsx or as CSV."),
    "list-unpacks-too-large": N_(
        "The workbook unpacks to more than %(limit)s MB: no list of players does. Copy the names into a new workbook."
    ),
    "list-broken": N_("The workbook is damaged or incomplete: open it in the spreadsheet and save it anew."),
    "list-is-a-page": N_(
        "This is a web page or XML, even if it is called an Excel file. Open it in the spreadsheet and save it as "
        ".xlsx or CSV."
    ),
    "list-no-text": N_("This is neither an Excel workbook (.xlsx) nor a text: save the list as .xlsx or as CSV."),
    "list-other-letters": N_(
        "The file is not written in %(encoding)s: choose other letters, or let the program find out."
    ),
    "not-withdrawn": N_("Player %(number)s has not withdrawn."),
    # Seating by hand
    "no-seating": N_("%(players)s players cannot sit at tables of four and five."),
    "table-size-fixed": N_("Results have been recorded at this table: it keeps its %(seats)s seats."),
    "table-has-results": N_("Results have been recorded at table %(table)s: it cannot be removed."),
    "round-has-results": N_("Results have been recorded in round %(round)s: it cannot be removed."),
    "round-not-last": N_("Only the last round can be removed."),
    "player-comes-later": N_("Player %(number)s only comes in round %(round)s."),
    # The draw
    "draw-changed": N_(
        "Meanwhile somebody seated, entered or checked in somebody else: look at it as it is now, and draw again."
    ),
    "round-begun": N_(
        "Results have been recorded in round %(round)s (table %(tables)s): it is not drawn again. Tables that have not "
        "begun can still be changed by hand."
    ),
    "locked-without-table": N_(
        "Somebody is to keep table %(table)s, but there are only %(tables)s tables: take the lock off first."
    ),
    "locked-too-many": N_(
        "%(count)s people are to keep table %(table)s, which now has %(seats)s seats: take a lock off first."
    ),
    "standings-open": N_("By the standings is drawn only from closed rounds; these are open: %(rounds)s."),
    "standings-none": N_("By the standings is drawn only once a round has been closed."),
    # Swapping
    "swap-two": N_("Choose two people, one of whom has a table."),
    "not-seated": N_("Player %(number)s has no table in this round."),
    "table-begun": N_(
        "Something has been recorded at table %(table)s: its seating can be put right on its own page only."
    ),
    "bad-size-of-table": N_("Table %(table)s would have %(seats)s seats; a table has %(sizes)s."),
    "cannot-sit": N_("Player %(number)s cannot be seated in round %(round)s: withdrawn, or not there yet."),
    # People
    "bad-username": N_("A user name is made of letters, digits and the signs @ . + - _ only."),
    "role-held": N_("%(name)s has this role already."),
    "account-closed": N_("The account %(name)s has been closed."),
    "account-waits": N_(
        "The account %(name)s waits for its password in another cup. Invite it once that is set, or take another name."
    ),
    "last-organiser": N_("A cup needs an organiser: give somebody else the role first."),
    # Copies of everything
    "backup-not-a-copy": N_("This file is no copy of a tarokk program: neither a backup nor its SQLite database."),
    "backup-damaged": N_("The copy is damaged or cut off. Take another one, if need be an earlier one."),
    "backup-damaged-part": N_("The copy is damaged (%(part)s). Take another one, if need be an earlier one."),
    "backup-too-large": N_("The copy holds more than %(limit)s MB: no cup does."),
    "backup-unknown-part": N_("A part of the copy is missing, twice there, or none of ours: %(part)s."),
    "backup-bad-line": N_("The copy cannot be taken over: %(part)s, line %(line)s."),
    "backup-does-not-fit": N_("The copy cannot be taken over: its parts do not fit together."),
    "backup-older": N_(
        "The copy was made by an earlier release (%(release)s): restore it with that one, and then install this one."
    ),
    "backup-later": N_("The copy was made by a later release of the program: install that one first."),
    "program-not-empty": N_("There are cups here already, or people in the register: nothing was replaced."),
    # What changed meanwhile
    "field-changed-meanwhile": N_("Somebody else changed this meanwhile to: %(value)s."),
    "seating-changed": N_("Somebody else changed the seating meanwhile: look at it as it is now."),
    "player-gone": N_("The player was taken off the list meanwhile."),
    "role-gone": N_("The role was taken away meanwhile."),
    "tournament-final": N_("The tournament is final: nothing can be changed any more."),
    "tournament-gone": N_("The tournament was deleted meanwhile."),
    "round-gone": N_("The round was deleted meanwhile."),
    "table-gone": N_("The table was deleted meanwhile."),
    "deal-gone": N_("The deal was deleted meanwhile."),
    "changed-meanwhile": N_("Somebody else was quicker: another version of this deal has been saved meanwhile."),
}


def say(problem: Problem, ruleset: Ruleset | None = None) -> str:
    """The sentence of a problem, without its place; with a ruleset, in its names."""
    sentence = SENTENCES.get(problem.code)
    return with_article(sentences.say(problem, ruleset) if sentence is None else str(_(sentence) % problem.params))


def tell(problem: Problem) -> str:
    """The sentence with its place in front."""
    place = "".join(char if char.isprintable() else "?" for char in problem.field[:200])
    return f"{place}: {say(problem)}" if place else say(problem)
