"""Sentences that want something done: each leads to a draft or panel in which a press does it, under how it was read.

Where the task, event or person meant is not clear, those that may be meant are buttons.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from datetime import date, datetime, timedelta

from msgspec.structs import replace

from bot.chat.callbacks.absences import AbsenceCard, AbsenceList
from bot.chat.callbacks.agenda import AgendaDay, EventCard
from bot.chat.callbacks.callback_data import AskFor, Screen, minute_number
from bot.chat.callbacks.day import Day, Item, ReportEnd, SetLight
from bot.chat.callbacks.drafts import DraftCard, DropDraft, Field, SetField
from bot.chat.callbacks.event_cards import EventEdit, EventPart
from bot.chat.callbacks.first_words import AsComment, AsEvent, AsTask
from bot.chat.callbacks.history import CardHistory, HistoryOf
from bot.chat.callbacks.invitations import InvitationCard
from bot.chat.callbacks.notices import NoticesCard, SetLunch, SetQuietHours
from bot.chat.callbacks.own_reminders import OwnReminderCard, OwnReminderList
from bot.chat.callbacks.red import NameHelper, WhyRed
from bot.chat.callbacks.search import Found, carried
from bot.chat.callbacks.tasks import AskDue, HandOver, SetDue, SetPriority, SetResponsible, SetStatus, TaskCard
from bot.chat.callbacks.team import HandoverOf, Nudge, Team
from bot.chat.context import ChatContext, Handlers, Reply
from bot.chat.handlers import (
    absence_drafts,
    event_drafts,
    exports,
    first_words,
    own_reminders,
    questions,
    report_drafts,
    task_drafts,
    task_list_drafts,
    task_nudges,
)
from bot.chat.handlers.agenda import screen_of
from bot.chat.handlers.day import open_or_day, own_log, report_log
from bot.chat.handlers.draft_kind import begin
from bot.chat.handlers.event_cards import read_time
from bot.chat.handlers.last_change import undo_meant, undo_typed, withdraw_comment
from bot.chat.handlers.own_holidays import holidays_typed
from bot.chat.handlers.phrases import moment_of, people_by_name
from bot.chat.handlers.split_parts import begin_split
from bot.chat.handlers.tasks import todays_item
from bot.chat.handlers.zone import zone_typed
from bot.chat.panels.components import LINE_UNITS, Button, Link, Row, label, shorten, task_button
from bot.chat.panels.conflicts import off_lines
from bot.chat.panels.day import takes_changes
from bot.chat.panels.overview import is_weekend
from bot.chat.panels.pickers import minute_of_day
from bot.chat.panels.questions import choice_panel
from bot.chat.panels.times import clock_time
from core.application.access import Operation
from core.application.requests import build
from core.base.calendar_time import ONE_DAY, Days, local_date
from core.base.model import Priority, Semaforo, TaskStatus
from core.calendar import agenda
from core.calendar.events import may_change
from core.drafts import drafts
from core.language.accents import without_accents
from core.language.i18n import listing
from core.language.phrases.model import Ending, SpokenReport
from core.language.statements.model import NAMES_APART, Act, ListedTask, Statement
from core.language.statements.reading import (
    without_links,
)
from core.language.statements.reminders import read_reminder
from core.language.statements.vocabulary import SAYS_NO_NAME
from core.people import colleagues, notices, users
from core.people.colleagues import PeopleByName
from core.people.quiet_hours import office_quiet_hours, quiet_hours
from core.people.schedules import each_date
from core.records.calendar import Event
from core.records.drafts import CommentDraft, ReportDraft, TaskDraft
from core.records.people import Absence
from core.records.work import DailyLog, Task
from core.work import (
    absence_outlook,
    agreed,
    assigning,
    daily_logs,
    followers,
    search,
    task_edits,
    task_requests,
    task_search,
    tasks,
)
from core.work.daily_logs import OpenRequest
from core.work.day_items import COMPLETE
from core.work.followers import PlacesToTell
from core.work.search import SearchRequest
from core.work.task_edits import TaskEdit

MOST_CHOICES = 6
CHANGES = frozenset({Act.MOVE_EVENT, Act.CANCEL_EVENT, Act.INVITE})


def only_one(said: Statement) -> int:
    """The person named, if it is clear who that is, else 0."""
    sure = len(said.people) == 1 and len(said.people[0]) == 1 and not said.near
    return said.people[0][0] if sure else 0


async def answer_statement(ctx: ChatContext, said: Statement) -> Reply:
    """Answer a statement with what leads on from it, under how it was read."""
    reply = await ANSWERS[said.act](ctx, said)
    saved = said.act is Act.REPORT and not isinstance(reply.screen, DraftCard | TaskCard)
    reminded = isinstance(reply.screen, OwnReminderCard | OwnReminderList)
    if saved or reminded or said.act in (Act.UNDO, Act.WITHDRAW):
        return reply  # what was saved or taken back says itself how it was read
    return questions.under_receipt(ctx, await what_text(ctx, said), reply)


async def what_text(ctx: ChatContext, said: Statement) -> str:
    """Say what a statement wants, in the words of the chat."""
    if number := said.task or (said.lines[0].task_id if said.lines else 0):
        return ctx.say(f"task_act_{said.act}", id=number)
    if said.act is Act.SEARCH:
        return ctx.say("wants_search", words=shorten(said.words, LINE_UNITS))
    if said.act is Act.MESSAGE or (said.act is Act.ABSENCE and only_one(said) not in (0, ctx.actor.id)):
        return ctx.say(f"wants_of_{said.act}", names=await names_of(ctx, said))
    return ctx.say(f"act_{said.act}")


async def names_of(ctx: ChatContext, said: Statement) -> str:
    people = [named[0] for named in said.people]
    names = await ctx.names_of(people)
    return listing(ctx.language, [names[person] for person in people])


# The day


async def close_day(ctx: ChatContext, said: Statement) -> Reply:
    """The day closed as «cerrar» alone closes it; what is about to be closed where that is only meant."""
    if not said.outright:
        return await end_day(ctx, said)
    return await report_drafts.ended(ctx, Ending(send=False, close=True), ctx.today)


async def send_day(ctx: ChatContext, said: Statement) -> Reply:
    """The report of a day on which nothing changed, sent, and the day opened for it; else what is about to be sent."""
    if not said.outright:
        return await end_day(ctx, said)
    log = await ctx.run(daily_logs.open_recent_log, build(OpenRequest, {"fecha": ctx.today}))
    if log.closed_at is not None:
        return Reply(Day(ctx.today), ctx.say("said_still_closed"))
    return await report_log(ctx, log.id, ctx.today, sure=True)


async def end_day(ctx: ChatContext, said: Statement) -> Reply:
    """Show what is about to be reported or closed; the day itself where that cannot be."""
    log = await own_log(ctx, ctx.today)
    to_one = ctx.say("report_goes_to_leader") if said.people else ""
    if log is None or log.closed_at is not None:
        why = ctx.say("said_still_closed" if log else "said_open_first")
        return Reply(Day(ctx.today), "\n".join(filter(None, [to_one, why])))
    return Reply(ReportEnd(ctx.today, log.id, closing=said.act is Act.CLOSE_DAY), to_one)


async def report(ctx: ChatContext, said: Statement) -> Reply:
    """Save a report, opening the day if need be; draft one of an earlier day, or that is refused.

    For a task that is not one's own, offer to comment on it.
    """
    task = await ctx.run(tasks.get_task, said.lines[0].task_id)
    fecha = said.days.first if said.days else ctx.today
    if ctx.actor.id not in task.responsible_user_ids:
        return await of_others(ctx, said.lines[0].words, [task.id], closes=said.lines[0].percent == COMPLETE)
    if not said.days:
        await ctx.run(daily_logs.open_recent_log, build(OpenRequest, {"fecha": fecha}))
        if saved := await report_drafts.applied(ctx, SpokenReport(said.lines), fecha):
            return saved
    log = await log_with(ctx, {line.task_id for line in said.lines}, fecha)
    opens = log is None or log.closed_at is not None
    return await begin(ctx, ReportDraft(fecha=fecha, lines=said.lines, opens=opens), Field.NOTHING)


async def of_others(ctx: ChatContext, words: str, found: Sequence[int], *, closes: bool = False) -> Reply:
    """Offer to save a report on others' task as a comment on one of those `found`; show a card where none is open.

    Nobody but the owner of a day sets a percentage or a light in it. `closes`: the task is said to be done; who may
    close it gets its card.
    """
    if closes and TaskStatus.CERRADA in tasks.next_statuses(ctx.actor, await ctx.run(tasks.get_task, found[0])):
        return Reply(TaskCard(found[0]))
    known = await ctx.run(task_search.open_descriptions)
    shown = [each for each in found if each in known][:MOST_CHOICES]
    if not shown:
        return Reply(TaskCard(found[0]))
    people = (await ctx.run(tasks.get_task, shown[0])).responsible_user_ids
    names = listing(ctx.language, list((await ctx.names_of(people)).values()))
    body = TaskDraft(descripcion=words, responsible_user_ids=(ctx.actor.id,))
    draft = (await ctx.run(drafts.begin_draft, body)).id
    buttons = [
        Button(ctx.say("button_comment_it", task=label(f"#{each} · {known[each]}")), AsComment(draft, each))
        for each in shown
    ]
    left = ctx.scene.button("offer_no", DropDraft(draft))
    return Reply(panel=choice_panel(ctx.say("report_of_theirs", names=names), [*buttons, left]))


async def log_with(ctx: ChatContext, task_ids: Collection[int], fecha: date) -> DailyLog | None:
    """One's log of a date; where that is open, with the tasks that have come up since it was opened."""
    log = await own_log(ctx, fecha)
    if log is None or log.closed_at is not None or {item.task_id for item in log.items}.issuperset(task_ids):
        return log
    return await ctx.run(daily_logs.open_recent_log, build(OpenRequest, {"fecha": fecha}))


