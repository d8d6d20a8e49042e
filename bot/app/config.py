"""Configuration: `config.toml`, every key also as `SEMAFORO_<SECTION>_<KEY>`, the environment over the file.

A wrong key or value stops the start, naming the key and what it takes. `config.example.toml` lists every key.
"""

import os
import secrets
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import timedelta
from difflib import get_close_matches
from functools import reduce
from ipaddress import ip_network
from math import log2
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Meta, Struct

from bot.process.listening import StartError
from core.base.calendar_time import SystemClock, known_zones
from core.base.settings import Nudges, calendar_code
from core.people import public_holidays
from core.records.jobs import LeaseName

PREFIX = "SEMAFORO_"
DEFAULT_FILE = Path("config.toml")
SECRET_BYTES, SECRET_BITS = 32, 128
HEXADECIMAL = frozenset(b"0123456789abcdefABCDEF")
HALF_OF_THE_DIGITS = 8
YEAR = 366 * 86_400
LOOPBACK = ("localhost", "127.0.0.1", "::1")
OWN_PORTS = {"https": ":443", "http": ":80"}
SQLITE = "sqlite+aiosqlite:///"
ROLES = API, BOT, JOBS = "api", "bot", "jobs"
"""The parts of the service that a process may serve."""

MAY_HOLD_A_SECRET = ("secret", "token", "url")
"""The endings of keys whose values no message repeats."""

Text = Annotated[str, Meta(description="a text")]
Port = Annotated[int, Meta(ge=0, le=65535, description="a port from 0 to 65535 (0: any free one)")]
Days = Annotated[int, Meta(ge=0, le=36525, description="a number of days")]
Span = Annotated[int, Meta(ge=1, le=36525, description="a number of days, from 1")]
Seconds = Annotated[int, Meta(ge=1, le=3600, description="seconds from 1 to 3600")]
Rate = Annotated[int, Meta(ge=0, le=1_000_000, description="a number of requests from 1 to 1000000, or 0")]
Waiting = Annotated[int, Meta(ge=1, le=100_000, description="a number of requests from 1 to 100000")]
DayMinutes = Annotated[int, Meta(ge=0, le=1440, description="a number of minutes from 0 to 1440")]
Hours = Annotated[int, Meta(ge=1, le=876_600, description="a number of hours, from 1")]
StatusId = Annotated[int, Meta(ge=1, le=2**31 - 1, description="a positive number")]
StatusIds = Annotated[
    tuple[StatusId, ...],
    Meta(description="a list of positive numbers, as JSON in the environment"),
]
WorkingDays = Annotated[
    tuple[Annotated[int, Meta(ge=1, le=7)], ...],
    Meta(min_length=1, description="a list of numbers from 1 (Monday) to 7 (Sunday), as JSON in the environment"),
]
KeptBackups = Annotated[int, Meta(ge=1, le=1000)]
TimeOfDay = Annotated[str, Meta(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]\Z", description="a time of day as HH:MM")]
Url = Annotated[str, Meta(pattern=r"^(https?://\S+)?$", description="an http(s) address, or nothing")]
HostName = Annotated[str, Meta(pattern=r"^[a-z0-9._:-]+\Z")]
Origin = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9+.-]*://[a-z0-9.:_\[\]-]+\Z")]
Secret = Annotated[
    str,
    Meta(description=f"at least {SECRET_BYTES} bytes that cannot be guessed ({SECRET_BITS} bits), or nothing"),
]


class DatabaseConfig(Struct, frozen=True, forbid_unknown_fields=True):
    url: Annotated[
        str,
        Meta(
            pattern=r"^(sqlite\+aiosqlite:///|postgresql\+asyncpg://).+$",
            description="sqlite+aiosqlite:///FILE or postgresql+asyncpg://USER:PASSWORD@HOST:PORT/DATABASE",
        ),
    ] = "sqlite+aiosqlite:///semaforo.db"
    synchronous: Annotated[Literal["FULL", "NORMAL"], Meta(description="FULL or NORMAL")] = "FULL"
    timeout_seconds: Annotated[int, Meta(ge=1, le=300, description="seconds from 1 to 300")] = 5
    replica_url: Annotated[
        str,
        Meta(
            pattern=r"^(postgresql\+asyncpg://.+)?$",
            description="postgresql+asyncpg://USER:PASSWORD@HOST:PORT/DATABASE, or nothing",
        ),
    ] = ""
    replica_lag_seconds: Annotated[int, Meta(ge=1, le=300, description="seconds from 1 to 300")] = 10


