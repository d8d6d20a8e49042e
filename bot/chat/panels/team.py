"""A team's day, a line a person, and one person's items."""

from collections.abc import Mapping, Sequence
from datetime import date
from types import MappingProxyType

from msgspec.structs import replace

from bot.chat.callbacks.tasks import TaskCard
from bot.chat.callbacks.team import HandoverOf, Nudge, NudgeFromPerson, Person, ReopenTheirs, Team, TeamMonth, TeamWeek
from bot.chat.panels.components import (
    LIGHTS,
    NOT_WORKED,
    UNOPENED,
    Button,
    Panel,
    Row,
    Scene,
    day_row,
    due,
    escape,
    label,
    name_html,
    off_text,
    pages,
    task_title,
)
from bot.chat.panels.day import lights_text, progress_line, state_of_day, summary_lines, zone_lines
from core.base.model import TaskStatus
from core.delivery.sending import out_of_reach
from core.people.working_time import Off
from core.records.messages import Reason
from core.records.people import User
from core.records.work import Task, TeamRow
from core.work.day_items import COMPLETE
from core.work.day_overview import PersonDay, PersonItems, lights_of, mean_of

PEOPLE_A_PAGE = 15
ITEMS_A_PAGE = 10
IN_A_ROW = 2
NAME_UNITS = 24
NOBODY: Mapping[int, bool] = MappingProxyType({})


def team_panel(
    scene: Scene, people: Sequence[PersonDay], screen: Team, nudgeable: Mapping[int, bool] = NOBODY
) -> Panel:
    page, shown, turning = pages(people, screen, PEOPLE_A_PAGE)
    lines = [
        f"<b>{scene.say('team_title')}</b> · {scene.long(screen.fecha)}",
        opened_line(scene, people, past=screen.fecha < scene.today),
        "",
        *(person_line(scene, person, screen.fecha) for person in shown),
    ]
    rows = person_rows(scene, shown, Team(screen.fecha, page), nudgeable)
    pictures = [
        scene.button("week", TeamWeek(screen.fecha)),
        scene.button("month", TeamMonth(screen.fecha)),
        scene.button("again", Team(screen.fecha, page)),
    ]
    return Panel("\n".join(lines), [*rows, turning, day_row(scene, screen.fecha, Team), pictures])


def people_on_page(people: Sequence[PersonDay], screen: Team) -> Sequence[PersonDay]:
    return pages(people, screen, PEOPLE_A_PAGE)[1]


def person_rows(scene: Scene, people: Sequence[PersonDay], here: Team, nudgeable: Mapping[int, bool]) -> Sequence[Row]:
    """Buttons to each person's items, two in a row; beside a person who can be reminded, the button that does it."""
    rows: list[list[Button]] = []
    for person in people:
        name = f"{day_mark(person)} {label(person.user.display_name, NAME_UNITS)}"
        into = Button(name, Person(here.fecha, person.user.id, 0, here.page))
        if person.user.id in nudgeable:
            nudge = Nudge(here.fecha, person.user.id, here.page)
            rows.append([into, nudge_button(scene, nudge, in_group=nudgeable[person.user.id])])
        elif rows and len(rows[-1]) < IN_A_ROW:
            rows[-1].append(into)
        else:
            rows.append([into])
    return rows


def nudge_button(scene: Scene, action: Nudge | NudgeFromPerson, *, in_group: bool) -> Button:
    """Return the button that reminds a person; it says beforehand where a group will read it."""
    return scene.button("nudge_in_group" if in_group else "nudge", action)


def opened_line(scene: Scene, people: Sequence[PersonDay], *, past: bool) -> str:
    """Say how many have opened the day, of those who work then or opened it anyway; and how many do not work."""
    there = sum(person.log is not None for person in people)
    off = sum(person.log is None and person.off is not None for person in people)
    if people and off == len(people):
        return scene.say("team_nobody_then" if past else "team_nobody")
    counted = opened_text(scene, people, there, len(people) - off, past=past)
    return f"{counted} · {scene.say('team_off', count=off)}" if off else counted


def opened_text(scene: Scene, people: Sequence[PersonDay], opened: int, of: int, *, past: bool = False) -> str:
    """Say how many have opened the day and, so that nobody's is said to be still open, how many have closed it."""
    closed = sum(person.log is not None and person.log.closed_at is not None for person in people)
    said = scene.say("team_opened_then" if past or closed else "team_opened", opened=opened, all=of)
    return said if past or not closed else f"{said} · {scene.say('team_closed', count=closed)}"


def person_line(scene: Scene, person: PersonDay, fecha: date) -> str:
    state = " · ".join([state_text(scene, person, fecha), *unreached_mark(scene, unreached(scene, person, fecha))])
    head = f"{day_mark(person)} <b>{name_html(person.user.display_name)}</b> — {state}"
    if person.total is None:
        return head if person.log is None else f"{head} · {no_items_text(scene, person.unlisted, fecha)}"
    total = [person.total]
    return f"{head}\n{lights_text(lights_of(total))} · {scene.say('team_mean', mean=mean_of(total))}"


