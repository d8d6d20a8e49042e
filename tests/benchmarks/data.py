"""A team at work, made by the use cases themselves: what the measured requests read and write."""

import asyncio
from collections.abc import Iterator
from datetime import timedelta

from core.application.use_case import Caller, Pipeline
from core.people import users
from core.people.users import OPERATOR, UserCreate
from core.records.people import User
from core.work import tasks
from core.work.tasks import CommentRequest, TaskCreate

MEMBERS = 10
TASKS_EACH = 100
COMMENTED = 5


async def fill(pipeline: Pipeline) -> tuple[User, list[int]]:
    """One of ten members, and the ids of the hundred tasks that they may see; a thousand there are."""
    operator = Caller(OPERATOR)
    leader = await pipeline.run(operator, users.add_user, UserCreate(username="lucia", name="Lucía Ortega"))
    members = [
        await pipeline.run(
            operator, users.add_user, UserCreate(username=f"m{n}", name=f"M {n}", leader=leader.username)
        )
        for n in range(MEMBERS)
    ]
    for member in members:
        caller = Caller(await pipeline.run(operator, users.actor, member.id))
        made = await asyncio.gather(
            *(pipeline.run(caller, tasks.create_task, request) for request in requests(pipeline))
        )
        comment = CommentRequest(comentario="Falta la clave del servidor: la pedí a sistemas.")
        await asyncio.gather(*(pipeline.run(caller, tasks.add_comment, task.id, comment) for task in made[:COMMENTED]))
    return member, [task.id for task in made]


def requests(pipeline: Pipeline) -> Iterator[TaskCreate]:
    """A member's tasks."""
    today = pipeline.clock.now().date()
    for number in range(TASKS_EACH):
        yield TaskCreate(
            descripcion=f"Revisar el contrato {number} con el proveedor de empaques",
            fecha_solicitud=today - timedelta(days=2),
            fecha_cumplir=today + timedelta(days=number % 20),
        )
