"""A team's day as its leader sees it: a line a person, and one person's items."""

from collections.abc import Sequence
from datetime import date, timedelta

from bot.panels.day import lights, state_of_day
from bot.panels.form import LIGHTS, Button, Panel, Row, Scene, bar, escape, label, pages, user_text
from bot.places import Person, ReopenTheirs, Team
from core.daily_logs import COMPLETE, PersonDay, TeamRow
from core.i18n import long_date, short_date
from core.model import TaskStatus
from core.traffic_light import SEVERITY

PEOPLE_A_PAGE = 15
ITEMS_A_PAGE = 10
IN_A_ROW = 2
UNOPENED = "⚪"


def team_panel(scene: Scene, people: Sequence[PersonDay], view: Team) -> Panel:
    """Who has opened the day and how it goes: a line a person, then who is still missing."""
    page, shown, turning = pages(people, view.page, PEOPLE_A_PAGE, lambda number: Team(view.fecha, number))
    missing = [person for person in people if person.log is None]
    lines = [
        f"<b>{scene.say('team_title')}</b> · {escape(long_date(scene.language, view.fecha))}",
        scene.say("team_opened", opened=len(people) - len(missing), all=len(people)),
        "",
        *(person_line(scene, person) for person in shown),
    ]
    buttons = [
        Button(f"{mark(person)} {label(person.user.display_name, 24)}", Person(view.fecha, person.user.id, 0, page))
        for person in shown
    ]
    rows = [buttons[start : start + IN_A_ROW] for start in range(0, len(buttons), IN_A_ROW)]
    return Panel("\n".join(lines), [*rows, turning, around(scene, view.fecha)])


def person_line(scene: Scene, person: PersonDay) -> str:
    """The worst light, the name, the state of the day, counts by light and the mean percentage."""
    head = f"{mark(person)} <b>{escape(label(person.user.display_name))}</b> — {state(scene, person)}"
    if not person.rows:
        return head if person.log is None else f"{head} · {scene.say('team_no_items')}"
    mean = sum(row.porcentaje for row in person.rows) // len(person.rows)
    return f"{head}\n{lights([row.semaforo for row in person.rows])} · {scene.say('team_mean', mean=mean)}"


def mark(person: PersonDay) -> str:
    """The worst light of a person's day; white where it is not open or empty."""
    return LIGHTS[max((row.semaforo for row in person.rows), key=SEVERITY.__getitem__)] if person.rows else UNOPENED


def state(scene: Scene, person: PersonDay) -> str:
    """The state of a person's day."""
    log = person.log
    if log is None:
        return state_of_day(scene, None, None, None)
    return state_of_day(scene, log.opened_at, log.avance_at, log.closed_at)


def around(scene: Scene, fecha: date) -> Row:
    """The team's day before and after, and today's if this is another."""
    before, after = fecha - timedelta(days=1), fecha + timedelta(days=1)
    today = [] if fecha == scene.today else [Button(scene.say("button_today"), Team(scene.today))]
    return [
        Button(f"◀ {short_date(scene.language, before)}", Team(before)),
        *today,
        Button(f"{short_date(scene.language, after)} ▶", Team(after)),
    ]


def person_panel(scene: Scene, person: PersonDay, view: Person) -> Panel:
    """One person's items, read-only; what is complete or closed can be reopened."""
    page, shown, turning = pages(
        person.rows, view.page, ITEMS_A_PAGE, lambda number: Person(view.fecha, view.user, number, view.back)
    )
    lines = [
        f"<b>{escape(label(person.user.display_name))}</b> · {escape(long_date(scene.language, view.fecha))}",
        state(scene, person),
        "",
        *([row_block(scene, row) for row in shown] or [scene.say("team_no_items")]),
    ]
    reopening = [
        [reopen_button(scene, row, Person(view.fecha, view.user, page, view.back))]
        for row in shown
        if row.closed_at is not None or row.porcentaje == COMPLETE or row.estatus is TaskStatus.CERRADA
    ]
    back = [Button(scene.say("button_back_to_team"), Team(view.fecha, view.back))]
    return Panel("\n".join(lines), [*reopening, turning, back])


def row_block(scene: Scene, row: TeamRow) -> str:
    """Two lines: light, task and words; bar and due date."""
    words = user_text(row.descripcion, language=scene.language)
    late = row.fecha_cumplir < row.fecha and row.estatus is not TaskStatus.CERRADA
    due = scene.say("due_late" if late else "due", date=short_date(scene.language, row.fecha_cumplir))
    return f"{LIGHTS[row.semaforo]} <b>{row.task_id}</b>. {words}\n{bar(row.porcentaje)} · {due}"


def reopen_button(scene: Scene, row: TeamRow, view: Person) -> Button:
    """Takes an item of theirs up again."""
    words = f"{scene.say('button_reopen')} · {label(row.descripcion, 24)}"
    return Button(words, ReopenTheirs(row.fecha, scene.today, row.item_id, view.user, view.page, view.back))
