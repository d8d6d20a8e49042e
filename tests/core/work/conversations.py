"""Random talk about a few tasks, and what must hold of the messages that it leaves, in the words of the rules."""

from hypothesis import strategies as st

from core.application.requests import build
from core.base.errors import DomainError
from core.base.model import Priority, Semaforo, TaskStatus
from core.records.messages import Message, MessageKind, Outcome
from core.records.work import RedHelper, Task
from core.work import followers, red_help
from tests.cast import ANA, LUCIA, LUIS, MARTA, PABLO, PEDRO, ROOT
from tests.core.refusals import sayable
from tests.core.work.histories import actors, sees
from tests.core.world import World, day
from tests.memory_store import MemoryStore

PEOPLE = (LUCIA, ANA, LUIS, PEDRO, PABLO, MARTA, ROOT)
NAMES = ("lucia", "ana", "luis", "pedro", "pablo", "marta")
TASKS = 3
who = st.sampled_from(PEOPLE)
owner = st.sampled_from([ANA, LUIS, PEDRO])
task = st.integers(1, TASKS)
values = {
    "fechaCumplir": st.integers(0, 3).map(day),
    "responsibleUserIds": st.lists(st.sampled_from([ANA, LUIS, PEDRO, PABLO]), min_size=1, max_size=3),
    "leaderUserId": st.sampled_from([None, LUCIA, MARTA]),
    "estatus": st.sampled_from(TaskStatus),
    "prioridad": st.sampled_from(Priority),
    "isActive": st.booleans(),
}
fields = st.lists(
    st.sampled_from(sorted(values)).flatmap(lambda name: st.tuples(st.just(name), values[name])), min_size=1, max_size=2
).map(dict)
steps = st.one_of(
    st.tuples(st.just("comment"), who, task, st.sampled_from(["", *NAMES])),
    st.tuples(st.just("edit"), st.sampled_from([LUCIA, ROOT, ANA]), task, fields),
    st.tuples(st.just("delete"), st.sampled_from([LUCIA, ANA]), task),
    st.tuples(st.just("follow"), st.sampled_from([LUCIA, ANA]), task, who, st.booleans()),
    st.tuples(st.just("mute"), who, task, st.booleans()),
    st.tuples(st.just("light"), owner, task, st.sampled_from([Semaforo.ROJO, Semaforo.ROJO, Semaforo.VERDE])),
    st.tuples(st.just("done"), owner, task),
    st.tuples(st.just("why"), owner, task, st.booleans(), st.lists(who, max_size=2, unique=True)),
    st.tuples(st.just("call"), owner, task, st.just(True), st.lists(who, min_size=1, max_size=2, unique=True)),
    st.tuples(st.just("drop"), owner, task, who),
    st.tuples(st.just("answer"), who, st.booleans()),
    st.tuples(st.just("leave"), st.sampled_from(NAMES), st.booleans()),
    st.tuples(st.just("lead"), st.sampled_from(["ana", "luis", "pedro"]), st.sampled_from(["lucia", "marta"])),
    st.tuples(st.just("wait"), st.sampled_from([1, 2, 5, 60])),
    st.tuples(st.just("wait"), st.just(60)),
)
histories = st.lists(steps, min_size=8, max_size=30)


