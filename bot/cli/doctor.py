"""`semaforo doctor`: what is wrong, and what to do about it, a line each."""

import argparse
import asyncio
import logging
import shutil
import stat
import tomllib
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import suppress
from datetime import date, timedelta
from email.utils import parsedate_to_datetime
from itertools import combinations
from pathlib import Path
from urllib.parse import urlsplit

import aiohttp
import msgspec
from msgspec import Struct
from telegram.error import InvalidToken, TelegramError

import storage
from api.app import require_writable
from bot.app import config, service, wiring
from bot.app.backup_folder import BackupFolder
from bot.cli.arguments import add_config
from bot.cli.command import OPERATOR
from bot.process.event_loop import run_loop
from bot.process.listening import StartError
from bot.telegram.connection import BotApiRequest
from core.application.use_case import Pipeline
from core.base.calendar_time import zone_data, zone_data_is_old
from core.base.destinations import is_literal
from core.base.errors import Unavailable
from core.base.host_ports import host_port
from core.delivery.begun_work import MOST_TIMES
from core.jobs.service_state import ServiceState, service_state
from core.records.webhooks import WebhookStop
from storage.sqlite.connecting import SAFE_WAL, driver
from storage.sqlite.schema import SqliteSchema, is_risky

MOST_SKEW = timedelta(seconds=10)
MOST_LATE = timedelta(minutes=10)
OLDEST_BACKUP = timedelta(hours=26)
MOST_PENDING = 100
LEAST_FREE_BYTES = 256 * 2**20
ANSWER_SECONDS = 10
PORT_SECONDS = 5
EVERYWHERE = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 looked up
"""The address at which a server on this machine answers that listens on all; on `::` it listens to IPv6 only."""

ROOT = 0
OTHERS, ALL_BUT_OWNER = 0o007, 0o077
SECRETS = ("secret", "token", "password", "url")
"""The endings of keys whose values may be secret, where they are not empty or addresses without a password."""


class Finding(Struct, frozen=True):
    """A finding: the thing looked at, the fault with what to do about it, or else the words for its good state."""

    what: str
    wrong: str = ""
    well: str = ""


def define(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Look at everything that the service stands on, while it runs or not. Exit with 1 if anything is wrong."
    )
    add_config(parser)
    parser.set_defaults(command=doctor)


def doctor(options: argparse.Namespace) -> int:
    """The exit code."""
    findings: list[Finding] = []

    async def look() -> None:
        async for finding in examined(settings, options.config):
            findings.append(finding)
            print(
                f"{'WRONG' if finding.wrong else 'ok':<6} {finding.what}: {finding.wrong or finding.well}", flush=True
            )

    try:
        settings = config.load(options.config)
    except config.ConfigError as fault:
        print(f"WRONG  configuration: {fault}")
        return 1
    logging.disable(logging.WARNING)  # what is wrong is said once
    try:
        run_loop(look())
    finally:
        logging.disable(logging.NOTSET)
    return int(any(finding.wrong for finding in findings))


async def examined(settings: config.Config, file: Path | None) -> AsyncIterator[Finding]:
    """Yield all findings, those first on which later ones rest."""
    yield finding_of("configuration", configuration(settings), "takes effect")
    yield finding_of("permissions", permissions(settings, file), "secrets and data are readable by their owner alone")
    yield Finding("time zones", time_zones(settings.clock.now().date()), zone_data())
    yield disk(settings)
    yield await asyncio.to_thread(backups, settings)
    yield await port(settings)
    async for finding in database(settings):
        yield finding
    if settings.telegram.token:
        async for finding in telegram(settings):
            yield finding
    else:
        yield Finding("Telegram", well="there is no telegram.token: the bot is not served")


def time_zones(today: date) -> str:
    if not zone_data_is_old(today):
        return ""
    return (
        f"{zone_data()}, are not of this year: where a law has changed clocks since, hours are wrong; install the"
        " newest package tzdata beside us and start again"
    )


def finding_of(what: str, problems: Iterable[str], well: str) -> Finding:
    return Finding(what, "; ".join(problems), well)


