"""Questions in words: each opens the panel that answers it, under a line that says how the question was read.

If it is not clear which person, which day or which of two meanings is meant, it is asked with buttons.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import date, timedelta

from msgspec.structs import replace

from bot.chat.callbacks.absences import AbsenceList
from bot.chat.callbacks.account import Help, Languages, OwnHolidays, Zones
from bot.chat.callbacks.agenda import AgendaDay, AgendaRange, EventCard
from bot.chat.callbacks.calendars import OwnCalendars
from bot.chat.callbacks.callback_data import Callback, Screen
from bot.chat.callbacks.day import Day, Today
from bot.chat.callbacks.drafts import Free, NewTaskQuestion
from bot.chat.callbacks.first_words import CountIn
from bot.chat.callbacks.notices import NoticesCard
from bot.chat.callbacks.presence import PresenceOf
from bot.chat.callbacks.search import Found, carried
from bot.chat.callbacks.tasks import ClosedWithin, DueWithin, TaskCard, TaskFilter, TaskList, TheirTasks
from bot.chat.callbacks.team import (
    History,
    Late,
    LedgerOf,
    MeetingOf,
    PeriodSummaryOf,
    Person,
    Summary,
    SummaryPart,
    SummaryRows,
    Team,
    TeamMonth,
    TeamWeek,
    WorkloadOf,
)
from bot.chat.context import ChatContext, Handlers, Reply
from bot.chat.handlers.agenda import screen_of
from bot.chat.handlers.event_drafts import NOBODY, blank_draft, read_event, with_person
from bot.chat.handlers.phrases import moment_of
from bot.chat.handlers.presence import presence_panel
from bot.chat.handlers.pushing import display_name
from bot.chat.handlers.red import red_typed
from bot.chat.handlers.tasks import parse_task_id
from bot.chat.panels.components import LINE_UNITS, Button, label, shorten
from bot.chat.panels.groups import may_be_shown
from bot.chat.panels.questions import choice_panel, events_text, reading_text
from core.application.access import Operation
from core.base.calendar_time import ONE_DAY, Days, local_date, month_end
from core.calendar import agenda, meetings
from core.calendar.agenda import SharedEvent
from core.calendar.agenda_range import MOST_DAYS
from core.drafts import drafts, event_drafts
from core.language.accents import without_accents
from core.language.i18n import listing
from core.language.phrases.model import FREE_TIME
from core.language.questions.model import OF_A_DAY, Question, Readings, Topic, Who
from core.language.questions.several import FEWEST, read_several
from core.language.statements.model import Statement
from core.language.statements.vocabulary import SAYS_NO_NAME
from core.people import colleagues, directory
from core.people.colleagues import PeopleByName
from core.people.public_holidays import calendar_of, holiday_on
from core.records.drafts import EventDraft
from core.work import absence_outlook, meeting, tasks, workload

MOST_CHOICES = 8
A_YEAR, WEEK, WORKING_DAYS = 366, 7, 5
FILTERS = {
    Topic.TASKS: TaskFilter.OPEN,
    Topic.TASKS_LATE: TaskFilter.LATE,
    Topic.TASKS_PLANNED: TaskFilter.PLANNING,
    Topic.TASKS_REPEATED: TaskFilter.REPEATED,
    Topic.TASKS_CLOSED: TaskFilter.CLOSED,
}
OF_A_TEAM = OF_A_DAY | {
    *(Topic.MEETING, Topic.RED, Topic.SUMMARY, Topic.HISTORY, Topic.WORKLOAD, Topic.TASK, Topic.AWAY, Topic.PRESENT),
    *(Topic.TASKS, Topic.TASKS_LATE, Topic.TASKS_PLANNED, Topic.TASKS_CLOSED, Topic.DUE),
}
"""Topics on which a group is answered."""
OF_ALL_THERE = frozenset((Topic.TASKS, Topic.TASKS_PLANNED, Topic.TASKS_CLOSED, Topic.DUE, Topic.AWAY))
"""Topics that in a group are about everybody there, where nobody is named."""
ROOM_OF_A_MEETING = 24
"""The room for words in a button to a meeting's panel, in bytes."""
OF_ALL_NAMED = (Topic.FREE, Topic.NEXT_EVENT, Topic.PRESENT)
"""Topics that ask about all people named together."""
HOW_TO: Mapping[Topic, tuple[Screen | None, str]] = {
    Topic.HELP_API: (None, "usage_token"),
    Topic.HELP_CALENDAR: (OwnCalendars(), ""),
    Topic.HELP_EVENT: (Help(), ""),
    Topic.HELP: (Help(), ""),
    Topic.HELP_DAY: (Today(), ""),
    Topic.HELP_LANGUAGE: (Languages(), ""),
    Topic.HELP_ZONE: (Zones(), ""),
    Topic.HELP_HOLIDAYS: (OwnHolidays(ask=True), ""),
    Topic.HELP_NOTICES: (NoticesCard(), ""),
    Topic.HELP_TASK: (NewTaskQuestion(), ""),
    Topic.HELP_ABSENCE: (AbsenceList(), ""),
    Topic.HELP_COMMENT: (TaskList(), "usage_comment"),
}
"""The screen on which something is done, or the text that says how."""


