"""The command line as a person types it: what it prints, what it refuses, and with which exit code."""

import json
import logging
import re
import shutil
import socket
import stat
import sys
from contextlib import AsyncExitStack, asynccontextmanager, closing
from datetime import UTC, datetime, timedelta
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path

import jwt
import pytest

from bot.app import config, wiring
from bot.cli.person import Document
from core.records.jobs import Job
from core.records.tokens import Scope
from storage.sqlite.connecting import connect
from tests.system.typed import added, misused, printed, refused


@asynccontextmanager
async def serving(settings):
    """The pipeline of a service."""
    async with AsyncExitStack() as stack:
        yield (await wiring.open_core(settings, stack)).pipeline


def test_user_add_prints_the_person_as_one_json_line(semaforo):
    leader = added(semaforo, "lucia", "--name", "Lucía Ortega")
    ana = added(
        semaforo,
        *("ana", "--name", "Ana", "--leader", "lucia", "--birthday", "1990-02-28"),
        *("--timezone", "America/Tijuana", "--holidays", "ES-CT", "--language", "en", "--role", "member"),
    )
    assert ana == {
        "username": "ana", "displayName": "Ana", "role": "member", "leaderUserId": leader["id"],
        "birthday": "1990-02-28", "timezone": "America/Tijuana", "holidays": "ES-CT", "language": "en",
        "telegramUserId": None, "tokenVersion": 1, "isActive": True, "tokensRevokedAt": None, "telegramBlockedAt": None,
        "telegramUsername": None, "externalId": None, "id": ana["id"],
    }  # fmt: skip


def test_user_add_refuses_with_a_reason_and_adds_nobody(semaforo, ana):
    for argv, said in (
        (["ana", "--name", "Other"], "already a person “ana”"),
        (["Bad Name", "--name", "x"], "username: It takes 1 to 64 letters a-z, digits"),
        (["x" * 65, "--name", "x"], "username:"),
        (["bea", "--name", "Bea", "--leader", "nobody"], "leader: nobody does not exist"),
        (["bea", "--name", "Bea", "--leader", "bea"], "leader: bea does not exist"),
        (["bea", "--name", "Bea", "--birthday", "1990-02-30"], "--birthday:"),
        (["bea", "--name", "Bea", "--timezone", "Marte"], "--timezone: Marte is no known time zone"),
        (["bea", "--name", "Bea", "--holidays", "ES-XX"], "--holidays: ES-XX is no known calendar of public holidays"),
        (["bea", "--name", ""], "--name: It cannot be empty."),
    ):
        assert said in refused(semaforo, "user", "add", *argv)
    assert len(printed(semaforo, "user", "list")) == 1


def test_what_cannot_be_is_refused_with_a_reason(semaforo, ana):
    for argv, said in (
        (("user", "set", "ghost", "--name", "x"), "ghost"),
        (("user", "set", "ana", "--leader", "ana"), "cannot be their own leader"),
        (("user", "hours", "ghost", "--clear"), "ghost"),
        (("absence", "add", "ghost", "2030-01-01"), "ghost"),
        (("absence", "add", "ana", "2020-01-01"), "LAST:"),
        (("absence", "add", "ana", "2030-01-02", "2030-01-01"), "LAST: It cannot be before FIRST."),
        (("absence", "add", "ana", "tomorrow"), "FIRST:"),
        (("absence", "cancel", "7"), "7"),
        (("absence", "list", "ghost"), "ghost"),
        (("run", "--only", "bot"), "SEMAFORO_TELEGRAM_TOKEN"),
    ):
        assert said in refused(semaforo, *argv)


HOURS, TTL = ("user", "hours", "ana", "--set"), ("token", "issue", "ana", "--ttl")


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        *(((*HOURS, week), '"1-5 09:00-18:00"') for week in ("", "09:00-18:00", "0-5 09:00-18:00", "5-1 09:00-18:00")),
        *(((*HOURS, week), '"1-5 09:00-18:00"') for week in ("1-5 9-18", "8 09:00-18:00", "1 24:00-25:00")),
        *(((*TTL, ttl), "30d, 12h, 45m or 90s") for ttl in ("0d", "30", "d", "1w", "1.5h", "٣d")),
        *((("absence", "cancel", number), "") for number in ("x", "-1", "99999999999", "٣")),
        (("outbox", "retry", "abc"), "argument ID: takes an id, not 'abc'"),
        (("job", "run", "cleanup"), "overdue-survey"),
        (("demo", "--config", "absent.toml"), "--config"),
    ],
)
def test_what_is_none_is_wrong_use(semaforo_anew, capsys, argv, said):
    assert said in misused(semaforo_anew, capsys, *argv)