def configuration(settings: config.Config) -> Iterator[str]:
    """Yield the faults of settings that are accepted and yet cannot work, or are hardly meant."""
    for (first, port), (second, other) in combinations(places(settings), 2):
        if port[1] and port[1] == other[1] and overlap(port[0], other[0]):
            yield f"{first} and {second} are the same, {port[1]}: give one of them another port"
    if settings.clock_ahead_seconds and not is_demo(settings):
        yield f"clock_ahead_seconds is {settings.clock_ahead_seconds}: only the demo needs it, set it to 0"
    if settings.telegram.webhook_url.startswith("http://"):
        yield "telegram.webhook_url is no https address: Telegram posts to no other"
    if settings.api.trusted_proxies and not settings.api.public_url:
        yield (
            "there is a proxy (api.trusted_proxies) and no api.public_url: people get no calendar links and assistants"
            " cannot sign on; set it to where clients reach the API"
        )
    try:
        if config.secret_file(settings.database) is None or exists(config.secret_file(settings.database)):
            config.jwt_secret(settings)
    except config.ConfigError as fault:
        yield str(fault)


def overlap(host: str, other: str) -> bool:
    """Return whether two hosts have an address in common; a name may be of IPv4 and of IPv6."""
    if host == other or "" in {host, other}:
        return True
    pairs = ((host, other), (other, host))
    return any(wide in EVERYWHERE and (not is_literal(each) or (":" in each) == (":" in wide)) for wide, each in pairs)


def is_demo(settings: config.Config) -> bool:
    """Return whether Telegram is a stand-in on this machine, at a path that nobody can guess."""
    telegram = urlsplit(settings.telegram.base_url)
    return telegram.hostname == "127.0.0.1" and telegram.path not in ("", "/")


def places(settings: config.Config) -> Iterator[tuple[str, tuple[str, int]]]:
    """The addresses on which the processes of this machine listen, with the keys that set them."""
    yield "api.port", (settings.api.host, settings.api.port)
    yield "health.bot_port", (settings.health.host, settings.health.bot_port)
    yield "health.jobs_port", (settings.health.host, settings.health.jobs_port)
    if settings.metrics.enabled:
        yield "metrics.port", (settings.metrics.host, settings.metrics.port)
    if settings.telegram.webhook_url:
        yield "telegram.webhook_port", (settings.telegram.webhook_host, settings.telegram.webhook_port)


async def port(settings: config.Config) -> Finding:
    """Look whether another program has the port at which the API listens, or is to listen."""
    host, number = settings.api.host, settings.api.port
    place = host_port(EVERYWHERE.get(host, host), number)
    try:
        async with (
            aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=PORT_SECONDS)) as session,
            session.get(f"http://{place}/health") as answer,
        ):
            ours = msgspec.json.decode(await answer.read(), type=dict).keys() >= {"status", "message", "data"}
    except aiohttp.ClientConnectorError:
        return Finding("API", well=f"does not run on this machine; port {number} is free for it")
    except TimeoutError:
        return Finding("API", f"what listens at {place} does not answer: see the log, and restart it")
    except (aiohttp.ClientError, OSError, msgspec.DecodeError):
        ours = False
    taken = f"port {number} of {host} is taken by another program: stop it, or set api.port to another"
    return Finding("API", "" if ours else taken, f"answers at {place}")


def exists(path: Path | None) -> bool:
    return path is not None and path.exists()


def permissions(settings: config.Config, file: Path | None) -> Iterator[str]:
    """Files that others of this machine may read and should not, or that the service itself may not."""
    given = file or config.DEFAULT_FILE
    if given.exists() and holds_secrets(given):
        yield from readable(given, OTHERS)
    database = database_file(settings)
    if database is not None:
        for each in (database, *(database.with_name(database.name + suffix) for suffix in ("-wal", "-shm"))):
            yield from readable(each, OTHERS)
        yield from readable(database.with_suffix(".jwt-secret"), ALL_BUT_OWNER)
        for each in BackupFolder(settings).files():
            yield from readable(each, OTHERS)
        for each in database.parent.glob(f"{database.stem}.*"):
            if each.stat().st_uid == ROOT != each.parent.stat().st_uid:
                yield f"{each} is root's, not the service's: chown --reference={each.parent} {each}"


def readable(file: Path, by: int) -> Iterator[str]:
    with suppress(FileNotFoundError):
        if stat.S_IMODE(file.stat().st_mode) & by:
            yield f"{file} may be read or changed by others: chmod {'600' if by == ALL_BUT_OWNER else 'o='} {file}"