async def answer_question(ctx: ChatContext, found: Readings, people: PeopleByName) -> Reply:
    """The panel that answers a clear question, else a choice between its readings."""
    if found.unknown:
        return unknown_person(ctx, found)
    readings = [each for question in found.questions for each in by_day(ctx, found, question)]
    choices = [(one, person) for one in readings for person in persons_of(one)]
    question, person = choices[0]
    if len(choices) == 1 and not question.near:
        name = called(ctx, question, person, people)
        return with_receipt(ctx, question, name, await panel_of(ctx, question, person))
    return await ask_which(ctx, found, choices, people)


async def answer_several(
    ctx: ChatContext, words: str, people: PeopleByName, event_asked: Callable[[str], Awaitable[Reply | None]]
) -> Reply | None:
    """A button for each of several questions, or its answer where that is words; None for other messages.

    `event_asked` gives the answer to words that ask about one event.
    """
    several = await asyncio.to_thread(read_several, words, moment_of(ctx), people.ids, 1)
    if several is None:
        return None
    events = [(each, await event_asked(each)) for each in several.left]
    asked = [(each, reply.screen) for each, reply in events if reply is not None and reply.screen is not None]
    left = [each for each, reply in events if reply is None or reply.screen is None]
    if len(several.questions) + len(asked) < FEWEST:
        return None
    lines, buttons = [ctx.say("question_several")], list[Button]()
    for question in several.questions:
        person = question.people[0][0] if question.people else 0
        reply = await panel_of(ctx, question, person)
        what = reading_text(ctx.scene, question, people.names.get(person, ""))
        if (callback := callback_of(reply, person)) is not None:
            buttons.append(Button(label(what), callback))
        else:
            lines.append(f"{what}: {reply.words}")
    buttons += [Button(label(each), screen) for each, screen in asked]
    return Reply(panel=choice_panel("\n".join([*lines, *left_lines(ctx, "question_left", left)]), buttons))


def left_lines(ctx: ChatContext, key: str, left: Sequence[str]) -> Sequence[str]:
    """Return a line that quotes the parts of a message that were left; none where there are none."""
    if not left:
        return ()
    return [ctx.say(key, words=listing(ctx.language, [f"«{shorten(each, LINE_UNITS)}»" for each in left]))]


async def several_in_group(ctx: ChatContext, words: str, people: PeopleByName) -> Reply | None:
    """A button for each of several questions that a group may be answered; the others are said to be for private."""
    several = await asyncio.to_thread(read_several, words, moment_of(ctx), people.ids)
    if several is None:
        return None
    buttons, left = list[Button](), [*several.left]
    for question in several.questions:
        person = question.people[0][0] if question.people else 0
        what = reading_text(ctx.scene, question, people.names.get(person, ""))
        shown = await answer_in_group(ctx, Readings((question,), asks=True), people)
        if shown is None or shown.screen is None:
            left.append(what)
        else:
            buttons.append(Button(label(what), shown.screen))
    if not buttons:
        return None
    lines = [ctx.say("question_several"), *left_lines(ctx, "question_left_private", left)]
    return Reply(panel=choice_panel("\n".join(lines), buttons))


