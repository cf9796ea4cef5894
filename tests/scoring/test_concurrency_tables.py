"""A hall whose tables send all at once: nothing is lost, nothing stands twice, nobody sees a fault.

The suite has a small crowd, for it has to be quick; `make load` has all 24 tables and 200 people who look, against a
real server, on both databases.
"""

from __future__ import annotations

import os

import pytest
from pytest_django.live_server_helper import LiveServer

from scoring.models import AuditEntry, Deal, Receipt, Table, Tournament
from tests.load.hall import Place, play
from tests.scoring.cups import document, load, table

pytestmark = pytest.mark.django_db(transaction=True)

TABLES = 24
DEALS = int(os.environ.get("LOAD_DEALS", "2"))
POLLERS = int(os.environ.get("LOAD_POLLERS", "8"))


def test_all_tables_send_at_once(live_server: LiveServer) -> None:
    seats = [[4 * n + 1, 4 * n + 2, 4 * n + 3, 4 * n + 4] for n in range(TABLES)]
    cup = load(document(*(table(n, each) for n, each in enumerate(seats, 1)), players=4 * TABLES))
    before = Tournament.objects.get().revision
    tables = Table.objects.order_by("number")
    places = [Place(f"/table/{each.token}/", seated) for each, seated in zip(tables, seats, strict=True)]
    tally = play(live_server.url, cup.slug, places, deals=DEALS, pollers=POLLERS, pause=0.2)
    assert tally.faults == []
    sent = TABLES * DEALS
    assert (tally.statuses["enter 201"], tally.statuses["enter 200"]) == (sent, sent)
    assert Deal.objects.count() == Receipt.objects.count() == sent
    assert AuditEntry.objects.filter(action="record_deal").count() == sent
    assert Tournament.objects.get().revision == before + sent
    # Who looked again and again was answered shortly.
    assert tally.statuses["look 304"] + tally.statuses["look 200"] >= POLLERS