def holds_secrets(file: Path) -> bool:
    content = tomllib.loads(file.read_text(encoding="utf-8"))
    values = {key[-1]: value for key, value in config.flattened(content) if isinstance(value, str) and value}
    return any(
        value for key, value in values.items() if key.endswith(SECRETS) and (not key.endswith("url") or "@" in value)
    )


def database_file(settings: config.Config) -> Path | None:
    """The file of an SQLite database; None for PostgreSQL."""
    secret = config.secret_file(settings.database)
    return Path(settings.database.url.removeprefix(config.SQLITE)) if secret else None


def disk(settings: config.Config) -> Finding:
    """Look whether there is room for a copy of the database, as a backup and an upgrade need it."""
    file = database_file(settings)
    folder = file.parent if file else Path()
    if not folder.is_dir():
        return Finding("disk", f"the folder {folder} does not exist: make it, or correct database.url")
    free = shutil.disk_usage(folder).free
    needed = max(LEAST_FREE_BYTES, file.stat().st_size if exists(file) and file else 0)
    told = f"{free // 2**20} MiB are free where {file or 'this is run'}"
    return Finding("disk", f"{told} is: make room for {needed // 2**20} MiB" if free < needed else "", f"{told} is")


def backups(settings: config.Config) -> Finding:
    if database_file(settings) is None:
        return Finding("backups", well="pg_dump makes those of PostgreSQL, which nobody looks at here")
    if not settings.backup.at:
        return Finding("backups", well="the service makes none, since backup.at is not set")
    folder = BackupFolder(settings)
    if refusal := folder.refusal():
        return Finding("backups", refusal)
    last = folder.last()
    if last is None:
        return Finding("backups", f"there is none in {folder.path}: see the log, or make one by `semaforo db backup`")
    made = f"{last.astimezone(settings.zone):%Y-%m-%d %H:%M} ({settings.timezone})"
    told = f"the newest in {folder.path} was made and proved {made}"
    try:
        damage = SqliteSchema(f"{config.SQLITE}{folder.file(last)}").damage()
    except OSError as fault:
        damage = [str(fault)]
    if damage:
        return Finding("backups", f"{told}, and is damaged since ({damage[0]}): make another by `semaforo db backup`")
    old = settings.clock.now() - last > OLDEST_BACKUP
    return Finding("backups", f"{told}: see the log for why there is none since" if old else "", told)


async def database(settings: config.Config) -> AsyncIterator[Finding]:
    """The database, and by it the service."""
    try:
        problems = await asyncio.to_thread(
            storage.check, settings.database.url, wiring.traces_of_database(settings), thorough=False
        )
    except ValueError as fault:
        problems = [f"database.url: {fault}"]
    damaged = any(sign in each for each in problems for sign in ("integrity", "malformed", "is not a database"))
    advice = "`semaforo db restore FILE` puts a backup there, with the service stopped"
    yield finding_of("database", [*problems, *([advice] if damaged else [])], "is sound")
    if database_file(settings):
        yield sqlite()
    if problems:
        return
    try:
        async with wiring.open_pipeline(settings) as pipeline:
            await require_writable(pipeline)
            yield Finding("writes", well="the database takes them")
            async for finding in running(settings, pipeline):
                yield finding
    except Unavailable as fault:
        why = f"{root_of(fault)}" or "it does not answer in time"
        yield Finding(
            "writes", f"the database takes none ({why}): is its disk full, read-only, or held by another program?"
        )
    except StartError as fault:
        yield Finding("writes", str(fault))


def root_of(fault: BaseException) -> BaseException:
    """The error from which another came in the end."""
    while fault.__cause__ is not None:
        fault = fault.__cause__
    return fault


def sqlite() -> Finding:
    safe = ".".join(map(str, SAFE_WAL))
    slow = f"{driver.sqlite_version} can corrupt a WAL database, so a slower mode is used: install pysqlite3 or {safe}"
    return Finding("SQLite", slow if is_risky() else "", str(driver.sqlite_version))