async def nudge(ctx: ChatContext, said: Statement) -> Reply:
    """The question whether somebody whom one leads is to be reminded of their day; of everybody, the team's day."""
    people = [person for named in said.people for person in named]
    if ctx.leads and not people:
        return Reply(Team(ctx.today))
    led = [person for person in people if person in ctx.actor.team]
    if not led:
        return Reply(words=ctx.say("nudge_of_leaders"))
    names = await ctx.names_of(led)
    buttons = [ctx.scene.button("nudge_person", Nudge(ctx.today, each), name=label(names[each])) for each in led]
    return Reply(panel=choice_panel(ctx.say("nudge_ask"), buttons))


# Drafts


async def absence(ctx: ChatContext, said: Statement) -> Reply:
    """The draft of an absence; leave that is asked for is noted here, and not granted."""
    reply = await absence_drafts.begin_draft(ctx, only_one(said) or ctx.actor.id, said.words)
    return replace(reply, words=await asks_nobody_text(ctx)) if said.asks and reply.screen else reply


async def asks_nobody_text(ctx: ChatContext) -> str:
    """Say that an absence is noted and not granted, and which leader is told of it, where one can be."""
    leader = ctx.actor.user.leader_user_id
    names = await ctx.run(users.names_within_reach, [leader] if leader else [])
    told = [ctx.say("absence_told", name=name) for name in names.values()]
    return " ".join([ctx.say("absence_asks_nobody"), *told])


