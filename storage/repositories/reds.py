"""Reds with their reasons and helpers."""

from collections.abc import Collection, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

import sqlalchemy as sa

from core.ports.work import RedRepository
from core.records.work import HelperAnswer, Red, RedHelper
from storage.schema.work import red_helpers, reds
from storage.sql.executor import Repository, change, every, only
from storage.sql.expressions import among, insert
from storage.sql.statements import Change, as_tuple

NAMES = [name for name in Red.__struct_fields__ if name != "helpers"]
WITH_HELPERS = (
    sa.select(*(reds.c[name] for name in NAMES), red_helpers.c.user_id.label("helper_id"), red_helpers.c.answer)
    .outerjoin_from(reds, red_helpers)
    .order_by(reds.c.id, red_helpers.c.user_id)
)
LASTING = reds.c.ended_at.is_(None)
THIS = reds.c.id == sa.bindparam("red_id")
USER: sa.BindParameter[Any] = sa.bindparam("user_id")
AT: sa.BindParameter[Any] = sa.bindparam("at")
THIS_HELPER = sa.and_(red_helpers.c.red_id == sa.bindparam("red_id"), red_helpers.c.user_id == USER)


def as_reds(rows: Sequence[tuple[Any, ...]]) -> Sequence[Red]:
    found = []
    for _, of_red in groupby(rows, key=itemgetter(0)):
        each = list(of_red)
        helpers = [RedHelper(person, answer) for *_, person, answer in each if person]
        found.append(Red(**dict(zip(NAMES, each[0], strict=False)), helpers=helpers))
    return found


def as_red(rows: Sequence[tuple[Any, ...]]) -> Red | None:
    return next(iter(as_reds(rows)), None)


class Reds(Repository, RedRepository):
    get = every(WITH_HELPERS.where(THIS), as_tuple, as_red)
    lasting = every(WITH_HELPERS.where(among(reds.c.task_id, "task_ids"), LASTING), as_tuple, as_reds)
    lasting_of = every(
        WITH_HELPERS.where(among(reds.c.user_id, "user_ids"), LASTING, reds.c.started_at < sa.bindparam("since")),
        as_tuple,
        as_reds,
    )
    lasting_within = every(
        WITH_HELPERS.where(
            among(reds.c.user_id, "user_ids"),
            reds.c.started_at < sa.bindparam("until"),
            sa.or_(LASTING, reds.c.ended_at >= sa.bindparam("since")),
        ),
        as_tuple,
        as_reds,
    )
    start = only(sa.insert(reds).values(started_at=AT).returning(reds.c.id), int, ["task_id", "user_id"])
    explain = change(sa.update(reds).where(THIS).values(motivo_at=AT), ["motivo"])

    NAME_HELPER = Change(insert(red_helpers).on_conflict_do_nothing(), ["red_id", "user_id"])

    async def name_helpers(self, red_id: int, user_ids: Collection[int]) -> None:
        await self._db.run_many(self.NAME_HELPER, [{"red_id": red_id, "user_id": person} for person in user_ids])

    drop_helper = change(sa.delete(red_helpers).where(THIS_HELPER))

    ANSWER = Change(sa.update(red_helpers).where(THIS_HELPER).values(answer=sa.bindparam("given", type_=sa.Text)))

    async def answer(self, red_id: int, user_id: int, answer: HelperAnswer) -> None:
        await self.name_helpers(red_id, [user_id])
        await self._db.run(self.ANSWER, red_id=red_id, user_id=user_id, given=answer)

    end = change(sa.update(reds).where(among(reds.c.id, "red_ids")).values(ended_at=AT))

    PASS_ON = Change(sa.update(reds).where(THIS), ["user_id"])

    async def pass_on(self, red_id: int, user_id: int) -> None:
        await self._db.run(self.PASS_ON, red_id=red_id, user_id=user_id)
        await self.drop_helper(red_id, user_id)

    helps_with = only(
        sa.select(
            sa.exists()
            .select_from(sa.join(red_helpers, reds))
            .where(LASTING, reds.c.task_id == sa.bindparam("task_id"), red_helpers.c.user_id == USER)
        ),
        bool,
    )

    helped_by = every(
        WITH_HELPERS.where(
            LASTING, reds.c.id.in_(sa.select(red_helpers.c.red_id).where(red_helpers.c.user_id == USER))
        ),
        as_tuple,
        as_reds,
    )
    recent_helpers = every(
        sa.select(red_helpers.c.user_id)
        .join_from(red_helpers, reds)
        .where(reds.c.user_id == USER)
        .group_by(red_helpers.c.user_id)
        .order_by(sa.func.max(reds.c.id).desc(), red_helpers.c.user_id)
        .limit(sa.bindparam("most", type_=sa.Integer)),
        int,
    )
