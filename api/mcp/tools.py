"""The tools of assistants: one for each task that their person has, by the use cases that REST and the chat run.

A tool is a function whose arguments are a `Request` and whose result is a `Model`; the client's model reads its
docstring. Permissions, scopes and rules are the use cases' own.
"""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import date, datetime
from enum import StrEnum
from typing import Annotated, Any, NamedTuple, get_args

from msgspec import UNSET, Meta, Struct, UnsetType, field
from msgspec.structs import asdict, replace

from api.mcp.protocol import Annotations
from core.application.use_case import Caller, P, Pipeline, T, UseCase
from core.base.calendar_time import local_date, week_of
from core.base.date_times import DateTime
from core.base.errors import Code, FieldCode, Invalid, NotFound, Unavailable, faults_named
from core.base.model import Comment2000, Int32, Language, Model, Priority, Request, Semaforo, TaskStatus, Text255
from core.base.paging import NumberedPage
from core.calendar import agenda, meetings, own_reminders, slot_search
from core.calendar.meetings import Meeting, MeetingCreate
from core.calendar.own_reminders import OwnReminderRequest
from core.calendar.slot_search import SlotRequest
from core.delivery import ledger, proposals, task_nudges
from core.delivery.proposals import (
    ProposalKind,
    TaskCommentRequest,
    TaskDueDate,
    TaskHandOver,
    TaskParts,
    TaskQuestion,
)
from core.delivery.task_nudges import TaskNudge
from core.jobs import rehearsal
from core.jobs.rehearsal import DayUnasked, Foretold, Rehearsal, Supposed
from core.language.phrases.model import ReportLine
from core.people import absences, directory
from core.people.absences import HoursRequest
from core.people.directory import DirectoryEntry, OwnEntry
from core.records.calendar import AvailabilityConflict, Event, OwnReminder
from core.records.messages import Message, MessageKind, Outcome, Reason
from core.records.work import AskedState, AskedTask, DailyLog, Task, TaskComment
from core.work import (
    asked_tasks,
    daily_logs,
    day_overview,
    day_reports,
    meeting,
    overview,
    period_summaries,
    red,
    splitting,
    task_requests,
    task_search,
    tasks,
    workload,
)
from core.work.daily_logs import DateRange, DateRequest
from core.work.day_overview import TeamPerson
from core.work.day_reports import explains_red
from core.work.meeting import MeetingAgenda, MeetingRequest, days_of_a_meeting
from core.work.overview import TeamDays
from core.work.period_summaries import PeriodSummary
from core.work.red import RedItem
from core.work.splitting import TaskSplit
from core.work.task_filter import MOST_VALUES, OPEN_STATES, TaskQuery, TaskSort
from core.work.task_requests import TaskRequestOutcome
from core.work.tasks import CommentRequest, TaskCreate
from core.work.workload import Workload

MOST_FOUND = 20
MOST_OPEN = 50
MOST_COMMENTS = 20
MOST_REQUESTS = 50
MOST_LINES = 50
MOST_MESSAGES = 50
MOST_PAINTED = 10
MOST_FORETOLD = 200


PaintWeek = Callable[[TeamDays, date, Language], Awaitable[bytes]]
"""Paints the picture of a team's week, PNG, in a language."""


Rehearse = Callable[[Rehearsal], Awaitable[Foretold]]
"""Runs a rehearsal and returns the messages that would be sent, where the service can be run ahead of its time."""


class Pictured(NamedTuple):
    """A result, and a picture of it: PNG."""

    result: Model
    picture: bytes


