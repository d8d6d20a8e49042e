"""Properties of every state that any sequence of steps by anybody leads to."""

import asyncio

from hypothesis import given
from hypothesis import strategies as st

from core.base.model import Role
from tests.core.work import histories
from tests.core.work.histories import History, actors, leads_row, sees
from tests.core.world import day


@given(st.lists(histories.steps, min_size=15, max_size=40))
def test_what_always_holds(steps):
    asyncio.run(live(steps))


async def live(steps) -> None:
    """Take the steps and check everything after each of them."""
    history = History()
    try:
        await live_in(history, steps)
    finally:
        history.world.store.end()


async def live_in(history, steps) -> None:
    await history.begin()
    closed = {}
    for step in steps:
        await history.take(step)
        check_tasks(history.state)
        check_items(history.state)
        closed = await check_closed_logs(history, closed)
        check_comments(history.state)
    await check_lists(history)


def check_tasks(state) -> None:
    for task in state.tasks.values():
        assert (task.fecha_cierre is not None) == (task.estatus == "CERRADA")
        assert task.responsible_user_id == task.responsible_user_ids[0]
        assert len(set(task.responsible_user_ids)) == len(task.responsible_user_ids)
        assert task.fecha_solicitud <= task.fecha_cumplir


def check_items(state) -> None:
    for item in state.items.values():
        assert item.porcentaje < 100 or item.semaforo == "VERDE"
        assert 0 <= item.resume_porcentaje < 100
    for log_id in state.logs:
        of_log = [item for item in state.items.values() if item.log_id == log_id]
        assert sorted(item.orden for item in of_log) == list(range(1, len(of_log) + 1))
        assert len({item.task_id for item in of_log}) == len(of_log)
    assert len({(log.user_id, log.fecha) for log in state.logs.values()}) == len(state.logs)


async def check_closed_logs(history, before) -> dict:
    """A closed log reads as it did when it was closed, until it is reopened."""
    closed = {}
    for log in history.state.logs.values():
        if log.closed_at is not None:
            closed[log.id] = await history.world.store.read(lambda uow, log=log: uow.daily_logs.read(log.id))
            assert before.get(log.id, closed[log.id]) == closed[log.id]
    return closed


def check_comments(state) -> None:
    for task in state.tasks.values():
        made = [comment.created_at for comment in state.comments.values() if comment.task_id == task.id]
        assert task.ultimo_comentario_fecha == max(made, default=None)


async def check_lists(history) -> None:
    state, world = history.state, history.world
    for actor in actors(state):
        visible = [task.id for task in state.tasks.values() if task.is_active and sees(actor, task)]
        assert await world.listed(actor.id) == visible
        rows = await world.team_history(actor.id, day(-9), day(9))
        if actor.role == Role.MEMBER:
            active = [row for row in rows if state.users[row.responsible_user_id].is_active]
            assert all(leads_row(actor, row, state.tasks[row.task_id]) for row in active)
            assert actor.id not in {row.responsible_user_id for row in rows}
