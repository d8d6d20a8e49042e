"""The work that each person has in hand, a line a person, by name; of one person with their open tasks."""

from collections.abc import Sequence
from datetime import date

from bot.chat.callbacks.tasks import TaskCard, TaskFilter, TaskList, TheirTasks
from bot.chat.callbacks.team import WorkloadOf
from bot.chat.panels.components import (
    NO_BREAK,
    Button,
    Panel,
    Row,
    Scene,
    and_more,
    due,
    in_rows,
    label,
    name_html,
    pages,
    task_button,
    task_title,
)
from bot.chat.panels.times import duration
from core.records.work import Task
from core.work.workload import AwayDays, PersonLoad, Workload

PEOPLE_A_PAGE = 20
IN_A_ROW = 3
NAME_UNITS = 16
TASKS_SHOWN = 8


def workload_panel(scene: Scene, found: Workload, screen: WorkloadOf) -> Panel:
    """A line a person of the team, with a button to their tasks."""
    _, shown, turning = pages(found.people, screen, PEOPLE_A_PAGE)
    lines = [heading(scene, scene.say("workload_title"), found), "", *(person_line(scene, each) for each in shown)]
    buttons = [
        Button(label(each.display_name, NAME_UNITS), WorkloadOf(*days(found), user=each.user_id)) for each in shown
    ]
    own = scene.button("workload_own", WorkloadOf(*days(found), own=True))
    return Panel("\n".join(lines), [*in_rows(buttons, IN_A_ROW), turning, [own]])


def person_load_panel(scene: Scene, found: Workload, screen: WorkloadOf, tasks: Sequence[Task]) -> Panel:
    """Show what one person has in hand, and their open tasks, the first due first."""
    (person,) = found.people
    named = scene.say("workload_title_of", name=name_html(person.display_name))
    lines = [heading(scene, scene.say("workload_title_own") if screen.own else named, found), load_text(scene, person)]
    shown = tasks[:TASKS_SHOWN]
    lines += ["", *(f"{task_title(scene, each)} · {due(scene, each, scene.today)}" for each in shown)]
    lines += and_more(scene, len(tasks), TASKS_SHOWN)
    cards: list[Row] = [[task_button(each.id, each.descripcion, TaskCard(each.id))] for each in shown]
    every = TaskList(TaskFilter.OPEN) if screen.own else TheirTasks(TaskFilter.OPEN, person.user_id)
    more = [[scene.button("workload_tasks", every)]] if len(tasks) > TASKS_SHOWN else []
    back = [] if screen.own else [scene.back("workload_title", WorkloadOf(*days(found)))]
    return Panel("\n".join(lines), [*cards, *more, back])


def heading(scene: Scene, title: str, found: Workload) -> str:
    when = scene.short(found.desde) if found.desde == found.hasta else scene.days(*days(found))
    return f"<b>{title}</b> · {when}"


def days(found: Workload) -> tuple[date, date]:
    return found.desde, found.hasta


def person_line(scene: Scene, person: PersonLoad) -> str:
    return f"<b>{name_html(person.display_name)}</b> — {load_text(scene, person)}"


def load_text(scene: Scene, person: PersonLoad) -> str:
    """Say how much a person has in hand; of what they have none of, only tasks are named."""
    counts = {"late": person.late, "due": person.due, "red": person.red}
    parts = [
        scene.say("workload_open", count=person.open) if person.open else scene.say("workload_none"),
        *(scene.say(f"workload_count_{name}", count=count) for name, count in counts.items() if count),
        *([scene.say("workload_events", length=duration(person.event_minutes))] if person.event_minutes else []),
        *([scene.say("workload_away", days=away_text(scene, person.away))] if person.away else []),
    ]
    return " · ".join(part.replace(" ", NO_BREAK) for part in parts)


def away_text(scene: Scene, away: Sequence[AwayDays]) -> str:
    return ", ".join(
        scene.short(each.desde) if each.desde == each.hasta else scene.days(each.desde, each.hasta) for each in away
    )