class IssuerConfig(Struct, frozen=True, kw_only=True):
    """Another issuer whose tokens are accepted."""

    issuer: Annotated[str, Meta(min_length=1, description="the issuer's name, as its tokens' iss says it")]
    jwks_url: Annotated[str, Meta(pattern=r"^https?://\S+$", description="the https address of the issuer's JWKS")]
    audience: Annotated[str, Meta(min_length=1, description="what the issuer's tokens for this service have as aud")]
    algorithm: Annotated[Literal["RS256", "ES256"], Meta(description="RS256 or ES256")]
    user_claim: Annotated[str, Meta(min_length=1, description="the claim that says whose a token is")] = "sub"
    match: Annotated[
        Literal["id", "username", "external_id"], Meta(description='"id", "username" or "external_id"')
    ] = "id"


class JwtConfig(Struct, frozen=True, forbid_unknown_fields=True):
    secret: Secret = ""
    previous_secret: Secret = ""
    chat_token_days: Span = 30
    max_token_days: Span = 400
    tokens_per_person: Annotated[int, Meta(ge=1, le=10_000, description="a number of tokens, from 1")] = 50
    cache_seconds: Annotated[float, Meta(ge=0, le=5, description="seconds from 0 to 5")] = 1.0
    issuers: Annotated[tuple[IssuerConfig, ...], Meta(description="a list of tables, as JSON in the environment")] = ()


class ApiConfig(Struct, frozen=True, forbid_unknown_fields=True):
    host: Text = "127.0.0.1"
    port: Port = 8080
    requests_per_minute: Rate = 6000
    refusals_per_minute: Rate = 300
    held_requests: Waiting = 2000
    held_requests_per_person: Waiting = 20
    cors_origins: Annotated[
        tuple[Origin, ...],
        Meta(description="a list of origins such as https://board.example.com, as JSON in the environment"),
    ] = ()
    trusted_proxies: Annotated[
        tuple[str, ...], Meta(description="a list of addresses or networks, as JSON in the environment")
    ] = ()
    connections_per_address: Annotated[int, Meta(ge=1, le=1_000_000, description="a number of connections")] = 100
    header_seconds: Seconds = 10
    body_seconds: Seconds = 30
    idle_seconds: Seconds = 75
    unread_seconds: Seconds = 30
    public_url: Url = ""
    calendar_links_per_person: Annotated[int, Meta(ge=1, le=1000, description="a number of links, from 1")] = 20
    security_contact: Annotated[
        str,
        Meta(
            pattern=r"^((mailto:|https://|tel:)[!-~]+)?\Z", description="a mailto:, https: or tel: address, or nothing"
        ),
    ] = ""


class HealthConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """The address at which processes without the API answer `/health` and `/ready`."""

    host: Text = "127.0.0.1"
    bot_port: Port = 8083
    jobs_port: Port = 8084


class MetricsConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """The address at which a process with the API answers `/metrics`."""

    enabled: Annotated[bool, Meta(description="true or false")] = False
    host: Text = "127.0.0.1"
    port: Port = 8085


class LogConfig(Struct, frozen=True, forbid_unknown_fields=True):
    format: Annotated[Literal["text", "json"], Meta(description='"text" or "json"')] = "text"
    slow_seconds: Annotated[float, Meta(ge=0, le=3600, description="seconds from 0 to 3600")] = 0.0


class TelegramConfig(Struct, frozen=True, forbid_unknown_fields=True):
    token: Annotated[
        str,
        Meta(pattern=r"^([0-9]+:[A-Za-z0-9_-]+)?$", description="digits:letters, as @BotFather gives it, or nothing"),
    ] = ""
    base_url: Url = "https://api.telegram.org"
    webhook_url: Url = ""
    webhook_host: Text = "127.0.0.1"
    webhook_port: Port = 8082
    webhook_secret: Annotated[
        str, Meta(pattern=r"^[A-Za-z0-9_-]{0,256}$", description="up to 256 letters, digits, _ and -")
    ] = ""
    handling_seconds: Annotated[int, Meta(ge=1, le=600, description="seconds from 1 to 600")] = 20
    draft_hours: Hours = 24
    undo_minutes: DayMinutes = 15
    question_minutes: DayMinutes = 60