def no_items_text(scene: Scene, unlisted: int, fecha: date) -> str:
    """Say of a person whose day has no items how many open tasks they have, or that there are none."""
    if unlisted:
        return scene.say("team_open_tasks", count=unlisted)
    return scene.say("team_no_items_then" if fecha < scene.today else "team_no_items")


def day_mark(person: PersonDay) -> str:
    """The worst light of a person's day; white where it is not open or empty, a dash where they do not work."""
    if person.total and person.total.worst:
        return LIGHTS[person.total.worst]
    return NOT_WORKED if person.log is None and person.off else UNOPENED


def state_text(scene: Scene, person: PersonDay | PersonItems, fecha: date) -> str:
    """The state of a person's day, and whether they are away; of one that was not opened, why it need not be."""
    why = off_text(scene, person.off, "day", fecha) if person.off else ""
    if person.log is None:
        return why or state_of_day(scene, None)
    away = person.off and person.off.off is Off.ABSENCE
    return f"{state_of_day(scene, person.log)} · 🌴 {why}" if away else state_of_day(scene, person.log)


def unreached(scene: Scene, person: PersonDay | PersonItems, fecha: date) -> Reason | None:
    """Why somebody who has still to open today cannot be reminded in private."""
    return out_of_reach(person.user) if fecha == scene.today and person.log is None and not person.off else None


def unreached_mark(scene: Scene, why: Reason | None) -> list[str]:
    return [scene.say(f"mark_{why}")] if why else []


def unreached_text(scene: Scene, person: User, why: Reason | None) -> list[str]:
    """Say what has to be done so that somebody can be written to."""
    if why is None:
        return []
    invited = scene.say("reach_by_invitation", username=escape(person.username))
    return [invited if why is Reason.NOT_LINKED else scene.say("reach_once_unblocked")]


def person_panel(
    scene: Scene,
    person: PersonItems,
    screen: Person,
    nudgeable: Mapping[int, bool] = NOBODY,
    open_tasks: Sequence[Task] = (),
    *,
    passes_on: bool = False,
) -> Panel:
    """A person's day; of one without items, their `open_tasks`, which do not stand in it yet."""
    page, shown, turning = pages(person.rows, screen, ITEMS_A_PAGE)
    lines = [
        f"<b>{name_html(person.user.display_name)}</b> · {scene.long(screen.fecha)}",
        state_text(scene, person, screen.fecha),
        *unreached_text(scene, person.user, unreached(scene, person, screen.fecha)),
        *(zone_lines(scene, person.log) if person.log else []),
        *summary_lines(scene, person.rows),
        "",
        *([row_block(scene, row) for row in shown] or open_lines(scene, person, open_tasks, screen.fecha)),
    ]
    here = replace(screen, page=page)
    buttons = [button for row in shown for button in item_rows(scene, row, here)]
    back = [scene.back("team_title", Team(screen.fecha, screen.back))]
    nudge = NudgeFromPerson(screen.fecha, screen.user, page, screen.back)
    nudging = [nudge_button(scene, nudge, in_group=nudgeable[screen.user])] if screen.user in nudgeable else []
    passing = [scene.button("handover", HandoverOf(screen.user))] if passes_on else []
    return Panel("\n".join(lines), [*buttons, turning, nudging, passing, back])


def open_lines(scene: Scene, person: PersonItems, tasks: Sequence[Task], fecha: date) -> list[str]:
    """A line for each of a person's open tasks, or that there are none; nothing of an unopened day that is over."""
    if not tasks:
        return [no_items_text(scene, 0, fecha)] if person.log or fecha >= scene.today else []
    more = [scene.say("and_more", count=len(tasks) - ITEMS_A_PAGE)] if len(tasks) > ITEMS_A_PAGE else []
    return [*(f"{task_title(scene, each)} · {due(scene, each, scene.today)}" for each in tasks[:ITEMS_A_PAGE]), *more]


def row_block(scene: Scene, row: TeamRow) -> str:
    words = scene.user_text(row.descripcion)
    return f"{LIGHTS[row.semaforo]} <b>#{row.task_id}</b> {words}\n{progress_line(scene, row, row.fecha)}"


def item_rows(scene: Scene, row: TeamRow, screen: Person) -> list[Row]:
    card = TaskCard(row.task_id, page=screen.page, day=screen.fecha.toordinal(), user=screen.user)
    task = Button(f"📋 #{row.task_id} · {label(row.descripcion, NAME_UNITS)}", card)
    done = row.closed_at is not None or row.porcentaje == COMPLETE or row.estatus is TaskStatus.CERRADA
    return [[task], [reopen_button(scene, row, screen)]] if done else [[task]]


def reopen_button(scene: Scene, row: TeamRow, screen: Person) -> Button:
    words = f"{scene.say('button_reopen')} · {label(row.descripcion, NAME_UNITS)}"
    return Button(words, ReopenTheirs(row.fecha, scene.today, row.item_id, screen.user, screen.page, screen.back))
