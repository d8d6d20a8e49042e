"""A meeting's three questions in one message: closed, stuck, next."""

from collections.abc import Mapping, Sequence

from bot.chat.callbacks.team import MeetingOf
from bot.chat.panels.components import Panel, Scene, and_more, listed, name_html, name_of, task_named
from bot.chat.panels.period_summary import period
from core.work.meeting import MeetingAgenda, MeetingTask

SHOWN, NAMES_SHOWN, NAME_UNITS, WHY_UNITS = 8, 2, 24, 120


def meeting_panel(scene: Scene, found: MeetingAgenda, screen: MeetingOf, names: Mapping[int, str]) -> Panel:
    about = f" · {scene.user_text(screen.words)}" if screen.words else ""
    who = f" · {name_html(name_of(names, screen.user))}" if screen.user else ""
    lines = [f"<b>{scene.say('meeting_title')}</b>{about}{who} · {period(scene, found.desde, found.hasta)}"]
    for part, tasks in {"closed": found.closed, "stuck": found.stuck, "next": found.next}.items():
        lines += ["", f"<b>{scene.say(f'meeting_part_{part}')}</b> · {len(tasks)}"]
        lines += [line for task in tasks[:SHOWN] for line in task_lines(scene, task, names, part)]
        lines += and_more(scene, len(tasks), SHOWN)
    return Panel("\n".join(lines))


def task_lines(scene: Scene, task: MeetingTask, names: Mapping[int, str], part: str) -> Sequence[str]:
    """A task with whose it is and when; of a red one also why."""
    who = listed([name_html(name_of(names, each), NAME_UNITS) for each in task.responsible_user_ids], NAMES_SHOWN)
    on = task.fecha_cierre or task.since or task.fecha_cumplir
    key = "since" if task.since else "late" if part == "stuck" else part
    line = f"• {task_named(scene, task.task_id, task.descripcion)} — {who} · "
    line += scene.say(f"meeting_on_{key}", date=scene.short(on))
    return [line, f"💬 {scene.user_text(task.motivo, WHY_UNITS)}"] if task.motivo else [line]
