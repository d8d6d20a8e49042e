"""Clients: how long they may take, and their addresses, also behind proxies."""

import re
from collections.abc import Iterable, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from aiohttp import hdrs
from aiohttp.web import BaseRequest
from msgspec import Struct
from multidict import CIMultiDictProxy, istr

X_FORWARDED_FOR = istr("X-Forwarded-For")
ELEMENT = re.compile(r'(?:"[^"]*"|[^,"])+')
"""An element of a list, which a comma ends; a comma in quotes is part of it."""

FORWARDED_FOR = re.compile(r'(?:^|;)\s*for\s*=\s*("[^"]*"|[^;"]*)', re.IGNORECASE)
NODE = re.compile(r"\[(?P<bracketed>[^]]*)\](?::[\w.-]*)?|(?P<plain>[^:]*):[\w.-]*")
"""An IPv6 address in brackets, or a name or IPv4 address with its port, as RFC 7239 writes them."""

Address = IPv4Address | IPv6Address


class Limits(Struct, frozen=True, kw_only=True):
    """Seconds for a client to send a head, to send a body, to keep an idle connection, and to read some of a response.

    `connections`: the most that an address may have open; the machine itself and trusted proxies may have any number.
    `held`: the most requests that wait for changes at a time, and `held_of_person`: the most of one person among them.
    """

    header: float = 10
    body: float = 30
    idle: float = 75
    unread: float = 30
    connections: int = 100
    held: int = 2000
    held_of_person: int = 20


class Proxies:
    """The networks of proxies whose word on a client's address is taken."""

    def __init__(self, networks: Iterable[str] = ()) -> None:
        self.networks: list[IPv4Network | IPv6Network] = [ip_network(each) for each in networks]

    def include(self, address: str) -> bool:
        place = address_in(address)
        return place is not None and any(place in network for network in self.networks)

    def is_client(self, address: str) -> bool:
        """Return whether an address stands for one client: it is neither this machine's nor a trusted proxy's."""
        place = address_in(address)
        return bool(address) if place is None else not (place.is_loopback or self.include(address))

    def client_of(self, request: BaseRequest) -> str | None:
        """The last address that no trusted proxy has, written without a port; the proxy's if it tells no address."""
        return self.traced(request)[0]

    def site_of(self, request: BaseRequest) -> str:
        """The site that a request comes from: the client's, or the proxy's where that tells no address.

        It is "" for this machine and for trusted proxies that ask for themselves.
        """
        address, hidden = self.traced(request)
        return site_of(address) if address and (hidden or self.is_client(address)) else ""

    def traced(self, request: BaseRequest) -> tuple[str | None, bool]:
        """The client's address as far as it is told, and whether a proxy tells something else in its place."""
        address = str(address_in(request.remote or "") or request.remote or "") or None
        for sender in reversed(senders(request.headers)):
            if address is None or not self.include(address):
                break
            if (place := address_in(sender)) is None:
                return address, True
            address = str(place)
        return address, False


def address_in(text: str) -> Address | None:
    """The address in a text that may quote it and add a port; None if it has none. An IPv4-mapped one is IPv4."""
    text = text.strip(' \t"')
    found = NODE.fullmatch(text)
    written = (found["bracketed"] or found["plain"] or "") if found else text
    try:
        place = ip_address(written.partition("%")[0])
    except ValueError:
        return None
    return (place.ipv4_mapped or place) if isinstance(place, IPv6Address) else place


def site_of(address: str) -> str:
    """Return the least that one client has to itself: an IPv4 address, or an IPv6 network of 64 bits."""
    place = address_in(address)
    return str(ip_network(f"{place}/64", strict=False)) if isinstance(place, IPv6Address) else str(place or address)


def senders(headers: CIMultiDictProxy[str]) -> Sequence[str]:
    """Return the addresses that proxies say they were asked from, the first proxy's first."""
    told = [each for line in headers.getall(X_FORWARDED_FOR, ()) for each in elements(line)]
    return told or [
        found[1] if (found := FORWARDED_FOR.search(each)) else ""
        for line in headers.getall(hdrs.FORWARDED, ())
        for each in elements(line)
    ]


def elements(line: str) -> Iterable[str]:
    """The elements of a list in a header; empty ones do not count (RFC 9110, 5.6.1)."""
    return filter(None, map(str.strip, ELEMENT.findall(line)))