async def some_hours(ctx: ChatContext, said: Statement) -> Reply:
    """The draft of some hours away; where none of one's work are said, how to say some, or an event instead."""
    return await absence_drafts.begin_hours(ctx, said.words) or await not_kept(ctx, said)


async def not_kept(ctx: ChatContext, said: Statement) -> Reply:
    """Say what is not kept here of where people are, and offer what is nearest: an event, or one's absences."""
    draft = await ctx.run(drafts.begin_draft, TaskDraft(descripcion=said.words, responsible_user_ids=(ctx.actor.id,)))
    buttons = [
        ctx.scene.button("whereabouts_event", AsEvent(draft.id)),
        ctx.scene.button("whereabouts_absences", AbsenceList()),
    ]
    return Reply(panel=choice_panel(ctx.say(f"not_kept_{said.act}"), buttons))


async def back(ctx: ChatContext, said: Statement) -> Reply:
    """The absence that lasts, with the question whether it is to end where one is back; else the day, or one's own."""
    listed = (await ctx.run(absence_outlook.absences_of, ctx.actor.id)).absences
    lasting = next((each for each, _ in listed if each.first_day <= ctx.today <= each.last_day), None)
    if lasting:
        return Reply(AbsenceCard(lasting.id, ending=said.act is Act.BACK))
    if said.act is Act.BACK_ON:
        return Reply(AbsenceList())
    return Reply(Day(ctx.today), ctx.say("back_without_absence"))


async def new_task(ctx: ChatContext, said: Statement) -> Reply:
    """The draft of a task, or of several that are listed, each with the @name of whose it is."""
    if said.items:
        people = await people_by_name(ctx)
        return await task_list_drafts.list_typed(ctx, [await words_of_item(ctx, each, people) for each in said.items])
    return await task_drafts.new_typed(ctx, await words_of_task(ctx, said))


async def words_of_item(ctx: ChatContext, item: ListedTask, people: PeopleByName) -> str:
    names = item.name.split(NAMES_APART) if item.name else []
    found = [people.ids.get(without_accents(name).lstrip("@").lower(), ()) for name in names]
    if [[*each] for each in found] in ([], [[ctx.actor.id]]):
        return item.words
    known = {each.id: each.username for each in await ctx.run(colleagues.list_colleagues)}
    usernames = [f"@{known[each[0]]}" for each in found if len(each) == 1 and each[0] in known]
    return " ".join([*usernames, item.words]) if len(usernames) == len(names) else f"{item.name}: {item.words}"


async def words_of_task(ctx: ChatContext, said: Statement) -> str:
    """Return the words to read a task from, behind the @name of whose it is, or their name where several have it."""
    clear = not said.near and all(len(named) == 1 for named in said.people)
    if said.near:
        return said.title
    if not clear:
        return await with_username(ctx, said)
    own = f"@{ctx.actor.user.username} " if len(said.people) > 1 and (ctx.actor.id,) in said.people else ""
    return own + await addressed(ctx, said)


async def with_username(ctx: ChatContext, said: Statement) -> str:
    """The words with a name that several people have as the @name of the one whose username it is."""
    shared = {person for named in said.people if len(named) > 1 for person in named}
    usernames = {each.username for each in await ctx.run(colleagues.list_colleagues) if each.id in shared}
    for found in re.finditer(r"(?<![@\w])\w+", said.title):
        if without_accents(found[0]).lower() in usernames:
            return f"{said.title[: found.start()]}@{said.title[found.start() :]}"
    return said.title


async def cancelled_absence(ctx: ChatContext, said: Statement) -> Reply:
    """The question whether to cancel the one absence of the days said, one's own or of the person named; else all.

    One that is longer is shown with its days: it is cancelled as a whole.
    """
    person = absent_person(ctx, said)
    if person != ctx.actor.id and not ctx.may(Operation.ABSENCE_READ, person):
        return Reply(words=ctx.say("absence_not_yours"))
    every = Reply(AbsenceList(0 if person == ctx.actor.id else person))
    if said.days is None:
        return every
    days, found = said.days, await absences_on(ctx, person, said.days)
    if len(found) != 1:
        return every if found else replace(every, words=ctx.say("absence_none_then"))
    (only,) = found
    if only.first_day < days.first or only.last_day > days.last:
        return Reply(AbsenceCard(only.id), ctx.say("absence_is_longer"))
    return Reply(AbsenceCard(only.id, ending=True))


