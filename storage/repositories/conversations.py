"""The people in the conversation of a task, and those who have muted it."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, ClassVar

import sqlalchemy as sa

from core.ports.work import ConversationRepository
from core.records.work import HelperAnswer, TaskFollower
from storage.repositories.outbox import waits_for
from storage.schema.work import red_helpers, reds, task_comments, task_followers, task_mutes
from storage.sql.executor import Repository, change, every, only
from storage.sql.expressions import IdList, columns_for, fields, insert
from storage.sql.statements import Query, as_tuple

TASK: sa.BindParameter[Any] = sa.bindparam("task_id")
USER: sa.BindParameter[Any] = sa.bindparam("user_id")
THIS_FOLLOWER = task_followers.c.task_id == TASK, task_followers.c.user_id == USER


def next_author(*beyond: sa.ColumnElement[bool]) -> sa.ScalarSelect[Any]:
    of_task = sa.select(sa.func.min(task_comments.c.created_by_user_id)).where(task_comments.c.task_id == TASK, *beyond)
    return of_task.correlate_except(task_comments).scalar_subquery()


def authors() -> sa.Select[Any]:
    """Select the people who have commented: one look in the index for each, however many comments there are."""
    found = sa.select(next_author().label("user_id")).cte("authors", recursive=True)
    following = next_author(task_comments.c.created_by_user_id > found.c.user_id)
    found = found.union_all(sa.select(following).where(found.c.user_id.is_not(None)))
    return sa.select(found.c.user_id).where(found.c.user_id.is_not(None))


def untold(*, everybody: bool) -> sa.Select[Any]:
    """Select whom to tell of a comment, unless a message about it waits for them already, and who has muted it.

    A person may have several rows: removing duplicates of so few is faster in the caller.
    """
    helping = (
        sa.select(red_helpers.c.user_id)
        .join_from(red_helpers, reds)
        .where(reds.c.ended_at.is_(None), red_helpers.c.answer.is_distinct_from(HelperAnswer.NOT_ME))
    )
    in_conversation = [
        authors(),
        sa.select(task_followers.c.user_id).where(task_followers.c.task_id == TASK),
        helping.where(reds.c.task_id == TASK),
    ]
    listed = sa.select(IdList("people").c.value.label("user_id"))
    person = sa.union_all(listed, *(in_conversation if everybody else [])).subquery("person").c.user_id
    muted = sa.exists().where(task_mutes.c.task_id == TASK, task_mutes.c.user_id == person)
    return sa.select(person, muted.label("muted")).where(~waits_for(person))


class Conversations(Repository, ConversationRepository):
    UNTOLD: ClassVar = {everybody: Query(untold(everybody=everybody), as_tuple) for everybody in (False, True)}

    async def untold(
        self, task_id: int, people: Collection[int], key: str, at: datetime, *, everybody: bool
    ) -> Mapping[int, bool]:
        return dict(await self._db.all(self.UNTOLD[everybody], task_id=task_id, people=people, key=key, now=at))

    followers = every(
        sa.select(*columns_for(task_followers, TaskFollower))
        .where(task_followers.c.task_id == TASK)
        .order_by(task_followers.c.user_id),
        TaskFollower,
    )

    follows = only(sa.select(sa.exists().where(*THIS_FOLLOWER)), bool)
    follow = change(sa.insert(task_followers), fields(TaskFollower))
    unfollow = change(sa.delete(task_followers).where(*THIS_FOLLOWER))
    muted_by = every(sa.select(task_mutes.c.user_id).where(task_mutes.c.task_id == TASK), int)
    mute = change(insert(task_mutes).on_conflict_do_nothing(), ["task_id", "user_id"])
    unmute = change(sa.delete(task_mutes).where(task_mutes.c.task_id == TASK, task_mutes.c.user_id == USER))