class Conversations:
    """A world with tasks that people share; every text says in secret signs what it is of."""

    def __init__(self) -> None:
        self.world = World(store=MemoryStore(cast=True))

    async def begin(self) -> None:
        for creator, people in [(LUCIA, [ANA, LUIS]), (ANA, [ANA]), (ROOT, [PEDRO, ANA])][:TASKS]:
            made = await self.world.task(creator, responsibleUserIds=people, fechaSolicitud=day(-9))
            await self.world.edit(ROOT, made, descripcion=f"§{made.id}§")
        for each in (ANA, LUIS, PEDRO):
            await self.world.open(each)
        self.world.store.execute("DELETE FROM outbox")

    @property
    def state(self):
        return self.world.store.state

    @property
    def outbox(self):
        return self.state.outbox

    async def take(self, step) -> bool:
        """One step; whether it was allowed."""
        try:
            await getattr(self, step[0])(*step[1:])
        except DomainError as refusal:
            sayable(refusal)
            return False
        return True

    async def comment(self, author, task_id, named) -> None:
        text = f"¤{task_id}¤ {f'@{named}' if named else ''}"
        await self.world.comment(author, task_id, text)

    async def edit(self, editor, task_id, given) -> None:
        edit = self.world.team_edit if editor == LUCIA else self.world.edit
        await edit(editor, self.state.tasks[task_id], **given)

    async def delete(self, by, task_id) -> None:
        await self.world.delete(by, self.state.tasks[task_id])

    async def follow(self, by, task_id, person, follows) -> None:
        use_case = followers.add_follower if follows else followers.remove_follower
        await self.world.run(by, use_case, task_id, int(person))

    async def mute(self, person, task_id, muted) -> None:
        await self.world.run(person, followers.mute if muted else followers.unmute, task_id)

    async def light(self, person, task_id, value) -> None:
        for item in await self.items(person, task_id):
            await self.world.light(person, item.id, value)

    async def done(self, person, task_id) -> None:
        for item in await self.items(person, task_id):
            await self.world.percent(person, item.id, 100)

    async def items(self, person, task_id):
        return [item for item in (await self.world.open(person)).items if item.task_id == task_id]

    async def why(self, person, task_id, says, helpers) -> None:
        motivo = f"¤{task_id}¤" if says else None
        await self.world.why_red(person, self.state.tasks[task_id], motivo, [int(each) for each in helpers])

    async def call(self, person, task_id, says, helpers) -> None:
        await self.light(person, task_id, Semaforo.ROJO)
        await self.why(person, task_id, says, helpers)

    async def drop(self, person, task_id, helper) -> None:
        await self.world.run(person, red_help.drop_helper, task_id, int(helper))

    async def answer(self, person, on_it) -> None:
        for red in list(self.state.reds.values())[-1:]:
            request = build(red_help.RedAnswer, {"answer": "ON_IT" if on_it else "NOT_ME"})
            await self.world.run(person, red_help.answer, red.id, request)

    async def leave(self, username, active) -> None:
        await self.world.directory(username, isActive=active)

    async def lead(self, username, leader) -> None:
        await self.world.directory(username, leader=leader)

    async def wait(self, minutes) -> None:
        self.world.clock.advance(minutes=minutes)

    async def send(self) -> list[Message]:
        """Have the messages that are due sent; these, as they were before."""
        store, now = self.world.store, self.world.clock.now()
        due = [each for each in store.put(lambda uow: uow.outbox.all_waiting(1000)) if each.due_at <= now]
        for message in due:
            store.put(lambda uow, message=message: uow.outbox.settle(message.id, Outcome.SENT, None, now))
        return due


def readers(state, task: Task) -> set[int]:
    """The people who read a task: by their relation to it, as a follower, or as a helper while its red lasts."""
    following = {person for task_id, person in state.followers if task_id == task.id}
    return {actor.id for actor in actors(state) if sees(actor, task) or actor.id in following | helpers(state, task)}


def helpers(state, task: Task) -> set[int]:
    return {helper.user_id for helper in help_with(state, task)}


def willing(state, task: Task) -> set[int]:
    """The helpers who have not declined, each red by itself."""
    return {helper.user_id for helper in help_with(state, task) if not helper.declines}


def help_with(state, task: Task) -> list[RedHelper]:
    lasting = [red for red in state.reds.values() if red.task_id == task.id and red.ended_at is None]
    return [helper for red in lasting for helper in red.helpers]


def muted(state, task: Task) -> set[int]:
    return {person for task_id, person in state.mutes if task_id == task.id}


def talkers(state, task: Task) -> set[int]:
    """The people in the conversation of a task."""
    written = {each.created_by_user_id for each in state.comments.values() if each.task_id == task.id}
    following = {person for task_id, person in state.followers if task_id == task.id}
    concerned = {*task.responsible_user_ids, task.leader_user_id, task.created_by_user_id}
    return (concerned | written | following | willing(state, task)) - {None}


def waiting(state, kind: MessageKind, name: str, of: int) -> set[int]:
    """For whom a message of a kind about something waits."""
    rows = [each for each in state.outbox.values() if each.kind is kind and each.outcome is Outcome.WAITING]
    return {each.user_id for each in rows if each.params[name] == of}