class Run(Struct, frozen=True):
    """Runs use cases for the person whose assistant asks; pictures are in their `language`."""

    pipeline: Pipeline
    caller: Caller
    language: Language
    paint_week: PaintWeek | None
    rehearse: Rehearse | None

    async def __call__(self, use_case: UseCase[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.pipeline.run(self.caller, use_case, *args, **kwargs)

    @property
    def today(self) -> date:
        return local_date(self.pipeline.clock.now(), self.pipeline.settings.zone)

    async def make(
        self, kind: ProposalKind, request: Request, use_case: UseCase[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T | None:
        """Run a use case and return its result; None if the person has to confirm it first, which the chat asks them.

        Nobody is asked about what would be refused: its refusal is raised.
        """
        if not proposals.needs_confirmation(self.caller.actor, self.caller.token, request):
            return await self(use_case, *args, **kwargs)
        with suppress(proposals.TriedError):
            await self(proposals.attempt, kind, request)
        await self(proposals.propose, kind, request)
        return None


class Tool(NamedTuple):
    """A tool; its `act` takes a `Run` and `arguments`, and returns a `result`, perhaps `Pictured`."""

    name: str
    title: str
    act: Callable[[Run, Any], Awaitable[Any]]
    arguments: type[Request]
    result: type[Model]
    annotations: Annotations


TOOLS: dict[str, Tool] = {}
Act = Callable[[Run, Any], Awaitable[Any]]
READS = Annotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True)
SETS = Annotations(read_only_hint=False, destructive_hint=True, idempotent_hint=True)
ADDS = Annotations(read_only_hint=False, destructive_hint=False, idempotent_hint=False)


def tool(title: str, annotations: Annotations) -> Callable[[Act], Act]:
    """Lists a function among the tools, under its own name."""

    def listed(act: Act) -> Act:
        kinds = act.__annotations__
        result = (get_args(kinds["return"]) or (kinds["return"],))[0]
        TOOLS[act.__name__] = Tool(act.__name__, title, act, kinds["asked"], result, annotations)
        return act

    return listed


Day = Annotated[date, Meta(description="A date as YYYY-MM-DD; today if left out.")]
TaskId = Annotated[Int32, Meta(description="The number of a task, as find_tasks tells it.")]
UserId = Annotated[Int32, Meta(description="The id of a person, as list_people tells it.")]
Moment = Annotated[DateTime, Meta(description="YYYY-MM-DDTHH:MM, in the team's zone unless Z or an offset follows.")]
Together = Annotated[list[UserId], Meta(description="Name the person too if they take part.")]
Percent = Annotated[int, Meta(ge=0, le=100, description="How far the task is, from 0 to 100.")]
Motivo = Annotated[Comment2000, Meta(description="Why it is ROJO; only of what is not done.")]


class NoArguments(Request, frozen=True):
    """The arguments of a tool that takes none."""


class DayArguments(Request, frozen=True, kw_only=True):
    """A day."""

    fecha: Day | UnsetType = UNSET

    def day(self, run: Run) -> date:
        return run.today if self.fecha is UNSET else self.fecha


# The day


class DayState(StrEnum):
    """The state of a day: not opened yet, open or closed."""

    NOT_OPENED = "NOT_OPENED"
    OPEN = "OPEN"
    CLOSED = "CLOSED"


class MyDay(Model, frozen=True):
    """A day: its log, null if it was not opened; its events; how many open tasks one has, and the 50 soonest due."""

    fecha: date
    state: DayState
    log: DailyLog | None
    events: Sequence[Event]
    open_task_count: int
    open_tasks: Sequence[Task]


@tool("My day", READS)
async def my_day(run: Run, asked: DayArguments) -> MyDay:
    """Read a day of the person: their daily log with light and percentage by task, their events, their open tasks."""
    fecha = asked.day(run)
    log = await log_of(run, fecha)
    state = DayState.NOT_OPENED if log is None else DayState.OPEN if log.closed_at is None else DayState.CLOSED
    entries = (await run(agenda.day_agenda, fecha)).entries
    open_tasks = await run(tasks.my_open_tasks)
    return MyDay(fecha, state, log, [each.event for each in entries], len(open_tasks), open_tasks[:MOST_OPEN])


async def log_of(run: Run, fecha: date) -> DailyLog | None:
    try:
        return await run(daily_logs.my_log, DateRequest(fecha=fecha))
    except NotFound as fault:
        if fault.code is not Code.NO_DAILY_LOG:
            raise
        return None


class LightArguments(DayArguments, frozen=True, kw_only=True):
    """A task of the day and its light."""

    task_id: TaskId
    semaforo: Semaforo
    motivo: Motivo | UnsetType = UNSET


@tool("Set a light", SETS)
async def set_light(run: Run, asked: LightArguments) -> DailyLog:
    """Set the light of a task in the person's open day. ROJO tells their leader at once: say why in motivo."""
    return await reported(run, asked, [asked])


class LineArguments(Request, frozen=True, kw_only=True):
    """The report on one task of the day: a light, a percentage or both."""

    task_id: TaskId
    semaforo: Semaforo | UnsetType = UNSET
    porcentaje: Percent | UnsetType = UNSET
    motivo: Motivo | UnsetType = UNSET


class ReportArguments(DayArguments, frozen=True, kw_only=True):
    """Lines of a report, at most 50, and what is done with the day afterwards."""

    lines: Annotated[list[LineArguments], Meta(max_length=MOST_LINES)]
    send: Annotated[bool, Meta(description="Send the report to the leader.")] = False
    close: Annotated[bool, Meta(description="Close the day: its percentages are final.")] = False


@tool("Report a day", SETS)
async def report_day(run: Run, asked: ReportArguments) -> DailyLog:
    """Set lights and percentages of several tasks in the person's open day, then send or close it: all or nothing."""
    return await reported(run, asked, asked.lines, send=asked.send, close=asked.close)


async def reported(
    run: Run, asked: DayArguments, lines: Sequence[LightArguments | LineArguments], **ending: bool
) -> DailyLog:
    """Report on a day. Raises `Invalid` for a reason without a red light: that would be a comment, to be confirmed."""
    said = [report_line(each) for each in lines]
    for place, line in enumerate(said):
        if line.reason and not explains_red(line):
            field = "motivo" if isinstance(lines[place], LightArguments) else f"lines[{place}].motivo"
            raise Invalid.at(field, FieldCode.ONLY_RED)
    return await run(day_reports.report, asked.day(run), said, **ending)


def report_line(line: LightArguments | LineArguments) -> ReportLine:
    percent = line.porcentaje if isinstance(line, LineArguments) else UNSET
    return ReportLine(
        "",
        line.task_id,
        percent=None if percent is UNSET else percent,
        light=None if line.semaforo is UNSET else line.semaforo,
        reason=line.motivo or "",
    )


# Tasks


class WordsArguments(Request, frozen=True, kw_only=True):
    """The words to find."""

    words: Annotated[
        str, Meta(max_length=200, description="Words of the task, or its number; all open tasks if empty.")
    ] = ""


ANY_OF = Meta(min_length=1, max_length=MOST_VALUES)
ARGUMENTS = {"q": "words", "from": "dueFrom", "to": "dueTo"}
"""The tool's names for parameters that have other names in a list of tasks."""


class TasksArguments(WordsArguments, frozen=True, kw_only=True):
    """Conditions on the tasks to find, all of which hold."""

    responsible_user_id: Int32 | UnsetType = UNSET
    leader_user_id: Int32 | UnsetType = UNSET
    estatus: Annotated[list[TaskStatus], ANY_OF] | UnsetType = UNSET
    prioridad: Annotated[list[Priority], ANY_OF] | UnsetType = UNSET
    semaforo: Annotated[list[Semaforo], ANY_OF] | UnsetType = UNSET
    late: bool | UnsetType = UNSET
    due_from: date | UnsetType = UNSET
    due_to: date | UnsetType = UNSET

    def as_filter(self) -> TaskQuery | None:
        """The query of a list of tasks for one row more than is told; None where there are words alone."""
        asked = self.changes()
        words = asked.pop("words").strip()
        if not asked:
            return None
        asked["from_date"], asked["to_date"] = asked.pop("due_from", UNSET), asked.pop("due_to", UNSET)
        asked.setdefault("estatus", OPEN_STATES)
        return TaskQuery(**asked, q=words or UNSET, sort=TaskSort.DUE, limit=MOST_FOUND + 1)


class TasksFound(Model, frozen=True):
    """At most 20 tasks, the soonest due first, and whether there are more."""

    tasks: Sequence[Task]
    more: bool


@tool("Find tasks", READS)
async def find_tasks(run: Run, asked: TasksArguments) -> TasksFound:
    """Find open tasks that concern the person by words or number, at most 20; by more, any that the person may read."""
    if sought := asked.as_filter():
        with faults_named(ARGUMENTS):
            listed = await run(tasks.list_tasks, sought)
        return TasksFound([*listed[:MOST_FOUND]], len(listed) > MOST_FOUND)
    found = await run(task_search.find_tasks, asked.words, 0, MOST_FOUND)
    return TasksFound(found.tasks, found.more)


class TaskArguments(Request, frozen=True, kw_only=True):
    """The task to read."""

    task_id: TaskId


class TaskRead(Model, frozen=True):
    """A task, how many comments it has, and the last 20 of them, oldest first."""

    task: Task
    comment_count: int
    latest_comments: Sequence[TaskComment]


@tool("Read a task", READS)
async def read_task(run: Run, asked: TaskArguments) -> TaskRead:
    """Read one task, closed ones too, with its last 20 comments."""
    task = await run(tasks.get_task, asked.task_id)
    discussed = await run(tasks.discussion, asked.task_id, MOST_COMMENTS)
    return TaskRead(task, discussed.count, discussed.latest)


class TaskMade(Model, frozen=True):
    """The task; null where it waits until the person confirms it in the chat, within a day."""

    waits_for_confirmation: bool
    task: Task | None


@tool("Create a task", ADDS)
async def create_task(run: Run, asked: TaskCreate) -> TaskMade:
    """Create a task: what (descripcion), due when (fechaCumplir), and who (responsibleUserIds; the person if left out).

    One that names anybody else waits until the person confirms it in the chat.
    """
    task = await run.make(ProposalKind.TASK, asked, tasks.create_task, asked)
    return TaskMade(task is None, task)


class CommentMade(Model, frozen=True):
    """The comment; null where it waits until the person confirms it in the chat, within a day."""

    waits_for_confirmation: bool
    comment: TaskComment | None


@tool("Comment on a task", ADDS)
async def comment(run: Run, asked: TaskCommentRequest) -> CommentMade:
    """Write a comment on a task in the person's name, at most 2,000 characters. They confirm it in the chat first."""
    words = CommentRequest(comentario=asked.comentario)
    made = await run.make(ProposalKind.COMMENT, asked, tasks.add_comment, asked.task_id, words)
    return CommentMade(made is None, made)


class TaskAsked(Model, frozen=True):
    """The task, with the request that a colleague has to answer; null where it waits until the person confirms it."""

    waits_for_confirmation: bool
    outcome: TaskRequestOutcome | None


@tool("Hand a task over", ADDS)
async def hand_over_task(run: Run, asked: TaskHandOver) -> TaskAsked:
    """Hand a task over to another person; one outside the team is asked first. The person confirms it in the chat."""
    outcome = await run.make(ProposalKind.HAND_OVER, asked, task_requests.hand_over, asked.task_id, asked)
    return TaskAsked(outcome is None, outcome)


@tool("Ask for another due date", ADDS)
async def ask_for_due_date(run: Run, asked: TaskDueDate) -> TaskAsked:
    """Move a task's due date, or ask whoever may move it, with a motivo. The person confirms it in the chat first."""
    outcome = await run.make(ProposalKind.DUE_DATE, asked, task_requests.ask_for_date, asked.task_id, asked)
    return TaskAsked(outcome is None, outcome)


class SplitMade(Model, frozen=True):
    """The task and its parts; null where it waits until the person confirms it in the chat, within a day."""

    waits_for_confirmation: bool
    split: TaskSplit | None


@tool("Split a task", ADDS)
async def split_task(run: Run, asked: TaskParts) -> SplitMade:
    """Split a task into 2 to 20 with its people and dates, and close it as split. The person confirms it first."""
    split = await run.make(ProposalKind.SPLIT, asked, splitting.split_task, asked.task_id, asked)
    return SplitMade(split is None, split)


class WaitingRequests(Model, frozen=True):
    """The latest 50 requests that nobody has answered, oldest first."""

    requests: Sequence[AskedTask]


@tool("Requests that wait", READS)
async def waiting_requests(run: Run, asked: NoArguments) -> WaitingRequests:  # noqa: ARG001 every tool is asked something
    """List what the person has asked of colleagues about tasks, and they of the person, that waits for an answer."""
    made = await run(asked_tasks.list_asked)
    return WaitingRequests([each for each in made if each.state is AskedState.WAITING][-MOST_REQUESTS:])


class QuestionMade(Model, frozen=True):
    """The question and when it is asked; null where it waits until the person confirms it in the chat, within a day."""

    waits_for_confirmation: bool
    question: TaskNudge | None


@tool("Ask how a task is going", ADDS)
async def ask_about_task(run: Run, asked: TaskQuestion) -> QuestionMade:
    """Ask a responsible how a task is going, in the person's name, once a day. The person confirms it in the chat."""
    question = await run.make(ProposalKind.QUESTION, asked, task_nudges.nudge_about, asked.task_id, asked)
    return QuestionMade(question is None, question)


# The team


class People(Model, frozen=True):
    """The person themselves, and everybody else by id, those who have left too."""

    me: OwnEntry
    people: Sequence[DirectoryEntry]


@tool("List people", READS)
async def list_people(run: Run, asked: NoArguments) -> People:  # noqa: ARG001 every tool is asked something
    """List who there is: ids, names, who leads whom and who works today. Why somebody is away is never told."""
    return People(await run(directory.get_me), await run(directory.list_people))


class RedsNow(Model, frozen=True):
    """The tasks that are ROJO, the longest first: since when, why, and who is to help."""

    reds: Sequence[RedItem]


@tool("Who is red", READS)
async def who_is_red(run: Run, asked: NoArguments) -> RedsNow:  # noqa: ARG001 as above
    """List what is ROJO now among the person, the people whom they lead and the tasks that they lead."""
    return RedsNow(await run(red.list_red))


class TeamDay(Model, frozen=True):
    """A row for each person of the team, also for those who have not opened the day."""

    fecha: date
    people: Sequence[TeamPerson]


@tool("The team's day", READS)
async def team_day(run: Run, asked: DayArguments) -> TeamDay:
    """Read a day of the people whom the person leads: who has opened, sent and closed it, lights, mean percentage."""
    fecha = asked.day(run)
    return TeamDay(fecha, await run(day_overview.team_people, DateRequest(fecha=fecha)))


@tool("The team's week", READS)
async def team_week(run: Run, asked: DayArguments) -> PeriodSummary | Pictured:
    """Sum up the week, Monday to Sunday, that a day is in for the people whom the person leads, with a picture.

    Days by their worst light beside those of the week before, days opened of those expected, reds with their reasons,
    due dates moved twice or more. The picture has the first ten people by name.
    """
    fecha = asked.day(run)
    days = week_of(fecha)
    week = DateRange(desde=days.first, hasta=days.last)
    numbers = await run(period_summaries.team_period, week)
    if run.paint_week is None:
        return numbers
    team = await run(overview.team_days, week, NumberedPage(0, MOST_PAINTED))
    return Pictured(numbers, await run.paint_week(team, fecha, run.language))


class WeekArguments(Request, frozen=True, kw_only=True):
    """The days asked about."""

    desde: Annotated[date, Meta(description="The first day; today if left out.")] | UnsetType = UNSET
    hasta: Annotated[date, Meta(description="The last day; the Sunday after the first if left out.")] | UnsetType = (
        UNSET
    )

    def bounds(self, run: Run) -> DateRange:
        first = run.today if self.desde is UNSET else self.desde
        return DateRange(desde=first, hasta=week_of(first).last if self.hasta is UNSET else self.hasta)


@tool("Who has how much", READS)
async def team_workload(run: Run, asked: WeekArguments) -> Workload:
    """Tell what the person and each of the people whom they lead have in hand, themselves first, others by name.

    Open, late and red tasks, those due between the days, minutes in events, absences. Nobody is ranked.
    """
    bounds = asked.bounds(run)
    mine, team = await run(workload.own_workload, bounds), await run(workload.team_workload, bounds)
    others = [each for each in team.people if each.user_id != run.caller.actor.id]
    return replace(team, people=[*mine.people, *others])


class MeetingArguments(Request, frozen=True, kw_only=True):
    """The days, and whose tasks: of a person, or those whose titles have some words; of the team if left out."""

    desde: Annotated[date, Meta(description="A week ago if left out.")] | UnsetType = UNSET
    hasta: Annotated[date, Meta(description="Today if left out.")] | UnsetType = UNSET
    user_id: UserId | UnsetType = UNSET
    words: Text255 | UnsetType = UNSET


@tool("A meeting's three", READS)
async def team_meeting(run: Run, asked: MeetingArguments) -> MeetingAgenda:
    """Tell what a meeting asks: what was closed between two days, what is stuck (red or late), what is due next."""
    usual = days_of_a_meeting(run.today)
    last = usual.last if asked.hasta is UNSET else asked.hasta
    first = days_of_a_meeting(last).first if asked.desde is UNSET else asked.desde
    request = MeetingRequest(desde=first, hasta=last, user_id=asked.user_id, q=asked.words)
    return await run(meeting.meeting, request)


# Events


class Slot(Model, frozen=True):
    """A time at which all who were named are free and at work."""

    start_datetime: datetime
    end_datetime: datetime


class SlotArguments(Request, frozen=True, kw_only=True):
    """The people who are to meet, the earliest start, and the minutes of the meeting, at most a day."""

    user_ids: Annotated[Together, Meta(min_length=1)]
    start_datetime: Moment
    minutes: Annotated[int, Meta(ge=1, le=slot_search.LONGEST)]


class FreeSlots(Model, frozen=True):
    """Conflicts with the time asked about, and up to three times within some weeks that suit everybody."""

    taken: Sequence[AvailabilityConflict]
    not_at_work_user_ids: Sequence[int]
    slots: Sequence[Slot]


@tool("Find free time", READS)
async def free_slots(run: Run, asked: SlotArguments) -> FreeSlots:
    """Find when people are all free and at work for some minutes, from a moment on: at most three times."""
    request = SlotRequest(user_ids=asked.user_ids, start_datetime=asked.start_datetime, minutes=asked.minutes)
    found = await run(slot_search.find_slots, request)
    away = [each.user_id for each in found.not_at_work]
    return FreeSlots(found.taken, away, [Slot(*each) for each in found.slots])


class EventMade(Model, frozen=True):
    """The event with its people; null where it waits until the person confirms it in the chat, within a day."""

    waits_for_confirmation: bool
    meeting: Meeting | None


class EventArguments(Request, frozen=True, kw_only=True):
    """An event, who takes part, and how many minutes before it all of them are reminded."""

    title: Annotated[Text255, Meta(min_length=1)]
    start_datetime: Moment
    end_datetime: Moment
    participant_user_ids: Annotated[Together, Meta(max_length=meetings.MOST_PEOPLE)]
    event_type: (
        Annotated[str, Meta(description="The code of its type, such as VISITA; a meeting if left out.")] | UnsetType
    ) = UNSET
    location: Text255 | None = None
    is_virtual: bool = False
    is_public: Annotated[bool, Meta(description="Whether everybody may see it.")] = False
    remind_minutes: Annotated[int, Meta(ge=0, le=meetings.LONGEST_REMINDER_LEAD)] | None = None


@tool("Draft an event", ADDS)
async def draft_event(run: Run, asked: EventArguments) -> EventMade:
    """Make an event with its people, who are invited, and a reminder. The person confirms it in the chat first."""
    fields = asdict(asked)
    types = {each.code: each.id for each in await run(meetings.meeting_types)}
    code = next(iter(types), "") if asked.event_type is UNSET else asked.event_type
    if code not in types:
        raise Invalid.at("eventType", FieldCode.NOT_ONE_OF, value=code, allowed=", ".join(types))
    del fields["event_type"]
    request = MeetingCreate(**fields, event_type_id=types[code])
    meeting = await run.make(ProposalKind.EVENT, request, meetings.schedule_meeting, request)
    return EventMade(meeting is None, meeting)


# Hours away


class AwayTime(Model, frozen=True):
    """Some hours on which somebody is away."""

    absence_id: int
    user_id: int
    starts_at: datetime | None
    ends_at: datetime | None


class HoursNoted(Model, frozen=True):
    """The hours, with those that they overlap; null where they wait until the person confirms them, within a day."""

    waits_for_confirmation: bool
    away: AwayTime | None


@tool("Note hours away", ADDS)
async def note_hours_away(run: Run, asked: HoursRequest) -> HoursNoted:
    """Note hours, at most a day, on which the person or somebody they lead is away. They confirm it in the chat."""
    noted = await run.make(ProposalKind.HOURS_AWAY, asked, absences.declare_hours, asked)
    if noted is None:
        return HoursNoted(True, None)
    return HoursNoted(False, AwayTime(noted.id, noted.user_id, noted.starts_at, noted.ends_at))


# Own reminders


class MyReminders(Model, frozen=True):
    """The person's reminders that are to come, the next first."""

    reminders: Sequence[OwnReminder]


@tool("My reminders", READS)
async def my_reminders(run: Run, asked: NoArguments) -> MyReminders:  # noqa: ARG001 every tool is asked something
    """List what the person has asked to be reminded of, for themselves alone."""
    return MyReminders(await run(own_reminders.list_own_reminders))


class ReminderArguments(Request, frozen=True, kw_only=True):
    """The words of a new reminder, and its time."""

    words: own_reminders.Words
    remind_at: Moment


@tool("Set a reminder", ADDS)
async def set_reminder(run: Run, asked: ReminderArguments) -> OwnReminder:
    """Remind the person of something at a time, in the chat; nobody else sees it, and it is not an event."""
    request = OwnReminderRequest(words=asked.words, remind_at=asked.remind_at)
    return await run(own_reminders.create_own_reminder, request)


class RemoveReminderArguments(Request, frozen=True, kw_only=True):
    """The reminder to remove."""

    reminder_id: Annotated[Int32, Meta(description="The id of a reminder, as my_reminders tells it.")]


@tool("Remove a reminder", SETS)
async def remove_reminder(run: Run, asked: RemoveReminderArguments) -> OwnReminder:
    """Remove one of the person's own reminders."""
    reminder = await run(own_reminders.get_own_reminder, asked.reminder_id)
    await run(own_reminders.remove_own_reminder, asked.reminder_id)
    return reminder


# Messages


class MessagesArguments(DayArguments, frozen=True, kw_only=True):
    """The person whose messages to explain, and their day."""

    user_id: (
        Annotated[Int32, Meta(description="Somebody whom the person leads; themselves if left out.")] | UnsetType
    ) = UNSET


class MessageFate(Model, frozen=True):
    """A message: what it is, when it was due, what has become of it, and why it was withheld or put off, if it was."""

    kind: MessageKind
    due_at: datetime
    outcome: Outcome
    outcome_at: datetime
    reason: Reason | None


class Messages(Model, frozen=True):
    """The day's messages, at most the last 50; `works`: whether the person works that day."""

    user_id: int
    fecha: date
    works: bool
    quiet_until: datetime | None
    messages: Sequence[MessageFate]


@tool("Explain messages", READS)
async def explain_messages(run: Run, asked: MessagesArguments) -> Messages:
    """Explain what Semáforo has sent or not sent to somebody on a day, and why: quiet hours, absence, switched off."""
    user_id = run.caller.actor.id if asked.user_id is UNSET else asked.user_id
    found = await run(ledger.ledger_of, user_id, asked.day(run))
    told = [fate_of(each) for each in found.messages[-MOST_MESSAGES:]]
    return Messages(user_id, found.fecha, found.off is None, found.quiet_until, told)


def fate_of(message: Message) -> MessageFate:
    return MessageFate(message.kind, message.due_at, message.outcome, message.outcome_at, message.reason)


class SimulateArguments(Supposed, frozen=True, kw_only=True):
    """The days and people to foretell, with at most 20 absences and 20 due dates that are supposed to be set now."""

    desde: Annotated[date, Meta(description="The first day, not before today; today if left out.")] | UnsetType = UNSET
    hasta: (
        Annotated[date, Meta(description="The last day, at most 14 days ahead; the first if left out.")] | UnsetType
    ) = UNSET
    user_ids: Annotated[
        list[UserId], Meta(max_length=50, description="The person and all whom they lead if left out.")
    ] = field(default_factory=list)


class MessageForetold(Model, frozen=True):
    """A message's person, and what would become of it; one that is put off comes once more when it is due."""

    user_id: int
    fate: MessageFate


class Simulated(Model, frozen=True):
    """The number of messages that there would be, the first 200, and the days about which somebody is not asked."""

    desde: date
    hasta: date
    user_ids: Sequence[int]
    message_count: int
    messages: Sequence[MessageForetold]
    not_asked: Sequence[DayUnasked]


@tool("Rehearse days to come", READS)
async def simulate(run: Run, asked: SimulateArguments) -> Simulated:
    """Foretell which messages Semáforo would send or not send to whom, when and why, if nobody reacts; changes nothing.

    It may suppose absences and due dates that the person could set themselves. It takes some seconds.
    """
    first = run.today if asked.desde is UNSET else asked.desde
    last = first if asked.hasta is UNSET else asked.hasta
    plan = await run(rehearsal.rehearsal_of, first, last, asked.user_ids, asked)
    if asked.absences or asked.due_dates:
        with suppress(proposals.TriedError):
            await run(rehearsal.try_supposed, asked)
    if run.rehearse is None:
        raise Unavailable(Code.UNAVAILABLE)
    found = await run.rehearse(plan)
    told = [MessageForetold(each.user_id, fate_of(each)) for each in found.messages[:MOST_FORETOLD]]
    return Simulated(first, last, plan.user_ids, len(found.messages), told, found.unasked)
