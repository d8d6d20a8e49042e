"""`semaforo init`: what it asks, what it takes, and that what it writes serves."""

import stat

import pytest

from bot.app import config
from bot.cli import init
from tests.system.typed import refused

ANSWERS = {
    "token": "7000000001:test",
    "zone": "Europe/Madrid",
    "country": "ES",
    "database": "team.db",
    "address": "https://semaforo.example.com",
    "backup": "04:15",
}


@pytest.fixture
def typing(monkeypatch):
    """Types these lines; the questions that were asked meanwhile."""

    def begin(*lines):
        asked, left = [], list(lines)

        def read(prompt):
            asked.append(prompt)
            if not left:
                raise EOFError
            return left.pop(0)

        monkeypatch.setattr("builtins.input", read)
        return asked

    return begin


def test_six_answers_make_a_configuration_of_its_owner_alone(semaforo_anew, tmp_path, typing):
    asked = typing(*ANSWERS.values())
    code, lines, err = semaforo_anew("init")
    assert (code, err, len(asked)) == (0, "", 6)
    assert lines[0] == (
        "config.toml is written. Next, in the folder where the database is to be: "
        "`semaforo user add USERNAME --name NAME --role admin`, then `semaforo run`."
    )
    file = tmp_path / "config.toml"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    made = config.load(file, {})
    assert made.telegram.token == ANSWERS["token"]
    assert (made.timezone, made.schedule.country) == ("Europe/Madrid", "ES")
    assert made.database.url == "sqlite+aiosqlite:///team.db"
    assert made.api.public_url == ANSWERS["address"]
    assert made.backup.at == "04:15"
    assert config.is_strong(made.jwt.secret)
    assert semaforo_anew("user", "add", "ana", "--name", "Ana")[0] == 0
    assert (tmp_path / "team.db").exists()


def test_enter_takes_what_is_offered_and_asking_nothing_is_the_same(semaforo_anew, tmp_path, typing, monkeypatch):
    monkeypatch.setattr(init, "machine_zone", lambda: "America/Bogota")
    typing(*[""] * 6)
    semaforo_anew("init")
    typed = config.load(tmp_path / "config.toml", {})
    asked = typing()
    assert semaforo_anew("init", "--defaults", "--config", "other.toml")[0] == 0
    assert asked == []
    given = config.load(tmp_path / "other.toml", {})
    assert (typed.timezone, typed.schedule.country, typed.backup.at) == ("America/Bogota", "CO", "03:30")
    assert typed.jwt.secret != given.jwt.secret
    assert without_secret(typed) == without_secret(given)


def without_secret(settings):
    return {key: value for key, value in config.environment(settings).items() if key != "SEMAFORO_JWT_SECRET"}


def test_a_wrong_answer_is_asked_again_and_a_dash_is_nothing(semaforo_anew, tmp_path, typing):
    asked = typing("no", "", "Mars/Base", "America/Lima", "XX", "-", "", "ftp://x", "", "25:00", "-")
    code, _, err = semaforo_anew("init")
    assert (code, len(asked)) == (0, 11)
    assert [line.partition(":")[0].partition(" ")[0] for line in err.splitlines()] == [
        *("telegram.token", "timezone", "schedule.country", "api.public_url", "backup.at")
    ]
    made = config.load(tmp_path / "config.toml", {})
    assert (made.timezone, made.schedule.country, made.backup.at) == ("America/Lima", "", "")


def test_on_postgresql_nothing_is_asked_of_backups(semaforo_anew, tmp_path, typing):
    asked = typing("", "", "", "postgresql+asyncpg://a@b/c", "")
    code, lines, _ = semaforo_anew("init")
    assert (code, len(asked)) == (0, 5)
    assert lines[0].startswith("config.toml is written. Next: `semaforo user add")
    assert config.load(tmp_path / "config.toml", {}).backup.at == ""


def test_what_comes_next_names_a_file_of_another_name(semaforo_anew, tmp_path, typing):
    typing("", "", "", f"{tmp_path}/team.db", "", "")
    file = tmp_path / "other.toml"
    code, lines, _ = semaforo_anew("init", "--config", str(file))
    first = (
        f"{file} is written. Next: `semaforo user add USERNAME --name NAME --role admin --config {file}`, then "
        f"`semaforo run --config {file}`."
    )
    second = (
        f"`semaforo doctor --config {file}` says whether all is well, and config.example.toml what else can be set."
    )
    assert (code, lines) == (0, [first, second])


def test_a_file_that_is_there_stays_and_questions_without_answers_write_nothing(semaforo_anew, tmp_path, typing):
    typing("", "")
    assert "the questions were not answered; nothing was written" in refused(semaforo_anew, "init")
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "config.toml").write_text("[api]\n", encoding="utf-8")
    assert "config.toml is there already; nothing was written" in refused(semaforo_anew, "init")
    assert (tmp_path / "config.toml").read_text(encoding="utf-8") == "[api]\n"


@pytest.mark.parametrize(
    ("place", "zone"),
    [
        ("/usr/share/zoneinfo/Europe/Madrid", "Europe/Madrid"),
        ("/usr/share/zoneinfo/Etc/UTC", "America/Mexico_City"),
        ("/nowhere", "America/Mexico_City"),
    ],
)
def test_the_machines_zone_is_offered_where_it_is_of_a_place(tmp_path, monkeypatch, place, zone):
    (tmp_path / "localtime").symlink_to(place)
    monkeypatch.setattr(init, "LOCALTIME", tmp_path / "localtime")
    assert init.machine_zone() == zone