def absent_person(ctx: ChatContext, said: Statement) -> int:
    """Return the person whose absence is meant."""
    people = [person for named in said.people for person in named]
    return people[0] if len(people) == 1 else ctx.actor.id


async def absences_on(ctx: ChatContext, person: int, days: Days | None) -> Sequence[Absence]:
    """A person's absences that are not over, or those of them that have one of these days."""
    listed = [each for each, _ in (await ctx.run(absence_outlook.absences_of, person)).absences]
    return [each for each in listed if not days or (each.first_day <= days.last and each.last_day >= days.first)]


async def changed_absence(ctx: ChatContext, said: Statement) -> Reply:
    """The draft of an absence on other days, in place of the one that is meant; which one, where there are several."""
    person = absent_person(ctx, said)
    if not ctx.may(Operation.ABSENCE_WRITE, person):
        return Reply(words=ctx.say("absence_not_yours"))
    found = await absences_on(ctx, person, said.days)
    reply = await absence_drafts.begin_draft(ctx, person, said.words, found[0] if len(found) == 1 else None)
    if len(found) <= 1 or not isinstance(reply.screen, DraftCard):
        return reply
    draft = reply.screen.draft
    buttons = [
        Button(ctx.scene.days(each.first_day, each.last_day), SetField(draft, Field.ABSENCE, each.id))
        for each in found[:MOST_CHOICES]
    ]
    return Reply(panel=choice_panel(ctx.say("absence_meant_ask"), buttons))


async def comment(ctx: ChatContext, said: Statement) -> Reply:
    task = await ctx.run(tasks.get_task, said.task)
    if not said.words:
        return Reply(TaskCard(task.id, AskFor.COMMENT))
    return await begin(ctx, CommentDraft(task_id=task.id, words=await addressed(ctx, said)), Field.NOTHING)


async def addressed(ctx: ChatContext, said: Statement) -> str:
    """The words, behind the @name of those whom they are for and of whom it is clear who they are."""
    people = {named[0] for named in said.people if len(named) == 1 and not said.near} - {ctx.actor.id}
    known = await ctx.run(colleagues.list_colleagues) if people else ()
    return " ".join([*(f"@{each.username}" for each in known if each.id in people), said.words])


async def message(ctx: ChatContext, said: Statement) -> Reply:
    """Ask on which of one's tasks to comment for somebody, or offer the chat with them: no message is carried here.

    Tasks on which it reaches them, theirs first; else those into which they can be let. A button chooses the task of
    the comment's draft, or where nothing was said yet, asks for the words.
    """
    names = await names_of(ctx, said)
    if said.near or any(len(named) > 1 for named in said.people):
        return Reply(words=ctx.say("helper_unclear", names=names))
    people = [person for (person,) in said.people if person != ctx.actor.id]
    places = await ctx.run(followers.places_to_tell, people)
    found = (places.told or places.let_in)[:MOST_CHOICES]
    chats = await chats_with(ctx, people)
    if not found:
        panel = choice_panel(ctx.say("message_without_task", names=names), [await as_task(ctx, said)])
        return Reply(panel=replace(panel, rows=[*panel.rows, *chats]))
    draft = 0
    if said.words:
        body = CommentDraft(task_id=found[0].id, words=await addressed(ctx, said))
        draft = (await ctx.run(drafts.begin_draft, body)).id
    buttons = [
        task_button(
            task.id,
            task.descripcion,
            SetField(draft, Field.TASK, task.id) if draft else TaskCard(task.id, AskFor.COMMENT),
        )
        for task in found
    ]
    words = await comment_text(ctx, places, people, names=names, unsaid=not said.words)
    panel = choice_panel(words, [*buttons, await as_task(ctx, said)])
    return Reply(panel=replace(panel, rows=[*panel.rows, *chats]))


async def chats_with(ctx: ChatContext, people: Sequence[int]) -> Sequence[Row]:
    """A button to the chat with each of these people who has a Telegram @name."""
    known = await ctx.run(colleagues.telegram_names, people)
    names = await ctx.names_of([*known])
    return [[Link(ctx.say("write_to", name=label(names[each])), person=known[each])] for each in known]


async def comment_text(
    ctx: ChatContext, places: PlacesToTell, people: Sequence[int], *, names: str, unsaid: bool
) -> str:
    """Say how a comment reaches those for whom something is, as far as it does."""
    lines = [ctx.say("message_as_comment" if places.told else "message_as_comment_let_in", names=names)]
    if away := [person for person in people if person in places.unreachable]:
        named = listing(ctx.language, list((await ctx.names_of(away)).values()))
        lines = [ctx.say("message_as_comment_unheard", names=named)]
    known = await ctx.run(colleagues.list_colleagues) if unsaid else ()
    usernames = [f"@{each.username}" for each in known if each.id in people]
    lines += [ctx.say("message_as_comment_name", names=listing(ctx.language, usernames))] if usernames else []
    return " ".join(lines)


async def as_task(ctx: ChatContext, said: Statement) -> Button:
    """The offer of a task for those to whom something was to be said."""
    body = TaskDraft(descripcion=await words_of_task(ctx, said), responsible_user_ids=(ctx.actor.id,))
    return ctx.scene.button("as_task_instead", AsTask((await ctx.run(drafts.begin_draft, body)).id))


