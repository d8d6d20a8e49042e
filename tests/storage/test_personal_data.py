"""A person's data, handed out and erased, on each engine: what goes is nowhere, what stays is as it was."""

import tracemalloc
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa

from core.application.requests import build
from core.base.errors import Code
from core.base.secrets import hash_of
from core.calendar import calendar_links, own_reminders
from core.calendar.calendar_links import CalendarLinkRequest
from core.calendar.own_reminders import OwnReminderRequest
from core.jobs.birthday_sync import sync_birthdays
from core.people import absences, personal_data, sign_ons, tokens, users
from core.people.absences import AbsenceCreate
from core.people.notices import NoticesRequest, set_notices
from core.people.tokens import TokenRequest
from core.people.users import UserCreate
from core.records.calendar import NewParticipant, NewReminder
from core.records.sign_ons import AuthorizationRequest
from core.work import asked_tasks, search
from core.work.asked_tasks import AskedAnswer, AskRequest
from core.work.search import SearchRequest
from storage.postgres import executor as postgres
from storage.schema import chat, outside_calendars, service, webhooks, work
from storage.schema.metadata import metadata
from storage.schema.personal import FREE_TEXT, SECTIONS
from storage.sql.statements import Change
from storage.sqlite import executor as sqlite
from storage.sqlite.executor import SqliteConnection
from tests.cast import ANA, LUCIA, LUIS, OPERATOR, ROBOT, ROOT, introduce
from tests.core.refusals import conflict, forbidden, not_found
from tests.core.world import World
from tests.journaled import assert_says_all, rows_of_journal
from tests.storage.raw import rows_of

WORD = "zxqsecreto"
"""In all that she has written."""
ACCOUNT = 5550007771
TRACES = (WORD, "zoraida pons", "zoraida.pons'", 'zoraida.pons"', "zp-77", str(ACCOUNT), "1990-07-14", "tijuana")
NOW = datetime(2026, 11, 20, 15, tzinfo=UTC)
IDS_ONLY = {
    "own_writes", "job_runs", "task_leads", "task_responsibles", "task_rule_responsibles", "task_rule_tasks",
    "task_due_moves", "busy", "event_types", "journal_state", "leads", "housekeeping", "begun_work",
    "troubles",
}  # fmt: skip
"""Tables that have of a person at most their id, beside those in which their rows are."""
BY_OTHER_MEANS = {"journal", "causes", "chat_claims"}
ASKED = {"descripcion": f"Cotizar {WORD}", "fechaCumplir": "2026-11-30"}


def test_every_table_is_a_persons_or_has_at_most_their_id():
    listed = {section.table.name for section in SECTIONS.values()} | {table.name for table in FREE_TEXT}
    assert listed | IDS_ONLY | BY_OTHER_MEANS == metadata.tables.keys()
    for name in IDS_ONLY - {"event_types", "job_runs", "journal_state", "leads", "begun_work", "troubles"}:
        texts = [each.name for each in metadata.tables[name].c if isinstance(each.type, sa.Text | sa.LargeBinary)]
        assert texts == [], name


