"""Clients: how long they may take, and their addresses, also behind proxies."""

import re
from collections.abc import Iterable, Sequence
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from aiohttp import hdrs
from aiohttp.web import BaseRequest
from msgspec import Struct
from multidict import CIMultiDictProxy, istr

X_FORWARDED_FOR = istr("X-Forwarded-For")
FORWARDED_FOR = re.compile(r'for="?\[?([0-9A-Fa-f.:]+)', re.IGNORECASE)


class Limits(Struct, frozen=True, kw_only=True):
    """Seconds for a client to send a head, to send a body, to keep an idle connection, and to read some of a response.

    `connections`: how many an address may have open; the machine itself and trusted proxies any number.
    `held`: how many requests wait for changes at a time, and `held_of_person`: of one person among them.
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
        try:
            place = ip_address(address)
        except ValueError:
            return False
        return any(place in network for network in self.networks)

    def is_client(self, address: str) -> bool:
        """Whether an address stands for one client: it is neither this machine's nor a trusted proxy's."""
        try:
            return not (ip_address(address).is_loopback or self.include(address))
        except ValueError:
            return bool(address)

    def client_of(self, request: BaseRequest) -> str | None:
        """The last address that no trusted proxy has."""
        address = request.remote
        for sender in reversed(senders(request.headers)):
            if address is None or not self.include(address):
                break
            address = sender
        return address


def site_of(address: str) -> str:
    """What one client has at least: an IPv4 address, or an IPv6 network of 64 bits."""
    try:
        return str(ip_network(f"{address}/64", strict=False)) if ":" in address else address
    except ValueError:
        return address


def senders(headers: CIMultiDictProxy[str]) -> Sequence[str]:
    """The addresses that proxies say they were asked from, the first proxy's first."""
    listed = ",".join(headers.getall(X_FORWARDED_FOR, ()))
    found = listed.split(",") if listed else FORWARDED_FOR.findall(",".join(headers.getall(hdrs.FORWARDED, ())))
    return [each.strip()[:45] for each in found]