async def found(ctx: ChatContext, said: Statement) -> Reply:
    """Show what is found; where that is nothing, ask whether it is rather a task: "buscar proveedor"."""
    screen = Found(carried(said.words))
    if await ctx.run(search.search, build(SearchRequest, {"q": screen.words, "limit": 1})):
        return Reply(screen)
    near = await ctx.run(search.nearest, screen.words)
    offered, panel = await first_words.offer_of(ctx, said.title, near, "search_or_task")
    return Reply(offered, panel=panel)


async def reminder(ctx: ChatContext, said: Statement) -> Reply:
    """The reminder of what is said, set at once; without an hour or a part of a day, the draft of a task."""
    words = await event_drafts.with_clock_time(ctx, said.words)
    spoken = await asyncio.to_thread(read_reminder, words, moment_of(ctx))
    if spoken.at is not None:
        return await own_reminders.set_reminder(ctx, spoken, spoken.at)
    body = await task_drafts.read_new(ctx, None, words)
    body = replace(body, descripcion=without_links(body.descripcion))
    return await begin(ctx, body, task_drafts.missing_field(body))


# A task


async def helper(ctx: ChatContext, said: Statement) -> Reply:
    """Ask with which of one's red tasks somebody helps; a press names them. Without a name, the red asks who."""
    if not said.people:
        return await ask_for_help(ctx, said.task)
    person = only_one(said)
    names = await names_of(ctx, said)
    if not person or person == ctx.actor.id:
        return Reply(words=ctx.say("helper_unclear", names=names))
    log = await own_log(ctx, ctx.today)
    red = [item for item in (log.items if log else ()) if item.semaforo is Semaforo.ROJO]
    found = [item for item in red if said.task in (0, item.task_id)]
    if not found and said.task:
        return await ask_for_help(ctx, said.task)
    if not found:
        return Reply(Day(ctx.today), ctx.say("helper_without_red"))
    day = ctx.today.toordinal()
    buttons = [
        task_button(item.task_id, item.descripcion, NameHelper(item.task_id, day, item.id, person, named=True))
        for item in found[:MOST_CHOICES]
    ]
    return Reply(panel=choice_panel(ctx.say("helper_ask", names=names), buttons))


async def ask_for_help(ctx: ChatContext, task_id: int) -> Reply:
    """Why one's task is red and who helps; of one that is not red today, the press that makes it so and asks that."""
    task = await ctx.run(tasks.get_task, task_id)
    log = await log_with(ctx, [task.id], ctx.today)
    found = next((each for each in (log.items if log else ()) if each.task_id == task.id), None)
    if found and found.semaforo is Semaforo.ROJO:
        return Reply(WhyRed(task.id, ctx.today.toordinal(), found.id))
    if log and found and takes_changes(log, found):
        red = ctx.scene.button("ask_help", SetLight(ctx.today, ctx.today, found.id, Semaforo.ROJO), id=task.id)
        return asked(ctx, "red_asks_help", task.id, [red])
    if task.estatus is TaskStatus.CERRADA:
        return Reply(TaskCard(task.id), ctx.say("red_asks_help_closed"))
    own = ctx.actor.id in task.responsible_user_ids and task.is_active
    return Reply(TaskCard(task.id), ctx.say("red_asks_help_in_day") if own else "")


async def hand_over(ctx: ChatContext, said: Statement) -> Reply:
    """Offer the one press that gives a task to somebody, or asks somebody to whom one may give none."""
    task = await ctx.run(tasks.get_task, said.task)
    if not task.is_open:
        return Reply(TaskCard(task.id), ctx.say("hand_over_closed"))
    if not agreed.may_hand_over(ctx.actor, task):
        return Reply(TaskCard(task.id), await who_may_text(ctx, task))
    named = [person for people in said.people for person in people if [person] != task.responsible_user_ids]
    if not named:
        return Reply(TaskCard(task.id), ctx.say("hand_over_is_theirs"))
    reachable = {each.id for each in (await ctx.run(assigning.assignable_people, ())).people}
    given = reachable.intersection(named)
    names = await ctx.names_of(named)
    back = TaskCard(task.id).back
    several = len(named) > 1 or said.near
    gives = "person" if several else "hand_over_to"
    buttons = [
        ctx.scene.button(
            gives if person in given else "ask_person", HandOver(task.id, *back, person), name=label(names[person])
        )
        for person in named
    ]
    away = off_lines(ctx.scene, await ctx.run(assigning.away_soon, named), names)
    if several:
        return asked(ctx, "hand_over_ask", task.id, buttons, away)
    question = "hand_over_sure" if given else "hand_over_asks"
    what = shorten(task.descripcion, LINE_UNITS)
    return asked(ctx, question, task.id, buttons, away, name=names[named[0]], what=what)


