"""`semaforo demo`: API, jobs, bot and a local fake of Telegram with a chat page, with a demo team, on loopback.

The bot is the same as in production: it calls the fake over HTTP, since `telegram.base_url` is its address.
"""

import json
import secrets
import shlex
import sys
import tempfile
from contextlib import AsyncExitStack
from datetime import datetime, time, timedelta
from pathlib import Path

from bot.app import config, serving, wiring
from bot.app.demo_data import GROUP, PEOPLE, TOUR, Story, is_worked
from bot.app.tokens import token_issuer
from bot.process.listening import listening
from bot.process.signals import stop_signal
from bot.sandbox import Sandbox
from core.application.requests import build
from core.application.use_case import Pipeline
from core.base.calendar_time import ONE_DAY, SystemClock, local_date
from core.people import tokens, users

HOST = "127.0.0.1"
DEMO = "demo"
NEVER = "00:00"
"""Quiet hours that begin and end at one time are none."""
MORNING = time(9, 10)
SERVICES = frozenset(config.ROLES)


async def serve_demo(api_port: int, chat_port: int, data: Path | None) -> None:
    """Serve until SIGINT or SIGTERM; without a folder `data`, everything is deleted when the process ends."""
    async with AsyncExitStack() as stack:
        stopped = stop_signal()
        folder = data or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="semaforo-demo-")))
        folder.mkdir(parents=True, exist_ok=True)
        folder = folder.resolve()
        file = folder / "demo.toml"
        ahead = demo_clock(SystemClock().now(), file)
        token, sandbox = stand_in(SystemClock(ahead))
        with listening("--chat-port", HOST, chat_port):
            await sandbox.start(HOST, chat_port)
        stack.push_async_callback(sandbox.stop)
        configure(file, ahead, api_port, sandbox.url, token)
        settings = config.load(file, {})
        core = await wiring.open_core(settings, stack)
        group = await sandbox.group(GROUP, "lucia", "ana", "luis")
        if not await core.pipeline.run(users.OPERATOR_CALLER, users.list_users):
            story = Story(core.pipeline)
            await story.tell()
            await story.show_team_in(group.id)
        server = await serving.start(settings, SERVICES, core, stack)
        print(await greeting(file, settings, core.pipeline, server, sandbox.url), flush=True)
        await stopped.wait()


def demo_clock(now: datetime, file: Path) -> timedelta:
    """Return the time by which the demo's clock is ahead of the machine's, so that the team is at work at any hour.

    It begins in the morning of today, or of the next working day. A demo that is started again keeps the clock of its
    configuration while that shows a working day.
    """
    settings = config.load(file, {}) if file.exists() else config.Config()
    shown = now + timedelta(seconds=settings.clock_ahead_seconds)
    today = local_date(shown, settings.zone)
    day = today
    while not is_worked(settings.schedule, day):
        day += ONE_DAY
    if file.exists() and day == today:
        return shown - now
    return datetime.combine(day, MORNING, settings.zone) - now


def stand_in(clock: SystemClock) -> tuple[str, Sandbox]:
    """A token and a sandbox with a path that no other program on this machine, nor a page in its browser, can guess."""
    token, path = f"7000000001:{secrets.token_urlsafe()}", f"/{secrets.token_urlsafe()}"
    timezone = config.Config().timezone

    def seconds() -> float:
        return clock.now().timestamp()

    return token, Sandbox(
        token, "semaforo_demo_bot", "Semáforo", PEOPLE, timezone=timezone, path=path, clock=seconds, tour=TOUR
    )


def configure(file: Path, ahead: timedelta, api_port: int, telegram: str, token: str) -> None:
    """Write the demo's configuration, for `--config` of other commands too. The machine's own settings are not used.

    There are no quiet hours, so that messages come in the evening, too. `leap_minutes` is 0, as the clock of a demo
    that is started again may jump.
    """
    public_url = f"http://{HOST}:{api_port}" if api_port else ""  # of any free port it is not known yet
    sections: dict[str, dict[str, object]] = {
        "database": {"url": f"sqlite+aiosqlite:///{file.parent / 'semaforo.db'}"},
        "api": {"host": HOST, "port": api_port, "public_url": public_url},
        "telegram": {"token": token, "base_url": telegram},
        "chat": {"quiet_starts": NEVER, "quiet_ends": NEVER},
        "jobs": {"leap_minutes": 0},
    }
    lines = (
        f"[{section}]\n" + "".join(f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in keys.items())
        for section, keys in sections.items()
    )  # a JSON value of one of these types is a TOML value
    first = f"clock_ahead_seconds = {int(ahead.total_seconds())}\n"
    file.write_text("\n".join([first, *lines]), encoding="utf-8")


async def demo_token(settings: config.Config, pipeline: Pipeline, username: str) -> str:
    """Issue a new token, and revoke that of an earlier start if the data was kept."""
    operator, now = users.OPERATOR_CALLER, pipeline.clock.now()
    for earlier in await pipeline.run(operator, tokens.list_tokens, username):
        if earlier.name == DEMO and earlier.is_valid_at(now):
            await pipeline.run(operator, tokens.end_token, earlier.id)
    request = build(tokens.TokenRequest, {"name": DEMO})
    grant = await pipeline.run(operator, tokens.issue_token, username, request)
    return token_issuer(settings)(grant).token


def command() -> str:
    """Return the path by which `semaforo` was called, since it need not be on the PATH."""
    called = Path(sys.argv[0])
    return str(called) if called.name == "semaforo" else "semaforo"


async def greeting(file: Path, settings: config.Config, pipeline: Pipeline, api_url: str, chat_url: str) -> str:
    """The text that the demo prints: where to look, what to try, and a token of the first person on the page."""
    token = await demo_token(settings, pipeline, PEOPLE[0].username)
    shown = pipeline.clock.now().astimezone(settings.zone)
    return f"""
Semáforo demo: its clock begins at {shown:%H:%M} on {shown:%A %-d %B %Y}, a working day in {settings.timezone}

  Chat page   {chat_url}/
              be Ana or Luis, or Lucía who leads them: the page has four things to try;
              send /ayuda for all that there is, and in their group /equipo
  API         {api_url}/api/v1
              {api_url}/docs shows it, and calls it with the token below

  The day that you live in the chat as Ana, over REST:
  TOKEN={token}
  curl -H "Authorization: Bearer $TOKEN" "{api_url}/api/v1/daily-logs/me?fecha={shown:%F}"

  What comes by the clock came as the demo began: who is late was asked how it goes. Each job, its last run
  and its next turn; every other command takes this configuration too:
  {command()} job list --config {shlex.quote(str(file))}

Ctrl-C stops it.
"""
