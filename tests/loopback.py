"""The addresses of the loopback, and those that answer."""

import socket

import pytest

IPV4, IPV6 = "127.0.0.1", "::1"


def has_ipv6() -> bool:
    try:
        with socket.create_server((IPV6, 0), family=socket.AF_INET6):
            return True
    except OSError:
        return False


def require_ipv6() -> None:
    """Skip where the machine has none, as some containers have."""
    if not has_ipv6():
        pytest.skip("no IPv6 here: the loopback has no ::1")


def answering(port: int) -> set[str]:
    """The addresses of the loopback at which somebody accepts connections."""
    found = set()
    for address in (IPV4, IPV6):
        try:
            socket.create_connection((address, port), timeout=5).close()
        except OSError:
            continue
        found.add(address)
    return found
