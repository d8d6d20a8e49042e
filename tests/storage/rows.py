"""Rows for tests: each with defaults for what a test does not care about."""

from contextlib import closing
from datetime import UTC, datetime, timedelta

from core.base.model import Priority, Semaforo, TaskStatus
from core.records.calendar import NewEvent, NewParticipant
from core.records.people import Actor, NewUser
from core.records.work import NewItem, NewTask
from storage.sqlite import connecting
from storage.transfer import copying
from tests.cast import TODAY, day

NOW = datetime(2026, 11, 23, 15, 0, 0, 123456, tzinfo=UTC)
BIRTHDAY, REUNION, VISITA, OTRO = 1, 2, 3, 4
"""The event types that every store has from the start."""


def new_user(username, **fields):
    return NewUser(**{"username": username, "display_name": username.title()} | fields)


def new_task(*responsibles, **fields):
    """A task; its first responsible created it unless said otherwise."""
    estatus = fields.get("estatus", TaskStatus.PENDIENTE)
    defaults = {
        "descripcion": "Revisar contrato",
        "leader_user_id": None,
        "responsible_user_ids": list(responsibles),
        "fecha_solicitud": TODAY,
        "fecha_cumplir": day(2),
        "fecha_cierre": TODAY if estatus is TaskStatus.CERRADA else None,
        "estatus": estatus,
        "prioridad": Priority.MEDIA,
        "created_by_user_id": responsibles[0],
        "created_at": NOW,
        "updated_at": NOW,
        "is_active": True,
    }
    return NewTask(**defaults | fields)


def new_item(task_id, **fields):
    """An item at 0."""
    defaults = {"orden": 1, "semaforo": Semaforo.VERDE, "porcentaje": 0, "resume_porcentaje": 0}
    return NewItem(**{"task_id": task_id} | defaults | fields)


def new_event(**fields):
    """A meeting of an hour, made by the first person, private unless said otherwise."""
    defaults = {
        "event_type_id": REUNION,
        "title": "Junta",
        "description": None,
        "start_datetime": NOW,
        "end_datetime": fields.get("start_datetime", NOW) + timedelta(hours=1),
        "location": None,
        "is_virtual": False,
        "is_public": False,
        "status_id": 1,
        "customer_id": None,
        "supplier_id": None,
        "created_by_user_id": 1,
        "created_at": NOW,
        "updated_at": NOW,
        "is_active": True,
        "series_id": None,
    }
    return NewEvent(**defaults | fields)


async def add_users(store, *usernames, **fields):
    """Several people; their ids."""

    async def work(uow):
        return [(await uow.users.add(new_user(username, **fields))).id for username in usernames]

    return await store.write(work)


async def add_task(store, *responsibles, **fields):
    return await store.write(lambda uow: uow.tasks.add(new_task(*responsibles, **fields)))


async def add_event(store, **fields):
    return await store.write(lambda uow: uow.events.add(new_event(**fields)))


async def add_participant(store, event_id, user_id, **fields):
    """A participation as stored, or None where its place is taken."""
    defaults = {"event_id": event_id, "user_id": user_id, "customer_id": None, "created_at": NOW, "updated_at": NOW}
    return await store.write(lambda uow: uow.participants.add(NewParticipant(**defaults | fields)))


async def delete_events(store, *event_ids):
    await store.write(lambda uow: uow.events.delete(event_ids, NOW))


async def open_log(store, user_id, fecha, *items, at=NOW):
    async def work(uow):
        log = await uow.daily_logs.open(user_id, fecha, at)
        await uow.daily_logs.add_items(log.id, items)
        return log

    return await store.write(work)


async def as_actor(store, user_id):
    """A person as one who asks, with their active team."""

    async def work(uow):
        user = await uow.users.get(user_id)
        return Actor(user, frozenset(await uow.users.team_ids(user_id)))

    return await store.read(work)


def kept(url):
    """Return all that a SQLite file holds, as it is kept, but for the index of the search, which is made of it, and
    what a database keeps about itself."""
    with closing(connecting.connect(connecting.path_of(url))) as connection:
        tables = connection.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'search%'"
        ).fetchall()
        names = [name for (name,) in tables if name not in copying.ITS_OWN]
        return {name: sorted(connection.execute(f"SELECT * FROM {name}").fetchall(), key=repr) for name in names}
