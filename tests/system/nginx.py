"""A real nginx with the configuration that the docs give, in front of processes of ours on the loopback."""

import asyncio
import os
import re
import shutil
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.certificates import HOST
from tests.loopback import IPV6, has_ipv6

GIVEN = Path(__file__).parents[2] / "docs" / "deploy" / "nginx.conf"
PROGRAM = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
AROUND = """
daemon off;
{user}
worker_processes 1;
pid {folder}/pid;
error_log {folder}/error.log;
events {{ worker_connections 512; }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/semaforo.conf;
}}
"""


def require_nginx() -> None:
    """Skip where there is none, but fail in CI: there the docs' configuration must be seen to work."""
    if PROGRAM is None:
        reason = "no nginx here: apt-get install --no-install-recommends nginx"
        pytest.fail(reason) if os.environ.get("CI") == "true" else pytest.skip(reason)


def adapted(folder: Path, plain: int, secure: int, api: Sequence[int], bot: Sequence[int]) -> str:
    """The docs' configuration with what everybody replaces: addresses, the certificate, and where Telegram is."""
    text = GIVEN.read_text(encoding="utf-8")
    for given, ports in ((8080, api), (8082, bot)):
        line = re.search(rf"\n +server 127\.0\.0\.1:{given} .*;", text)[0]
        lines = (line.replace(f":{given}", f":{port}") for port in ports)
        text = text.replace(line, "".join(lines))
    for given, ours in {
        "listen 80;": f"listen {HOST}:{plain};", "listen 443 ": f"listen {HOST}:{secure} ",
        "listen [::]:80;": f"listen [{IPV6}]:{plain};" if has_ipv6() else "",
        "listen [::]:443 ssl http2;": f"listen [{IPV6}]:{secure} ssl http2;" if has_ipv6() else "",
        "/etc/letsencrypt/live/semaforo.example.com": str(folder), "/var/www/html": f"{folder}/html",
        "/var/log/nginx/semaforo.log": f"{folder}/access.log", "149.154.160.0/20": f"{HOST}/32",
    }.items():  # fmt: skip
        assert given in text
        text = text.replace(given, ours)
    return text


@asynccontextmanager
async def nginx(folder: Path, configuration: str) -> AsyncIterator[None]:
    """Serve by a configuration, once it takes connections, until the context ends."""
    folder.joinpath("semaforo.conf").write_text(configuration, encoding="utf-8")
    user = "user root;" if os.geteuid() == 0 else ""
    main = folder / "nginx.conf"
    main.write_text(AROUND.format(folder=folder, user=user), encoding="utf-8")
    command = [PROGRAM, "-p", folder, "-c", main, "-e", folder / "error.log"]
    process = await asyncio.create_subprocess_exec(*command)
    try:
        while not (folder / "pid").exists():
            assert process.returncode is None, (folder / "error.log").read_text(encoding="utf-8")
            await asyncio.sleep(0.02)
        yield
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()
