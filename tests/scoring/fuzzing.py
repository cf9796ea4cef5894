"""What generated requests and files are made of, and what must hold after each of them."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlencode

from django.test import Client
from hypothesis import strategies as st

from tests.scoring.url_table import Address

Rows = dict[str, list[dict[str, Any]]]

ODD_TEXTS = [
    "", " ", "0", "-1", "1", "2", "3", "4", "5", "9", "47", "94", "95", "3.5", "1,5", "1e9", "9" * 25, "-" + "9" * 25,
    "NaN", "inf", "½", "٣", "1_000", " 3 ", "\0", "a\0b", "\ud800", "x\udfff", "\u202e", "\ufeff", "x" * 300,
    "ő" * 5000, "<script>alert(1)</script>", "'; drop table", "=1+1", "on", "yes", "null", "true", "[]", "{}", "%00",
    "%s", "{0}", "../..", "2026-02-30", "9999-12-31", "0001-01-01", "3. Kovács\n4. Nagy;\t", "\r\n", "save", "preview",
    "as-next", "adopt-mine", "adopt-theirs", "more-announcements", "three", "solo", "passed_out", "renonsz", "totals",
    "declarer", "opponents", "trull", "volat", "organiser", "sajat", "kupa-2005",
]  # fmt: skip
texts = st.one_of(st.sampled_from(ODD_TEXTS), st.text(max_size=40), st.integers().map(str))


@dataclass(slots=True)
class Form:
    """A form as a page offers it: where it goes, and for each field what it holds and what could be chosen."""

    action: str
    method: str
    fields: dict[str, list[str]] = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)


class _Forms(HTMLParser):
    def __init__(self, path: str) -> None:
        super().__init__()
        self.path, self.forms = path, list[Form]()
        self.select = self.textarea = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        name, value = found.get("name", ""), found.get("value", "")
        if tag == "form":
            self.forms.append(Form(found.get("action") or self.path, found.get("method", "get").upper()))
        elif not self.forms:
            return
        elif tag in ("input", "button") and name not in ("", "csrfmiddlewaretoken"):
            form = self.forms[-1]
            form.choices.setdefault(name, []).append(value)
            unset = found.get("type") in ("checkbox", "radio") and "checked" not in found
            if not unset and not (tag == "button" and name in form.fields):
                form.fields.setdefault(name, []).append(value)
        elif tag == "select":
            self.select = name
        elif tag == "option" and self.select:
            self.forms[-1].choices.setdefault(self.select, []).append(value)
            if "selected" in found:
                self.forms[-1].fields[self.select] = [value]
        elif tag == "textarea":
            self.textarea = name
            self.forms[-1].fields[name] = [""]

    def handle_data(self, data: str) -> None:
        if self.textarea:
            self.forms[-1].fields[self.textarea] = [data]

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self.select = ""
        elif tag == "textarea":
            self.textarea = ""


def forms_of(client: Client, paths: list[str]) -> list[Form]:
    """The forms on those pages, each once."""
    found: dict[str, Form] = {}
    for path in paths:
        response = client.get(path)
        if response.status_code < 500 and response["Content-Type"].startswith("text/html"):
            parser = _Forms(path)
            parser.feed(response.content.decode())
            found |= {repr(form): form for form in parser.forms}
    return list(found.values())


@dataclass(frozen=True, slots=True)
class Request:
    """A request as it is sent."""

    who: str  # "", for nobody, or a name of the world
    method: str
    path: str
    body: bytes
    content_type: str
    headers: dict[str, str]


def encoded(pairs: list[tuple[str, str]]) -> bytes:
    """As a browser sends a form; a lone surrogate goes out as the bad UTF-8 that it is."""
    return urlencode(pairs, encoding="utf-8", errors="surrogatepass").encode("ascii")


def multipart(pairs: list[tuple[str, str]], boundary: str = "b") -> bytes:
    """The same as multipart/form-data."""
    parts = [
        f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in pairs
    ]
    return ("".join(parts) + f"--{boundary}--\r\n").encode("utf-8", "surrogatepass")


URLENCODED = "application/x-www-form-urlencoded"
WHO = st.sampled_from(["rendezo", "rendezo", "rendezo", "rendezo", "", "zsuri"])
CONTENT_TYPES = st.sampled_from(
    [
        URLENCODED,
        "application/json",
        "multipart/form-data; boundary=b",
        "multipart/form-data",
        f"{URLENCODED}; charset=utf-16",
        f"{URLENCODED}; charset=nonsense",
        "text/xml",
        "",
    ]
)
HEADERS = st.dictionaries(
    st.sampled_from(
        "accept accept-encoding accept-language if-modified-since if-none-match origin range referer user-agent "
        "x-forwarded-for x-forwarded-proto x-requested-with".split()
    ),
    st.one_of(
        st.sampled_from(["hu", "en;q=2", "*", '"1"', "W/", "Wed, 21 Oct 2015 07:28:00 GMT", "bytes=0-", "x" * 8000]),
        st.text(st.characters(min_codepoint=32, max_codepoint=255, exclude_characters="\x7f"), max_size=40),
    ),
    max_size=3,
)


@st.composite
def filled_forms(draw: st.DrawFn, forms: list[Form]) -> Request:
    """A form as a page offers it, with some fields left out, changed, chosen otherwise, or added."""
    form = draw(st.sampled_from(forms))
    pairs = [(name, value) for name, values in form.fields.items() for value in values]
    for _ in range(draw(st.integers(0, 6))):
        what = draw(st.sampled_from(["choose", "choose", "choose", "write", "write", "drop", "add", "twice"]))
        if what == "choose" and form.choices:
            name = draw(st.sampled_from(sorted(form.choices)))
            pairs = [pair for pair in pairs if pair[0] != name]
            pairs.append((name, draw(st.sampled_from(form.choices[name]))))
        elif what == "add":
            pairs.append((draw(texts), draw(texts)))
        elif pairs:
            index = draw(st.integers(0, len(pairs) - 1))
            if what == "write":
                pairs[index] = (pairs[index][0], draw(texts))
            elif what == "drop":
                del pairs[index]
            else:
                pairs.append(pairs[index])
    if draw(st.integers(0, 4)) == 0:
        body, content_type = multipart(pairs), "multipart/form-data; boundary=b"
    else:
        body, content_type = encoded(pairs), URLENCODED
    method = draw(st.sampled_from([form.method, form.method, form.method, "POST"]))
    if method == "GET":
        return Request(draw(WHO), "GET", f"{form.action}?{encoded(pairs).decode()}", b"", "", draw(HEADERS))
    return Request(draw(WHO), method, form.action, body, content_type, draw(HEADERS))


json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), texts),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(texts, inner, max_size=4)),
    max_leaves=12,
)
bodies = st.one_of(
    st.binary(max_size=200),
    st.lists(st.tuples(texts, texts), max_size=8).map(encoded),
    st.lists(st.tuples(texts, texts), max_size=8).map(multipart),
    json_values.map(lambda value: json.dumps(value).encode()),
)


@st.composite
def odd_requests(draw: st.DrawFn, table: list[Address], values: dict[str, list[Any]]) -> Request:
    """Any method on any address, with numbers that are there or not, and a query and body of anything."""
    address = draw(st.sampled_from(table))
    try:
        path = address.path({kind: draw(st.sampled_from(known)) for kind, known in values.items()})
    except Exception:  # A value that the address does not take.
        path = "/" + draw(texts).replace("?", "").replace("#", "")
    if draw(st.integers(0, 9)) == 0:
        path += draw(st.sampled_from(["x", "/", "%00", "%ff", "%ed%a0%80", "../", "0/", "-1/", "99999/", "ő/"]))
    if draw(st.booleans()):
        query = encoded(
            draw(st.lists(st.tuples(st.sampled_from(["q", "sort", "page", "next", "x"]), texts), max_size=4))
        )
        path += "?" + query.decode()
    method = draw(st.sampled_from("GET GET GET POST POST POST HEAD PUT DELETE PATCH OPTIONS TRACE".split()))
    return Request(draw(WHO), method, path, draw(bodies), draw(CONTENT_TYPES), draw(HEADERS))


ODD_KEYS = ["k", "k", "k", "", " ", "x" * 101, "\xe9", "a b"]
ODD_REVISIONS = ['"1"', '"1"', "1", 'W/"1"', '"2"', "", "*", '"1", "2"', "x", "9" * 40, "-1"]


@st.composite
def table_calls(draw: st.DrawFn, links: list[str], ids: list[int], records: list[dict[str, Any]]) -> Request:
    """A call of a table, good or spoilt: its link, its headers, and a record in which some values were changed."""
    deal = f"/deals/{draw(st.sampled_from(ids))}"
    calls = [("POST", "/deals"), ("POST", "/preview"), ("PUT", deal), ("POST", f"{deal}/confirm"), ("GET", "/deals")]
    method, path = draw(st.sampled_from(calls))
    if draw(st.integers(0, 9)) == 0:
        method = draw(st.sampled_from("GET POST HEAD PUT DELETE PATCH OPTIONS".split()))
    headers = draw(HEADERS)
    if draw(st.integers(0, 9)):
        headers |= {
            "idempotency-key": draw(st.sampled_from(ODD_KEYS)),
            "if-match": draw(st.sampled_from(ODD_REVISIONS)),
        }
    body = draw(st.one_of(spoilt_documents(records), spoilt_documents(records), bodies))
    path = f"/table/{draw(st.sampled_from(links))}{path}"
    return Request(draw(WHO), method, path, body, draw(CONTENT_TYPES), headers)


@st.composite
def spoilt_documents(draw: st.DrawFn, documents: list[dict[str, Any]]) -> bytes:
    """A good document in which some values were changed, dropped or doubled, and perhaps some bytes."""
    document = copy.deepcopy(draw(st.sampled_from(documents)))
    for _ in range(draw(st.integers(0, 3))):
        places = list(_places(document))
        if not places:  # All that it had was dropped.
            break
        holder, key = draw(st.sampled_from(places))
        what = draw(st.sampled_from(["value", "value", "near", "drop", "double"]))
        if what == "value":
            holder[key] = draw(json_values)
        elif what == "near" and isinstance(holder[key], int):
            holder[key] += draw(st.integers(-2, 2))
        elif what == "drop":
            del holder[key]
        elif isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[key]))
    data = json.dumps(document).encode()
    if draw(st.integers(0, 4)) == 0:
        at = draw(st.integers(0, len(data)))
        data = data[:at] + draw(st.binary(max_size=8)) + data[at + draw(st.integers(0, 8)) :]
    return data


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    keys = value.keys() if isinstance(value, dict) else range(len(value))
    for key in keys:
        yield value, key
        if isinstance(value[key], (dict, list)) and value[key]:
            yield from _places(value[key])


def faults(rows: Rows) -> list[str]:
    """What is half saved in all that is stored; nothing is."""
    found = []
    points: dict[int, list[Any]] = {deal["id"]: [] for deal in rows["Deal"]}
    for row in rows["DealPoints"]:
        points[row["deal_id"]].append(row["points"])
    revisions = {(row["deal_id"], row["id"]) for row in rows["DealRevision"]}
    for deal in rows["Deal"]:
        if (deal["id"], deal["current_id"]) not in revisions:
            found.append(f"deal {deal['id']} has no revision in force")
        if sum(points[deal["id"]]) != 0 or len(points[deal["id"]]) != (4 if deal["counted"] else 0):
            found.append(f"points of deal {deal['id']}: {points[deal['id']]}")
    closed = {row["id"] for row in rows["Round"] if row["closed_at"]}
    papers: Counter[int] = Counter()
    for seat in rows["Seat"]:
        papers[seat["table_id"]] += seat["paper_points"] or 0
        if (seat["tournament_points"] is not None) != (seat["round_id"] in closed):
            found.append(f"seat {seat['id']} has points of an open round, or none of a closed one")
    found += [f"paper of table {table} sums to {total}" for table, total in papers.items() if total]
    return found


def unrecorded(before: Rows, after: Rows) -> list[str]:
    """Cups in which something was written without a new revision and a line in the audit trail, or the reverse."""
    found = []
    old, new = ({row["id"]: row for row in rows["Tournament"]} for rows in (before, after))
    trail = Counter(row["tournament_id"] for row in after["AuditEntry"])
    trail.subtract(row["tournament_id"] for row in before["AuditEntry"])
    for pk in old.keys() & new.keys():
        steps = new[pk]["revision"] - old[pk]["revision"]
        if steps != trail[pk]:
            found.append(f"{new[pk]['slug']}: {steps} revisions, {trail[pk]} lines in the audit trail")
        if not steps and old[pk] != new[pk]:
            found.append(f"{new[pk]['slug']} was changed without a revision")
    moved = (
        any(new[pk]["revision"] != old[pk]["revision"] for pk in old.keys() & new.keys()) or old.keys() != new.keys()
    )
    changed = [name for name in before if name != "User" and before[name] != after[name]]
    if changed and not moved:
        found.append(f"{changed} changed without a revision")
    return found
