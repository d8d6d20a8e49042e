"""A store's filters beside the rules' own predicates, over random teams, tasks and days."""

import random
from collections import defaultdict
from functools import partial

import msgspec
import pytest

from core.base.model import Role, Semaforo, TaskStatus
from core.base.paging import Page
from core.records.work import DaySum, DayTotal, OpenTasks, TaskWords
from core.work.tasks import visible
from tests.cast import TODAY, day
from tests.storage.rows import NOW, add_task, as_actor, new_item, new_task, new_user, open_log

SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 8))]
PEOPLE, TASKS = 9, 60


async def random_people(store, chance):
    """People of every role, most of them led by an earlier one, some deactivated."""

    async def work(uow):
        for number in range(PEOPLE):
            role = chance.choice([Role.MEMBER] * 6 + [Role.ADMIN, Role.SERVICE])
            leader = chance.choice([None, *range(1, number + 1)]) if number else None
            active = chance.random() < 0.75
            await uow.users.add(new_user(f"u{number}", role=role, leader_user_id=leader, is_active=active))
        return await uow.users.list()

    return await store.write(work)


async def random_tasks(store, chance, people):
    """Tasks of random people, some deleted."""
    ids = [user.id for user in people]

    async def work(uow):
        return [
            await uow.tasks.add(
                new_task(
                    *chance.sample(ids, chance.randint(1, 3)),
                    leader_user_id=chance.choice([None, *ids]),
                    created_by_user_id=chance.choice([None, *ids]),
                    is_active=chance.random() < 0.8,
                    estatus=chance.choice(list(TaskStatus)),
                    fecha_solicitud=day(-2),
                    fecha_cumplir=day(chance.randint(-2, 2)),
                )
            )
            for _ in range(TASKS)
        ]

    return await store.write(work)


async def pages(ask, limit):
    """Return all rows of a list, page after page."""
    found = []
    while page := await ask(Page(limit=limit, after_id=found[-1].id if found else 0)):
        found += page
    return found


@pytest.mark.parametrize("seed", SEEDS)
async def test_tasks_are_exactly_those_that_the_viewer_may_see(store, seed):
    """A list of them, those of some people, and those that concern the viewer whatever their role."""
    chance = random.Random(seed)
    people = await random_people(store, chance)
    tasks = [task for task in await random_tasks(store, chance, people) if task.is_active]
    open_ones = [task for task in tasks if task.estatus is not TaskStatus.CERRADA]
    ask = partial(read_from, store, "tasks")
    for user in people:
        viewer = await as_actor(store, user.id)
        readable = [task for task in tasks if visible(viewer, task)]
        assert await ask("list", viewer) == readable
        assert await pages(partial(ask, "list", viewer), limit=3) == readable

        those = chance.sample([each.id for each in people], chance.choice([1, 1, 4]))
        estatus = chance.choice([None, TaskStatus.CERRADA, TaskStatus.PLANEACION])
        found = await ask("of_people", viewer, those, estatus=estatus, since=day(-1), until=day(1), most=5)
        wanted = [
            task
            for task in (tasks if estatus else open_ones)
            if visible(viewer, task)
            and set(those) & set(task.responsible_user_ids)
            and estatus in (None, task.estatus)
            and day(-1) <= (task.fecha_cierre if estatus is TaskStatus.CERRADA else task.fecha_cumplir) <= day(1)
        ]
        wanted.sort(key=lambda task: (task.fecha_cumplir, task.id), reverse=estatus is TaskStatus.CERRADA)
        assert found == wanted[:5]

        member = msgspec.structs.replace(viewer, user=msgspec.structs.replace(viewer.user, role=Role.MEMBER))
        mine = [task for task in open_ones if visible(member, task)]
        assert sorted(await ask("concerning", viewer), key=lambda each: each.id) == [
            TaskWords(task.id, task.descripcion, task.fecha_cumplir) for task in mine
        ]
        readable = [task.id for task in open_ones if visible(viewer, task)]
        assert sorted(each.id for each in await ask("concerning", viewer, unrelated=True)) == readable
        closed = [
            task
            for task in tasks
            if visible(viewer, task) and task.fecha_cierre and day(-1) <= task.fecha_cierre <= day(1)
        ]
        closed.sort(key=lambda task: (task.fecha_cierre, task.id))
        assert await ask("closed_within", viewer, day(-1), day(1)) == closed
        late = [task for task in mine if task.fecha_cumplir < TODAY]
        late.sort(key=lambda task: (task.fecha_cumplir, task.id))
        assert await ask("overdue_concerning", viewer, TODAY) == late


