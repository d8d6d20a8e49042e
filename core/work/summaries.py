"""Summaries of today: of a team for its leader, of one's own day for everybody."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from core.application.use_case import Context, query
from core.base.paging import NumberedPage
from core.people.working_time import WhyOff
from core.records.work import DaySum
from core.work import red
from core.work.daily_logs import DateRequest, DayView, my_day
from core.work.day_overview import PersonDay, team_day
from core.work.late_tasks import late_tasks
from core.work.red import RedItems

RED_SHOWN = NumberedPage(0, 6)
"""The red items that a summary shows."""


class TeamSummary(Struct, frozen=True):
    people: Sequence[PersonDay]
    away: Mapping[int, WhyOff]
    late: int
    red: RedItems

    @property
    def totals(self) -> Sequence[DaySum]:
        return [person.total for person in self.people if person.total]

    @property
    def missing(self) -> Sequence[PersonDay]:
        return [person for person in self.people if person.log is None and person.user.id not in self.away]


class OwnSummary(Struct, frozen=True):
    day: DayView
    late: int
    red: RedItems


@query
async def team_summary(ctx: Context) -> TeamSummary:
    """Today of the people the caller leads."""
    people = await team_day(ctx, DateRequest(fecha=ctx.today))
    away = {person.user.id: person.off for person in people if person.off}
    return TeamSummary(people, away, len((await late_tasks(ctx)).team), await reds_of_team(ctx))


async def reds_of_team(ctx: Context) -> RedItems:
    return await red.with_last_words(ctx, await red.of_team(ctx, RED_SHOWN))


@query
async def own_summary(ctx: Context) -> OwnSummary:
    """The caller's own today."""
    day = await my_day(ctx, DateRequest(fecha=ctx.today))
    return OwnSummary(day, len((await late_tasks(ctx)).own), await red.of_self(ctx, RED_SHOWN))