def test_user_set_changes_what_is_given_and_an_empty_text_clears(semaforo):
    added(semaforo, "lucia", "--name", "Lucía")
    before = added(semaforo, "ana", "--name", "Ana", "--leader", "lucia", "--birthday", "1990-02-28")
    (ana,) = printed(semaforo, "user", "set", "ana", "--name", "Ana T.", "--birthday", "", "--role", "admin")
    assert ana == before | {"displayName": "Ana T.", "birthday": None, "role": "admin"}
    for argv, field, value in (
        (("set", "ana", "--no-leader"), "leaderUserId", None),
        (("deactivate", "ana"), "isActive", False),
        (("activate", "ana"), "isActive", True),
    ):
        assert printed(semaforo, "user", *argv)[0][field] is value


def test_who_is_deactivated_leaves_no_duty_open_without_a_word(semaforo):
    added(semaforo, "lucia", "--name", "Lucía", "--role", "admin")
    for name in ("ana", "eva", "luis"):
        added(semaforo, name, "--name", name.title(), "--leader", "lucia")
    semaforo("user", "set", "eva", "--no-leader")
    assert "semaforo: " not in semaforo("user", "deactivate", "ana")[2]  # she leads nobody
    said = semaforo("user", "deactivate", "lucia")[2]
    assert "semaforo: lucia is still the leader of luis: `user set` with --leader, or --no-leader, changes" in said
    assert "semaforo: no admin is left: `user set` with --role admin makes one" in said
    assert "semaforo: " not in semaforo("user", "deactivate", "eva")[2]  # she was no admin
    assert "semaforo: " not in semaforo("user", "activate", "lucia")[2]
    added(semaforo, "root", "--name", "Root", "--role", "admin")
    semaforo("user", "set", "luis", "--no-leader")
    assert "semaforo: " not in semaforo("user", "deactivate", "lucia")[2]


def test_what_another_sign_on_calls_people_is_set_imported_and_cleared(semaforo, tmp_path):
    ana = added(semaforo, "ana", "--name", "Ana", "--external-id", "auth0|5f7c")
    assert ana["externalId"] == "auth0|5f7c"
    assert "already “ana”" in refused(semaforo, "user", "add", "bea", "--name", "Bea", "--external-id", "auth0|5f7c")
    assert "--external-id: " in refused(semaforo, "user", "set", "ana", "--external-id", "x" * 256)
    file = tmp_path / "people.csv"
    file.write_text("username,name,external_id\nana,Ana,\nbea,Bea,auth0|5f7c\n", encoding="utf-8")
    assert semaforo("user", "import", str(file))[0] == 0
    assert [person["externalId"] for person in printed(semaforo, "user", "list")] == [None, "auth0|5f7c"]
    assert printed(semaforo, "user", "set", "bea", "--external-id", "")[0]["externalId"] is None


def test_import_adds_and_changes_with_leaders_in_any_order(semaforo, tmp_path):
    added(semaforo, "ana", "--name", "Ana", "--birthday", "1990-02-28")
    file = tmp_path / "people.csv"
    file.write_text('username,name,leader\nana,Ana Torres,lucia\nlucia,"Ortega, Lucía",\n', encoding="utf-8-sig")
    assert semaforo("user", "import", str(file))[1] == ['{"imported":2,"added":1,"changed":1}']
    people = {person["username"]: person for person in printed(semaforo, "user", "list")}
    assert people["ana"]["displayName"] == "Ana Torres"
    assert people["ana"]["birthday"] == "1990-02-28"
    assert people["ana"]["leaderUserId"] == people["lucia"]["id"]
    assert people["lucia"]["displayName"] == "Ortega, Lucía"


@pytest.mark.parametrize("separator", [";", "\t"])
def test_import_reads_what_spreadsheets_of_other_countries_save(semaforo, tmp_path, separator):
    file = tmp_path / "people.csv"
    lines = (["username", "name", "leader"], ["ana", "Núñez, Ana", "eva"], ["eva", "Gil, Eva", ""], ["", "", ""])
    file.write_text("".join(separator.join(line) + "\r\n" for line in lines), encoding="utf-8-sig", newline="")
    assert semaforo("user", "import", str(file))[1] == ['{"imported":2,"added":2,"changed":0}']
    people = printed(semaforo, "user", "list")
    assert {person["username"]: person["displayName"] for person in people} == {"ana": "Núñez, Ana", "eva": "Gil, Eva"}