@pytest.mark.parametrize("seed", SEEDS)
async def test_open_tasks_are_counted_as_they_are(store, seed):
    chance = random.Random(seed)
    people = await random_people(store, chance)
    tasks = [task for task in await random_tasks(store, chance, people) if task.is_active]
    those = chance.sample([each.id for each in people], 4)
    wanted = []
    for person in sorted(those):
        due = [
            task.fecha_cumplir
            for task in tasks
            if person in task.responsible_user_ids and task.estatus is not TaskStatus.CERRADA
        ]
        late, within = (len([each for each in due if fits(each)]) for fits in (is_late, is_within))
        wanted += [OpenTasks(person, len(due), late, within)] if due else []
    assert await read_from(store, "tasks", "open_tasks_of", those, TODAY, day(-1), day(1)) == wanted


def is_late(due):
    return due < TODAY


def is_within(due):
    return TODAY <= due <= day(1)


def leads(viewer, owner, task, *, history):
    """Return whether a viewer leads an item of this owner and task, in the rule's own words."""
    if viewer.role is not Role.MEMBER:
        return True
    if owner.id == viewer.id or not (owner.is_active or history):
        return False
    their_leader = owner.leader_user_id == viewer.id
    the_tasks_leader = task.leader_user_id == viewer.id and viewer.id not in task.responsible_user_ids
    return their_leader or the_tasks_leader


@pytest.mark.parametrize("history", [False, True])
@pytest.mark.parametrize("seed", SEEDS)
async def test_team_rows_are_exactly_the_items_that_their_viewer_leads(store, seed, history):
    chance = random.Random(seed)
    people = {user.id: user for user in await random_people(store, chance)}
    tasks = {task.id: task for task in await random_tasks(store, chance, people.values())}
    written = []
    for owner in people:
        for fecha in (day(-1), TODAY, day(1)):
            chosen = chance.sample(sorted(tasks), chance.randint(0, 12))
            await open_log(store, owner, fecha, *(new_item(key, orden=n) for n, key in enumerate(chosen, start=1)))
            written += [(fecha, owner, orden, key) for orden, key in enumerate(chosen, start=1)]
    for user in people.values():
        viewer = await as_actor(store, user.id)
        bounds = (day(-1), TODAY)
        rows = await store.read(lambda uow, v=viewer, b=bounds: uow.daily_logs.team_rows(v, *b, inactive=history))
        wanted = [
            (fecha, owner, orden, key)
            for fecha, owner, orden, key in sorted(written)
            if fecha <= TODAY and tasks[key].is_active and owner in tasks[key].responsible_user_ids
            if leads(viewer, people[owner], tasks[key], history=history)
        ]
        assert [(row.fecha, row.responsible_user_id, row.task_id) for row in rows] == [
            (fecha, owner, key) for fecha, owner, _, key in wanted
        ]
        if not history:
            for owner in people:
                mine = [row for row in rows if (row.fecha, row.responsible_user_id) == (TODAY, owner)]
                asked = {"inactive": False, "user_id": owner}
                assert await read_from(store, "daily_logs", "team_rows", viewer, TODAY, TODAY, **asked) == mine


async def random_logs(store, chance, people):
    """Logs of three days of everybody, some of them closed; whose tasks have another leader by now, some of them."""
    tasks = [task.id for task in await random_tasks(store, chance, people.values())]
    for owner in people:
        for fecha in (day(-1), TODAY, day(1)):
            chosen = chance.sample(tasks, chance.randint(0, 12))
            made = [
                new_item(key, orden=n, semaforo=chance.choice(list(Semaforo)), porcentaje=chance.randint(0, 100))
                for n, key in enumerate(chosen, start=1)
            ]
            log = await open_log(store, owner, fecha, *made)
            if chance.random() < 0.5:
                await store.write(lambda uow, log=log: uow.daily_logs.close(log.id, NOW))
    await lead_some_anew(store, chance, people)


