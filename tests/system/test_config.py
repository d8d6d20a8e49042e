"""Configuration: the file, the environment, the example, and what is refused."""

import json
import stat
import tomllib
from pathlib import Path

import pytest

from bot.app import config
from tests.tables import each_row

EXAMPLE = Path(__file__).parents[2] / "config.example.toml"


def written(folder: Path, text: str) -> Path:
    file = folder / "config.toml"
    file.write_text(text, encoding="utf-8")
    return file


def refused(file: Path, environment=()) -> str:
    """Why a configuration is not taken; it repeats no secret."""
    with pytest.raises(config.ConfigError) as error:
        config.load(file, dict(environment))
    assert "not allowed!" not in str(error.value)
    assert "hunter2" not in str(error.value)
    return str(error.value)


def test_the_example_lists_every_key_with_its_default():
    listed = dict(config.flattened(tomllib.loads(EXAMPLE.read_text(encoding="utf-8"))))
    assert list(listed) == list(config.known_keys())
    assert config.load(EXAMPLE, {}) == config.Config()


def test_config_toml_in_the_current_folder_is_read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert config.load(None, {}) == config.Config()
    assert refused(Path("absent.toml"))
    written(tmp_path, "[api]\nport = 9000\n")
    assert config.load(None, {}).api.port == 9000


def test_the_environment_wins_over_the_file(tmp_path):
    file = written(tmp_path, 'timezone = "Europe/Madrid"\n[api]\nport = 9000\nhost = "::1"\n')
    loaded = config.load(file, {"SEMAFORO_API_PORT": "9001", "SEMAFORO_TIMEZONE": "America/Bogota", "PATH": "x"})
    assert (loaded.api.port, loaded.api.host, loaded.timezone) == (9001, "::1", "America/Bogota")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[api]\nprot = 1\n", "there is no key api.prot, perhaps api.port"),
        ("[apy]\nport = 1\n", "there is no key apy.port, perhaps api.port"),
        ("zone = 1\n", "there is no key zone, perhaps timezone; config.example.toml has every key."),
        ("weather = 1\n", "there is no key weather; config.example.toml has every key."),
        ("[api]\nport = 70000\n", "api.port: takes a port from 0 to 65535"),
        ('[api]\nport = "80"\n', "api.port: takes a port from 0 to 65535"),
        ("api = 3\n", "there is no key api; config.example.toml has every key."),
        ('[database]\nurl = "mysql://x"\n', "database.url: takes sqlite+aiosqlite:///FILE"),
        ('[database]\nsynchronous = "OFF"\n', "database.synchronous: takes FULL or NORMAL"),
        ('[jwt]\nsecret = "short"\n', "jwt.secret (SEMAFORO_JWT_SECRET): takes at least 32 bytes"),
        (f'[jwt]\nsecret = "{"a" * 200}"\n', "jwt.secret (SEMAFORO_JWT_SECRET): takes at least 32 bytes"),
        (f'[jwt]\nprevious_secret = "{"secret" * 6}"\n', "jwt.previous_secret (SEMAFORO_JWT_PREVIOUS_SECRET): takes"),
        ("[jwt]\nmax_token_days = 20\n", "jwt.chat_token_days (SEMAFORO_JWT_CHAT_TOKEN_DAYS): takes at most"),
        ('[api]\nsecurity_contact = "security@example.com"\n', "api.security_contact: takes a mailto:"),
        ("[jwt]\ncache_seconds = 6\n", "jwt.cache_seconds: takes seconds from 0 to 5"),
        ("[jwt]\nchat_token_days = 0\n", "jwt.chat_token_days: takes a number of days, from 1"),
        ("[telegram]\ndraft_hours = 0\n", "telegram.draft_hours: takes a number of hours, from 1"),
        ("[daily_log]\nhistory_days = 0\n", "daily_log.history_days: takes a number of days, from 1"),
        ("[jobs]\nreminder_late_hours = 0\n", "jobs.reminder_late_hours: takes a number of hours, from 1"),
        ("[jobs]\nmessage_late_hours = 0\n", "jobs.message_late_hours: takes a number of hours, from 1"),
        ('timezone = "Mexico"\n', "takes an IANA time zone, not 'Mexico'"),
        ('[telegram]\nwebhook_url = "https://x.example/hook"\n', "telegram.webhook_secret"),
        ("not toml", "config.toml"),
        ('[chat]\nnudges = "loud"\n', 'chat.nudges: takes "private", "group" or "off", not'),
        ("[schedule]\nworking_days = []\n", "schedule.working_days: takes a list of numbers from 1 (Monday)"),
        ("[schedule]\nworking_days = [0]\n", "schedule.working_days: takes a list of numbers"),
        ("[schedule]\nworking_days = [8]\n", "schedule.working_days: takes a list of numbers"),
        ('[schedule]\nstarts = "9:00"\n', "schedule.starts: takes a time of day as HH:MM"),
        *(
            (f'[api]\ncors_origins = ["{origin}"]\n', "api.cors_origins: takes a list of origins such as https://")
            for origin in ("*", "https://*.example.com", "https://a.example/", "https://A.example", "null", "a.example")
        ),
        ('[api]\ncors_origins = ["http://a.example:80"]\n', "takes http://a.example, as browsers write it, not"),
        ('[api]\ncors_origins = ["https://[::1]:443"]\n', "takes https://[::1], as browsers write it, not"),
        ('[schedule]\nends = "24:00"\n', "schedule.ends: takes a time of day as HH:MM"),
        (
            '[schedule]\nstarts = "18:00"\n',
            "schedule.ends (SEMAFORO_SCHEDULE_ENDS): takes a time after schedule.starts",
        ),
        ('[schedule]\ncountry = "mx"\n', "schedule.country: takes two capital letters, or nothing"),
        (
            '[schedule]\ncountry = "XX"\n',
            "SEMAFORO_SCHEDULE_COUNTRY, …_SUBDIVISION): no public holidays are known of 'XX'",
        ),
        ('[schedule]\nsubdivision = "ZZ"\n', "no public holidays are known of 'MX-ZZ'"),
        ('[schedule]\ncountry = ""\nsubdivision = "CT"\n', "no public holidays are known of 'CT'"),
        ("[schedule]\nslot_minutes = 7\n", "schedule.slot_minutes: takes 5, 10, 15, 20, 30 or 60"),
        ("[schedule]\nmeeting_minutes = 0\n", "schedule.meeting_minutes: takes a number of minutes from 1 to 1440"),
        ("[schedule]\nslot_days = 0\n", "schedule.slot_days: takes a number of days from 1 to 366"),
    ],
)
def test_a_wrong_key_or_value_names_the_key_and_what_it_takes(tmp_path, text, said):
    assert said in refused(written(tmp_path, text))


