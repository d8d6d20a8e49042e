"""The summary of today in one message: a team's, or one's own."""

from bot.chat.callbacks.day import Today
from bot.chat.callbacks.tasks import TaskFilter, TaskList
from bot.chat.callbacks.team import Late, RedList, Summary, Team
from bot.chat.panels.components import LIGHTS, UNOPENED, Panel, Row, Scene, and_more, listed, name_html, off_text
from bot.chat.panels.day import lights_text, outlook_lines, state_of_day, summary_lines, zone_lines
from bot.chat.panels.red import LATE_MARK, Unattended, display_name, mark_of, since_text
from bot.chat.panels.team import opened_text
from core.base.model import Semaforo
from core.delivery.sending import out_of_reach
from core.people.working_time import Off
from core.records.messages import Reason
from core.work.day_overview import PersonDay, lights_of, mean_of
from core.work.red import RedItem, RedItems
from core.work.summaries import OwnSummary, TeamSummary

RED = LIGHTS[Semaforo.ROJO]
NAMES_SHOWN, NAME_UNITS = 15, 30
TASK_UNITS, WHY_UNITS = 60, 120


def team_summary_panel(scene: Scene, model: TeamSummary, above: Unattended) -> Panel:
    lines = [*above.lines, heading(scene, "summary_title"), opened_line(scene, model)]
    if totals := model.totals:
        lines.append(f"{lights_text(lights_of(totals))} · {scene.say('team_mean', mean=mean_of(totals))}")
    if missing := [name_html(person.user.display_name, NAME_UNITS) for person in model.missing]:
        lines.append(f"{UNOPENED} {scene.say('summary_missing', names=listed(missing, NAMES_SHOWN, scene))}")
    if unlinked := [
        name_html(person.user.display_name, NAME_UNITS)
        for person in model.missing
        if out_of_reach(person.user) is Reason.NOT_LINKED
    ]:
        lines.append(scene.say("summary_not_linked", names=listed(unlinked, NAMES_SHOWN, scene)))
    if away := [
        f"{name_html(person.user.display_name, NAME_UNITS)} ({off_text(scene, why, 'summary', scene.today)})"
        for person in model.people
        if (why := model.away.get(person.user.id)) and (why.off is Off.ABSENCE or person.log is None)
    ]:
        lines.append(scene.say("summary_away", names=listed(away, NAMES_SHOWN, scene)))
    lines += [*late_lines(scene, model.late), *red_lines(scene, model.red, led=True)]
    buttons: list[Row] = [
        above.row,
        [scene.button("team", Team(scene.today)), scene.button("red", RedList())],
        [*late_row(scene, model.late), scene.button("own_summary", Summary(own=True))],
    ]
    return Panel("\n".join(lines), buttons)


def own_summary_panel(scene: Scene, model: OwnSummary) -> Panel:
    log = model.day.log
    lines = [heading(scene, "summary_title_own")]
    if log is None:
        lines += [f"{UNOPENED} {state_of_day(scene, None)}", *outlook_lines(scene, model.day)]
    else:
        lines += [state_of_day(scene, log), *zone_lines(scene, log)]
        lines += summary_lines(scene, log.items) or [scene.say("day_empty")]
    lines += [*late_lines(scene, model.late), *red_lines(scene, model.red, led=False)]
    red = [scene.button("red", TaskList(TaskFilter.RED))] if model.red.items else []
    day = scene.button("my_day", Today())
    return Panel("\n".join(lines), [[day], [*late_row(scene, model.late), *red]])


def heading(scene: Scene, key: str) -> str:
    return f"<b>{scene.say(key)}</b> · {scene.long(scene.today)}"


def opened_line(scene: Scene, model: TeamSummary) -> str:
    there = [person for person in model.people if not is_away(model, person)]
    return opened_text(scene, there, len(there) - len(model.missing), len(there))


def is_away(model: TeamSummary, person: PersonDay) -> bool:
    """Return whether a person does not work today and has not opened the day either."""
    return person.user.id in model.away and person.log is None


def late_lines(scene: Scene, count: int) -> list[str]:
    return [scene.say("summary_late", count=count)] if count else []


def late_row(scene: Scene, count: int) -> Row:
    return [scene.button("late", Late())] if count else []


def red_lines(scene: Scene, red: RedItems, *, led: bool) -> list[str]:
    if not red.items:
        return ["", scene.say("red_none")]
    late_only = all(each.is_late_only for each in red.items)
    head = f"{LATE_MARK} <b>{scene.say('red_title_late')}" if late_only else f"{RED} <b>{scene.say('red_title')}"
    mixed = not late_only and any(each.is_late_only for each in red.items)
    lines = ["", f"{head}</b> · {red.count}"]
    for item in red.items:
        line = red_line(scene, red, item, led=led)
        lines.append(f"{mark_of(item)} {line}" if mixed else line)
    return [*lines, *and_more(scene, red.count, len(red.items))]


def red_line(scene: Scene, red: RedItems, item: RedItem, *, led: bool) -> str:
    who = f"<b>{name_html(display_name(red, item.user_id), NAME_UNITS)}</b> · " if led else ""
    words = scene.user_text(item.descripcion, TASK_UNITS)
    text = f"{who}#{item.task_id} {words} · {since_text(scene, item)}"
    said = red.said.get(item.item_id) if item.is_late_only else item.motivo
    return f"{text}\n💬 {scene.user_text(said, WHY_UNITS)}" if said else text
