"""Absences, working weeks and linked groups in memory."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime

import msgspec

from core.records.people import Absence, DayHours, Group, NewAbsence
from tests.fakes.state import State, next_id


class Absences:
    """`core.ports.AbsenceRepository`; a cancelled absence leaves None in its place."""

    def __init__(self, state: State) -> None:
        self.state = state

    async def get(self, absence_id: int) -> Absence | None:
        return self.state.absences.get(absence_id)

    async def within(self, user_ids: Collection[int], first: date, last: date) -> Sequence[Absence]:
        found = [
            absence
            for absence in self.state.absences.values()
            if absence and absence.user_id in user_ids and absence.first_day <= last and absence.last_day >= first
        ]
        return sorted(found, key=lambda absence: (absence.first_day, absence.id))

    async def add(self, absence: NewAbsence) -> Absence:
        added = Absence(id=next_id(self.state.absences), **msgspec.structs.asdict(absence))
        self.state.absences[added.id] = added
        return added

    async def update(self, absence: Absence) -> None:
        before = self.state.absences.get(absence.id)
        if before:
            self.state.absences[absence.id] = msgspec.structs.replace(
                before, first_day=absence.first_day, last_day=absence.last_day, reason=absence.reason
            )

    async def cancel(self, absence_ids: Collection[int], at: datetime) -> None:
        self.state.absences.update(dict.fromkeys(set(absence_ids) & set(self.state.absences)))


class Schedules:
    """`core.ports.ScheduleRepository`."""

    def __init__(self, state: State) -> None:
        self.state = state

    async def of(self, user_ids: Collection[int]) -> Mapping[int, Sequence[DayHours]]:
        return {user_id: days for user_id, days in self.state.schedules.items() if user_id in user_ids}

    async def set(self, user_id: int, days: Sequence[DayHours]) -> None:
        self.state.schedules.pop(user_id, None)
        if days:
            self.state.schedules[user_id] = sorted(days, key=lambda day: day.weekday)


class Groups:
    """`core.ports.GroupRepository`."""

    def __init__(self, state: State) -> None:
        self.state = state

    async def get(self, chat_id: int) -> Group | None:
        groups = self.state.groups.values()
        return next((group for group in groups if chat_id in (group.chat_id, group.former_chat_id)), None)

    async def of_leaders(self, leader_user_ids: Collection[int]) -> Sequence[Group]:
        led = [group for group in self.state.groups.values() if group.leader_user_id in leader_user_ids]
        return sorted(sorted(led, key=lambda group: group.chat_id), key=lambda group: group.linked_at, reverse=True)

    async def put(self, group: Group) -> None:
        self.state.groups[group.chat_id] = group

    async def remove(self, chat_id: int) -> None:
        self.state.groups.pop(chat_id, None)