class EventsConfig(Struct, frozen=True, forbid_unknown_fields=True):
    max_reminders: Annotated[int, Meta(ge=1, le=10_000, description="a number of reminders, from 1")] = 10
    default_reminder_minutes: Annotated[int, Meta(ge=0, le=10_080, description="minutes from 0 to 10080")] = 10
    cancelled_status_ids: StatusIds = (3,)
    meeting_status_id: StatusId = 1
    outside_calendar_minutes: Annotated[int, Meta(ge=5, le=720, description="minutes from 5 to 720")] = 30
    outside_calendars_per_person: Annotated[int, Meta(ge=0, le=100, description="a number of calendars")] = 5


class TasksConfig(Struct, frozen=True, forbid_unknown_fields=True):
    news_wait_minutes: DayMinutes = 2
    rule_open_tasks: Annotated[int, Meta(ge=1, le=100, description="a number of tasks from 1 to 100")] = 1


class DailyLogConfig(Struct, frozen=True, forbid_unknown_fields=True):
    open_days_ahead: Days = 1
    open_days_back: Days = 7
    history_days: Span = 366
    report_days: Span = 92
    red_days: Days = 90
    red_wait_minutes: DayMinutes = 0
    red_unattended_days: Span = 1


class ScheduleConfig(Struct, frozen=True, forbid_unknown_fields=True):
    working_days: WorkingDays = (1, 2, 3, 4, 5)
    starts: TimeOfDay = "09:00"
    ends: TimeOfDay = "18:00"
    country: Annotated[str, Meta(pattern=r"^([A-Z]{2})?\Z", description="two capital letters, or nothing")] = "MX"
    subdivision: Text = ""
    meeting_minutes: Annotated[int, Meta(ge=1, le=1440, description="a number of minutes from 1 to 1440")] = 60
    slot_minutes: Annotated[Literal[5, 10, 15, 20, 30, 60], Meta(description="5, 10, 15, 20, 30 or 60")] = 30
    slot_days: Annotated[int, Meta(ge=1, le=366, description="a number of days from 1 to 366")] = 30

    @property
    def holidays(self) -> str:
        return calendar_code(self.country, self.subdivision)


class ChatConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """The times at which people get messages that they did not ask for."""

    quiet_starts: TimeOfDay = "21:00"
    quiet_ends: TimeOfDay = "07:00"
    day_prompts: Annotated[bool, Meta(description="true or false")] = True
    report_at: TimeOfDay = "14:00"
    group_summary_at: TimeOfDay = "18:30"
    nudges: Annotated[Nudges, Meta(description='"private", "group" or "off"')] = Nudges.PRIVATE


class JobsConfig(Struct, frozen=True, forbid_unknown_fields=True):
    reminder_late_hours: Hours = 24
    message_late_hours: Hours = 72
    leap_minutes: DayMinutes = 10
    record_days: Annotated[int, Meta(ge=2, le=36525, description="a number of days, 2 or more")] = 90


class JournalConfig(Struct, frozen=True, forbid_unknown_fields=True):
    days: Annotated[int, Meta(ge=2, le=36525, description="a number of days, 2 or more")] = 365


class WebhooksConfig(Struct, frozen=True, forbid_unknown_fields=True):
    per_person: Annotated[int, Meta(ge=1, le=1000, description="a number of webhooks, from 1")] = 20
    rotation_hours: Hours = 24
    loopback_names: Annotated[
        tuple[HostName, ...], Meta(description="a list of names of this machine, as JSON in the environment")
    ] = ()
    networks: Annotated[tuple[str, ...], Meta(description="a list of networks, as JSON in the environment")] = ()


class BackupConfig(Struct, frozen=True, forbid_unknown_fields=True):
    at: Annotated[
        str, Meta(pattern=r"^(([01][0-9]|2[0-3]):[0-5][0-9])?\Z", description="a time of day as HH:MM, or nothing")
    ] = ""
    to: Annotated[str, Meta(min_length=1, description="a folder")] = "backups"
    keep: Annotated[
        tuple[KeptBackups, KeptBackups, KeptBackups],
        Meta(description="three numbers from 1 to 1000, as JSON in the environment"),
    ] = (7, 5, 12)
    with_secret: Annotated[bool, Meta(description="true or false")] = True


