"""Who may open what: one decision for each address of the whole url table, and no address without one."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from tests.scoring.url_table import Address, World, addresses, admin_paths, everything, make_world

# Everybody reads them, nobody writes there.
PUBLIC = {
    "public:tournaments",
    "public:standings",
    "public:standings-json",
    "public:standings-csv",
    "public:round",
    "public:table",
    "public:player",
    "public:captures",
    "public:statistics",
    "series:list",
    "series:page",
    "series:short-pdf",
    "series:short-xlsx",
    "series:pdf",
    "series:xlsx",
    "public:rules",
    "public:beamer",
    "public:export-csv",
    "public:export-standings-xlsx",
    "public:export-standings-pdf",
    "public:export-round-pdf",
    "public:export-captures-pdf",
    "public:export-xlsx",
    "public:export-pdf",
    "public:export-json",
}
# Everybody may call them; they keep nothing in the database.
OPEN = {
    "public:language",
    "public:favicon",
    "public:now",
    "accounts:login",
    "accounts:logout",
    "healthz",
    "table:entrance",
}
# Whoever has the link of a table, for that table while its round is open.
TABLE = {
    "table:page",
    "table:hall",
    "table:preview",
    "table:start",
    "table:sign",
    "table:call",
    "table:deal-call",
    "table:vote",
    "table:deal",
    "table:confirm",
    "table:versions",
    "table:api-deals",
    "table:api-deal",
    "table:api-confirm",
    "table:api-preview",
}
# Whoever holds the link, which is good once.
LINKS = {"accounts:set-password", "copies:newest"}
# Whoever keeps everything safe: a permission of the account, which no role brings.
SAFE = {"organiser:safe", "organiser:safe-backup", "organiser:safe-address", "organiser:safe-restore"}
# Whoever has an account: there they find, or set up, their own cups.
ACCOUNT = {"accounts:password", "organiser:cups", "organiser:new-cup", "organiser:ruleset", "jury:cups"}
ACCOUNT |= {"organiser:series-list", "organiser:series-new"}
# Whoever set the series up.
SERIES = {"organiser:series", "organiser:series-remove"}
# Whoever organises any cup: the register is of all cups.
REGISTER = {"organiser:register", "organiser:register-person", "organiser:register-merge", "organiser:register-delete"}
# All others of the desk are one cup's, and that cup's organisers' alone; of the jury's room its jury's, too.

ADDRESSES = addresses()
OUTSIDERS = [None, "vendeg", "zsuri", "masik-rendezo", "masik-zsuri"]


def audience(address: Address) -> str:
    """The decision on an address; fails where there is none."""
    decided = {"public": PUBLIC, "open": OPEN, "link": LINKS, "table": TABLE, "account": ACCOUNT, "safe": SAFE}
    decided |= {"series": SERIES, "register": REGISTER}
    for name, members in decided.items():
        if address.name in members:
            return name
    if address.name.startswith("organiser:") and address.route.startswith("organise/<slug:slug>/"):
        return "organiser"
    if address.name.startswith("jury:") and address.route.startswith("jury/<slug:slug>/"):
        return "jury"
    pytest.fail(f"Who may open {address.name} ({address.route})? Say so in this file, and mean it.")


def of(audience_: str) -> list[Address]:
    return [address for address in ADDRESSES if address.name not in OPEN | LINKS and audience(address) == audience_]


@pytest.fixture
def world(db: None) -> World:
    # Wrong links are counted by the minute, and this file tries many.
    cache.clear()
    return make_world()


def client_of(name: str | None) -> Client:
    client = Client()
    if name is not None:
        client.force_login(World.user(name))
    return client


def ask(client: Client, method: str, path: str) -> Any:
    # What forms of the desk send, so that a view that only lacks the question "who?" would really do something.
    data = {"action": "save", "confirm": "yes", "reason": "proba", "name": "Betolakodó", "username": "betolakodo"}
    return client.get(path) if method == "GET" else client.post(path, data | {"role": "organiser", "number": "1"})


def is_refusal(response: Any, name: str | None) -> bool:
    """For nobody: sent to log in, or 403. For somebody without the right: 403."""
    to_login = ("/login/?next=/organise/", "/login/?next=/jury/")
    sent_to_login = response.status_code == 302 and response["Location"].startswith(to_login)
    return response.status_code == 403 or (name is None and sent_to_login)


@pytest.mark.parametrize("address", ADDRESSES, ids=str)
def test_who_may_open(address: Address, world: World) -> None:
    path = address.path(world.values)
    decision = audience(address)
    clients = {name: client_of(name) for name in [*OUTSIDERS, "rendezo", "orzo"]}
    insiders = {"jury": "zsuri", "register": "masik-rendezo"}
    outsiders = [name for name in OUTSIDERS if name is None or name != insiders.get(decision)]
    of_cups = ("organiser", "jury", "series", "register")
    outsiders += ["rendezo"] if decision == "safe" else ["orzo"] if decision in of_cups else []
    before = everything()
    answers = {(method, name): ask(clients[name], method, path) for method in ("GET", "POST") for name in outsiders}
    assert everything() == before, f"{path} was changed by somebody who may not"
    for (method, name), response in answers.items():
        said = f"{method} {path} by {name or 'nobody'}: {response.status_code}"
        if decision in ("organiser", "jury", "safe", "series", "register"):
            # An address that takes POST only says so to everybody.
            assert is_refusal(response, name) or (method == "GET" and response.status_code == 405), said
        elif decision == "account" and name is None:
            assert is_refusal(response, name), said
        elif decision == "public":
            assert response.status_code == (200 if method == "GET" else 405), said
        else:
            assert response.status_code < 500, said
            assert response.status_code != 403, said
    if decision in ("organiser", "account", "series", "register"):
        # The organiser gets in: what refused the others was not an address that leads nowhere.
        assert ask(clients["rendezo"], "GET", path).status_code in (200, 302, 405, 409), path
        assert ask(clients["rendezo"], "POST", path).status_code in (200, 302, 405, 409, 422), path
    if decision == "safe":
        # What they do when they may is tried in tests/scoring/safe.
        assert ask(clients["orzo"], "GET", path).status_code in (200, 302), path
    if decision == "jury":
        # So do jurors and organisers; who only organises does not rule.
        for name in ("zsuri", "rendezo"):
            assert ask(clients[name], "GET", path).status_code == 200, path
        assert ask(clients["zsuri"], "POST", path).status_code in (200, 302, 405, 409, 422), path
        blind = (403,) if address.name == "jury:case" else (200, 302, 405, 409, 422)
        assert ask(clients["rendezo"], "POST", path).status_code in blind, path


@pytest.mark.parametrize("address", of("organiser") + of("jury"), ids=str)
def test_organiser_of_one_cup_in_another(address: Address, world: World) -> None:
    client = client_of("rendezo")
    before = everything()
    theirs = world.values | world.only_others | {"slug": world.other.slug}
    for method in ("GET", "POST"):
        response = ask(client, method, address.path(theirs))
        assert response.status_code in (403, 405), f"{method} {address}: {response.status_code}"
    # The own cup's name with the other's numbers: there is no such thing here.
    for kind in {address.kind_of(argument) for argument in address.arguments} & world.only_others.keys():
        path = address.path(world.values | {kind: world.only_others[kind]})
        for method in ("GET", "POST"):
            response = ask(client, method, path)
            assert response.status_code in (404, 405), f"{method} {path}: {response.status_code}"
    assert everything() == before


@pytest.mark.django_db
@pytest.mark.parametrize("name", [None, "rendezo"])
def test_admin_is_for_the_technician(world: World, name: str | None) -> None:
    client = client_of(name)
    before = everything()
    paths = admin_paths()
    assert len(paths) > 50
    for path in paths:
        for method in ("GET", "POST"):
            response = ask(client, method, path)
            sent = response.status_code in (301, 302) and response["Location"].startswith("/admin/login/")
            assert sent or response.status_code in (403, 404, 405) or path in ("/admin/login/", "/admin/logout/"), path
    assert everything() == before


# --- Tables -----------------------------------------------------------------------------------------------------------

# A deal that the third position could hold, or the next one, as form and as JSON: a view that lacks the question would
# really do something.
RECORD = {"number": 3, "bid": "three", "declarer": 4, "partner": 1, "card_points": 60, "entered_by": 2}
CONFIRMATION = {"by": 3}
FORM = {key: str(value) for key, value in RECORD.items()} | {
    "outcome": "played", "kontra": "0", "position": "5", "action": "save", "by": "3", "revision": "1",
    "first_dealer": "1", **{f"seat_{n}": str(n) for n in range(1, 5)},
}  # fmt: skip


def ask_as_table(client: Client, address: Address, method: str, path: str) -> Any:
    """A message as the table's page or a program sends it, under a key of its own."""
    if method == "GET":
        return client.get(path)
    if not address.name.startswith("table:api-"):
        return client.post(path, FORM | {"key": "0123456789abcdef" * 2})
    body = CONFIRMATION if address.name == "table:api-confirm" else RECORD
    headers = {"idempotency-key": f"{method} {path}"[-80:], "if-match": '"1"'}
    return client.generic(method, path, json.dumps(body).encode(), "application/json", headers=headers)


