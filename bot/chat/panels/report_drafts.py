"""A report that is not applied yet: each line as it would be, or why not."""

from collections.abc import Sequence
from datetime import date

from bot.chat.callbacks.drafts import Field, SetField
from bot.chat.panels import drafts as frame
from bot.chat.panels.components import LIGHTS, Panel, Scene, escape, percentage
from bot.chat.panels.day import off_lines
from core.language.phrases.model import ReportLine
from core.records.drafts import ReportDraft
from core.work.daily_logs import DayView
from core.work.day_reports import CheckedLine

REASON_UNITS, TITLE_UNITS, WORDS_UNITS = 100, 60, 60


def report_draft_panel(
    scene: Scene,
    draft: int,
    body: ReportDraft,
    checked: Sequence[CheckedLine],
    faults: Sequence[str],
    unopened: DayView | None = None,
    then: date | None = None,
) -> Panel:
    """Show a report before it is applied; `faults`: why each line cannot be, plain, or "".

    `unopened`: the day, which is opened for it, or reopened; `then`: the day for which it may be kept instead.
    """
    before = {line.task_id: line for line in body.replaced}
    lines = [
        line_text(scene, each, fault) + replaced_text(scene, before.get(each.line.task_id))
        for each, fault in zip(checked, faults, strict=True)
    ]
    lines += [scene.say(key) for key, wanted in (("report_sends", body.send), ("report_closes", body.close)) if wanted]
    applied = sum(each.applies for each in checked)
    complete = applied == len(checked)
    words = "" if complete else scene.say("button_save_rest", count=applied)
    closed = unopened is not None and unopened.log is not None
    words = scene.say("button_reopen_and_save" if closed else "button_open_and_save") if unopened else words
    notes = [scene.say("report_reopens" if closed else "report_opens"), *off_lines(scene, unopened)] if unopened else []
    question = "" if complete else scene.say("report_draft_hint")
    today = body.fecha == scene.today
    title = scene.say("report_title") if today else scene.say("report_title_of", date=scene.short(body.fecha))
    text = frame.card_text(scene, title, lines, notes, question)
    later = [scene.button("report_tomorrow", SetField(draft, Field.DAY, then.toordinal()))] if then else []
    return Panel(text, [frame.save_row(scene, draft, complete=applied > 0, anyway=not complete, words=words), later])


def line_text(scene: Scene, each: CheckedLine, fault: str) -> str:
    """`✓ #12 · 70 % · Revisar contrato`; `✗ #18` with the reason."""
    line = each.line
    if each.descripcion is not None and not line.understood:
        return f"✗ {scene.say('report_line_unclear', words=scene.user_text(line.words, WORDS_UNITS))}"
    if fault:
        return f"✗ <b>#{line.task_id}</b> · {escape(fault)}"
    title = scene.user_text(each.descripcion or "", TITLE_UNITS)
    reason = f"\n   💬 {scene.user_text(line.reason, REASON_UNITS)}" if line.reason else ""
    return f"✓ <b>#{line.task_id}</b> · {values_text(scene, line)} · {title}{reason}"


def values_text(scene: Scene, line: ReportLine) -> str:
    values = [LIGHTS[line.light]] if line.light else []
    values += [scene.say("report_ended", light=LIGHTS[line.ended])] if line.ended else []
    values += [percentage(scene.language, line.percent)] if line.percent is not None else []
    values += [scene.say("report_unchanged")] if line.unchanged and not values else []
    return " ".join(values)


def replaced_text(scene: Scene, line: ReportLine | None) -> str:
    """Quote what was said of the task before, which no longer holds."""
    if line is None:
        return ""
    said = (
        [values_text(scene, line), scene.user_text(line.reason, REASON_UNITS)]
        if line.reason
        else [values_text(scene, line)]
    )
    return "\n   " + scene.say("report_replaces", what=" · ".join(said))
