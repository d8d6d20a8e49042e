"""The rows that are a person's, and the parts of them to erase with the person: one list for export and erasure.

The parameters are `person`, their id, and `accounts`, every Telegram account that they were ever linked to. A table
that is not here has at most the person's id; a test checks each column.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from storage.schema import calendar, chat, messages, outside_calendars, people, service, webhooks, work
from storage.sql.expressions import among

PERSON = sa.bindparam("person", type_=sa.BigInteger)


def by(column: sa.Column[Any]) -> sa.ColumnElement[bool]:
    return column == PERSON


def responsible(owner: sa.Column[Any], listed: sa.Table) -> sa.ColumnElement[bool]:
    rows = sa.select(listed.c[0]).where(by(listed.c.user_id))
    return owner.in_(rows)


def nobody_else(table: sa.Table, owner: sa.Column[Any], *conditions: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
    """The condition that all rows of `table` that belong to the row `owner` are the person's own."""
    column = table.c.created_by_user_id if table is work.task_comments else table.c.user_id
    foreign = sa.or_(column != PERSON, column.is_(None))
    return ~sa.exists().where(table.c[OWNER_OF[table]] == owner, foreign, *conditions)


OWNER_OF = {
    work.task_responsibles: "task_id",
    work.task_followers: "task_id",
    work.task_comments: "task_id",
    work.task_rule_responsibles: "rule_id",
    calendar.event_participants: "event_id",
    calendar.event_visibility: "event_id",
}


def led_by_nobody_else(column: sa.Column[Any]) -> sa.ColumnElement[bool]:
    return sa.or_(column.is_(None), by(column))


TASKS, RULES, EVENTS = work.tasks, work.task_rules, calendar.events
OWN_TASK = sa.and_(
    by(TASKS.c.created_by_user_id),
    led_by_nobody_else(TASKS.c.leader_user_id),
    *(nobody_else(each, TASKS.c.id) for each in (work.task_responsibles, work.task_followers, work.task_comments)),
)
"""The condition that a task concerns nobody else."""
OWN_RULE = sa.and_(
    by(RULES.c.created_by_user_id),
    led_by_nobody_else(RULES.c.leader_user_id),
    nobody_else(work.task_rule_responsibles, RULES.c.id),
)
OWN_EVENT = sa.and_(
    by(EVENTS.c.created_by_user_id),
    ~EVENTS.c.is_public,
    nobody_else(calendar.event_participants, EVENTS.c.id),
    nobody_else(calendar.event_visibility, EVENTS.c.id, calendar.event_visibility.c.is_visible),
)
OWN_COMMENTS = sa.select(work.task_comments.c.id).where(by(work.task_comments.c.created_by_user_id))
OWN_LOGS = sa.select(work.daily_logs.c.id).where(by(work.daily_logs.c.user_id))
OWN_EVENTS = sa.select(EVENTS.c.id).where(by(EVENTS.c.created_by_user_id))
ATTENDED = sa.select(calendar.event_participants.c.event_id).where(by(calendar.event_participants.c.user_id))
OWN_HOOKS = sa.select(webhooks.webhooks.c.id).where(by(webhooks.webhooks.c.user_id))


class Section(NamedTuple):
    """Rows of a table that are a person's.

    `hidden`: columns that are not exported: secrets, and what only the service needs. `gone`: the rows are deleted.
    `words`: conditions on which columns have the person's own words: those are erased.
    """

    table: sa.Table
    whose: sa.ColumnElement[bool]
    hidden: frozenset[str] = frozenset()
    gone: bool = False
    words: Sequence[tuple[sa.ColumnElement[bool], Sequence[str]]] = ()


def owned(table: sa.Table, *hidden: str, gone: bool = True, words: Sequence[str] = ()) -> Section:
    """The rows with the person's id, and the columns with their words."""
    whose = by(table.c.user_id)
    return Section(table, whose, frozenset(hidden), gone, [(whose, words)] if words else ())


