"""The sockets that the service listens on. Several processes may listen on one address, each with its own socket.

The system shares the connections among the sockets of an address (SO_REUSEPORT). The supervisor opens them and hands
them to its workers, so that connections wait while a worker restarts.
"""

import errno
import socket
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

from core.base.host_ports import host_port

SHARING: int = getattr(socket, "SO_REUSEPORT", 0)


class StartError(Exception):
    """Why a command cannot be run, for the person who typed it."""


@contextmanager
def listening(what: str, host: str, port: int) -> Iterator[None]:
    """Raise an `OSError` of a server that cannot listen as a `StartError` that names the address."""
    try:
        yield
    except OSError as fault:
        taken = fault.errno == errno.EADDRINUSE
        why = "is taken: free it, or choose another" if taken else f"cannot be listened on: {fault.strerror or fault}"
        raise StartError(f"{what}: port {port} of {host} {why}.") from None


class Shared:
    """An address that several processes listen on; port 0 becomes a free one. Raises `StartError` if it is taken."""

    def __init__(self, what: str, host: str, port: int) -> None:
        if not SHARING:
            raise StartError("--workers: this system does not let several processes share a port.")
        self.what, self.host, self.port = what, host, port
        with listening(what, host, port), ExitStack() as tried:
            asked = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
            self.families = {family: place for family, _, _, _, place in asked}
            for opened in self.open(shared=False):
                tried.callback(opened.close)

    @property
    def url(self) -> str:
        return f"http://{host_port(self.host, self.port)}"

    def sockets(self) -> Sequence[socket.socket]:
        """Sockets of one process; they do not listen yet."""
        with listening(self.what, self.host, self.port):
            return self.open(shared=True)

    def open(self, *, shared: bool) -> list[socket.socket]:
        """Bind a socket for each family. Raises `OSError`; unless `shared`, also if another socket has the address."""
        with ExitStack() as opened:
            made = []
            for family, (host, _, *more) in self.families.items():
                made.append(opened.enter_context(socket.socket(family, socket.SOCK_STREAM)))
                made[-1].setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                if shared:
                    made[-1].setsockopt(socket.SOL_SOCKET, SHARING, 1)
                if family == socket.AF_INET6:
                    made[-1].setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
                made[-1].bind((host, self.port, *more))
                self.port = made[-1].getsockname()[1]
            opened.pop_all()
            return made
