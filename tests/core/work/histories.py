"""Random days at the office: steps that anybody may try, and what must hold of the state after each of them."""

from datetime import timedelta

from hypothesis import strategies as st

from core.base.errors import DomainError
from core.base.model import Priority, Role, Semaforo, TaskStatus
from core.records.people import Actor
from tests.cast import ANA, INES, LUCIA, LUIS, PABLO, PEDRO, ROBOT, ROOT
from tests.core.refusals import sayable
from tests.core.world import TODAY, World, day
from tests.memory_store import MemoryStore

PEOPLE = (LUCIA, ANA, LUIS, PEDRO, PABLO, ROOT, ROBOT)
who = st.sampled_from(PEOPLE)
place = st.integers(0, 9)
offset = st.integers(-2, 2)
people = st.lists(st.sampled_from([LUCIA, ANA, ANA, LUIS, PEDRO, PABLO, INES]), min_size=1, max_size=3)
values = {
    "descripcion": st.sampled_from(["a", "b"]),
    "fechaCumplir": offset.map(day),
    "fechaSolicitud": offset.map(day),
    "leaderUserId": st.sampled_from([None, LUCIA, PABLO, INES]),
    "responsibleUserIds": people,
    "estatus": st.sampled_from(TaskStatus),
    "prioridad": st.sampled_from(Priority),
    "isActive": st.booleans(),
}
one_field = st.sampled_from(sorted(values)).flatmap(lambda name: st.fixed_dictionaries({name: values[name]}))
fields = st.lists(one_field, max_size=2).map(
    lambda given: {name: value for one in given for name, value in one.items()}
)
percentages = st.sampled_from([0, 1, 50, 99, 100, 100])
steps = st.one_of(
    st.tuples(st.just("task"), who, fields),
    st.tuples(st.just("edit"), st.sampled_from([*PEOPLE, "creator", "creator"]), place, fields),
    st.tuples(st.just("team_edit"), who, place, fields),
    st.tuples(st.just("delete"), who, place),
    st.tuples(st.just("comment"), who, place),
    st.tuples(st.just("open"), who, offset),
    st.tuples(st.just("percent"), st.sampled_from([ANA, "owner", "owner", "owner"]), place, percentages),
    st.tuples(st.just("light"), st.just("owner"), place, st.sampled_from(Semaforo)),
    st.tuples(st.just("avance"), place),
    st.tuples(st.just("close"), place),
    st.tuples(st.just("reopen"), st.sampled_from([LUCIA, PABLO, "owner", "owner"]), place),
    st.tuples(st.just("leave"), st.sampled_from(["luis", "pedro"]), st.booleans()),
    st.tuples(st.just("wait"), st.integers(1, 30)),
)


class History:
    """A world in which steps are taken, whether they are allowed or not."""

    def __init__(self) -> None:
        self.world = World(store=MemoryStore(cast=True))

    async def begin(self) -> None:
        """Some tasks that people share, and a few days already opened."""
        for creator, responsibles in [(LUCIA, [ANA, LUIS]), (ANA, [ANA]), (PABLO, [PABLO]), (ROOT, [PEDRO, ANA])]:
            await self.world.task(creator, responsibleUserIds=responsibles, fechaSolicitud=day(-9))
        for owner, days in [(ANA, -1), (ANA, 0), (LUIS, 0), (PEDRO, -1)]:
            await self.world.open(owner, day(days))

    @property
    def state(self):
        return self.world.store.state

    async def take(self, step) -> None:
        """One step. A refusal is sayable and changes nothing."""
        before = self.world.store.dump()
        try:
            await getattr(self, step[0])(*step[1:])
        except DomainError as refusal:
            sayable(refusal)
            assert self.world.store.dump() == before

    def pick(self, table: str, at: int):
        """A row of a table, or a row that is not there."""
        rows = list(getattr(self.state, table).values())
        return rows[at % len(rows)] if rows else None

    async def task(self, who, given) -> None:
        await self.world.create_task(who, **given)

    async def edit(self, who, at, given) -> None:
        if task := self.pick("tasks", at):
            await self.world.edit(task.created_by_user_id if who == "creator" else who, task, **given)

    async def team_edit(self, who, at, given) -> None:
        if task := self.pick("tasks", at):
            await self.world.team_edit(who, task, **given)

    async def delete(self, who, at) -> None:
        if task := self.pick("tasks", at):
            await self.world.delete(who, task)

    async def comment(self, who, at) -> None:
        if task := self.pick("tasks", at):
            await self.world.comment(who, task)

    async def open(self, who, days) -> None:
        await self.world.open(who, day(days))

    async def percent(self, who, at, value) -> None:
        await self.write("percent", who, at, value)

    async def light(self, who, at, value) -> None:
        await self.write("light", who, at, value)

    async def reopen(self, who, at) -> None:
        await self.write("reopen", who, at)

    async def write(self, kind, who, at, *value) -> None:
        if item := self.pick("items", at):
            log = self.state.logs[item.log_id]
            await getattr(self.world, kind)(log.user_id if who == "owner" else who, item.id, *value, log.fecha)

    async def avance(self, at) -> None:
        if log := self.pick("logs", at):
            await self.world.avance(log.user_id, log.id, log.fecha)

    async def close(self, at) -> None:
        if log := self.pick("logs", at):
            await self.world.close(log.user_id, log.id, log.fecha)

    async def leave(self, username, active) -> None:
        await self.world.directory(username, isActive=active)

    async def wait(self, hours) -> None:
        if self.world.clock.now().date() < TODAY + timedelta(days=3):
            self.world.clock.advance(hours=hours)


def actors(state) -> list[Actor]:
    """Everybody active, with their team, as the rules define it."""
    return [
        Actor(user, frozenset(other.id for other in state.users.values() if leads(user, other) and other.is_active))
        for user in state.users.values()
        if user.is_active
    ]


def leads(leader, user) -> bool:
    return user.leader_user_id == leader.id


def sees(actor, task) -> bool:
    """Return whether an actor sees a task, in the words of the rule instead of the table."""
    concerned = {task.created_by_user_id, task.leader_user_id, *task.responsible_user_ids}
    teams = {task.created_by_user_id, *task.responsible_user_ids} & actor.team
    return actor.role != Role.MEMBER or actor.id in concerned or bool(teams)


def leads_row(actor, row, task) -> bool:
    """Return whether a member sees a row among their team's items."""
    by_task = task.leader_user_id == actor.id and actor.id not in task.responsible_user_ids
    return row.responsible_user_id != actor.id and (row.responsible_user_id in actor.team or by_task)
