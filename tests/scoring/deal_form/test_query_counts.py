"""The deal pages cost as many SQL queries at a full table as at an empty one."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.models import Deal
from scoring.services import correct_deal
from tests.scoring.cups import OPERATOR, document, full_table, load, played, table, the_deal
from tests.scoring.deal_form.conftest import organiser
from tests.scoring.deal_form.pages import typed

pytestmark = pytest.mark.django_db

READ, PREVIEW, SAVE = 11, 14, 22


def queries_of(client: Client, address: str, sent: dict[str, str] | None = None, status: int = 200) -> int:
    with CaptureQueriesContext(connection) as queries:
        response = client.get(address) if sent is None else client.post(address, sent)
    assert response.status_code == status
    return len(queries)


def test_counts_do_not_grow(client: Client) -> None:
    small = load(document(table(1, [1, 2, 3, 4], [played(1, 2, 4)]), slug="kicsi"))
    sheet = full_table(1, [1, 2, 3, 4])
    sheet["deals"].pop()
    tables = [sheet, *(full_table(n, [4 * n - 3, 4 * n - 2, 4 * n - 1, 4 * n]) for n in range(2, 9))]
    large = load(document(*tables, players=32, slug="nagy"))
    user = organiser(small)
    large.memberships.create(user=user, role="organiser")
    client.force_login(user)
    counts = {}
    for cup, number in ((small, 2), (large, 16)):
        for kontra in range(1, 4 if cup is small else 12):
            correct_deal(OPERATOR, the_deal(cup, 1), played(1, 2, 4, 60, kontra=kontra % 3))
        revision = Deal.objects.get(table__round__tournament=cup, table__number=1, position=1).revisions.count()
        deals = f"/organise/{cup.slug}/rounds/1/tables/1/deals/"
        new = typed(number, number, declarer=1, partner=2)
        stale = typed(declarer=2, partner=4, card_points=70, revision=1)
        fresh = stale | {"revision": str(revision)}
        counts[cup.slug] = {
            "new": queries_of(client, f"{deals}new/"),
            "preview": queries_of(client, f"{deals}new/", new | {"action": "preview"}),
            "refused": queries_of(client, f"{deals}new/", new | {"card_points": "99"}, 422),
            "edit": queries_of(client, f"{deals}1/"),
            "preview of a correction": queries_of(client, f"{deals}1/", fresh | {"action": "preview"}),
            "conflict": queries_of(client, f"{deals}1/", stale, 409),
            "revisions": queries_of(client, f"{deals}1/revisions/"),
            "save": queries_of(client, f"{deals}new/", new, 302),
            "save of a correction": queries_of(client, f"{deals}1/", fresh, 302),
        }
    assert counts["kicsi"] == counts["nagy"]
    most = {"new": READ, "edit": READ, "revisions": READ, "preview": PREVIEW, "save": SAVE}
    assert {name: counts["kicsi"][name] <= limit for name, limit in most.items()} == dict.fromkeys(most, True), counts