async def add_people(ctx: ChatContext, said: Statement) -> Reply:
    """A press for each person named that makes them responsible besides those who are."""
    task = await ctx.run(tasks.get_task, said.task)
    if not task.is_open:
        return Reply(TaskCard(task.id), ctx.say("hand_over_closed"))
    if not task_edits.may_set_due(ctx.actor, task):
        return Reply(TaskCard(task.id), await who_may_text(ctx, task))
    named = [person for people in said.people for person in people if person not in task.responsible_user_ids]
    if not named:
        return Reply(TaskCard(task.id), ctx.say("add_responsible_there"))
    reachable = {each.id for each in (await ctx.run(assigning.assignable_people, ())).people}
    names = await ctx.names_of(named)
    if not reachable.issuperset(named):
        beyond = [names[each] for each in named if each not in reachable]
        return Reply(TaskCard(task.id), ctx.say("add_responsible_beyond", names=listing(ctx.language, beyond)))
    back = TaskCard(task.id).back
    buttons = [
        ctx.scene.button(
            "add_responsible", SetResponsible(task.id, *back, each, responsible=True), name=label(names[each])
        )
        for each in named
    ]
    away = off_lines(ctx.scene, await ctx.run(assigning.away_soon, named), names)
    what = shorten(task.descripcion, LINE_UNITS)
    listed = listing(ctx.language, [names[each] for each in named])
    return asked(ctx, "add_responsible_ask", task.id, buttons, away, names=listed, what=what)


async def hand_over_all(ctx: ChatContext, said: Statement) -> Reply:
    """Show what somebody has in hand, with the press that passes it on; ask to whom, where that is not clear."""
    (giver, *others), takers = said.people
    if others or not ctx.may(Operation.HANDOVER, giver):
        return Reply(words=ctx.say("hand_over_all_of_leader"))
    return Reply(HandoverOf(giver, takers[0] if len(takers) == 1 and not said.near else 0))


async def due(ctx: ChatContext, said: Statement) -> Reply:
    """Offer the press that moves a due date, or that asks for this those who may."""
    task = await ctx.run(tasks.get_task, said.task)
    moves = task_edits.may_set_due(ctx.actor, task)
    decider = None if moves else await ctx.run(task_requests.date_decider, task.id)
    if not moves and decider is None:
        return Reply(TaskCard(task.id), await who_may_text(ctx, task))
    if said.later:
        days = [max(task.fecha_cumplir, ctx.today) + said.later * ONE_DAY]
    else:
        assert said.days is not None  # noqa: S101  without a day it is no such statement
        days = [day for day in each_date(*said.days) if said.days.first == said.days.last or not is_weekend(day)]
    back_to = TaskCard(task.id).back
    if decider is None:
        buttons = [Button(ctx.scene.long(day), SetDue(task.id, *back_to, day)) for day in days]
        return asked(ctx, "due_next_ask", task.id, buttons)
    name = label(decider.display_name)
    why = TaskDraft(descripcion=said.words, responsible_user_ids=(ctx.actor.id,))
    draft = (await ctx.run(drafts.begin_draft, why)).id if said.words else 0
    buttons = [
        ctx.scene.button("ask_person_due", AskDue(task.id, day, draft), name=name, date=ctx.scene.short(day))
        for day in days
    ]
    what = shorten(task.descripcion, LINE_UNITS)
    return asked(ctx, "due_is_of_another", task.id, buttons, name=decider.display_name, what=what)


async def split(ctx: ChatContext, said: Statement) -> Reply:
    """The parts that a task is to be split into, made by one press; into what, where that is not said."""
    task = await ctx.run(tasks.get_task, said.task)
    if not task.is_open:
        return Reply(TaskCard(task.id))
    if not agreed.may_hand_over(ctx.actor, task):
        return Reply(TaskCard(task.id), await who_may_text(ctx, task))
    drafted = await begin_split(ctx, task.id, [each.words for each in said.items])
    return drafted or Reply(TaskCard(task.id, AskFor.SPLIT))


async def priority(ctx: ChatContext, said: Statement) -> Reply:
    """The press that gives a task the priority said, or the next one up or down."""
    task = await ctx.run(tasks.get_task, said.task)
    if not tasks.may_edit(ctx.actor, task):
        return Reply(TaskCard(task.id), await who_may_text(ctx, task))
    levels = [*Priority]
    place = min(max(levels.index(task.prioridad) - said.step, 0), len(levels) - 1)
    wanted = said.priority or levels[place]
    name = ctx.say(f"priority_button_{wanted}")
    if wanted is task.prioridad:
        return Reply(TaskCard(task.id), ctx.say("urgency_same", priority=name))
    return asked(ctx, "urgency_ask", task.id, [Button(name, SetPriority(task.id, *TaskCard(task.id).back, wanted))])


async def rename(ctx: ChatContext, said: Statement) -> Reply:
    """The card with its new title; where none is said, the card asks for it."""
    task = await ctx.run(tasks.get_task, said.task)
    if not task_edits.may_set_due(ctx.actor, task):
        return Reply(TaskCard(task.id), await who_may_text(ctx, task))
    if not said.words:
        return Reply(TaskCard(task.id, AskFor.DESCRIPTION))
    await ctx.run(task_edits.edit_task, task.id, build(TaskEdit, {"descripcion": said.words}))
    return Reply(TaskCard(task.id), ctx.say("renamed", before=shorten(task.descripcion, LINE_UNITS)))