@pytest.mark.parametrize("address", of("table"), ids=str)
def test_links_that_are_not_good(address: Address, world: World) -> None:
    client, before = Client(), everything()
    for what, token in world.ended.items():
        path = address.path(world.values | {"link": token})
        for method in ("GET", "POST", "PUT"):
            response = ask_as_table(client, address, method, path)
            known = what in ("of a closed round", "of another that was closed", "renewed")
            assert response.status_code in ({404, 405, 410} if known else {404, 405}), f"{method} {path} ({what})"
    assert everything() == before


@pytest.mark.parametrize("address", of("table"), ids=str)
def test_a_link_is_good_for_its_own_table_only(address: Address, world: World) -> None:
    """With the own link nothing of another table is seen or changed, with the other's nothing of this one."""
    client, before = Client(), everything()
    for kind in {address.kind_of(argument) for argument in address.arguments} & {"position", "id"}:
        for theirs in ({kind: world.only_others[kind]}, {"link": world.only_others["link"]}):
            path = address.path(world.values | theirs)
            for method in ("GET", "POST", "PUT"):
                response = ask_as_table(client, address, method, path)
                assert response.status_code in (404, 405), f"{method} {path}: {response.status_code}"
    assert everything() == before


def test_a_good_link_is_good(world: World) -> None:
    """What refused the others was not that the messages were none."""
    client, done = Client(), {}
    for address in of("table"):
        path = address.path(world.values)
        for method in ("GET", "POST", "PUT"):
            if address.name == "table:api-deals" and method == "POST":
                continue  # Deal 3 is there already: see test_api.
            done[address.name, method] = ask_as_table(client, address, method, path).status_code
    assert {name for (name, method), status in done.items() if method == "GET" and status == 200} == {
        "table:page", "table:hall", "table:deal", "table:versions", "table:call", "table:deal-call", "table:api-deals",
    }  # fmt: skip
    assert done["table:api-preview", "POST"] == 200
    # No table votes in this world: Kupa knows none.
    assert {name for (name, _method), status in done.items() if status == 404} <= {"table:vote"}
    assert {status for status in done.values()} <= {200, 302, 303, 404, 405, 409, 412, 422}


def test_unknown_cup_is_told_to_organisers_only(world: World) -> None:
    found = {name: client_of(name).get("/organise/nincs-ilyen/").status_code for name in [*OUTSIDERS, "rendezo"]}
    assert found == {
        None: 302, "vendeg": 403, "zsuri": 403, "masik-rendezo": 404, "masik-zsuri": 403, "rendezo": 404
    }  # fmt: skip
