"""The addresses of this machine that others on the same network can use."""

import ipaddress
import socket

# Asking which of our addresses would speak to one of these sends nothing; each private range is asked for, since a
# hall's network often has no way out, and a machine may be in two networks.
_TARGETS = ["192.168.0.1", "10.0.0.1", "172.16.0.1", "192.0.2.1"]
_EVERY_ADDRESS = ("0.0.0.0", "")


def lan_addresses() -> list[str]:
    """Return this machine's IPv4 addresses that phones on its network can reach, the likeliest first; may be empty.

    Loopback and link-local addresses (169.254.…: no network was joined) are left out.
    """
    found = {address: None for address in [*_routed(), *_named()] if _reachable(address)}
    return sorted(found, key=lambda address: not ipaddress.ip_address(address).is_private)


def urls(host: str, port: int) -> list[str]:
    """Return the addresses to type on a phone when a server listens on `host` and `port`."""
    hosts = lan_addresses() if host in _EVERY_ADDRESS else [host]
    suffix = "" if port == 80 else f":{port}"
    return [f"http://{each}{suffix}/" for each in hosts]


def invitation(host: str, port: int) -> list[str]:
    """Return the lines that a server prints when it starts to listen on `host` and `port`: where people find it."""
    if host not in _EVERY_ADDRESS:
        return [f"Serving on {urls(host, port)[0]} (Ctrl-C stops)"]
    found = [f"On the network:  {url}" for url in urls(host, port)]
    if not found:
        found = ["No phone can reach this machine: join it to the hall's network."]
    return [f"On this machine: http://127.0.0.1:{port}/", *found, "Ctrl-C stops."]


def _routed() -> list[str]:
    addresses = []
    for target in _TARGETS:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((target, 9))
            except OSError:  # No route there.
                continue
            addresses.append(probe.getsockname()[0])
    return addresses


def _named() -> list[str]:
    try:
        return socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:  # The machine's name is not known to itself.
        return []


def _reachable(address: str) -> bool:
    ip = ipaddress.ip_address(address)
    return not (ip.is_loopback or ip.is_link_local or ip.is_unspecified)
