"""Whose tries to log in are counted together: those from one address."""

import ipaddress

from django.conf import settings
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str | None:
    """The IP address a request came from; of an IPv6 address its network; None where there is none.

    Behind our proxy the last entry of X-Forwarded-For is what the proxy itself saw; all before it may be invented by
    the visitor. Without a proxy the whole header may be, and is not looked at.
    """
    address = request.META.get("REMOTE_ADDR", "")
    if settings.BEHIND_HTTPS_PROXY:
        address = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip() or address
    try:
        found = ipaddress.ip_address(address)
    except ValueError:  # A Unix socket has none; a name is none.
        return None
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        # A household, or a phone, has all addresses of a /64 to itself.
        return str(ipaddress.ip_network((found, 64), strict=False).network_address)
    return str(found)
