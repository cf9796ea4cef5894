"""Under which addresses phones find this server: what QR codes and cards say. Never localhost."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from typing import Self

from django.core.cache import cache
from django.http import HttpRequest
from django.http.request import split_domain_port

from scoring.network import lan_addresses

#: For so many seconds the machine's own addresses are not asked for again: some systems take a while to tell.
SECONDS = 10
#: The parameter of a page that chooses among several addresses.
PARAMETER = "at"


@dataclass(frozen=True, slots=True)
class Reach:
    """`homes` are addresses of the front page ("http://192.168.1.5:8000/"), the likeliest first, empty where no phone
    reaches this machine; `home` is the chosen one, or "". `local`: whoever asks sits at the machine itself."""

    homes: tuple[str, ...]
    home: str
    local: bool

    @classmethod
    def of(cls, request: HttpRequest) -> Self:
        """Behind a proxy, or under any name but this machine's own for itself, what the visitor used works for others
        too; at the machine itself its addresses in the network are looked up."""
        host = request.get_host()
        name, port = split_domain_port(host)
        if not _only_here(name):
            return cls((f"{request.scheme}://{host}/",), f"{request.scheme}://{host}/", False)
        # A server that listens for its own machine alone (serve --host 127.0.0.1) is reached by nobody else.
        found = [] if _is_loopback(str(request.META.get("SERVER_NAME", ""))) else _addresses()
        suffix = f":{port}" if port else ""
        homes = {address: f"{request.scheme}://{address}{suffix}/" for address in found}
        chosen = request.GET.get(PARAMETER, "")
        first = next(iter(homes.values()), "")
        return cls(tuple(homes.values()), homes.get(chosen, first), True)

    @property
    def choices(self) -> list[tuple[str, str]]:
        """The other addresses, each with what `PARAMETER` says to choose it."""
        return [(home, _name(home)) for home in self.homes if home != self.home]

    @property
    def query(self) -> str:
        """What keeps the choice in the address of another page; "" where the likeliest is taken."""
        return f"?{PARAMETER}={_name(self.home)}" if self.home not in ("", *self.homes[:1]) else ""

    def address(self, path: str) -> str:
        """A path of this site as phones open it; "" where none can."""
        return f"{self.home}{path.removeprefix('/')}" if self.home else ""


def _addresses() -> list[str]:
    found: list[str] | None = cache.get("own-addresses")
    if found is None:
        found = lan_addresses()
        cache.set("own-addresses", found, SECONDS)
    return found


def _name(home: str) -> str:
    return split_domain_port(home.split("/")[2])[0]


def _only_here(name: str) -> bool:
    """Does this name mean another machine, or none, to whoever else uses it?"""
    address = _ip(name)
    return _is_loopback(name) or (address is not None and (address.is_link_local or address.is_unspecified))


def _is_loopback(name: str) -> bool:
    address = _ip(name)
    if address is None:
        return name == "localhost" or name.endswith(".localhost")
    return address.is_loopback


def _ip(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return None