def test_import_reads_what_is_handed_to_it(semaforo, monkeypatch):
    """The user of a service may not open a file of the superuser's."""
    for text, done in (
        ("username;name\nana;Ana\n", ['{"imported":1,"added":1,"changed":0}']),
        ("username\nana\n", ['{"imported":1,"added":0,"changed":0}']),
    ):
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(text.encode("utf-8-sig"))))
        assert semaforo("user", "import", "-")[1] == done
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"Ana\n")))
    assert "-: the columns are" in refused(semaforo, "user", "import", "-")


def test_import_is_all_or_nothing(semaforo, tmp_path):
    file = tmp_path / "people.csv"
    for text, said in (
        ("username,name,leader\nana,Ana,\nbea,Bea,nobody\n", "line 3: leader: nobody does not exist."),
        ("username,name\nana,Ana\nbea,\n", "line 3: name: It cannot be empty."),
        ("username\nana\n", "line 2: name: It is required."),
        ('username,name\n,\nana,"Ana\nTorres"\nbea,\n', "line 5: name: It cannot be empty."),
        ("username,name\na b,Ana\n", "line 2: username: It takes 1 to 64 letters"),
        ("username,name,shoe\nana,Ana,40\n", "there is no shoe; the columns are"),
        ("name\nAna\n", "the columns are"),
    ):
        file.write_text(text, encoding="utf-8")
        assert said in refused(semaforo, "user", "import", str(file))
    assert semaforo("user", "list")[1] == []


def test_invite_prints_the_code_in_groups(semaforo, ana):
    code, lines, _ = semaforo("user", "invite", "ana")
    assert code == 0
    assert len(lines) == 1
    assert len(lines[0].replace("-", "")) == 26


def test_invite_prints_the_code_where_telegram_is_away(semaforo, ana, monkeypatch):
    monkeypatch.setenv("SEMAFORO_TELEGRAM_TOKEN", "1:token")
    monkeypatch.setenv("SEMAFORO_TELEGRAM_BASE_URL", "http://127.0.0.1:1")
    code, (printed_code,), err = semaforo("user", "invite", "ana")
    assert (code, len(printed_code.replace("-", ""))) == (0, 26)
    said = r"semaforo: Telegram did not say the bot's name \(.+\): no link, only the code, which the person sends to "
    assert re.match(said, err.splitlines()[-1])


def test_an_inactive_person_gets_neither_invitation_nor_token(semaforo, ana):
    semaforo("user", "deactivate", "ana")
    for command in (("user", "invite"), ("token", "issue")):
        assert "ana is no longer active" in refused(semaforo, *command, "ana")


def test_an_empty_role_in_a_row_says_nothing(semaforo, tmp_path):
    added(semaforo, "ana", "--name", "Ana", "--role", "admin")
    file = tmp_path / "people.csv"
    file.write_text("username,name,role\nana,Ana,\nbea,Bea,\n", encoding="utf-8")
    assert semaforo("user", "import", str(file))[0] == 0
    assert [person["role"] for person in printed(semaforo, "user", "list")] == ["admin", "member"]


def test_what_is_made_is_its_owners_alone(semaforo_anew, tmp_path):
    added(semaforo_anew, "ana", "--name", "Ana")
    semaforo_anew("token", "issue", "ana")
    assert {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()} == {
        "semaforo.db": 0o600,
        "semaforo.jwt-secret": 0o600,
    }