ISSUERS, MEETING = "SEMAFORO_JWT_ISSUERS", "SEMAFORO_EVENTS_MEETING_STATUS_ID"
CANCELLED, REPLICA = "SEMAFORO_EVENTS_CANCELLED_STATUS_IDS", "SEMAFORO_DATABASE_REPLICA_URL"
NO_IDS = ("", "x", "3", "[0]", "[true]", "[2147483648]", '["3"]', "[3")


@each_row(
    [
        ("SEMAFORO_API_PORT", "many", "SEMAFORO_API_PORT: takes a port from 0 to 65535"),
        ("SEMAFORO_TELEGRAM_TOKEN", "notatoken", "SEMAFORO_TELEGRAM_TOKEN: takes digits:letters"),
        ("SEMAFORO_PORT", "1", "there is no key SEMAFORO_PORT, perhaps SEMAFORO_API_PORT"),
        *(
            (ISSUERS, value, f"{ISSUERS}: takes a list of tables")
            for value in ("", "x", "{}", "[", '"x"', "[1]", "null")
        ),
        *((MEETING, value, f"{MEETING}: takes a positive number") for value in ("", "x", "0", "2147483648", "[1]")),
        *((CANCELLED, value, "a list of positive numbers") for value in NO_IDS),
        (MEETING, "3", "takes none of events"),
        (REPLICA, "postgresql+asyncpg://semaforo@replica/semaforo", "SQLite has no replicas"),
        (REPLICA, "sqlite+aiosqlite:///replica.db", f"{REPLICA}: takes postgresql"),
    ],
)
def test_a_wrong_variable_names_itself(variable, value, said):
    assert said in refused(EXAMPLE, {variable: value})


@pytest.mark.parametrize(
    ("environment", "section", "found"),
    [
        ({CANCELLED: "[]"}, "events", {"cancelled_status_ids": ()}),
        ({CANCELLED: "[3, 7]"}, "events", {"cancelled_status_ids": (3, 7)}),
        (
            {"SEMAFORO_API_CORS_ORIGINS": '["https://a.example", "http://[::1]:5173"]'},
            "api",
            {"cors_origins": ("https://a.example", "http://[::1]:5173")},
        ),
        ({MEETING: "2"}, "events", {"meeting_status_id": 2}),
        ({"SEMAFORO_SCHEDULE_WORKING_DAYS": "[6, 2]"}, "schedule", {"working_days": (6, 2)}),
        (dict.fromkeys(("SEMAFORO_DATABASE_URL", REPLICA), "postgresql+asyncpg://a@b/c"), "database",
         {"replica_lag_seconds": 10}),
    ],
)  # fmt: skip
def test_the_environment_is_read(environment, section, found):
    loaded = getattr(config.load(EXAMPLE, environment), section)
    assert {name: getattr(loaded, name) for name in found} == found


ISSUER = {
    "issuer": "https://login.example.com/",
    "jwks_url": "https://login.example.com/jwks",
    "audience": "semaforo",
    "algorithm": "RS256",
}


KEYS_OF_AN_ISSUER = (
    "jwt.issuers[0]: takes the keys issuer, jwks_url, audience, algorithm, perhaps user_claim, match, not issuer"
)


def issuer_table(**changes) -> str:
    values = {**ISSUER, **changes}
    return "[[jwt.issuers]]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in values.items() if value)