async def answer_in_group(ctx: ChatContext, found: Readings, people: PeopleByName) -> Reply | None:
    """The panel that answers a question about the team; None if it may not be shown in a group, or is not clear."""
    (question, person), *others = [(each, person) for each in found.questions for person in persons_of(each)]
    if others or found.unknown or found.doubt or question.near or question.topic not in OF_A_TEAM:
        return None
    if question.who is Who.ME or not ctx.actor.team.issuperset((*sure_people(question), *filter(None, [person]))):
        return None
    if question.topic in OF_ALL_THERE and question.who is Who.ANYBODY:
        question = replace(question, who=Who.TEAM)
    reply = await PANELS_OF_GROUPS.get(question.topic, PANELS[question.topic])(ctx, question, person)
    shown = may_be_shown(reply.screen) if reply.screen else question.topic in PANELS_OF_GROUPS
    return with_receipt(ctx, question, called(ctx, question, person, people), reply) if shown else None


async def away_in_group(ctx: ChatContext, question: Question, person: int) -> Reply:
    """Answer in a group which people are away, or when one of them is back; the reason is never told."""
    if person and question.days is None:
        return Reply(words=await back_text(ctx, person))
    return await presence(ctx, question, person)


async def task_in_group(ctx: ChatContext, question: Question, _: int) -> Reply:
    """A task of somebody there, with the way back to their tasks."""
    found = await ctx.run(tasks.get_task, parse_task_id(str(question.number)))
    theirs = next((each for each in found.responsible_user_ids if each in ctx.actor.team), 0)
    return Reply(TaskCard(found.id, user=theirs))


async def events_for_group(ctx: ChatContext, said: Statement, leader: int) -> Sequence[SharedEvent]:
    """The events meant in which everybody takes part whom the group shows; none where it is not clear which."""
    ahead = await ctx.run(agenda.events_of_all, said.days or month_ahead(ctx), leader)
    words = [word for word in said.title.split() if not SAYS_NO_NAME.fullmatch(word)]
    found = [each for each in ahead if all(word in without_accents(each.event.title) for word in words)]
    return found[:MOST_CHOICES] if len(found) == 1 or said.days else ()


def called(ctx: ChatContext, question: Question, person: int, people: PeopleByName) -> str:
    """Return the names that the answer is about: the person chosen, or all named whose presence is asked about."""
    if question.topic is not Topic.PRESENT or person:
        return people.names.get(person, "")
    return listing(ctx.language, [people.names[each] for each in sure_people(question)])


def persons_of(question: Question) -> Sequence[int]:
    """The people to choose from; [0] if there is nothing to choose."""
    if not question.people:
        return [0]
    if question.topic not in OF_ALL_NAMED:
        return [person for named in question.people for person in named]
    unsure = [named for named in question.people if question.near or len(named) > 1]
    return unsure[0] if unsure else [0]


def by_day(ctx: ChatContext, found: Readings, question: Question) -> Sequence[Question]:
    """Return the meanings of a question: each of two days, if its day is not clear; of a person's days all and each."""
    days = question.days
    if found.doubt is not None:
        near = ctx.today - ONE_DAY if question.topic in OF_A_DAY else ctx.today + ONE_DAY
        return [replace(question, days=Days(day, day)) for day in (ctx.today, near)]
    of_each_day = question.topic in OF_A_DAY - {Topic.PROGRESS} and question.who is Who.NAMED
    if of_each_day and days and days.first != days.last:
        return all_and_each(ctx, question, days)
    return [question]


