"""Destinations that others may have the service send requests to: public addresses over https, and what settings add.

An address is written plainly: a name in ASCII, dotted IPv4 or IPv6 in brackets, without user, password or fragment. So
every URL parser finds the same host in it.
"""

import re
from collections.abc import Collection, Iterator
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Annotated

from msgspec import Meta, Struct

from core.base.errors import FieldCode, Invalid

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

LONGEST_URL = 2048
LABEL = r"[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?"
URL = re.compile(
    r"(?P<scheme>https?)://"
    rf"(?P<host>{LABEL}(?:\.{LABEL})*|\[[0-9A-Fa-f.]*:[0-9A-Fa-f:.]+\])"
    r"(?::(?P<port>[1-9][0-9]{0,4}))?"
    r"(?:[/?](?:[!$&-;=?-Z_a-z~\[\]|]|%[0-9A-Fa-f]{2})*)?"
)
URL_PATTERN = f"^(?:{re.sub('[?]P<[a-z]+>', '?:', URL.pattern)})$"
"""`URL` as a JSON Schema pattern, which has no named groups."""
Url = Annotated[str, Meta(max_length=LONGEST_URL, extra_json_schema={"pattern": URL_PATTERN})]
"""The type of a request's field. `require_url` says whether the address is allowed."""

NUMERIC = re.compile(r"[0-9]+|0[xX][0-9A-Fa-f]*")
"""A host whose last label matches is read as an IPv4 address, also in unusual forms such as 0x7f.1."""

HTTPS_PORT, FIRST_UNPRIVILEGED_PORT, LAST_PORT = 443, 1024, 65535

NEVER: Collection[Network] = tuple(
    map(
        ip_network,
        (
            "0.0.0.0/8",
            "169.254.0.0/16",  # link-local, and most clouds' metadata
            "100.100.100.200",  # metadata elsewhere
            "168.63.129.16",
            "fd00:ec2::254",
            "224.0.0.0/4",
            "240.0.0.0/4",
            "::/128",
            "fe80::/10",
            "fec0::/10",
            "ff00::/8",
            "64:ff9b:1::/48",
        ),
    )
)
"""The networks that no setting allows."""

NAT64, COMPATIBLE = IPv6Network("64:ff9b::/96"), IPv6Network("::/96")
LOOPBACK_6 = IPv6Address("::1")


class RefusedDestination(Exception):
    """The service does not send there."""

    def __init__(self, code: FieldCode) -> None:
        super().__init__(code)
        self.code = code


class Destinations(Struct, frozen=True):
    """Destinations that an installation allows, too: `loopback_names` are this machine, also over http.

    `networks` are taken for public ones.
    """

    loopback_names: frozenset[str] = frozenset()
    networks: tuple[Network, ...] = ()

    def check_url(self, url: str) -> str:
        """The URL's host. Raises `RefusedDestination` unless the URL is allowed.

        The address that a name resolves to is checked by `check_address`.
        """
        parts = URL.fullmatch(url)
        if parts is None or len(url) > LONGEST_URL:
            raise RefusedDestination(FieldCode.INVALID_FORMAT)
        host = host_of(parts["host"])
        if not plain(host):
            raise RefusedDestination(FieldCode.ADDRESS_NOT_ALLOWED)
        on_loopback = host in self.loopback_names
        if parts["scheme"] != "https" and not on_loopback:
            raise RefusedDestination(FieldCode.NOT_HTTPS)
        port = int(parts["port"] or HTTPS_PORT)
        usual = port == HTTPS_PORT or port >= FIRST_UNPRIVILEGED_PORT
        if port > LAST_PORT or not (usual or on_loopback):
            raise RefusedDestination(FieldCode.PORT_NOT_ALLOWED)
        if is_literal(host):
            self.check_address(host, host)
        return host

    def require_url(self, url: str) -> None:
        """Raise `Invalid` at the field `url` unless it is allowed."""
        try:
            self.check_url(url)
        except RefusedDestination as refused:
            raise Invalid.at("url", refused.code) from None

    def check_address(self, host: str, address: str) -> None:
        """Raise `RefusedDestination` unless `address`, to which `host` resolved, may be connected to."""
        addresses = [*with_embedded(ip_address(address.partition("%")[0]))]
        if any(each in network for each in addresses for network in NEVER):
            raise RefusedDestination(FieldCode.ADDRESS_NOT_ALLOWED)
        if host_of(host) in self.loopback_names:
            allowed = addresses[-1].is_loopback
        else:
            allowed = all(each.is_global or self.has(each) for each in addresses)
        if not allowed:
            raise RefusedDestination(FieldCode.ADDRESS_NOT_ALLOWED)

    def has(self, address: Address) -> bool:
        return any(address in network for network in self.networks)


def host_of(written: str) -> str:
    """A host as it is compared: in lower case, without brackets."""
    return written.strip("[]").lower()


def is_literal(host: str) -> bool:
    """Return whether a host, as `host_of` gives it, is an address and not a name."""
    return ":" in host or NUMERIC.fullmatch(host.rpartition(".")[2]) is not None


def plain(host: str) -> bool:
    """Return whether a host is a name, or an address in its usual form."""
    try:
        return not is_literal(host) or bool(ip_address(host))
    except ValueError:
        return False


def with_embedded(address: Address) -> Iterator[Address]:
    """An address, then the IPv4 addresses embedded in it; of an IPv4-mapped address only the IPv4 one."""
    if isinstance(address, IPv4Address):
        yield address
        return
    if address.ipv4_mapped:
        yield address.ipv4_mapped
        return
    yield address
    if address.sixtofour:
        yield address.sixtofour
    if address.teredo:
        yield from address.teredo
    if address in NAT64 or (address in COMPATIBLE and address != LOOPBACK_6):
        yield IPv4Address(int(address) & 0xFFFFFFFF)