def test_issuers_are_tables_in_the_file_and_json_in_the_environment(tmp_path):
    file = written(
        tmp_path, issuer_table() + issuer_table(issuer="b", jwks_url="http://127.0.0.1:9/k", algorithm="ES256")
    )
    first, second = config.load(file, {}).jwt.issuers
    assert first == config.IssuerConfig(**ISSUER)
    assert (second.issuer, second.algorithm) == ("b", "ES256")
    environment = {"SEMAFORO_JWT_ISSUERS": json.dumps([{**ISSUER, "audience": "other"}])}
    assert [issuer.audience for issuer in config.load(file, environment).jwt.issuers] == ["other"]
    assert config.load(file, {"SEMAFORO_JWT_ISSUERS": "[]"}).jwt.issuers == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (issuer_table(algorithm="HS256"), "jwt.issuers[0].algorithm: takes RS256 or ES256, not 'HS256'"),
        (issuer_table() + issuer_table(audience=5), "jwt.issuers[1].audience: takes what the issuer's tokens"),
        (issuer_table(audience=None), KEYS_OF_AN_ISSUER),
        (issuer_table(leeway=5), KEYS_OF_AN_ISSUER),
        (issuer_table(match="email"), 'jwt.issuers[0].match: takes "id", "username" or "external_id"'),
        (issuer_table(user_claim=5), "jwt.issuers[0].user_claim: takes the claim that says whose a token is"),
        (issuer_table(jwks_url="ftp://x"), "jwt.issuers[0].jwks_url: takes the https address"),
        (issuer_table(jwks_url="http://login.example.com/jwks"), "jwt.issuers[0].jwks_url: takes an https address"),
        (issuer_table(jwks_url="http://127.0.0.1.example.com/"), "jwt.issuers[0].jwks_url: takes an https address"),
        (issuer_table(jwks_url="http://localhost@example.com/"), "jwt.issuers[0].jwks_url: takes an https address"),
        (issuer_table(jwks_url="https://[/"), "jwt.issuers[0].jwks_url: takes an address"),
        (issuer_table() * 2, "jwt.issuers (SEMAFORO_JWT_ISSUERS): takes an issuer once"),
        ("[jwt]\nissuers = 3\n", "jwt.issuers: takes a list of tables"),
        ("[jwt]\nissuers = [3]\n", "jwt.issuers: takes a list of tables"),
        ("[jwt.issuers]\nissuer = 'x'\n", "jwt.issuers: takes a list of tables"),
    ],
)
def test_a_wrong_issuer_names_its_place(tmp_path, text, said):
    assert said in refused(written(tmp_path, text))


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('country = "ES"\nsubdivision = "CT"\n', ("ES", "CT")),
        ('country = ""\n', ("", "")),
        ('country = "US"', ("US", "")),
    ],
)
def test_a_country_with_known_holidays_or_none_is_taken(tmp_path, text, place):
    schedule = config.load(written(tmp_path, f"[schedule]\n{text}"), {}).schedule
    assert (schedule.country, schedule.subdivision) == place


def test_no_secret_is_ever_repeated_in_a_message(tmp_path):
    file = written(tmp_path, '[database]\nurl = "postgresql://ana:hunter2@db/semaforo"\n')
    assert "takes sqlite" in refused(file)
    assert "takes sqlite" in refused(EXAMPLE, {"SEMAFORO_DATABASE_URL": "mysql://ana:hunter2@db/semaforo"})
    assert refused(EXAMPLE, {"SEMAFORO_TELEGRAM_WEBHOOK_SECRET": "not allowed!"})


def test_the_secret_is_made_once_and_only_its_owner_reads_it(tmp_path):
    settings = config.Config(database=config.DatabaseConfig(url=f"sqlite+aiosqlite:///{tmp_path}/team.db"))
    first = config.jwt_secret(settings)
    kept = tmp_path / "team.jwt-secret"
    assert config.jwt_secret(settings) == first == kept.read_text(encoding="ascii")
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert len(bytes.fromhex(first)) == 32
    assert [path.name for path in tmp_path.iterdir()] == ["team.jwt-secret"]


def test_postgresql_needs_a_configured_secret_for_no_file_is_beside_it():
    settings = config.Config(database=config.DatabaseConfig(url="postgresql+asyncpg://ana:hunter2@db/semaforo"))
    with pytest.raises(config.ConfigError, match="SEMAFORO_JWT_SECRET") as error:
        config.jwt_secret(settings)
    assert "hunter2" not in str(error.value)


def test_a_configured_secret_is_used_as_it_is(tmp_path):
    half_the_digits = "0123456789abcdef"[:8] * 4
    for secret in ("a secret of thirty-two bytes or m", half_the_digits):
        assert config.jwt_secret(config.load(EXAMPLE, {"SEMAFORO_JWT_SECRET": secret})) == secret


@pytest.mark.parametrize("key", ["SEMAFORO_DATABASE_REPLICA_URL", "SEMAFORO_TELEGRAM_BASE_URL"])
def test_an_address_that_may_hold_a_password_is_not_repeated(key):
    assert key in refused(EXAMPLE, {key: "ftp://ana:hunter2@db/x"})
