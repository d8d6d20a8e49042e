"""The messages that a person was sent today, those that were withheld, and why."""

from datetime import datetime

from bot.chat.callbacks.team import LedgerOf
from bot.chat.panels.components import Panel, Scene, name_html, off_text, pages
from core.delivery.ledger import Ledger
from core.records.messages import Message, Outcome, Reason
from core.records.people import User

MESSAGES_A_PAGE = 20


def ledger_panel(scene: Scene, ledger: Ledger, screen: LedgerOf, now: datetime) -> Panel:
    page, shown, turning = pages(ledger.messages, screen, MESSAGES_A_PAGE)
    name = name_html(ledger.person.display_name)
    title = scene.say("why_title") if screen.user == scene.reader else scene.say("why_title_of", name=name)
    lines = [f"<b>{title}</b> · {scene.long(ledger.fecha)}", *standing_lines(scene, ledger), ""]
    lines += [message_line(scene, message, now) for message in shown] or [scene.say("why_nothing")]
    return Panel("\n".join(lines), [turning, [scene.button("again", LedgerOf(ledger.person.id, page))]])


def standing_lines(scene: Scene, ledger: Ledger) -> list[str]:
    lines = [] if ledger.person.id == scene.reader else unreachable_lines(scene, ledger.person)
    if ledger.off is not None:
        lines.append(off_text(scene, ledger.off, "ledger"))
    if ledger.quiet_until is not None:
        lines.append(scene.say("why_quiet", time=scene.time(ledger.quiet_until, scene.clock)))
    lines += [
        scene.say("why_idle", since=scene.when(gone, scene.clock), until=scene.when(back, scene.clock))
        for gone, back in ledger.idle
    ]
    return lines


def unreachable_lines(scene: Scene, person: User) -> list[str]:
    if person.telegram_user_id is None:
        return [scene.say("why_not_linked")]
    since = person.telegram_blocked_at
    return [scene.say("why_blocked", since=scene.when(since, scene.clock))] if since else []


def message_line(scene: Scene, message: Message, now: datetime) -> str:
    what = scene.say(f"why_kind_{message.kind}")
    about = message.params.get("task_id")
    subject = f"{what} #{about}" if about else what
    if message.reason is Reason.TOGETHER:
        subject = scene.say("why_together", what=subject)
    if message.group_chat_id is not None:
        subject = scene.say("why_in_group", what=subject)
    return f"{outcome_text(scene, message, now)}: {subject}"


def outcome_text(scene: Scene, message: Message, now: datetime) -> str:
    at = scene.time(message.outcome_at, scene.clock)
    reason = scene.say(f"why_reason_{message.reason}") if message.reason else ""
    match message.outcome:
        case Outcome.WAITING if message.due_at <= now:
            return scene.say("why_waiting")
        case Outcome.WAITING:
            until = scene.when(message.due_at, scene.clock)
            return scene.say("why_held", until=until, reason=f" ({reason})" if reason else "")
        case Outcome.WITHHELD:
            return scene.say("why_withheld", time=at, reason=reason)
        case Outcome.BLOCKED if message.group_chat_id is not None:
            return scene.say("why_was_shut_out", time=at)
        case Outcome.SENT if message.answered_at:
            answered = scene.when(message.answered_at, scene.clock)
            return scene.say("why_answered", time=at, answered=answered)
        case _:
            return scene.say(f"why_was_{message.outcome}", time=at)
