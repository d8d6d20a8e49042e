"""A team's day as its leader sees it: a line a person, and one person's items."""

from collections.abc import Sequence

from bot.panels.day import lights, progress, state_of_day, summary
from bot.panels.form import LIGHTS, UNOPENED, Button, Panel, Row, Scene, around, escape, label, pages, user_text
from bot.places.tasks import TaskCard
from bot.places.team import Person, ReopenTheirs, Team, TeamMonth, TeamWeek
from core.daily_logs import COMPLETE, PersonDay, TeamRow
from core.i18n import long_date
from core.model import TaskStatus
from core.traffic_light import SEVERITY

PEOPLE_A_PAGE = 15
ITEMS_A_PAGE = 10
IN_A_ROW = 2
NAME_UNITS = 24


def team_panel(scene: Scene, people: Sequence[PersonDay], view: Team) -> Panel:
    """Who has opened the day and how it goes: a line a person, then who is still missing."""
    page, shown, turning = pages(people, view.page, PEOPLE_A_PAGE, lambda number: Team(view.fecha, number))
    missing = [person for person in people if person.log is None]
    lines = [
        f"<b>{scene.say('team_title')}</b> · {escape(long_date(scene.language, view.fecha))}",
        scene.say(
            "team_opened_then" if view.fecha < scene.today else "team_opened",
            opened=len(people) - len(missing),
            all=len(people),
        ),
        "",
        *(person_line(scene, person) for person in shown),
    ]
    buttons = [
        Button(
            f"{mark(person)} {label(person.user.display_name, NAME_UNITS)}", Person(view.fecha, person.user.id, 0, page)
        )
        for person in shown
    ]
    rows = [buttons[start : start + IN_A_ROW] for start in range(0, len(buttons), IN_A_ROW)]
    pictures = [
        Button(scene.say("button_week"), TeamWeek(view.fecha)),
        Button(scene.say("button_month"), TeamMonth(view.fecha)),
    ]
    return Panel("\n".join(lines), [*rows, turning, around(scene, view.fecha, Team), pictures])


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


def person_panel(scene: Scene, person: PersonDay, view: Person) -> Panel:
    """How one person's day goes and their items, read-only, each with its task; what is done or closed reopens."""
    page, shown, turning = pages(
        person.rows, view.page, ITEMS_A_PAGE, lambda number: Person(view.fecha, view.user, number, view.back)
    )
    lines = [
        f"<b>{escape(label(person.user.display_name))}</b> · {escape(long_date(scene.language, view.fecha))}",
        state(scene, person),
        *summary(scene, person.rows),
        "",
        *([row_block(scene, row) for row in shown] or [scene.say("team_no_items")]),
    ]
    here = Person(view.fecha, view.user, page, view.back)
    buttons = [button for row in shown for button in about(scene, row, here)]
    back = [Button(scene.say("button_back_to_team"), Team(view.fecha, view.back))]
    return Panel("\n".join(lines), [*buttons, turning, back])


def row_block(scene: Scene, row: TeamRow) -> str:
    """Two lines: light, task and words; bar and due date."""
    words = user_text(row.descripcion, language=scene.language)
    return f"{LIGHTS[row.semaforo]} <b>#{row.task_id}</b> {words}\n{progress(scene, row, row.fecha)}"


def about(scene: Scene, row: TeamRow, view: Person) -> list[Row]:
    """The item's task, and taking it up again where it is complete or closed."""
    card = TaskCard(row.task_id, page=view.page, day=view.fecha.toordinal(), user=view.user)
    task = Button(f"📋 #{row.task_id} · {label(row.descripcion, NAME_UNITS)}", card)
    done = row.closed_at is not None or row.porcentaje == COMPLETE or row.estatus is TaskStatus.CERRADA
    return [[task], [reopen_button(scene, row, view)]] if done else [[task]]


def reopen_button(scene: Scene, row: TeamRow, view: Person) -> Button:
    """Takes an item of theirs up again."""
    words = f"{scene.say('button_reopen')} · {label(row.descripcion, NAME_UNITS)}"
    return Button(words, ReopenTheirs(row.fecha, scene.today, row.item_id, view.user, view.page, view.back))