SECTIONS: dict[str, Section] = {
    "profile": Section(
        people.users, by(people.users.c.id), frozenset({"token_version", "tokens_revoked_at", "telegram_blocked_at"})
    ),
    "schedule": owned(people.work_days),
    "notices": owned(people.notices),
    "absences": owned(people.absences, gone=False, words=("reason",)),
    "tasks": Section(
        TASKS,
        sa.or_(
            by(TASKS.c.created_by_user_id),
            by(TASKS.c.leader_user_id),
            responsible(TASKS.c.id, work.task_responsibles),
        ),
        words=[(OWN_TASK, ("descripcion",))],
    ),
    "files": Section(work.comment_files, work.comment_files.c.comment_id.in_(OWN_COMMENTS), gone=True),
    "comments": Section(
        work.task_comments,
        by(work.task_comments.c.created_by_user_id),
        words=[(by(work.task_comments.c.created_by_user_id), ("comentario",))],
    ),
    "followedTasks": owned(work.task_followers),
    "mutedTasks": owned(work.task_mutes),
    "reds": owned(work.reds, gone=False, words=("motivo",)),
    "helpedReds": owned(work.red_helpers, gone=False),
    "askedTasks": Section(
        work.asked_tasks,
        sa.or_(by(work.asked_tasks.c.created_by_user_id), by(work.asked_tasks.c.user_id)),
        words=[
            (by(work.asked_tasks.c.created_by_user_id), ("descripcion", "motivo")),
            (by(work.asked_tasks.c.user_id), ("respuesta",)),
        ],
    ),
    "taskRules": Section(
        RULES,
        sa.or_(
            by(RULES.c.created_by_user_id),
            by(RULES.c.leader_user_id),
            responsible(RULES.c.id, work.task_rule_responsibles),
        ),
        words=[(OWN_RULE, ("descripcion",))],
    ),
    "dailyLogs": owned(work.daily_logs, gone=False),
    "items": Section(
        work.daily_log_items,
        work.daily_log_items.c.log_id.in_(OWN_LOGS),
        frozenset({"resume_porcentaje"}),
        words=[(work.daily_log_items.c.task_id.in_(sa.select(TASKS.c.id).where(OWN_TASK)), ("frozen_descripcion",))],
    ),
    "events": Section(
        EVENTS,
        by(EVENTS.c.created_by_user_id),
        frozenset({"span"}),
        words=[(OWN_EVENT, ("title", "description", "location"))],
    ),
    "series": Section(calendar.event_series, by(calendar.event_series.c.created_by_user_id)),
    "participations": owned(calendar.event_participants, gone=False),
    "visibility": owned(calendar.event_visibility, gone=False),
    "reminders": Section(
        calendar.event_reminders,
        sa.or_(calendar.event_reminders.c.event_id.in_(OWN_EVENTS), calendar.event_reminders.c.event_id.in_(ATTENDED)),
    ),
    "ownReminders": owned(calendar.own_reminders, gone=False, words=("words",)),
    "birthday": owned(calendar.birthdays),
    "drafts": Section(service.drafts, by(service.drafts.c.owner_user_id), gone=True),
    "messages": owned(messages.outbox, "claimed_by", "claimed_until", "attempts", "said", "sent_as", "dedupe_key"),
    "tokens": owned(people.tokens),
    "signOns": owned(
        people.sign_ons,
        *("page_hash", "chat_hash", "code_hash", "client_id", "redirect_uri", "state", "challenge", "number"),
    ),
    "calendarLinks": owned(people.calendar_links, "secret_hash"),
    "outsideBusy": owned(outside_calendars.outside_busy),
    "outsideCalendars": owned(outside_calendars.outside_calendars, "url", "etag", "last_modified", "digest"),
    "webhookRetries": Section(
        webhooks.webhook_retries, webhooks.webhook_retries.c.webhook_id.in_(OWN_HOOKS), gone=True
    ),
    "webhooks": owned(webhooks.webhooks, "secret", "previous_secret"),
    "invitations": owned(people.invites, "code_hash"),
    "groups": Section(people.linked_groups, by(people.linked_groups.c.leader_user_id), gone=True),
    "chatMessages": Section(chat.message_subjects, among(chat.message_subjects.c.chat_id, "accounts"), gone=True),
    "chatAsked": Section(chat.message_questions, among(chat.message_questions.c.chat_id, "accounts"), gone=True),
    "chatQuestions": Section(chat.prompts, among(chat.prompts.c.telegram_user_id, "accounts"), gone=True),
    "chatUpdates": Section(chat.inbox, among(chat.inbox.c.chat_id, "accounts"), gone=True),
}
"""The sections of an export by name, in the order in which an erasure deletes their rows."""

FREE_TEXT: dict[sa.Table, tuple[str, ...]] = {
    people.absences: ("reason",),
    people.linked_groups: ("title",),
    TASKS: ("descripcion",),
    work.task_comments: ("comentario",),
    work.comment_files: ("name",),
    work.reds: ("motivo",),
    work.asked_tasks: ("descripcion", "respuesta", "motivo"),
    RULES: ("descripcion",),
    work.daily_log_items: ("frozen_descripcion",),
    EVENTS: ("title", "description", "location"),
    calendar.own_reminders: ("words",),
    service.drafts: ("body",),
    messages.outbox: ("params",),
    service.examples: ("name",),
}
"""The columns in which anybody may have written somebody's name."""
