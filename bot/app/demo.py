"""`semaforo demo`: API, jobs, bot and a local stand-in of Telegram with a chat page, over a demo team, on loopback.

The bot is the same as in production: it reaches the stand-in by HTTP through the setting that names a Bot API server.
"""

import json
import secrets
import shlex
import sys
import tempfile
from contextlib import AsyncExitStack
from datetime import date, timedelta
from pathlib import Path

from api.auth import tokens
from bot.app import config, serving, wiring
from bot.app.demo_data import GROUP, PEOPLE, Story
from bot.app.tokens import keyring
from bot.process.event_loop import stop_signal
from bot.process.listening import listening
from bot.sandbox import Sandbox
from core.application.use_case import Caller, Pipeline
from core.base.calendar_time import SystemClock, local_date
from core.people import users
from core.people.public_holidays import holiday_on

HOST = "127.0.0.1"
TTL = timedelta(days=30)
NEVER = "00:00"
"""Quiet hours from then until then."""
SERVICES = frozenset(config.ROLES)


async def serve_demo(api_port: int, chat_port: int, data: Path | None) -> None:
    """Serve until SIGINT or SIGTERM; without a folder for the data, it goes with the process."""
    async with AsyncExitStack() as stack:
        stopped = stop_signal()
        folder = data or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="semaforo-demo-")))
        folder.mkdir(parents=True, exist_ok=True)
        folder = folder.resolve()
        token, sandbox = stand_in()
        today = local_date(SystemClock().now(), config.Config().zone)
        with listening("--chat-port", HOST, chat_port):
            await sandbox.start(HOST, chat_port)
        stack.push_async_callback(sandbox.stop)
        file = demo_config(folder, api_port, sandbox.url, token, today)
        settings = config.load(file, {})
        core = await wiring.open_core(settings, stack)
        group = await sandbox.group(GROUP, "lucia", "ana", "luis")
        if not await core.pipeline.run(Caller(users.OPERATOR), users.list_users):
            story = Story(core.pipeline)
            await story.tell()
            await story.show_team_in(group.id)
        server = await serving.start(settings, SERVICES, core, stack)
        print(await greeting(file, settings, core.pipeline, server, sandbox.url), flush=True)
        await stopped.wait()


def stand_in() -> tuple[str, Sandbox]:
    """A token and a sandbox with a path that no other program on this machine, nor a page in its browser, can guess."""
    token, path = f"7000000001:{secrets.token_urlsafe()}", f"/{secrets.token_urlsafe()}"
    timezone = config.Config().timezone
    return token, Sandbox(token, "semaforo_demo_bot", "Semáforo", PEOPLE, timezone=timezone, path=path)


def demo_config(folder: Path, api_port: int, telegram: str, token: str, today: date) -> Path:
    """The configuration of a demo, as a file that commands take too: nothing of the machine's own settings is used.

    Whenever it is tried the team is at work, so that messages come: today is no day off, and no hour is quiet.
    """
    office = config.ScheduleConfig()
    off = holiday_on(office.country, office.subdivision, today)
    file = folder / "demo.toml"
    sections: dict[str, dict[str, object]] = {
        "database": {"url": f"sqlite+aiosqlite:///{folder / 'semaforo.db'}"},
        "api": {"host": HOST, "port": api_port},
        "telegram": {"token": token, "base_url": telegram},
        "schedule": {
            "working_days": sorted({*office.working_days, today.isoweekday()}),
            "country": "" if off else office.country,
        },
        "chat": {"quiet_starts": NEVER, "quiet_ends": NEVER},
    }
    lines = (
        f"[{section}]\n" + "".join(f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in keys.items())
        for section, keys in sections.items()
    )  # a JSON value of one of these types is a TOML value
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


def command() -> str:
    """`semaforo` as it was called just now, which need not be on the PATH."""
    called = Path(sys.argv[0])
    return str(called) if called.name == "semaforo" else "semaforo"


async def greeting(file: Path, settings: config.Config, pipeline: Pipeline, api_url: str, chat_url: str) -> str:
    """Where to look and what to try, with a token of the first person on the page."""
    person = await pipeline.run(Caller(users.OPERATOR), users.active_user, PEOPLE[0].username)
    token = tokens.issue(keyring(settings), person, TTL, pipeline.clock.now())
    return f"""
Semáforo demo

  Chat page   {chat_url}/
              be Ana or Luis, or Lucía who leads them: press Iniciar where it shows, then
              send /hoy, or /ayuda for all that there is; in their group, send /equipo
  API         {api_url}/api/v1
              {api_url}/docs shows it, and calls it with the token below

  The day that you live in the chat as Ana, over REST:
  TOKEN={token}
  curl -H "Authorization: Bearer $TOKEN" "{api_url}/api/v1/daily-logs/me?fecha=$(TZ={settings.timezone} date +%F)"

  What comes by the clock came as the demo began: who is late was asked how it goes. Each job, its last run
  and its next turn; every other command takes this configuration too:
  {command()} job list --config {shlex.quote(str(file))}

Ctrl-C stops it.
"""
