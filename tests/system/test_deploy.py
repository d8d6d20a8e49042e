"""The files of docs/deploy/: settings that exist, an image without secrets, sound answers."""

import re
import subprocess
from pathlib import Path

import pytest
from aiohttp import ClientSession

from api.http.request_ids import RequestIds
from bot.app import config
from tests.architecture.source import ROOT
from tests.certificates import HOST, certified
from tests.loopback import has_ipv6
from tests.postgresql.guardian import free_ports
from tests.system.nginx import adapted, nginx, require_nginx

DEPLOY = ROOT / "docs" / "deploy"
VARIABLE = re.compile(r"SEMAFORO_[A-Z_]+")
KNOWN = {config.PREFIX + "_".join(key).upper() for key in config.known_keys()}


def patterns(name: str) -> list[str]:
    """Return the patterns by which a file says what is to be left out."""
    return [line for line in (ROOT / name).read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]


@pytest.mark.parametrize(
    "file", [*sorted(DEPLOY.iterdir()), ROOT / "docs" / "operations.md"], ids=lambda file: file.name
)
def test_every_variable_that_is_named_is_one(file):
    assert set(VARIABLE.findall(file.read_text(encoding="utf-8"))) <= KNOWN


def test_no_image_holds_what_the_repository_must_not():
    """Above all `.env`, which is where the compose file wants it: with the bot's token and the database's password."""
    left_out = patterns(".gitignore")
    assert ".env" in left_out
    everywhere = [each[1:] if each.startswith("/") else f"**/{each}" for each in left_out]
    assert {".git", *(each.rstrip("/") for each in everywhere)} == set(patterns(".dockerignore"))


@pytest.mark.skipif(not Path("/usr/sbin/runuser").exists(), reason="the program that cron does not find is not there")
def test_commands_are_run_as_the_service_by_cron_too(tmp_path):
    command = ("/bin/sh", DEPLOY / "as_semaforo", "--version")
    done = subprocess.run(command, env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False)
    assert "not found" not in done.stderr


async def test_where_nobody_is_there_nginx_answers_the_envelope_with_a_number_that_the_service_would_take(tmp_path):
    require_nginx()
    trusting, (plain, secure, api, bot) = certified(tmp_path), free_ports(4)
    async with nginx(tmp_path, adapted(tmp_path, plain, secure, [api], [bot])), ClientSession() as session:
        for given in (None, "", "mine-1", "x" * 64, "x" * 65, 'x","data":{"a":"b', "\\", "<b>", "ñ"):
            headers = {} if given is None else {"X-Request-ID": given}
            async with session.get(f"https://{HOST}:{secure}/ready", ssl=trusting, headers=headers) as answer:
                assert answer.status == 503
                number = (await answer.json())["data"]["requestId"]
                assert answer.headers["X-Request-ID"] == number
            assert RequestIds().of(number) == number
            assert (number == given) == (given is not None and RequestIds().of(given) == given)
        for host in ("127.0.0.1", "[::1]") if has_ipv6() else ("127.0.0.1",):
            async with session.get(f"https://{host}:{secure}/ready", ssl=trusting) as answer:
                assert answer.status == 503


async def test_over_http_nginx_answers_who_issues_certificates_and_sends_all_others_to_https(tmp_path):
    require_nginx()
    certified(tmp_path)
    plain, secure, api, bot = free_ports(4)
    challenges = tmp_path / "html" / ".well-known" / "acme-challenge"
    challenges.mkdir(parents=True)
    (challenges / "token").write_text("proof")
    async with nginx(tmp_path, adapted(tmp_path, plain, secure, [api], [bot])), ClientSession() as session:
        address = f"http://{HOST}:{plain}"
        async with session.get(f"{address}/.well-known/acme-challenge/token", allow_redirects=False) as answer:
            assert (answer.status, await answer.text()) == (200, "proof")
        for path in ("/", "/calendar/x.ics?a=b", "/.well-known/security.txt", "/.well-known/acme-challenge"):
            async with session.post(f"{address}{path}", allow_redirects=False) as answer:
                assert (answer.status, answer.headers["Location"]) == (308, f"https://{HOST}{path}")