class Config(Struct, frozen=True, forbid_unknown_fields=True):
    timezone: Annotated[str, Meta(description="an IANA time zone, such as America/Mexico_City")] = "America/Mexico_City"
    clock_ahead_seconds: Annotated[int, Meta(ge=-YEAR, le=YEAR, description="a number of seconds, at most a year")] = 0
    database: DatabaseConfig = DatabaseConfig()
    jwt: JwtConfig = JwtConfig()
    api: ApiConfig = ApiConfig()
    health: HealthConfig = HealthConfig()
    metrics: MetricsConfig = MetricsConfig()
    log: LogConfig = LogConfig()
    telegram: TelegramConfig = TelegramConfig()
    events: EventsConfig = EventsConfig()
    tasks: TasksConfig = TasksConfig()
    daily_log: DailyLogConfig = DailyLogConfig()
    schedule: ScheduleConfig = ScheduleConfig()
    chat: ChatConfig = ChatConfig()
    jobs: JobsConfig = JobsConfig()
    journal: JournalConfig = JournalConfig()
    webhooks: WebhooksConfig = WebhooksConfig()
    backup: BackupConfig = BackupConfig()

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.timezone)

    @property
    def clock(self) -> SystemClock:
        return SystemClock(timedelta(seconds=self.clock_ahead_seconds))


class ProbePlace(Struct, frozen=True):
    """The address at which a process answers probes apart from the API, what it answers, and the key of the port."""

    what: str
    key: str
    host: str
    port: int


def probe_place(settings: Config, roles: Collection[str]) -> ProbePlace | None:
    """Return the address at which a process answers probes; None if the API does, and there are no metrics."""
    metrics, health = settings.metrics, settings.health
    if API in roles:
        return ProbePlace("metrics", "metrics.port", metrics.host, metrics.port) if metrics.enabled else None
    key = "bot_port" if BOT in roles else "jobs_port"
    return ProbePlace("health", f"health.{key}", health.host, getattr(health, key))


def duties(settings: Config, roles: Collection[str]) -> frozenset[LeaseName]:
    """The leases that exactly one of the processes with these roles holds."""
    polls = BOT in roles and settings.telegram.token and not settings.telegram.webhook_url
    return frozenset([*([LeaseName.JOBS] if JOBS in roles else []), *([LeaseName.POLLING] if polls else [])])


class ConfigError(StartError):
    """A key that does not exist, or a value that it does not take."""


def load(file: Path | None = None, environment: Mapping[str, str] = os.environ) -> Config:
    """The configuration of a file (by default `config.toml` here, if there is one) and the environment."""
    values = dict(from_file(file))
    values.update(from_environment(environment))
    config: Config = msgspec.convert(nested(values), Config)
    check(config)
    return config


Key = tuple[str, ...]
"""A key's path: `("timezone",)` or `("api", "port")`."""


def known_keys() -> dict[Key, Any]:
    """Every key with its annotated type, in the order of the example file."""
    keys: dict[Key, Any] = {}
    for name, kind in get_type_hints(Config, include_extras=True).items():
        if isinstance(kind, type) and issubclass(kind, Struct):
            keys.update({(name, each): hint for each, hint in get_type_hints(kind, include_extras=True).items()})
        else:
            keys[(name,)] = kind
    return keys


