"""Tasks and comments are kept and listed as the port says."""

from datetime import timedelta

import msgspec
import pytest

from core.base.external_ids import ExternalId
from core.base.model import Priority, Role, TaskStatus
from core.base.paging import OrderedPage
from core.records.work import Attachment, AttachmentKind, Task, TaskComment, TaskConditions, TelegramFile
from core.work.task_filter import TaskQuery
from tests.cast import TODAY, day
from tests.storage.rows import NOW, add_task, add_users, as_actor, new_task
from tests.storage.units import calls_of
from tests.tables import each_row

read, write = calls_of("tasks")


@pytest.fixture
async def people(store):
    ids = await add_users(store, "ana", "leo")
    return ids + await add_users(store, "root", role=Role.ADMIN)


async def test_a_task_comes_back_with_every_field_as_it_was(store, people):
    ana, leo, root = people
    given = new_task(
        leo, ana, descripcion="Ñ 🟢\n'; --", leader_user_id=root, fecha_solicitud=day(-3), fecha_cumplir=day(9),
        fecha_cierre=day(-1), estatus=TaskStatus.CERRADA, prioridad=Priority.URGENTE, created_by_user_id=None,
        updated_at=NOW + timedelta(microseconds=1), is_active=False, external_source="todoist", external_id="7",
    )  # fmt: skip
    added = await write(store, "add", given)
    unset = {"id": added.id, "responsible_user_id": leo, "ultimo_comentario_fecha": None}
    theirs = msgspec.structs.asdict(await read(store, "external_id_of", added.id))
    assert msgspec.structs.asdict(added) | theirs == msgspec.structs.asdict(given) | unset
    found = await read(store, "get", added.id)
    assert found == added
    kinds = [type(value) for value in (found, found.is_active, found.estatus, found.prioridad)]
    assert kinds == [Task, bool, TaskStatus, Priority]
    assert found.created_at.utcoffset() == timedelta(0)


async def test_an_update_writes_every_field_responsibles_included_of_that_task_alone(store, people):
    ana, leo, root = people
    other, task = await add_task(store, *people), await add_task(store, ana, leo)
    changed = msgspec.structs.replace(
        task, descripcion="Otra", leader_user_id=leo, responsible_user_id=root, responsible_user_ids=[root, ana],
        fecha_solicitud=day(1), fecha_cumplir=day(5), fecha_cierre=TODAY, estatus=TaskStatus.CERRADA,
        prioridad=Priority.BAJA, ultimo_comentario_fecha=NOW, updated_at=NOW + timedelta(hours=1), is_active=False,
    )  # fmt: skip
    await write(store, "update", changed)
    assert await read(store, "get", task.id) == changed
    assert await read(store, "get", other.id) == other


async def test_a_task_is_found_by_the_id_of_another_system_while_it_is_active(store, people):
    ana, *_ = people
    theirs, other = ExternalId("todoist", "7"), ExternalId("todoist", "8")
    task = await add_task(store, ana, external_source="todoist", external_id="7")
    assert await read(store, "by_external_id", theirs) == task
    assert await read(store, "by_external_id", ExternalId("jira", "7")) is None
    await write(store, "set_external_id", task.id, other)
    assert await read(store, "external_id_of", task.id) == other
    assert await read(store, "by_external_id", theirs) is None
    await write(store, "update", msgspec.structs.replace(task, is_active=False))
    assert await read(store, "by_external_id", other) is None
    assert await read(store, "ids_of_source", other.external_source) == {other.external_id: task.id}
    assert await read(store, "ids_of_source", "jira") == {}
    again = await add_task(store, ana, external_source="todoist", external_id="8")
    assert await read(store, "by_external_id", other) == again
    with pytest.raises(Exception, match=r"(?i)unique"):
        await write(store, "set_external_id", await id_of_new(store, ana), other)


async def id_of_new(store, person):
    return (await add_task(store, person)).id


@pytest.fixture
async def four(store, people):
    """Due on four days."""
    return [await add_task(store, people[0], fecha_cumplir=day(offset)) for offset in (1, 2, 3, 4)]


@each_row(
    [
        ({}, [0, 1, 2, 3]),
        ({"page": TaskQuery(after_id=2)}, [2, 3]),
        ({"page": TaskQuery(after_id=1, limit=1)}, [1]),
        ({"due_from": day(2)}, [1, 2, 3]),
        ({"due_to": day(2)}, [0, 1]),
        ({"due_from": day(2), "due_to": day(3)}, [1, 2]),
        ({"due_from": day(9), "due_to": day(1)}, []),
    ],
    given="store people four",
)
async def test_a_list_keeps_to_its_bounds(store, people, four, bounds, places):
    for viewer in (people[0], people[2]):
        actor = await as_actor(store, viewer)
        dated = {name: bound for name, bound in bounds.items() if name != "page"}
        listed = await read(store, "matching", actor, bounds.get("page", TaskQuery()), TaskConditions(**dated))
        assert listed == [four[place] for place in places]


async def test_assigned_are_the_workable_active_begun_tasks_of_a_responsible(store, people):
    ana, leo, _ = people
    wanted = [
        await add_task(store, leo, ana),
        await add_task(store, ana, estatus=TaskStatus.EN_PROCESO, fecha_solicitud=day(-1)),
    ]
    await add_task(store, leo, created_by_user_id=ana, leader_user_id=ana)
    await add_task(store, ana, is_active=False)
    await add_task(store, ana, fecha_solicitud=day(1))
    for status in (TaskStatus.PLANEACION, TaskStatus.CERRADA):
        await add_task(store, ana, estatus=status)
    assigned = await read(store, "assigned", ana, TODAY)
    assert sorted(assigned, key=lambda task: task.id) == wanted