class Office(World):
    """The cast, and Zoraida, who has written in every place and then left."""

    async def open_up(self):
        await introduce(self.pipeline)
        person = {"username": "zoraida.pons", "name": "Zoraida Pons", "leader": "lucia", "externalId": "zp-77"}
        person |= {"birthday": "1990-07-14", "timezone": "America/Tijuana"}
        self.her = (await self.run(OPERATOR, users.add_user, build(UserCreate, person))).id
        code = await self.run(OPERATOR, users.invite, "zoraida.pons")
        await self.run(OPERATOR, users.link, code, ACCOUNT)
        await self.run(OPERATOR, users.invite, "zoraida.pons")
        await self.run(OPERATOR, sync_birthdays)
        await self.work()
        await self.store.write(self.fill)
        return self

    async def work(self):
        her = self.her
        await self.run(her, tokens.issue_own_token, build(TokenRequest, {"name": WORD}))
        asked = AuthorizationRequest("x", "Claude", "claude.ai", "https://claude.ai/back", "", "tasks:read", "y")
        await self.run(OPERATOR, sign_ons.begin_sign_on, asked, hash_of("page"), hash_of("code"))
        await self.run(her, sign_ons.open_sign_on, hash_of("code"))
        await self.run(her, calendar_links.make_link, build(CalendarLinkRequest, {"kind": "mine"}), hash_of("x"))
        await self.run(her, set_notices, build(NoticesRequest, {"off": ["COMMENTS"]}))
        away = {"firstDay": "2026-12-01", "lastDay": "2026-12-02", "reason": f"Médico {WORD}"}
        await self.run(her, absences.declare_absence, build(AbsenceCreate, away))
        reminder = {"words": f"Llamar a {WORD}", "remindAt": "2026-12-01T16:00:00Z"}
        await self.run(her, own_reminders.create_own_reminder, build(OwnReminderRequest, reminder))
        self.shared = await self.create_task(ROOT, descripcion="Informe mensual", responsibleUserIds=[her, ANA])
        self.own = await self.create_task(her, descripcion=f"Comprar {WORD}")
        await self.edit(ROOT, self.own, leaderUserId=None)
        self.led = await self.create_task(her, descripcion="Cotizar muebles")
        named = {"descripcion": "Como dijo Zoraida Pons", "responsibleUserIds": [LUCIA, ANA]}
        self.named = await self.create_task(LUCIA, **named)
        await self.comment(her, self.shared, f"Mi {WORD}")
        edited = await self.comment(her, self.shared, f"Otro {WORD}")
        await self.edit_comment(her, self.shared.id, edited.id, f"Un tercer {WORD}")
        self.mention = await self.comment(
            ANA, self.shared, "@Zoraida.Pons y Zoraida Pons, no @zoraida.ponsiana ni Zoraida"
        )
        log = await self.open(her)
        item = next(each for each in log.items if each.task_id == self.own.id)
        await self.light(her, item.id, "ROJO")
        await self.why_red(her, self.own, f"Falta {WORD}")
        await self.close(her, log)
        self.meeting = await self.event(her, title="Cierre", isPublic=False)
        self.public = await self.event(her, title="Abierta a todos", isPublic=True)
        self.alone = await self.event(her, title=WORD, description=WORD, location=WORD, isPublic=False)
        await self.series(her, title=WORD, isPublic=False, externalSource="outlook", externalId="S-7")
        await self.run(her, asked_tasks.ask_for_task, build(AskRequest, ASKED | {"userId": LUIS}))
        to_her = build(AskRequest, ASKED | {"userId": her, "descripcion": "Ver esto"})
        asked = await self.run(LUIS, asked_tasks.ask_for_task, to_her)
        answer = build(AskedAnswer, {"accepted": False, "respuesta": f"No, {WORD}"})
        await self.run(her, asked_tasks.answer_asked, asked.id, answer)

    async def fill(self, uow):
        """Add what comes by Telegram, and what a client has sent."""
        at = {"event_id": self.meeting.id, "created_at": NOW, "updated_at": NOW}
        for who in (ANA, self.her):
            await uow.participants.add(NewParticipant(user_id=who, customer_id=None, **at))
        await uow.reminders.add(NewReminder(remind_at=NOW, sent=False, **at))
        asked = {"subject": WORD, "expires_at": NOW}
        body = f'{{"from":{{"id":{ACCOUNT}}},"text":"{WORD}"}}'.encode()
        for table, values in (
            (chat.inbox, {"update_id": 1, "chat_id": ACCOUNT, "body": body, "received_at": NOW, "answered_at": NOW}),
            (chat.inbox, {"update_id": 2, "chat_id": -77, "body": body, "received_at": NOW, "answered_at": NOW}),
            (chat.inbox, {"update_id": 3, "chat_id": 4, "body": b'{"from":{"id":4}}', "received_at": NOW}),
            (chat.chat_claims, {"chat_id": ACCOUNT, "holder": "1", "until": NOW}),
            (chat.message_subjects, {"chat_id": ACCOUNT, "message_id": 1, "subject": WORD, "at": NOW}),
            (chat.message_questions, {"chat_id": ACCOUNT, "message_id": 1, "buttons": WORD, "asked_at": NOW}),
            (chat.prompts, {"chat_id": -77, "telegram_user_id": ACCOUNT, "message_id": 1, **asked}),
            (service.drafts, {"owner_user_id": self.her, "body": {"type": WORD}}),
            (service.drafts, {"owner_user_id": ANA, "body": {"descripcion": "Con Zoraida Pons"}}),
        ):
            await put(uow, table, values)
        await put_subscriptions(uow, self.her, 1)
        for scope, key in (
            (f"rest {self.her} POST /x ", "k"),
            (f"rest {self.her}1 POST /x ", "k"),
            ("telegram drafts.save", "1"),
            ("telegram drafts.save", "3"),
        ):
            outcome = b"{}" if scope.startswith(f"rest {self.her}1") or key == "3" else WORD.encode()
            await uow.idempotency_keys.add(scope, key, b"", outcome)

    async def everywhere(self):
        """Every row of every table as text, but for what only a full text index has of deleted rows."""
        found = []
        for table in await self.tables():
            rows = await rows_of(self.store, f'SELECT * FROM "{table}"')
            found += [(table, str(row).lower()) for row in rows]
        return found

    async def tables(self):
        async def on_sqlite(uow):
            return isinstance(uow.outbox._db, SqliteConnection)

        if await self.store.read(on_sqlite):
            every = await rows_of(self.store, "SELECT name FROM sqlite_master WHERE type = 'table'")
            return [name for (name,) in every if not name.endswith(("_data", "_idx"))]
        every = await rows_of(self.store, "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
        return [name for (name,) in every]

    async def counts(self):
        kept = ("users", "tasks", "task_comments", "daily_logs", "daily_log_items", "reds", "events", "absences")
        return [await rows_of(self.store, f"SELECT count(*) FROM {table}") for table in kept]


async def put(uow, table, values):
    await uow.outbox._db.run(Change(sa.insert(table), list(values)), **values)


async def put_subscriptions(uow, person, number):
    """A webhook and an outside calendar of somebody, which get this number, and what belongs to them."""
    of_person = {"user_id": person, "url": f"https://x.mx/{WORD}{number}", "created_at": NOW}
    await put(uow, webhooks.webhooks, {"kinds": [], "secret": "s", "position": 1, **of_person})
    await put(uow, webhooks.webhook_retries, {"webhook_id": number, "seq": 1, "attempts": 1, "began_at": NOW})
    await put(uow, outside_calendars.outside_calendars, {"due_at": NOW, "etag": WORD, **of_person})
    busy = {"user_id": person, "calendar_id": number, "starts_at": NOW, "ends_at": NOW + timedelta(hours=1)}
    await put(uow, outside_calendars.outside_busy, busy)


class Archive:
    """The rows by section, and how many came at a time."""

    def begin(self):
        self.sections, self.sizes = {}, []

    def begin_section(self, name):
        self.rows = self.sections[name] = []

    def add(self, rows):
        self.rows.extend(rows)
        self.sizes.append(len(rows))


class Shredder(Archive):
    """Keeps none of the rows."""

    def add(self, rows):
        self.sizes.append(len(rows))


async def export_of(office, username, who=OPERATOR, archive=None):
    archive = archive or Archive()
    traces = await office.run(who, personal_data.begin_export, username)
    await office.run(who, personal_data.export, traces, archive)
    return archive


def left(rows):
    return [(table, trace, row) for table, row in rows for trace in TRACES if trace in row]


@pytest.fixture
async def office(store):
    return await Office(store=store).open_up()


async def test_what_is_erased_is_nowhere_any_more_and_what_stays_is_as_it_was(office):
    assert {trace for _, trace, _ in left(await office.everywhere())} >= {*TRACES} - {'zoraida.pons"', "zoraida.pons'"}
    await office.directory("zoraida.pons", isActive=False)
    before = await office.counts()
    logs = await rows_of(office.store, f"SELECT * FROM daily_logs WHERE user_id = {office.her}")
    erased = await office.run(OPERATOR, personal_data.erase_person, "zoraida.pons")
    assert (erased.username, erased.display_name) == (f"persona-{office.her}", f"Persona {office.her}")
    assert left(await office.everywhere()) == []
    assert await office.counts() == before
    assert await rows_of(office.store, f"SELECT * FROM daily_logs WHERE user_id = {office.her}") == logs
    assert (await office.get(LUCIA, office.shared)).descripcion == "Informe mensual"
    assert (await office.get(LUCIA, office.named)).descripcion == f"Como dijo Persona {office.her}"
    assert (await office.get(LUCIA, office.led)).descripcion == "Cotizar muebles"
    assert (await office.get_event(ANA, office.meeting)).title == "Cierre"
    assert (await office.get_event(LUIS, office.public)).title == "Abierta a todos"
    mention = await office.store.read(lambda uow: uow.tasks.comments(office.shared.id))
    assert [each.comentario for each in mention] == [
        "(borrado)",
        "(borrado)",
        f"@persona-{office.her} y Persona {office.her}, no @zoraida.ponsiana ni Zoraida",
    ]
    assert await office.run(ROOT, search.search, build(SearchRequest, {"q": WORD})) == []
    await assert_says_all(office.store)


async def test_what_goes_with_a_person_stays_of_everybody_else(office):
    await office.store.write(lambda uow: put_subscriptions(uow, ANA, 2))
    await office.directory("zoraida.pons", isActive=False)
    await office.run(OPERATOR, personal_data.erase_person, "zoraida.pons")
    kept = {"webhooks": "id", "webhook_retries": "webhook_id", "outside_calendars": "id", "outside_busy": "calendar_id"}
    for table, number in kept.items():
        assert [*map(tuple, await rows_of(office.store, f"SELECT {number} FROM {table}"))] == [(2,)], table


async def test_erased_once_more_nothing_changes(office):
    await office.directory("zoraida.pons", isActive=False)
    erased = await office.run(OPERATOR, personal_data.erase_person, "zoraida.pons")
    rows = await rows_of_journal(office.store)
    assert await office.run(OPERATOR, personal_data.erase_person, erased.username) == erased
    assert len(await rows_of_journal(office.store)) == len(rows)


async def test_the_journal_says_what_was_done_and_nothing_of_who_it_was(office):
    last = (await rows_of_journal(office.store))[-1].seq
    await office.run(OPERATOR, personal_data.begin_export, "zoraida.pons")
    await office.directory("zoraida.pons", isActive=False)
    await office.run(ROOT, personal_data.erase_person, "zoraida.pons")
    rows = await rows_of_journal(office.store, last)
    exported, erased = (next(row for row in rows if row.kind == f"person.{deed}") for deed in ("exported", "erased"))
    assert (exported.entity_id, exported.actor_user_id, exported.changed) == (office.her, None, {})
    assert (erased.entity_id, erased.actor_user_id, erased.changed) == (office.her, ROOT, {})
    assert erased.unit is not None
    assert erased.unit != exported.unit


async def test_an_export_has_all_that_is_hers_and_no_secret(office):
    found = (await export_of(office, "zoraida.pons")).sections
    assert set(found) == set(SECTIONS)
    assert {name for name, rows in found.items() if not rows} == {
        "schedule", "files", "followedTasks", "mutedTasks", "helpedReds", "taskRules", "visibility", "groups",
    }  # fmt: skip
    (profile,) = found["profile"]
    assert (profile["username"], profile["displayName"], profile["birthday"].isoformat()) == (
        "zoraida.pons", "Zoraida Pons", "1990-07-14",
    )  # fmt: skip
    assert [task["descripcion"] for task in found["tasks"]] == ["Informe mensual", f"Comprar {WORD}", "Cotizar muebles"]
    assert {comment["comentario"] for comment in found["comments"]} == {
        f"Mi {WORD}", f"Un tercer {WORD}", f"Falta {WORD}",
    }  # fmt: skip
    assert found["chatUpdates"][0]["body"]["text"] == WORD
    assert found["tokens"][0]["name"] == WORD
    (series,) = found["series"]
    assert (series["externalSource"], series["externalId"]) == ("outlook", "S-7")
    assert series["rule"]["recurrenceType"] == "WEEKLY"
    secret = {"secretHash", "secret", "previousSecret", "codeHash", "tokenVersion"}
    assert [name for rows in found.values() for row in rows for name in row if name in secret] == []
    assert WORD not in str(found["outsideCalendars"])
    theirs = (await export_of(office, "luis")).sections
    assert [comment["comentario"] for comment in theirs["comments"]] == []


LONG, LONG_COMMENTS, MOST_BYTES = 20_000, 400, 2_000_000
"""The comments have 8 MB; ten of them, several times, less than one."""


async def test_an_export_never_has_more_than_some_rows_in_memory(office, monkeypatch):
    for executor in (sqlite, postgres):
        monkeypatch.setattr(executor, "PIECE_ROWS", 10)
    by_her = {"task_id": office.own.id, "created_by_user_id": office.her, "created_at": NOW, "updated_at": NOW}

    async def write(uow):
        for number in range(LONG_COMMENTS):
            await put(uow, work.task_comments, {"comentario": f"{number} ".ljust(LONG, "x"), **by_her})

    await office.store.write(write)
    traces = await office.run(OPERATOR, personal_data.begin_export, "zoraida.pons")
    archive = Shredder()
    await office.run(OPERATOR, personal_data.export, traces, archive)  # what it needs for good is there then
    tracemalloc.start()
    await office.run(OPERATOR, personal_data.export, traces, archive)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (max(archive.sizes), sum(archive.sizes) > LONG_COMMENTS) == (10, True)
    assert most < MOST_BYTES


async def test_who_is_active_is_not_erased_and_only_admins_hand_out_or_erase(office):
    with conflict(Code.STILL_ACTIVE, name="Zoraida Pons"):
        await office.run(OPERATOR, personal_data.erase_person, "zoraida.pons")
    await office.directory("zoraida.pons", isActive=False)
    traces = await office.run(ROOT, personal_data.begin_export, "zoraida.pons")
    for who in (ANA, LUCIA, ROBOT):
        for use_case, argument in (
            (personal_data.erase_person, "zoraida.pons"),
            (personal_data.begin_export, "zoraida.pons"),
        ):
            with forbidden():
                await office.run(who, use_case, argument)
        with forbidden():
            await office.run(who, personal_data.export, traces, Archive())
    with not_found(Code.USER_NOT_FOUND, username="nadie"):
        await office.run(ROOT, personal_data.erase_person, "nadie")
    assert (await office.run(ROOT, personal_data.erase_person, "zoraida.pons")).display_name == f"Persona {office.her}"


async def test_a_name_of_one_word_stays_where_others_wrote_it(office):
    """The name may be somebody else's."""
    await office.run(ROOT, users.set_user, "ana", build(users.UserUpdate, {"birthday": "1990-01-01"}))
    await office.run(OPERATOR, sync_birthdays)
    task = await office.create_task(LUCIA, descripcion="Ana lo lleva")
    await office.comment(LUCIA, task, "¿@ana? @ana.b @anabel")
    await office.directory("ana", isActive=False)
    await office.run(ROOT, personal_data.erase_person, "ana")
    assert (await office.get(LUCIA, task)).descripcion == "Ana lo lleva"
    (comment,) = await office.store.read(lambda uow: uow.tasks.comments(task.id))
    assert comment.comentario == "¿@persona-2? @ana.b @anabel"
    assert [row for row in await office.everywhere() if "cumpleaños de ana" in row[1]] == []