def all_and_each(ctx: ChatContext, question: Question, days: Days) -> Sequence[Question]:
    """Ask of all days up to today, then of the last working ones alone, latest first; if none is over, of the first."""
    over = past_part(ctx, question)
    if over is None:
        return [replace(question, days=Days(days.first, days.first))]
    latest = [over.last - at * ONE_DAY for at in range((over.last - over.first).days + 1)]
    working = [day for day in latest if day.isoweekday() in ctx.pipeline.settings.working_days] or latest
    alone = [replace(question, days=Days(day, day)) for day in working[:WORKING_DAYS]]
    return [replace(question, topic=Topic.PROGRESS, days=over), *alone]


async def ask_which(
    ctx: ChatContext, found: Readings, choices: Sequence[tuple[Question, int]], people: PeopleByName
) -> Reply:
    buttons: list[Button] = []
    shown: list[tuple[Question, int, Reply]] = []
    for question, person in choices[:MOST_CHOICES]:
        reply = await panel_of(ctx, question, person)
        if (callback := callback_of(reply, person)) is not None:
            buttons.append(Button(reading_text(ctx.scene, question, people.names.get(person, "")), callback))
            shown.append((question, person, reply))
    if not buttons:
        return await panel_of(ctx, *choices[0])
    if len(shown) == 1 and found.doubt is None and not choices[0][0].near:
        question, person, reply = shown[0]
        return with_receipt(ctx, question, people.names.get(person, ""), reply)
    one = len({question for question, _ in choices}) == 1
    words = ctx.say("question_near" if choices[0][0].near else "question_who" if one else "question_which")
    if found.doubt is not None:
        words = f"{ctx.say(f'doubt_{found.doubt.why}', words=found.doubt.words)} {ctx.say('question_which_day')}"
    return Reply(panel=choice_panel(words, buttons))


def callback_of(reply: Reply, person: int) -> Callback | None:
    if isinstance(reply.screen, Free) and person:
        return CountIn(reply.screen.draft, person)
    return reply.screen


def unknown_person(ctx: ChatContext, found: Readings) -> Reply:
    words = " ".join(found.unknown)
    search = ctx.scene.button("search_near", Found(carried(words)), words=label(words))
    names = listing(ctx.language, [f"«{name}»" for name in found.unknown])
    return Reply(panel=choice_panel(ctx.say("question_nobody", names=shorten(names, LINE_UNITS)), [search]))


def with_receipt(ctx: ChatContext, question: Question, name: str, reply: Reply) -> Reply:
    """The reply under how the question was read; if it shows only the asker's, as about them."""
    if isinstance(reply.screen, Day | History) or (question.topic is Topic.RED and isinstance(reply.screen, TaskList)):
        question = replace(question, who=Who.ME)
    return under_receipt(ctx, reading_text(ctx.scene, question, name), reply)


def under_receipt(ctx: ChatContext, what: str, reply: Reply) -> Reply:
    """The reply under a line that says how words were read."""
    receipt = ctx.say("read_as", what=what)
    if reply.panel is not None and reply.screen is None:
        return replace(reply, panel=reply.panel.under(receipt))
    return replace(reply, words="\n\n".join(filter(None, [receipt, reply.words])))


async def panel_of(ctx: ChatContext, question: Question, person: int) -> Reply:
    """The answer to a question, about a person unless 0; only words if it may not be seen or does not exist."""
    if person and person == ctx.actor.id and question.topic is not Topic.FREE:
        question, person = replace(question, who=Who.ME), 0
    return await PANELS[question.topic](ctx, question, person)


async def summary(ctx: ChatContext, question: Question, _: int) -> Reply:
    """Show how today goes, or how some days went."""
    own, days = question.who is Who.ME or not ctx.leads, question.days
    if days is None or days == Days(ctx.today, ctx.today) or days.first > ctx.today:
        return Reply(Summary(own=own))
    return Reply(PeriodSummaryOf(*days, own))


async def history(ctx: ChatContext, question: Question, _: int) -> Reply:
    last = question.days.last if question.days else ctx.today
    return Reply(TeamWeek(last) if question.who is Who.TEAM else History(last))