async def test_due_are_the_active_open_tasks_of_a_responsible_between_two_dates_by_date_and_id(store, people):
    ana, leo, _ = people
    last = await add_task(store, leo, ana, fecha_cumplir=day(7))
    begun = {
        status: await add_task(store, ana, fecha_cumplir=day(3), estatus=status)
        for status in TaskStatus
        if status is not TaskStatus.CERRADA
    }
    for outside in (2, 8):
        await add_task(store, ana, fecha_cumplir=day(outside))
    await add_task(store, leo, fecha_cumplir=day(5), created_by_user_id=ana, leader_user_id=ana)
    await add_task(store, ana, fecha_cumplir=day(5), is_active=False)
    await add_task(store, ana, fecha_cumplir=day(5), estatus=TaskStatus.CERRADA)
    assert await store.read(lambda uow: uow.tasks.due(ana, day(3), day(7))) == [*begun.values(), last]
    assert await store.read(lambda uow: uow.tasks.due(ana, day(7), day(3))) == []


async def comment(store, task, author, text, at=NOW):
    return await write(store, "add_comment", task.id, text, author, at)


async def test_comments_are_the_tasks_own_oldest_first_and_found_under_it_alone(store, people):
    ana, leo, _ = people
    task, other = await add_task(store, ana), await add_task(store, ana)
    first = await comment(store, task, ana, "🟢" * 2000)
    await comment(store, other, ana, "otra")
    second = await comment(store, task, leo, "", NOW + timedelta(seconds=1))
    assert await read(store, "comments", task.id) == [first, second]
    assert first == TaskComment(first.id, task.id, "🟢" * 2000, ana, NOW, NOW)
    found = [await read(store, "comment", each.id, first.id) for each in (task, other)]
    assert found == [first, None]


async def test_files_are_kept_beside_their_comment_in_their_order(store, people):
    ana, leo, _ = people
    task, other = await add_task(store, ana), await add_task(store, leo)
    photo = TelegramFile(AttachmentKind.PHOTO, None, "AgAC-1")
    note = TelegramFile(AttachmentKind.VIDEO_NOTE, "ñ 🟢", "DQAC-2")

    async def attach(to, *files):
        return (await write(store, "add_comment", to.id, "x", ana, NOW, files)).id

    first, bare, last = [await attach(task, *files) for files in ((photo,), (), (note, photo, photo))]
    await attach(other, photo)
    shown = [Attachment(f"{first}-0", first, photo.kind, None), Attachment(f"{last}-0", last, note.kind, "ñ 🟢")]
    shown += [Attachment(f"{last}-{number}", last, photo.kind, None) for number in (1, 2)]
    assert await read(store, "attachments", task.id, 0) == shown
    assert await read(store, "attachments", task.id, first) == shown[1:]
    files = [await read(store, "files_of", key) for key in (first, bare, last)]
    assert files == [[photo], [], [note, photo, photo]]
    found = [await read(store, "attachment", each.id, f"{last}-0") for each in (task, other)]
    assert found == [note, None]


async def test_comments_come_a_page_at_a_time_or_the_last_and_are_counted(store, people):
    task, other = await add_task(store, people[0]), await add_task(store, people[0])
    made = [await comment(store, each, people[0], text) for text in "abc" for each in (task, other)][::2]
    for page, places in (
        (OrderedPage(limit=2), slice(0, 2)),
        (OrderedPage(after_id=made[1].id, limit=2), slice(2, None)),
        (OrderedPage(after_id=made[2].id), slice(3, None)),
    ):
        assert await read(store, "comments", task.id, page) == made[places]
    assert [await read(store, "latest_comments", task.id, most) for most in (2, 5)] == [made[1:], made]
    assert [await read(store, "count_comments", each) for each in (task.id, 99)] == [3, 0]


async def test_a_comment_moves_the_tasks_ultimo_comentario_and_nothing_else_of_it(store, people):
    task, other = await add_task(store, people[0]), await add_task(store, people[0])
    at = NOW + timedelta(minutes=5)
    await comment(store, task, people[0], "Falta la firma", at)
    assert await read(store, "get", task.id) == msgspec.structs.replace(task, ultimo_comentario_fecha=at)
    assert await read(store, "get", other.id) == other


async def test_editing_a_comment_writes_text_and_updated_at(store, people):
    task = await add_task(store, people[0])
    added = await comment(store, task, people[0], "Falta")
    commented = await read(store, "get", task.id)
    edited = msgspec.structs.replace(added, comentario="Ya no falta", updated_at=NOW + timedelta(hours=1))
    await write(store, "update_comment", edited)
    assert await read(store, "comment", task.id, added.id) == edited
    assert await read(store, "get", task.id) == commented


async def test_tasks_are_found_by_their_ids_even_if_deleted(store, people):
    ana, leo, _ = people
    tasks = [await add_task(store, ana, leo), await add_task(store, leo, is_active=False), await add_task(store, ana)]
    found = await read(store, "by_ids", [tasks[1].id, tasks[0].id, 999])
    assert sorted(found, key=lambda task: task.id) == tasks[:2]
    assert await read(store, "by_ids", []) == []