@pytest.mark.parametrize("seed", SEEDS)
async def test_others_days_sum_up_the_rows_that_their_viewer_leads_beyond_the_team(store, seed):
    chance = random.Random(seed)
    people = {user.id: user for user in await random_people(store, chance)}
    await random_logs(store, chance, people)
    ask = partial(read_from, store, "daily_logs")
    opened = await ask("team_states", people, day(-1), TODAY)
    for user in people.values():
        viewer = await as_actor(store, user.id)
        members = {one.id for one in people.values() if one.is_active and leads_or_led(viewer, one)}
        rows = defaultdict(list)
        for row in await ask("team_rows", viewer, day(-1), TODAY, inactive=True):
            rows[row.daily_log_id].append(row)
        wanted = [summed_up(log, rows[log.id]) for log in opened if log.id in rows and log.user_id not in members]
        assert by_owner(await ask("others_days", viewer, members, day(-1), TODAY)) == by_owner(wanted)


@pytest.mark.parametrize("seed", SEEDS)
async def test_peoples_days_sum_up_their_histories_and_totals_add_them_up_by_date(store, seed):
    chance = random.Random(seed)
    everybody = {user.id: user for user in await random_people(store, chance)}
    await random_logs(store, chance, everybody)
    people = list(everybody)
    ask = partial(read_from, store, "daily_logs")
    opened = await ask("team_states", people, day(-1), TODAY)
    items = {log.id: log.items for each in people for log in await ask("history", each, day(-1), TODAY)}
    sums = [summed_up(log, items[log.id]) for log in opened]
    for some in (people, people[:1], people[::2], []):
        theirs = [one for one in sums if one.user_id in some]
        assert by_owner(await ask("days_of", some, day(-1), TODAY)) == by_owner(theirs)
        totals = await ask("day_totals", some, day(-1), TODAY)
        assert [msgspec.structs.replace(total, opened=sorted(total.opened)) for total in totals] == [
            added_up(fecha, of_day) for fecha in (day(-1), TODAY) if (of_day := [o for o in theirs if o.fecha == fecha])
        ]


def by_owner(sums):
    return sorted(sums, key=lambda one: (one.user_id, one.fecha))


def added_up(fecha, days):
    lights = [[light for light in Semaforo if getattr(one, light.lower())] for one in days]
    worst = [found[-1] for found in lights if found]
    items, porcentaje = sum(one.items for one in days), sum(one.porcentaje for one in days)
    who = sorted(one.user_id for one in days)
    return DayTotal(fecha, who, items, porcentaje, *(worst.count(light) for light in Semaforo))


async def lead_some_anew(store, chance, people):
    """Some tasks have another leader by now than when their days were opened."""
    for key in chance.sample(range(1, TASKS + 1), TASKS // 4):
        task = await store.read(lambda uow, key=key: uow.tasks.get(key))
        led = msgspec.structs.replace(task, leader_user_id=chance.choice([None, *people]))
        await store.write(lambda uow, led=led: uow.tasks.update(led))


async def read_from(store, repository, method, *args, **kwargs):
    return await store.read(lambda uow: getattr(getattr(uow, repository), method)(*args, **kwargs))


def leads_or_led(viewer, user):
    return viewer.sees_all or user.leader_user_id == viewer.id


def summed_up(log, items):
    counts = [[item.semaforo for item in items].count(light) for light in Semaforo]
    return DaySum(log.user_id, log.fecha, log.closed_at is not None, *counts, sum(item.porcentaje for item in items))


async def test_a_row_shows_log_item_and_task(store):
    chance = random.Random(1)
    people = await random_people(store, chance)
    task = await add_task(store, people[1].id, leader_user_id=people[2].id, created_by_user_id=people[3].id)
    log = await open_log(store, people[1].id, TODAY, new_item(task.id, porcentaje=40, resume_porcentaje=40))
    admin = await as_actor(store, people[0].id)
    admin = msgspec.structs.replace(admin, user=msgspec.structs.replace(admin.user, role=Role.ADMIN))
    (row,) = await store.read(lambda uow: uow.daily_logs.team_rows(admin, TODAY, TODAY, inactive=False))
    shown = (await store.read(lambda uow: uow.daily_logs.read(log.id))).items[0]
    asdict = msgspec.structs.asdict
    fields = {
        **asdict(log),
        **asdict(shown),
        **asdict(task),
        "daily_log_id": log.id,
        "item_id": shown.id,
        "responsible_user_id": people[1].id,
        "porcentaje": 40,
    }
    assert asdict(row) == {name: fields[name] for name in row.__struct_fields__}