async def task(_: ChatContext, question: Question, __: int) -> Reply:
    return Reply(TaskCard(parse_task_id(str(question.number))))


async def plan(ctx: ChatContext, question: Question, _: int) -> Reply:
    """Show all that is planned on some days; for today alone, one's day with its tasks, under today's events."""
    days = shown_days(question.days or Days(ctx.today, ctx.today))
    if days.first != days.last or days.first != ctx.today:
        return Reply(AgendaRange(*days))
    entries = (await ctx.run(agenda.day_agenda, ctx.today)).entries
    return Reply(Day(ctx.today), events_text(ctx.scene, ctx.today, [each for each in entries if each.own]))


async def events(ctx: ChatContext, question: Question, person: int) -> Reply:
    if question.who is Who.TEAM and not question.with_me:
        return await free_time(ctx, question, person)
    return Reply(screen_of(question.days or Days(ctx.today, ctx.today)))


async def birthdays(ctx: ChatContext, question: Question, person: int) -> Reply:
    """The birthday of a person or of oneself; else everybody's on some days, by default in the next month."""
    if person or question.who is Who.ME:
        return await birthday_of(ctx, person or ctx.actor.id)
    days = question.days or month_ahead(ctx)
    found = await ctx.run(colleagues.birthdays_within, days)
    lines = [ctx.say("question_birthday_line", name=each.display_name, date=ctx.scene.short(on)) for on, each in found]
    unknown = await ctx.run(colleagues.birthdays_unknown)
    noted = [ctx.say("question_birthdays_unknown", count=unknown)] if unknown else []
    return Reply(AgendaRange(*shown_days(days)), "\n".join([*(lines or [ctx.say("question_no_birthdays")]), *noted]))


async def birthday_of(ctx: ChatContext, person: int) -> Reply:
    name = await display_name(ctx, person)
    if day := await ctx.run(colleagues.next_birthday, person):
        return Reply(AgendaDay(day), ctx.say("question_birthday", name=name, date=ctx.scene.long(day)))
    return Reply(words=ctx.say("question_birthday_unknown", name=name))


async def holidays(ctx: ChatContext, question: Question, _: int) -> Reply:
    """The agenda of some days, else of the next holiday."""
    if question.days:
        return Reply(AgendaRange(*shown_days(question.days)))
    calendar = calendar_of(ctx.actor.user, ctx.pipeline.settings)
    days = (ctx.today + timedelta(days=ahead) for ahead in range(A_YEAR))
    found = next((day for day in days if holiday_on(calendar, day)), None)
    return Reply(AgendaRange(*(Days(found, found) if found else month_ahead(ctx))))


async def who_is(ctx: ChatContext, _: Question, person: int) -> Reply:
    """Say who a person is, and who leads them."""
    if not person:
        return Reply(words=ctx.say("question_no_leader"))
    found = await ctx.run(directory.get_person, person)
    said = {"name": found.display_name, "username": found.username}
    if person == ctx.actor.user.leader_user_id:
        return Reply(words=ctx.say("question_your_leader", **said))
    words = ctx.say("question_is", **said)
    if leader := found.leader_user_id:
        words += " " + ctx.say("question_led_by", name=await display_name(ctx, leader))
    return Reply(words=words)


async def told_today(ctx: ChatContext, _: Question, __: int) -> Reply:
    return Reply(LedgerOf(ctx.actor.id))


async def how_to(ctx: ChatContext, question: Question, _: int) -> Reply:
    """The screen on which something is done, or how to do it."""
    screen, text = HOW_TO[question.topic]
    return Reply(screen, ctx.say(text) if text else "")


def month_ahead(ctx: ChatContext) -> Days:
    return Days(ctx.today, ctx.today + (MOST_DAYS - 1) * ONE_DAY)


def shown_days(days: Days) -> Days:
    screen = screen_of(days)
    return Days(screen.fecha, screen.fecha) if isinstance(screen, AgendaDay) else Days(screen.first, screen.last)


# Tasks


async def tasks_of(ctx: ChatContext, question: Question, person: int) -> Reply:
    return task_list(ctx, question, FILTERS[question.topic], person)