async def reopen(ctx: ChatContext, said: Statement) -> Reply:
    """The presses that open a closed task again; its card where it is open, or where one may not."""
    task = await ctx.run(tasks.get_task, said.task)
    if task.estatus is not TaskStatus.CERRADA:
        return Reply(TaskCard(task.id), ctx.say("reopen_is_open", id=task.id))
    states = tasks.next_statuses(ctx.actor, task)
    if not states:
        return Reply(TaskCard(task.id), await who_may_text(ctx, task))
    back_to = TaskCard(task.id).back
    buttons = [
        Button(ctx.say(f"status_{state}"), SetStatus(task.id, *back_to, state))
        for state in TaskStatus
        if state in states
    ]
    return asked(ctx, "reopen_ask", task.id, buttons)


async def item(ctx: ChatContext, said: Statement) -> Reply:
    """One's item today, for its light or its percentage; the day where there is no such item."""
    task = await ctx.run(tasks.get_task, said.task)
    if found := await todays_item(ctx, task.id):
        ask = AskFor.PERCENT if said.act is Act.PROGRESS else AskFor.NOTHING
        return Reply(Item(ctx.today, found, ask), ctx.say(f"item_ask_{said.act}"))
    own = ctx.actor.id in task.responsible_user_ids
    return Reply(Day(ctx.today), ctx.say("light_without_item")) if own else Reply(TaskCard(task.id))


async def quiet(ctx: ChatContext, said: Statement) -> Reply:
    """The press that sets the quiet hours said; an end that was not said stays as it is."""
    chosen, settings = await ctx.run(notices.chosen_notices), ctx.pipeline.settings
    now, office = quiet_hours(settings, chosen), office_quiet_hours(settings)
    now = office if now.starts == now.ends else now
    starts, ends = said.starts or now.starts, said.ends or now.ends
    if starts == ends or any(notices.prompt_faults(settings, replace(chosen, quiet_starts=starts, quiet_ends=ends))):
        return Reply(NoticesCard(), ctx.say("quiet_not_then"))
    between = {"starts": clock_time(ctx.scene, starts), "ends": clock_time(ctx.scene, ends)}
    buttons = [
        ctx.scene.button("quiet_then", SetQuietHours(minute_of_day(starts), minute_of_day(ends))),
        ctx.scene.button("all_notices", NoticesCard()),
    ]
    return Reply(panel=choice_panel(ctx.say("quiet_ask", **between), buttons))


async def lunch(ctx: ChatContext, said: Statement) -> Reply:
    """The press that keeps the lunch said."""
    starts, ends = said.starts, said.ends
    assert starts is not None and ends is not None  # noqa: S101, PT018  a lunch is read with both
    between = {"starts": clock_time(ctx.scene, starts), "ends": clock_time(ctx.scene, ends)}
    buttons = [
        ctx.scene.button("lunch_then", SetLunch(minute_of_day(starts), minute_of_day(ends))),
        ctx.scene.button("all_notices", NoticesCard()),
    ]
    return Reply(panel=choice_panel(ctx.say("lunch_ask", **between), buttons))


async def history(ctx: ChatContext, said: Statement) -> Reply:
    task = await ctx.run(tasks.get_task, said.task)
    return Reply(CardHistory(HistoryOf.TASK, task.id))


def asked(
    ctx: ChatContext, question: str, task_id: int, buttons: list[Button], notes: Sequence[str] = (), **words: str
) -> Reply:
    see = ctx.scene.button("see_task", TaskCard(task_id), id=task_id)
    return Reply(panel=choice_panel(ctx.say(question, id=task_id, **words), [*buttons, see], notes))


async def delete(ctx: ChatContext, said: Statement) -> Reply:
    task = await ctx.run(tasks.get_task, said.task)
    if not task_edits.may_delete(ctx.actor, task):
        return Reply(TaskCard(task.id), await who_may_text(ctx, task))
    return Reply(TaskCard(said.task, AskFor.DELETE))


async def who_may_text(ctx: ChatContext, task: Task) -> str:
    """Name the people who may make a change of a task that the reader may not: its leader and its creator."""
    people = {person for person in (task.leader_user_id, task.created_by_user_id) if person is not None}
    names = await ctx.names_of(people - {ctx.actor.id})
    if not names:
        return ctx.say("change_of_leader")
    own = ctx.actor.user.leader_user_id
    said = [ctx.say("name_of_leader", name=name) if person == own else name for person, name in names.items()]
    return ctx.say("may_be_changed_by", names=listing(ctx.language, said), count=len(said))


# An event


async def of_event(ctx: ChatContext, said: Statement) -> Reply:
    """Ask about the event that is meant, or which of one's own it is."""
    invited = said.act is Act.INVITE
    people = [named[0] for named in said.people if len(named) == 1 and not said.near and not invited]
    ahead = await ctx.run(agenda.own_events_ahead, said.days or questions.month_ahead(ctx), people)
    ahead = [each for each in ahead if each.start_datetime.astimezone(ctx.own_zone).time() == said.starts] or ahead
    changeable = [event for event in ahead if said.act in CHANGES and may_change(ctx.actor, event)]
    found, named = titled(changeable, said.title)
    found, named = (found, named) if found and named else titled(ahead, said.title)
    found = next_of_each_series(found)[:MOST_CHOICES]
    if not found:
        return Reply(screen_of(said.days) if said.days else AgendaDay(ctx.today), ctx.say("event_meant_none"))
    screens = [await edit_of(ctx, event, said) for event in found]
    if len(found) == 1 and named:
        return Reply(screens[0])
    buttons = [Button(event_label(ctx, event), screen) for event, screen in zip(found, screens, strict=True)]
    return Reply(panel=choice_panel(ctx.say("event_meant_ask" if named else "event_meant_other"), buttons))


