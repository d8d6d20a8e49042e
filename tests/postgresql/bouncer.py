"""The real pgbouncer before a server of the tests, in transaction mode, with fewer connections than clients."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.postgresql.guardian import unprivileged
from tests.postgresql.server import USER, CannotStart, Server

PORT = 6432
LIFE_SECONDS = 3600
START_SECONDS = 10.0
CONNECTIONS = 4
SETTINGS = """
[databases]
* = host={server.folder} port={server.port} user={user}
[pgbouncer]
unix_socket_dir = {folder}
listen_port = {port}
auth_type = any
pool_mode = transaction
default_pool_size = {connections}
max_client_conn = 200
logfile = {folder}/log
"""


@contextmanager
def bouncing(server: Server) -> Iterator[Path]:
    """The folder of its socket. Raises `CannotStart` where pgbouncer is not installed."""
    program = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        raise CannotStart("pgbouncer is not installed")
    folder = Path(tempfile.mkdtemp(prefix="semaforo-bouncer-"))
    account = unprivileged(folder)
    settings = folder / "settings"
    settings.write_text(
        SETTINGS.format(server=server, user=USER, folder=folder, port=PORT, connections=CONNECTIONS), encoding="utf-8"
    )
    command = ["timeout", str(LIFE_SECONDS), program, "--quiet", str(settings)]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **account)
    try:
        wait_for(folder / f".s.PGSQL.{PORT}", process)
        yield folder
    finally:
        process.terminate()
        process.wait()
        shutil.rmtree(folder)


def wait_for(path: Path, process: "subprocess.Popen[bytes]") -> None:
    """Until it takes connections."""
    deadline = time.monotonic() + START_SECONDS
    while process.poll() is None and time.monotonic() < deadline:
        with socket.socket(socket.AF_UNIX) as trying:
            if trying.connect_ex(str(path)) == 0:
                return
        time.sleep(0.01)
    log = path.with_name("log")
    raise CannotStart(f"pgbouncer did not start: {log.read_text() if log.exists() else process.poll()}")