def task_list(ctx: ChatContext, question: Question, which: TaskFilter, person: int) -> Reply:
    """Show the list as of now; of past days, what was closed then, and say that what was late then is not kept."""
    days, own = past_part(ctx, question), question.who is Who.ME or not ctx.leads
    today = Days(ctx.today, ctx.today)
    if which is TaskFilter.CLOSED and (days or question.days == today):
        days = days or today
        return Reply(ClosedWithin(*days, user=person or (ctx.actor.id if own else 0)))
    reply = list_now(ctx, question, which, person)
    return (
        replace(reply, words=ctx.say("late_not_kept")) if days and which is TaskFilter.LATE and reply.screen else reply
    )


def past_part(ctx: ChatContext, question: Question) -> Days | None:
    """The days up to today, if they began before today; else None."""
    days = question.days
    return Days(days.first, min(days.last, ctx.today)) if days and days.first < ctx.today else None


def list_now(ctx: ChatContext, question: Question, which: TaskFilter, person: int) -> Reply:
    if person and which is not TaskFilter.REPEATED:
        return Reply(TheirTasks(which, person))
    if question.who is Who.TEAM and which is not TaskFilter.REPEATED:
        return Reply(TheirTasks(which)) if ctx.leads else Reply(TaskList(which), ctx.say("own_tasks_instead"))
    if which is TaskFilter.LATE and question.who is Who.ANYBODY and ctx.leads:
        return Reply(Late())
    return Reply(TaskList(which))


async def due_list(ctx: ChatContext, question: Question, person: int) -> Reply:
    """The tasks that are due on some days, and no others; all open tasks by due date where none is said."""
    days, sunday = question.days, ctx.today + timedelta(days=6 - ctx.today.weekday())
    if days and days.last < ctx.today:
        return task_list(ctx, question, TaskFilter.LATE, person)
    if days is None or (days.first <= ctx.today and days.last == sunday):
        return task_list(ctx, question, TaskFilter.WEEK if days else TaskFilter.OPEN, person)
    of_team = question.who is Who.TEAM and not person
    user = person or (0 if of_team and ctx.leads else ctx.actor.id)
    return Reply(DueWithin(*days, user=user), ctx.say("own_tasks_instead") if of_team and not ctx.leads else "")


async def red_items(ctx: ChatContext, question: Question, person: int) -> Reply:
    if person and not ctx.may(Operation.ITEMS_READ, person):
        return Reply(words=ctx.say("red_of_leaders"))
    if days := past_part(ctx, question):
        own = not person and (question.who is Who.ME or not ctx.leads)
        return Reply(SummaryRows(*days, SummaryPart.REDS, own, user=person))
    if person:
        return Reply(TheirTasks(TaskFilter.RED, person))
    if question.who is Who.ME:
        return Reply(TaskList(TaskFilter.RED))
    return await red_typed(ctx, "")


async def in_hand(ctx: ChatContext, question: Question, person: int) -> Reply:
    """Show what the team, a person or oneself has in hand, from today on; who leads nobody is shown their own."""
    if person and not ctx.may(Operation.ITEMS_READ, person):
        return Reply(words=ctx.say("workload_not_yours", name=await display_name(ctx, person)))
    usual = workload.days_in_hand(ctx.today, ctx.pipeline.settings.working_days)
    days = question.days if question.days and question.days.last >= ctx.today else usual
    screen = WorkloadOf(max(days.first, ctx.today), days.last, user=person)
    if person or (ctx.leads and question.who is not Who.ME):
        return Reply(screen)
    only_own = question.who is Who.TEAM
    return Reply(replace(screen, own=True), ctx.say("workload_own_instead") if only_own else "")