def next_of_each_series(events: Sequence[Event]) -> Sequence[Event]:
    """The events, but of each series only the next: its question asks about the later ones, too."""
    found: dict[int, Event] = {}
    for event in events:
        found.setdefault(event.series_id or -event.id, event)
    return list(found.values())


def titled(events: Sequence[Event], title: str) -> tuple[Sequence[Event], bool]:
    """Return the events whose titles have most of the words, and True; all of them and False if no word names any."""
    words = title.split()
    counts = [sum(word in without_accents(event.title) for word in words) for event in events]
    found = [event for event, count in zip(events, counts, strict=True) if count == max(counts)]
    names = [word for word in words if not SAYS_NO_NAME.fullmatch(word)]
    if not names or any(word in without_accents(event.title) for event in found for word in names):
        return found, True
    return events, False


async def edit_of(ctx: ChatContext, event: Event, said: Statement) -> Screen:
    """Return the question about an event: whether to cancel it, to have it at the time said, or when else to have it.

    Where nothing is to be changed, return the question whether one comes, or its card.
    """
    if said.act is Act.ANSWER_EVENT:
        return InvitationCard(event.id)
    if said.act is Act.INVITE:
        return EventEdit(event.id, EventPart.PEOPLE)
    if said.act is Act.SEE_EVENT:
        return EventCard(event.id, local_date(event.start_datetime, ctx.own_zone))
    if said.act is Act.CANCEL_EVENT:
        return EventEdit(event.id, EventPart.CANCEL)
    screen = EventEdit(event.id, EventPart.MOVE)
    moved = await moved_to(ctx, event, screen, said)
    return replace(screen, ask=EventPart.CONFIRM, at=minute_number(moved[0]), minutes=moved[1]) if moved else screen


async def moved_to(ctx: ChatContext, event: Event, screen: EventEdit, said: Statement) -> tuple[datetime, int] | None:
    """The new start of an event and its length in minutes: as said, or shifted as said; None where neither is said."""
    if said.shift:
        length = (event.end_datetime - event.start_datetime) // timedelta(minutes=1)
        return event.start_datetime + timedelta(minutes=said.shift), length
    return await read_time(ctx, event, screen, said.words) if said.words else None


def event_label(ctx: ChatContext, event: Event) -> str:
    return f"{ctx.scene.when(event.start_datetime, ctx.own_zone)} · {label(event.title)}"


ANSWERS: Mapping[Act, Callable[[ChatContext, Statement], Awaitable[Reply]]] = {
    Act.UNDO: lambda ctx, said: undo_typed(ctx, "") if said.outright else undo_meant(ctx),
    Act.WITHDRAW: withdraw_comment,
    Act.OPEN_DAY: lambda ctx, _: open_or_day(ctx, ctx.today),
    Act.SEND_DAY: send_day,
    Act.CLOSE_DAY: close_day,
    Act.REPORT: report,
    Act.ABSENCE: absence,
    Act.CANCEL_ABSENCE: cancelled_absence,
    Act.CHANGE_ABSENCE: changed_absence,
    Act.REMINDER: reminder,
    Act.REMINDERS: own_reminders.listed,
    Act.DROP_REMINDER: own_reminders.removed,
    Act.NEW_EVENT: lambda ctx, said: event_drafts.event_typed(ctx, said.words),
    Act.HAND_OVER: hand_over,
    Act.HAND_OVER_ALL: hand_over_all,
    Act.ADD_PERSON: add_people,
    Act.DUE: due,
    Act.SPLIT: split,
    Act.DELETE: delete,
    Act.RENAME: rename,
    Act.COMMENT: comment,
    Act.MESSAGE: message,
    Act.EXPORT: lambda ctx, said: exports.export(ctx, said.days or exports.this_month(ctx)),
    Act.NEW_TASK: new_task,
    Act.HELPER: helper,
    Act.QUIET: quiet,
    Act.LUNCH: lunch,
    Act.ZONE: lambda ctx, said: zone_typed(ctx, said.words),
    Act.OWN_HOLIDAYS: lambda ctx, said: holidays_typed(ctx, said.words),
    Act.PRIORITY: priority,
    Act.REOPEN: reopen,
    Act.LIGHT: item,
    Act.PROGRESS: item,
    Act.HISTORY: history,
    Act.SOME_HOURS: some_hours,
    Act.TEAM_OFF: lambda ctx, said: absence_drafts.begin_team(ctx, said.words),
    Act.ELSEWHERE: not_kept,
    Act.BACK: back,
    Act.BACK_ON: back,
    Act.SEARCH: found,
    Act.NUDGE: nudge,
    Act.CHASE: task_nudges.chase,
    Act.MOVE_EVENT: of_event,
    Act.CANCEL_EVENT: of_event,
    Act.INVITE: of_event,
    Act.ANSWER_EVENT: of_event,
    Act.SEE_EVENT: of_event,
}
HANDLERS = Handlers()