def from_file(file: Path | None) -> Iterator[tuple[Key, Any]]:
    path = file or DEFAULT_FILE
    if file is None and not path.exists():
        return
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as fault:
        raise ConfigError(f"{path}: {fault.strerror}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as fault:
        raise ConfigError(f"{path}: {fault}") from None
    keys = known_keys()
    for key, value in flattened(content):
        if key not in keys:
            raise ConfigError(f"{path}: {unknown('.'.join(key), ['.'.join(each) for each in keys])}")
        yield key, converted(f"{path}: {'.'.join(key)}", value, keys[key], strict=True)


def unknown(key: str, keys: Sequence[str]) -> str:
    """Say that there is no such key, and which ones are much like it."""
    meant = " or ".join(get_close_matches(key, keys))
    return f"there is no key {key}{f', perhaps {meant}' if meant else ''}; config.example.toml has every key."


def from_environment(environment: Mapping[str, str]) -> Iterator[tuple[Key, Any]]:
    keys = known_keys()
    by_variable = {PREFIX + "_".join(key).upper(): key for key in keys}
    for variable, value in environment.items():
        if variable.startswith(PREFIX):
            if variable not in by_variable:
                raise ConfigError(unknown(variable, [*by_variable]))
            key = by_variable[variable]
            yield key, converted(variable, value, keys[key], strict=False)


def environment(config: Config) -> dict[str, str]:
    """The environment of this process, with every key of a configuration instead of its own."""
    others = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    given = {key: reduce(getattr, key, config) for key in known_keys()}
    return others | {
        PREFIX + "_".join(key).upper(): value if isinstance(value, str) else msgspec.json.encode(value).decode()
        for key, value in given.items()
    }


def flattened(content: Mapping[str, Any]) -> Iterator[tuple[Key, Any]]:
    for name, value in content.items():
        if isinstance(value, dict):
            for inner, each in value.items():
                yield (name, inner), each
        else:
            yield (name,), value


def nested(values: Mapping[Key, Any]) -> dict[str, Any]:
    """The document that `flattened` would take apart."""
    document: dict[str, Any] = {}
    for (*section, name), value in values.items():
        place = document.setdefault(section[0], {}) if section else document
        place[name] = value
    return document


def converted(name: str, value: Any, kind: Any, *, strict: bool) -> Any:
    """The value of a key, converted. Raises `ConfigError`, which says what the key takes."""
    row = row_of(kind)
    if row is not None:
        return tuple(rows(name, value, kind, row))
    try:
        if not strict and get_origin(unannotated(kind)) is tuple:
            return msgspec.json.decode(value, type=kind)
        return msgspec.convert(value, kind, strict=strict)
    except msgspec.MsgspecError:
        shown = "what was given" if name.lower().endswith(MAY_HOLD_A_SECRET) else repr(value)
        raise ConfigError(f"{name}: takes {takes(kind)}, not {shown}.") from None


def unannotated(kind: Any) -> Any:
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def row_of(kind: Any) -> type[Struct] | None:
    """The Struct of each table, for a key that takes a list of tables."""
    listed = unannotated(kind)
    row = get_args(listed)[0] if get_origin(listed) is tuple else None
    return row if isinstance(row, type) and issubclass(row, Struct) else None


def rows(name: str, value: Any, kind: Any, row: type[Struct]) -> Iterator[Struct]:
    """The tables of a list; a key is named as in `jwt.issuers[0].audience`."""
    try:
        tables = msgspec.convert(msgspec.json.decode(value) if isinstance(value, str) else value, list[dict[str, Any]])
    except msgspec.MsgspecError:
        raise ConfigError(f"{name}: takes {takes(kind)}.") from None
    hints = get_type_hints(row, include_extras=True)
    needed = {field.name for field in msgspec.structs.fields(row) if field.required}
    for index, table in enumerate(tables):
        place = f"{name}[{index}]"
        if not needed <= table.keys() <= hints.keys():
            more = [key for key in hints if key not in needed]
            keys = ", ".join(key for key in hints if key in needed) + (f", perhaps {', '.join(more)}" if more else "")
            raise ConfigError(f"{place}: takes the keys {keys}, not {', '.join(table) or 'none'}.")
        yield row(**{key: converted(f"{place}.{key}", each, hints[key], strict=True) for key, each in table.items()})


def takes(kind: Any) -> str:
    """The key's description, for a message."""
    metas = get_args(kind)[1:] if get_origin(kind) is Annotated else ()
    return next((meta.description for meta in metas if meta.description), str(kind))


def check(config: Config) -> None:
    """Raise `ConfigError` if values break a rule that their types cannot express."""
    if config.timezone not in known_zones():
        raise wrong("timezone", f"takes an IANA time zone, not {config.timezone!r}.")
    check_secrets(config.jwt)
    if config.events.meeting_status_id in config.events.cancelled_status_ids:
        raise wrong("events.meeting_status_id", "takes none of events.cancelled_status_ids.")
    if config.database.replica_url and not config.database.url.startswith("postgresql"):
        raise wrong("database.replica_url", "is for a database.url of PostgreSQL; SQLite has no replicas.")
    if config.backup.at and not config.database.url.startswith(SQLITE):
        raise wrong("backup.at", "is for SQLite; PostgreSQL has pg_dump for it (docs/operations.md).")
    check_schedule(config.schedule)
    check_origins(config.api.cors_origins)
    check_networks("api.trusted_proxies", config.api.trusted_proxies)
    check_networks("webhooks.networks", config.webhooks.networks)
    check_issuers(config.jwt.issuers)
    if config.telegram.webhook_url and not config.telegram.webhook_secret:
        raise wrong("telegram.webhook_secret", "is needed with webhook_url.")


def wrong(key: str, why: str) -> ConfigError:
    """A key, also by the name of its variable, and what is wrong with its value."""
    return ConfigError(f"{key} ({PREFIX}{key.replace('.', '_').upper()}): {why}")


def check_secrets(jwt: JwtConfig) -> None:
    for name in ("secret", "previous_secret"):
        value = getattr(jwt, name)
        if value and not is_strong(value):
            raise wrong(f"jwt.{name}", f"takes {takes(Secret)}.")
    if jwt.chat_token_days > jwt.max_token_days:
        raise wrong("jwt.chat_token_days", "takes at most jwt.max_token_days.")


def is_strong(secret: str) -> bool:
    """Return whether a secret has enough bytes, of enough different values; not all hexadecimal digits need occur."""
    octets = secret.encode()
    values = len(set(octets))
    if HEXADECIMAL.issuperset(octets) and values >= HALF_OF_THE_DIGITS:
        values = max(values, 16)
    return len(octets) >= SECRET_BYTES and len(octets) * log2(values) >= SECRET_BITS


def check_schedule(schedule: ScheduleConfig) -> None:
    """Raise `ConfigError` for hours in the wrong order, or for a country whose holidays are not known.

    The default country is not looked up: that would import the library of holidays.
    """
    if schedule.ends <= schedule.starts:
        raise wrong("schedule.ends", "takes a time after schedule.starts.")
    calendar = schedule.holidays
    if calendar not in (ScheduleConfig().country, "") and not public_holidays.is_known(calendar):
        named = "schedule.country and schedule.subdivision (SEMAFORO_SCHEDULE_COUNTRY, …_SUBDIVISION)"
        raise ConfigError(f"{named}: no public holidays are known of {calendar!r}.")


def check_origins(origins: Sequence[str]) -> None:
    """Raise `ConfigError` for an origin with its scheme's default port: browsers leave it out, so it never matches."""
    for origin in origins:
        scheme, _, place = origin.partition("://")
        if place.endswith(OWN_PORTS.get(scheme, " ")):
            raise wrong("api.cors_origins", f"takes {origin.rpartition(':')[0]}, as browsers write it, not {origin}.")


def check_networks(key: str, networks: Sequence[str]) -> None:
    for network in networks:
        try:
            ip_network(network)
        except ValueError:
            raise ConfigError(f"{key}: takes addresses or networks, not {network!r}.") from None


def check_issuers(issuers: Sequence[IssuerConfig]) -> None:
    for index, issuer in enumerate(issuers):
        check_issuer(f"jwt.issuers[{index}]", issuer)
    names = [issuer.issuer for issuer in issuers]
    if len(set(names)) < len(names):
        raise wrong("jwt.issuers", "takes an issuer once.")


def check_issuer(name: str, issuer: IssuerConfig) -> None:
    """Raise `ConfigError` unless the keys come over TLS, or from this machine."""
    try:
        url = urlsplit(issuer.jwks_url)
        local = url.hostname in LOOPBACK
    except ValueError:
        raise ConfigError(f"{name}.jwks_url: takes an address.") from None
    if url.scheme != "https" and not local:
        raise ConfigError(f"{name}.jwks_url: takes an https address, or one of this machine.")


def jwt_secret(config: Config) -> str:
    """The configured secret, else the one beside a database that is a file: made once, readable by its owner only."""
    if config.jwt.secret:
        return config.jwt.secret
    path = secret_file(config.database)
    if path is None:
        raise wrong("jwt.secret", "is needed with PostgreSQL, the same for every process.")
    if not path.exists():
        keep_secret(path)
    secret = path.read_text(encoding="ascii", errors="ignore").strip()
    if not is_strong(secret) or not secret.isprintable():
        raise ConfigError(f"{path}: holds no secret. Delete it to have a new one made; earlier tokens end with it.")
    return secret


def secret_file(database: DatabaseConfig) -> Path | None:
    """The file of the secret beside an SQLite database; None for PostgreSQL."""
    file = database.url.removeprefix(SQLITE)
    return None if file == database.url else Path(file).with_suffix(".jwt-secret")


def keep_secret(path: Path) -> None:
    """Write a new secret file atomically; if several processes do so, the first one's stays."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as target:
        target.write(secrets.token_hex(SECRET_BYTES))
        target.flush()
        os.fsync(descriptor)
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