async def meeting_of(ctx: ChatContext, question: Question, person: int) -> Reply:
    """Show what was closed, is stuck and is next; of days ahead, what was closed in the last week."""
    if person and not ctx.may(Operation.ITEMS_READ, person):
        return Reply(words=ctx.say("meeting_not_yours", name=await display_name(ctx, person)))
    days = past_part(ctx, question) or meeting.days_of_a_meeting(ctx.today)
    own = person or (ctx.actor.id if question.who is Who.ME else 0)
    return Reply(MeetingOf(*days, own, carried(question.words, ROOM_OF_A_MEETING)))


# Days and people


async def day_of(ctx: ChatContext, question: Question, person: int) -> Reply:
    days = question.days or Days(ctx.today, ctx.today)
    one = days.first == days.last
    if person:
        if not ctx.may(Operation.ITEMS_READ, person):
            return Reply(words=ctx.say("day_not_yours"))
        over = past_part(ctx, question)
        return Reply(PeriodSummaryOf(*over, user=person) if over and not one else Person(days.first, person))
    if question.who is Who.TEAM or (question.who is Who.ANYBODY and ctx.leads and not is_own(question)):
        if not ctx.leads:
            return Reply(words=ctx.say("team_leaders_only"))
        return Reply(Team(days.first) if one else period_of_team(days, ctx.today))
    return Reply(Day(days.first) if one else History(min(days.last, ctx.today)))


def is_own(question: Question) -> bool:
    """Return whether a question that names nobody is about the asker: "abrir el día", "ayer"."""
    return question.topic in (Topic.OPENED, Topic.CLOSED, Topic.REPORTED, Topic.LOG)


def period_of_team(days: Days, today: date) -> TeamWeek | TeamMonth | PeriodSummaryOf:
    """Return the screen of the week or month that has all the days; else of how they went, if they have begun."""
    if days.first.weekday() + (days.last - days.first).days < WEEK:
        return TeamWeek(days.first)
    within = days.last <= month_end(days.first)
    return TeamMonth(days.first) if within or today < days.first else PeriodSummaryOf(*days)


async def absences(ctx: ChatContext, question: Question, person: int) -> Reply:
    """The absences of oneself or of a person one leads; for others, whether they are there; else who is away."""
    if question.who is Who.ME or (question.who is Who.ANYBODY and not ctx.leads):
        return Reply(AbsenceList())
    if person and ctx.may(Operation.ABSENCE_READ, person):
        return Reply(AbsenceList(person), "" if question.days else await back_text(ctx, person))
    if person and question.days is None:
        return Reply(words=await back_text(ctx, person))
    return await presence(ctx, question, person)


async def days_left(ctx: ChatContext, _: Question, person: int) -> Reply:
    """The absences, with a line that says that days left are not counted here."""
    mine = not person or person == ctx.actor.id
    seen = mine or ctx.may(Operation.ABSENCE_READ, person)
    return Reply(AbsenceList(0 if mine else person) if seen else None, ctx.say("question_days_left"))


async def presence(ctx: ChatContext, question: Question, person: int) -> Reply:
    """Show who works on some days, by default today; days of a period that have passed are left out."""
    days = question.days or Days(ctx.today, ctx.today)
    first = max(days.first, ctx.today) if days.last >= ctx.today else days.first
    people = [person] if person else [*sure_people(question)]
    screen = PresenceOf(first, days.last, people[0] if len(people) == 1 else 0)
    if len(people) > 1:
        return Reply(panel=await presence_panel(ctx, screen, people))
    return Reply(screen)


async def back_text(ctx: ChatContext, person: int) -> str:
    """A sentence that says when a person is at work, which everybody may know."""
    name = await display_name(ctx, person)
    found = await ctx.run(absence_outlook.when_there, person)
    if found.works is None:
        return ctx.say("question_not_back", name=name)
    if found.works > ctx.today:
        return ctx.say("question_back", name=name, date=ctx.scene.long(found.works))
    there = ctx.say("question_there", name=name, date=ctx.scene.long(ctx.today))
    if found.away is None:
        return there
    days = ctx.scene.days(*found.away)
    if found.back is None:
        return f"{there} {ctx.say('question_then_away', days=days)}"
    return f"{there} {ctx.say('question_then_back', days=days, date=ctx.scene.long(found.back))}"