def test_a_taken_port_is_named_without_a_stack(semaforo, monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        monkeypatch.setenv("SEMAFORO_API_PORT", port)
        err = refused(semaforo, "run")
    assert err.splitlines()[-1] == f"semaforo: api: port {port} of 127.0.0.1 is taken: free it, or choose another."


def hours(schedule):
    return [(day["weekday"], day["starts"], day["ends"]) for day in schedule["days"]]


def test_user_hours_prints_the_week_sets_it_and_goes_back_to_the_offices(semaforo, ana):
    (office,) = printed(semaforo, "user", "hours", "ana")
    assert (office["userId"], office["isOwn"]) == (ana["id"], False)
    assert hours(office) == [(day, "09:00:00", "18:00:00") for day in range(1, 6)]
    (own,) = printed(semaforo, "user", "hours", "ana", "--set", "1-3,5 08:30-17:00", "--set", "6 10:00-14:00")
    assert hours(own) == [*((day, "08:30:00", "17:00:00") for day in (1, 2, 3, 5)), (6, "10:00:00", "14:00:00")]
    assert printed(semaforo, "user", "hours", "ana") == [own]
    assert printed(semaforo, "user", "hours", "ana", "--clear") == [office]


def test_a_week_that_cannot_be_is_refused_and_changes_nothing(semaforo, ana):
    for week, said in (
        (["1-5 18:00-09:00"], "--set: ends: It must be after starts."),
        (["1-5 09:00-18:00", "5 09:00-14:00"], "--set: weekday: It was given more than once."),
    ):
        given = (part for each in week for part in ("--set", each))
        assert refused(semaforo, "user", "hours", "ana", *given).count(said) == 1
    assert printed(semaforo, "user", "hours", "ana")[0]["isOwn"] is False


def test_a_person_is_handed_out_as_one_document_without_secrets(semaforo, caplog):
    caplog.set_level(logging.INFO, "semaforo.audit")
    ana = added(semaforo, "ana", "--name", "Ana Ruiz", "--birthday", "1990-02-28")
    semaforo("token", "issue", "ana", "--name", "mi token")
    code, lines, err = semaforo("person", "export", "ana")
    assert (code, err) == (0, "")
    found = json.loads("".join(lines))
    assert found["format"] == "semaforo-person-1"
    assert datetime.fromisoformat(found["exportedAt"]) <= datetime.now(UTC)
    (profile,) = found["profile"]
    assert (profile["displayName"], profile["birthday"]) == ("Ana Ruiz", "1990-02-28")
    assert [token["name"] for token in found["tokens"]] == ["mi token"]
    assert found["tasks"] == []
    assert caplog.messages[-1] == f"person exported user={ana['id']} by=0 via=cli token=-"
    assert "nadie" in refused(semaforo, "person", "export", "nadie")


@pytest.mark.parametrize(("opened", "mapped"), [(wiring.open_pipeline, False), (serving, True)])
async def test_what_a_command_reads_of_the_database_counts_not_as_its_memory(empty_database, tmp_path, opened, mapped):
    async def mapped_bytes(uow):
        return uow.outbox._db._execute("PRAGMA mmap_size").fetchall()

    file = shutil.copy(empty_database, tmp_path / "semaforo.db")
    settings = config.Config(database=config.DatabaseConfig(url=f"sqlite+aiosqlite:///{file}"))
    async with opened(settings) as pipeline:
        ((found,),) = await pipeline.store.read(mapped_bytes)
    assert (found > 0) is mapped


def test_an_export_that_is_begun_anew_has_each_row_once(tmp_path):
    """A store may run a unit of work again."""
    with (tmp_path / "export").open("w+", encoding="utf-8") as file:
        document = Document(file, datetime(2026, 11, 30, tzinfo=UTC))
        for _ in range(2):
            document.begin()
            for name, pieces in {"tasks": [[{"id": 1}, {"id": 2}], [{"id": 3}]], "reds": []}.items():
                document.begin_section(name)
                for rows in pieces:
                    document.add(rows)
        document.end()
        file.seek(0)
        written = file.read()
    assert written == (
        '{"format":"semaforo-person-1","exportedAt":"2026-11-30T00:00:00Z"\n'
        ',"tasks":[\n{"id":1}\n,{"id":2}\n,{"id":3}\n]\n,"reds":[\n]\n}\n'
    )


def test_nobody_is_erased_unless_they_have_left_and_somebody_says_so(semaforo, monkeypatch):
    added(semaforo, "ana", "--name", "Ana Ruiz")
    assert "Ana Ruiz is still active" in refused(semaforo, "person", "erase", "ana", "--yes")
    semaforo("user", "deactivate", "ana")
    for typed in ("", "no\n", "luis\n"):
        monkeypatch.setattr(sys, "stdin", StringIO(typed))
        assert "nothing was erased" in refused(semaforo, "person", "erase", "ana")
    (ana,) = printed(semaforo, "user", "list")
    assert ana["username"] == "ana"


def test_who_has_left_is_erased_once_and_for_all(semaforo, monkeypatch, caplog):
    caplog.set_level(logging.INFO, "semaforo.audit")
    ana = added(semaforo, "ana", "--name", "Ana Ruiz", "--external-id", "a-1", "--birthday", "1990-02-28")
    semaforo("user", "deactivate", "ana")
    monkeypatch.setattr(sys, "stdin", StringIO("ana\n"))
    code, lines, _ = semaforo("person", "erase", "ana")
    assert code == 0
    assert caplog.messages[-1] == f"person erased user={ana['id']} by=0 via=cli token=-"
    (erased,) = printed(semaforo, "user", "list")
    assert json.loads(lines[0]) == erased
    name = f"persona-{ana['id']}"
    assert (erased["username"], erased["displayName"]) == (name, f"Persona {ana['id']}")
    assert (erased["externalId"], erased["birthday"], erased["isActive"]) == (None, None, False)
    assert printed(semaforo, "person", "erase", name, "--yes") == [erased]
    assert "ana" in refused(semaforo, "person", "erase", "ana", "--yes")
    assert semaforo("db", "check")[:2] == (0, ["ok"])


def test_what_a_leaver_has_in_hand_is_named_and_passed_on(semaforo, caplog):
    caplog.set_level(logging.INFO, "semaforo.audit")
    ana, luis = (added(semaforo, name, "--name", name.title())["id"] for name in ("ana", "luis"))
    token = semaforo("token", "issue", "ana")[1][0]
    assert token
    with closing(connect(Path("semaforo.db"))) as base:
        base.execute(
            "INSERT INTO tasks (descripcion, fecha_solicitud, fecha_cumplir, estatus, prioridad, created_by_user_id,"
            " created_at, updated_at, responsible_user_ids) VALUES ('Informe', '2026-11-20', '2026-11-30', 'PENDIENTE',"
            f" 'MEDIA', {ana}, '2026-11-20T15:00:00.000000Z', '2026-11-20T15:00:00.000000Z', '[{ana}]')"
        )
        base.execute("INSERT INTO task_responsibles (task_id, position, user_id) VALUES (1, 0, ?)", (ana,))
        base.commit()
    moved = [{"task": 1, "descripcion": "Informe"}]
    semaforo("user", "deactivate", "ana")
    assert printed(semaforo, "user", "handover", "ana", "--to", "luis", "--dry-run") == moved
    assert printed(semaforo, "user", "handover", "ana", "--to", "luis") == moved
    assert caplog.messages[-1] == f"handed over user={ana} to={luis} by=0 via=cli token=-"
    assert "Ana has nothing to pass on" in refused(semaforo, "user", "handover", "ana", "--to", "luis")
    assert "ana" in refused(semaforo, "user", "handover", "luis", "--to", "ana")
    assert semaforo("db", "check")[:2] == (0, ["ok"])


def test_absences_are_kept_joined_listed_and_cancelled(semaforo, ana):
    days = [f"2040-01-0{number}" for number in range(1, 5)]
    code, lines, err = semaforo("absence", "add", "ana", days[0], days[2], "--reason", "Vacaciones")
    kept = json.loads(lines[0])
    assert (code, err) == (0, "")
    assert [kept[field] for field in ("userId", "firstDay", "lastDay", "reason", "createdByUserId")] == [
        *(ana["id"], days[0], days[2], "Vacaciones", None)
    ]
    _, lines, err = semaforo("absence", "add", "ana", days[2], days[3])
    assert json.loads(lines[0]) == kept | {"lastDay": days[3]}
    assert f"joined with that of {days[0]} to {days[2]}" in err
    assert semaforo("absence", "list", "ana")[1] == lines
    assert semaforo("absence", "cancel", str(kept["id"]))[:2] == (0, [])
    assert semaforo("absence", "list", "ana")[1] == []
    (kept,) = printed(semaforo, "absence", "add", "ana", "2040-01-01")
    assert (kept["firstDay"], kept["lastDay"]) == ("2040-01-01", "2040-01-01")


def test_what_a_command_writes_is_the_operators_in_one_unit(semaforo, tmp_path):
    people = tmp_path / "people.csv"
    people.write_text("username,name\nluis,Luis\n", encoding="utf-8")
    cards = tmp_path / "cards.csv"
    cards.write_text("Card ID,Card Name,List Name,Members,Due Date\na,Uno,L,ana,2040-01-01\nb,Dos,L,ana,2040-01-01\n")
    hours = "user", "hours", "ana", "--set", "1-4 09:00-18:00"
    for argv in (
        ("user", "add", "ana", "--name", "Ana"),
        ("user", "set", "ana", "--name", "Ana Torres"),
        ("user", "import", str(people)),
        ("task", "import", str(cards), "--yes"),
        hours,
        ("absence", "add", "ana", "2040-01-01", "2040-01-03"),
        ("absence", "cancel", "1"),
        ("job", "run", "birthday-sync"),
        ("person", "export", "ana"),
        ("user", "deactivate", "ana"),
        ("user", "activate", "ana"),
        ("user", "deactivate", "ana"),
        ("person", "erase", "ana", "--yes"),
    ):
        with closing(connect(Path("semaforo.db"))) as base:
            (last,) = base.execute("SELECT coalesce(max(seq), 0) FROM journal").fetchone()
        code, _, err = semaforo(*argv)
        assert code == 0, err
        with closing(connect(Path("semaforo.db"))) as base:
            rows = base.execute("SELECT actor_user_id, via, token, unit FROM journal WHERE seq > ?", (last,)).fetchall()
        assert {row[:3] for row in rows} <= {(None, "cli", None)}, argv
        assert len({unit for *_, unit in rows}) == bool(rows), argv
        assert None not in {unit for *_, unit in rows}, argv


def test_token_issue_prints_the_token_alone_and_lasts_as_asked(semaforo, ana):
    code, lines, _ = semaforo("token", "issue", "ana", "--ttl", "2h")
    assert (code, len(lines)) == (0, 1)
    claims = jwt.decode(lines[0], options={"verify_signature": False})
    assert claims["sub"] == str(ana["id"])
    ends = datetime.fromtimestamp(claims["exp"], UTC)
    assert abs(ends - datetime.now(UTC) - timedelta(hours=2)) < timedelta(minutes=1)


def test_a_token_lasts_400_days_at_most_unless_configured(semaforo, ana, monkeypatch):
    assert semaforo("token", "issue", "ana", "--ttl", "400d")[0] == 0
    code, lines, err = semaforo("token", "issue", "ana", "--ttl", "401d")
    assert (code, lines, err) == (1, [], "semaforo: --ttl: takes at most 400d (jwt.max_token_days).\n")
    monkeypatch.setenv("SEMAFORO_JWT_MAX_TOKEN_DAYS", "500")
    assert semaforo("token", "issue", "ana", "--ttl", "401d")[0] == 0


def test_a_token_has_a_name_and_scopes_is_listed_and_ended_by_its_id(semaforo, ana):
    options = "--name", "tablero", "--scope", "tasks:read,events:read", "--scope", "people:write", "--ttl", "90d"
    code, (secret,), _ = semaforo("token", "issue", "ana", *options)
    claims = jwt.decode(secret, options={"verify_signature": False})
    assert (code, claims["scope"]) == (0, "tasks:read events:read people:write")
    (listed,) = printed(semaforo, "token", "list", "ana")
    assert (listed["id"], listed["name"], listed["scopes"]) == (claims["jti"], "tablero", claims["scope"].split())
    assert printed(semaforo, "token", "list") == [listed]
    assert semaforo("token", "revoke", listed["id"])[:2] == (0, [])
    (ended,) = printed(semaforo, "token", "list")
    assert (ended["endedAt"] is not None, printed(semaforo, "user", "list")[0]["tokenVersion"]) == (True, 1)
    said = "semaforo: there is neither a token nor a person t_nobody: see `semaforo token list`.\n"
    assert refused(semaforo, "token", "revoke", "t_nobody") == said


def test_a_scope_that_does_not_exist_is_refused_with_those_that_do(semaforo, ana, capsys):
    with pytest.raises(SystemExit, match="2"):
        semaforo("token", "issue", "ana", "--scope", "tasks:read,tasks:delete")
    err = capsys.readouterr().err
    assert "not 'tasks:delete'" in err
    assert all(scope in err for scope in Scope)
    assert semaforo("token", "list")[1] == []


def test_token_revoke_moves_the_version_on(semaforo, ana):
    assert semaforo("token", "revoke", "ana")[0] == 0
    assert printed(semaforo, "user", "list")[0]["tokenVersion"] == 2


def test_a_wrong_variable_stops_every_command(semaforo_anew, monkeypatch):
    monkeypatch.setenv("SEMAFORO_API_PORT", "door")
    assert "SEMAFORO_API_PORT: takes a port" in refused(semaforo_anew, "user", "list")


def test_openapi_prints_the_document_that_the_project_keeps(semaforo):
    kept = Path(__file__).parents[2] / "docs/openapi.json"
    assert semaforo("openapi") == (0, kept.read_text(encoding="utf-8").splitlines(), "")


@pytest.mark.parametrize(("file", "port"), [("timezone = ", "8080"), ("", "many")])
def test_the_demo_reads_none_of_the_machines_settings(semaforo, tmp_path, monkeypatch, file, port):
    served = []

    async def serve_demo(*options):
        served.append(options)

    monkeypatch.setattr("bot.app.demo.serve_demo", serve_demo)
    monkeypatch.setenv("SEMAFORO_API_PORT", port)
    (tmp_path / "config.toml").write_text(file, encoding="utf-8")
    assert semaforo("user", "list")[0] == 1
    assert semaforo("demo", "--api-port", "0") == (0, [], "")
    assert served == [(0, 8081, None)]


@pytest.mark.parametrize("label", ["+g0123456789ab", ""])
def test_the_version_is_the_packages_with_the_commit_of_the_checkout(semaforo, capsys, monkeypatch, label):
    monkeypatch.setattr("bot.process.commit.commit_label", lambda _: label)
    monkeypatch.setattr("importlib.metadata.version", lambda _: "1.2.3+gbefore")
    with pytest.raises(SystemExit, match="0"):
        semaforo("--version")
    assert capsys.readouterr().out.splitlines()[0] == f"semaforo 1.2.3{label or '+gbefore'}"


def test_help_names_every_command_and_the_demos_no_settings(semaforo, capsys):
    with pytest.raises(SystemExit, match="0"):
        semaforo("--help")
    commands = {"demo", "run", "user", "absence", "token", "job", "ledger", "simulate", "outbox", "db", "openapi"}
    assert commands <= set(re.findall(r"\w+", capsys.readouterr().out))
    with pytest.raises(SystemExit, match="0"):
        semaforo("demo", "--help")
    assert "--config" not in capsys.readouterr().out


def test_the_console_script_is_installed():
    assert (Path(sys.executable).parent / "semaforo").exists()


def test_job_run_prints_the_run_and_job_list_every_job_with_its_last_run(semaforo):
    (run,) = printed(semaforo, "job", "run", "overdue-survey")
    expected = {"job": "overdue-survey", "counts": {"overdue": 0, "messages": 0}, "askedByUserId": None}
    assert expected.items() <= run.items()
    jobs = {job["job"]: job for job in printed(semaforo, "job", "list")}
    assert list(jobs) == list(Job)
    assert jobs["overdue-survey"]["lastRun"] == run
    assert jobs["reminders"]["lastRun"] is None
    assert datetime.fromisoformat(jobs["reminders"]["nextTurn"]) > datetime.now(UTC) - timedelta(minutes=1)


def test_the_outbox_is_listed_and_only_what_telegram_refused_is_tried_again(semaforo, tmp_path):
    for who in ("lucia", "ana"):
        added(semaforo, who, "--name", who)
    assert semaforo("outbox", "list") == (0, [], "")
    at = "2026-11-20T15:00:00.000000Z"
    with closing(connect(tmp_path / "semaforo.db")) as connection:
        for number, outcome, fault in ((1, "failed", "'no'"), (2, "waiting", "NULL")):
            values = f"{number}, 2, 'reminder', '{{}}', '{number}', '{at}', '{at}', '{outcome}', '{at}', {fault}"
            columns = "id, user_id, kind, params, dedupe_key, created_at, due_at, outcome, outcome_at, fault"
            connection.execute(f"INSERT INTO outbox ({columns}) VALUES ({values})")
    (dead,) = printed(semaforo, "outbox", "list", "--dead")
    assert {"id": 1, "username": "ana", "outcome": "failed", "fault": "no"}.items() <= dead.items()
    (again,) = printed(semaforo, "outbox", "retry", "1")
    assert {"id": 1, "outcome": "waiting", "fault": None}.items() <= again.items()
    assert [message["id"] for message in printed(semaforo, "outbox", "list")] == [2, 1]
    assert semaforo("outbox", "list", "--dead")[1] == []
    assert "nothing to try again" in refused(semaforo, "outbox", "retry", "2")