async def running(settings: config.Config, pipeline: Pipeline) -> AsyncIterator[Finding]:
    """Yield findings on the service over this database, in whichever process it runs."""
    state = await pipeline.run(OPERATOR, service_state)
    if database_file(settings) is None:
        yield skewed("the database's clock", state.at - state.database_at, "the database's")
    missing = sorted(config.duties(settings, config.ROLES) - set(state.held))
    asked = "; ".join(
        f"nobody has the lease of {name}: start `semaforo run` (its part --only {part_with(name)}), or restart it if"
        " the configuration has changed"
        for name in missing
    )
    yield Finding("leases", asked, "held")
    late = ", ".join(sorted(state.late_jobs))
    yield Finding("jobs", f"late: {late}; see `semaforo job list` and the log" if late else "", "none is late")
    yield messages(state)
    aside = ", ".join(f"{each.kind} {each.item}" for each in state.put_aside)
    told = (
        f"{aside}: each ended {MOST_TIMES} processes that began it, or held them; see the log for when, and report it"
    )
    yield Finding("put aside", told if aside else "", "nothing")
    troubles = "; ".join(f"{each.thing}: {each.fault}" for each in state.troubles)
    until = max((each.until for each in state.troubles), default=state.at).astimezone(settings.zone)
    told = f"{troubles}; all is tried again by itself: ask again after {until:%H:%M:%S} ({settings.timezone})"
    yield Finding("outside", told if troubles else "", "nothing refuses the service")
    stopped = state.webhooks.get(WebhookStop.GONE, 0) + state.webhooks.get(WebhookStop.FAILING, 0)
    told = f"{stopped} are told nothing any more, since nothing arrives there: see `semaforo webhook list`"
    yield Finding("webhooks", told if stopped else "", f"{state.webhooks.get(None, 0)} are told of changes")


def part_with(lease: str) -> str:
    """Return the part of the service, as of `run --only`, that takes a lease."""
    return "bot" if lease == "polling" else "jobs"


def messages(state: ServiceState) -> Finding:
    oldest = state.outbox.oldest_due_at
    late = state.at - oldest if oldest else timedelta(0)
    told = f"{state.outbox.due} are due"
    if late < MOST_LATE:
        return Finding("messages", well=told)
    minutes = late // timedelta(minutes=1)
    return Finding("messages", f"{told}, the oldest for {minutes} minutes: see the log for what Telegram says")


async def telegram(settings: config.Config) -> AsyncIterator[Finding]:
    """Yield findings on Telegram: its answers about the bot and its webhook, and its clock."""
    connection = BotApiRequest("the doctor", size=1, answer_seconds=ANSWER_SECONDS)
    await connection.initialize()
    try:
        bot = service.make_bot(settings.telegram, connection, connection)
        me = await bot.get_me()
        yield Finding("Telegram", well=f"answers as @{me.username}")
        info = await bot.webhook_info()
        yield finding_of(
            "updates",
            webhook_problems(settings, info.url, info.pending_update_count, info.last_error_message),
            "arrive",
        )
        yield await clock(settings)
    except InvalidToken as fault:
        yield Finding("Telegram", fault.message)
    except TelegramError as fault:
        yield Finding("Telegram", f"{fault.message}: check telegram.base_url and the way out of this machine")
    finally:
        await connection.shutdown()


def webhook_problems(settings: config.Config, url: str, pending: int, error: str | None) -> Iterator[str]:
    wanted = settings.telegram.webhook_url
    if wanted and url != wanted:
        yield f"Telegram posts them to {url or 'nowhere'}, not to telegram.webhook_url: start the bot, which tells it"
    if url and not wanted:
        yield f"Telegram posts them to {url}: another installation has this bot's token; give one of them another bot"
    if wanted and error:
        yield f"Telegram could not post the last: {error}"
    if pending > MOST_PENDING:
        yield f"{pending} wait at Telegram: is the bot running?"


async def clock(settings: config.Config) -> Finding:
    """Our clock beside Telegram's, to the second."""
    timeout = aiohttp.ClientTimeout(total=ANSWER_SECONDS)
    try:
        async with aiohttp.ClientSession(timeout=timeout) as session, session.get(settings.telegram.base_url) as answer:
            theirs = parsedate_to_datetime(answer.headers["Date"])
    except (aiohttp.ClientError, TimeoutError, KeyError, ValueError):
        return Finding("clock", well="Telegram did not say what time it has")
    ours = settings.clock.now() - timedelta(seconds=settings.clock_ahead_seconds)
    return skewed("clock", ours - theirs, "Telegram's")


def skewed(what: str, skew: timedelta, whose: str) -> Finding:
    seconds = round(skew.total_seconds())
    told = f"ours is {abs(seconds)} s {'ahead of' if seconds > 0 else 'behind'} {whose}"
    return Finding(what, f"{told}: set both by NTP" if abs(skew) > MOST_SKEW else "", told)