async def next_event(ctx: ChatContext, question: Question, person: int) -> Reply:
    """The asker's next event that has not begun, if people are named one that they take part in."""
    people = [*sure_people(question), *filter(None, [person])]
    if ahead := await ctx.run(agenda.own_events_ahead, month_ahead(ctx), people):
        return Reply(EventCard(ahead[0].id, local_date(ahead[0].start_datetime, ctx.zone)))
    if not people:
        return Reply(words=ctx.say("question_no_event", count=MOST_DAYS))
    names = listing(ctx.language, list((await ctx.names_of(people)).values()))
    return Reply(words=ctx.say("question_no_event_with", names=names, count=MOST_DAYS))


def sure_people(question: Question) -> Sequence[int]:
    """The people named clearly."""
    return [named[0] for named in question.people if len(named) == 1 and not question.near]


def unsure_names(question: Question) -> tuple[str, ...]:
    """The names that may mean several people, as they were written."""
    pairs = zip(question.called, question.people, strict=True)
    return tuple(name for name, people in pairs if question.near or len(people) > 1)


async def free_time(ctx: ChatContext, question: Question, person: int) -> Reply:
    """Show who is free then: the people named, with the asker if said; else the asker's team, or everybody."""
    blank = await blank_draft(ctx, await ctx.run(meetings.meeting_types))
    parsed = await read_event(ctx, blank, question.words, FREE_TIME)
    said = replace(parsed, title="", people=(), doubts=(), days=parsed.days or question.days)
    about = [person] if person and not question.people else await asked_people(ctx, question)
    draft = event_drafts.with_people(event_drafts.new_draft(blank, said, NOBODY), about)
    draft = replace(draft, unknown=unsure_names(question)[1:])
    return Reply(Free((await ctx.run(drafts.begin_draft, event_drafts.as_search(draft))).id))


async def asked_people(ctx: ChatContext, question: Question) -> Sequence[int]:
    me = [ctx.actor.id] if question.with_me or question.who in (Who.ME, Who.ANYBODY) else []
    if question.people:
        return [*sure_people(question), *me]
    if question.who is not Who.TEAM:
        return me or [ctx.actor.id]
    if ctx.actor.team:
        return [*sorted(ctx.actor.team), *me]
    return [each.id for each in await ctx.run(colleagues.list_colleagues)]


async def press_count_in(ctx: ChatContext, action: CountIn) -> Reply:
    body = (await ctx.run(drafts.get_draft, action.draft)).of(EventDraft)
    await ctx.run(drafts.change_draft, action.draft, await with_person(ctx, body, action.person))
    return Reply(Free(action.draft))


PANELS: Mapping[Topic, Callable[[ChatContext, Question, int], Awaitable[Reply]]] = {
    **dict.fromkeys(HOW_TO, how_to),
    **dict.fromkeys(FILTERS, tasks_of),
    **dict.fromkeys(OF_A_DAY, day_of),
    Topic.RED: red_items,
    Topic.WORKLOAD: in_hand,
    Topic.MEETING: meeting_of,
    Topic.DUE: due_list,
    Topic.FREE: free_time,
    Topic.AWAY: absences,
    Topic.DAYS_LEFT: days_left,
    Topic.PRESENT: presence,
    Topic.NEXT_EVENT: next_event,
    Topic.AGENDA: events,
    Topic.PLAN: plan,
    Topic.TASK: task,
    Topic.SUMMARY: summary,
    Topic.HISTORY: history,
    Topic.BIRTHDAYS: birthdays,
    Topic.HOLIDAYS: holidays,
    Topic.LEDGER: told_today,
    Topic.WHO_IS: who_is,
}
PANELS_OF_GROUPS: Mapping[Topic, Callable[[ChatContext, Question, int], Awaitable[Reply]]] = {
    Topic.AWAY: away_in_group,
    Topic.PRESENT: presence,
    Topic.TASK: task_in_group,
}
"""Topics that are answered in another way where a group reads it."""
HANDLERS = Handlers(actions={CountIn: press_count_in})
