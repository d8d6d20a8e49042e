"""A report of which a line cannot be applied: each line as it would be, or why not."""

from collections.abc import Sequence

from bot.chat.panels import drafts as frame
from bot.chat.panels.components import LIGHTS, Panel, Scene, escape, percentage
from core.work.day_reports import CheckedLine

REASON_UNITS, TITLE_UNITS, WORDS_UNITS = 100, 60, 60


def report_draft_panel(scene: Scene, draft: int, checked: Sequence[CheckedLine], faults: Sequence[str]) -> Panel:
    """`faults`: why each line cannot be applied, plain, or ""."""
    lines = [line_text(scene, each, fault) for each, fault in zip(checked, faults, strict=True)]
    applied = sum(each.applies for each in checked)
    complete = applied == len(checked)
    words = "" if complete else scene.say("button_save_rest", count=applied)
    question = "" if complete else scene.say("report_draft_hint")
    text = frame.card_text(scene, scene.say("report_title"), lines, [], question)
    return Panel(text, [frame.save_row(scene, draft, complete=applied > 0, anyway=not complete, words=words)])


def line_text(scene: Scene, each: CheckedLine, fault: str) -> str:
    """`✓ #12 · 70 % · Revisar contrato`; `✗ #18` with the reason."""
    line = each.line
    if each.item and not line.understood:
        return f"✗ {scene.say('report_line_unclear', words=scene.user_text(line.words, WORDS_UNITS))}"
    if fault:
        return f"✗ <b>#{line.task_id}</b> · {escape(fault)}"
    values = [LIGHTS[line.light]] if line.light else []
    values += [percentage(scene.language, line.percent)] if line.percent is not None else []
    values += [scene.say("report_unchanged")] if line.unchanged and not values else []
    title = scene.user_text(each.item.descripcion, TITLE_UNITS) if each.item else ""
    reason = f"\n   💬 {scene.user_text(line.reason, REASON_UNITS)}" if line.reason else ""
    return f"✓ <b>#{line.task_id}</b> · {' '.join(values)} · {title}{reason}"
