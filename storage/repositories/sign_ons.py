"""Sign-ons of assistants."""

import sqlalchemy as sa

from core.ports.sign_ons import SignOnRepository
from core.records.sign_ons import AuthorizationRequest, SignOn, SignOnStage
from storage.schema.people import sign_ons
from storage.sql.executor import Repository, change, one, only
from storage.sql.expressions import columns_for, fields

WHOLE = sa.select(*columns_for(sign_ons, SignOn))
SECRET = sa.bindparam("secret_hash", type_=sa.LargeBinary)
BEGUN = {"stage": SignOnStage.ASKED, "tries": 0}
UNOPENED = sa.and_(
    sign_ons.c.stage == SignOnStage.ASKED, sign_ons.c.user_id.is_(None), sign_ons.c.expires_at > sa.bindparam("now")
)
FULLEST = (
    sa.select(sign_ons.c.site)
    .where(UNOPENED)
    .group_by(sign_ons.c.site)
    .order_by(sa.func.count().desc(), sa.func.min(sign_ons.c.id))
    .limit(1)
    .scalar_subquery()
)
OLDEST = sa.select(sa.func.min(sign_ons.c.id)).where(UNOPENED, sign_ons.c.site == FULLEST).scalar_subquery()
PROGRESS = fields(SignOn, "id", *fields(AuthorizationRequest))


class SignOns(Repository, SignOnRepository):
    add = change(
        sa.insert(sign_ons).values(BEGUN),
        [*fields(AuthorizationRequest), "page_hash", "chat_hash", "site", "expires_at"],
    )
    get = one(WHOLE.where(sign_ons.c.id == sa.bindparam("sign_on_id")), SignOn)
    by_page = one(WHOLE.where(sign_ons.c.page_hash == SECRET), SignOn)
    by_chat = one(WHOLE.where(sign_ons.c.chat_hash == SECRET), SignOn)
    by_code = one(WHOLE.where(sign_ons.c.code_hash == SECRET), SignOn)
    save = change(sa.update(sign_ons).where(sign_ons.c.id == sa.bindparam("id")), PROGRESS)
    put_code = change(sa.update(sign_ons).where(sign_ons.c.id == sa.bindparam("sign_on_id")).values(code_hash=SECRET))
    unopened = only(sa.select(sa.func.count()).select_from(sign_ons).where(UNOPENED), int)
    drop_unopened = change(sa.delete(sign_ons).where(sign_ons.c.id == OLDEST))

    EXPIRED = sa.select(sign_ons.c.id).where(sign_ons.c.expires_at < sa.bindparam("before")).limit(sa.bindparam("most"))
    prune = change(sa.delete(sign_ons).where(sign_ons.c.id.in_(EXPIRED)))
