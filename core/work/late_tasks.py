"""Late tasks: a person's own that are open past fechaCumplir, and those of the people and tasks that they lead."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from core.application.access import Relation
from core.application.use_case import Context, query
from core.people.users import display_names
from core.records.work import Task
from core.work.tasks import relations_to


class LateTasks(Struct, frozen=True):
    """Late tasks, the longest overdue first; one's own are not listed again as the team's.

    `asked` are those of one's own about which one was asked today, where they are kept apart. `names` are those of the
    team's tasks' responsibles.
    """

    own: Sequence[Task]
    team: Sequence[Task]
    names: Mapping[int, str]
    asked: Sequence[Task] = ()

    @property
    def count(self) -> int:
        return len(self.own) + len(self.team) + len(self.asked)


@query
async def late_tasks(ctx: Context) -> LateTasks:
    """The late tasks that the caller's daily digest is about, as they are now."""
    late, me = await ctx.uow.tasks.overdue_concerning(ctx.actor, ctx.today), ctx.actor.id
    own = [task for task in late if me in task.responsible_user_ids]
    others = [task for task in late if me not in task.responsible_user_ids]
    led = [task for task in others if Relation.LEADER in relations_to(ctx.actor, task)]
    people = {person for task in led for person in task.responsible_user_ids}
    return LateTasks(own, led, await display_names(ctx, people))
