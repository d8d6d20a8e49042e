"""Links to calendars."""

import sqlalchemy as sa

from core.ports.calendar_links import CalendarLinkRepository
from core.records.calendar_links import CalendarLink
from storage.schema.journal import journal_state
from storage.schema.people import calendar_links, users
from storage.sql.executor import Repository, change, changes, every, one, only
from storage.sql.expressions import columns_for
from storage.sql.statements import Change

LINK = columns_for(calendar_links, CalendarLink)
UNENDED = calendar_links.c.ended_at.is_(None)
THIS = calendar_links.c.id == sa.bindparam("link_id")
COUNT_ENDED = Change(sa.update(journal_state).values(secrets_ended=journal_state.c.secrets_ended + 1))
OWNED_BY_SOMEBODY_ACTIVE = sa.exists().where(users.c.id == calendar_links.c.user_id, users.c.is_active)


class CalendarLinks(Repository, CalendarLinkRepository):
    of_person = every(
        sa.select(*LINK).where(UNENDED, calendar_links.c.user_id == sa.bindparam("user_id")).order_by(*LINK[:1]),
        CalendarLink,
    )
    get = one(sa.select(*LINK).where(UNENDED, THIS), CalendarLink)
    by_secret = one(
        sa.select(*LINK).where(
            UNENDED, calendar_links.c.secret_hash == sa.bindparam("secret_hash"), OWNED_BY_SOMEBODY_ACTIVE
        ),
        CalendarLink,
    )
    add = only(
        sa.insert(calendar_links).returning(*LINK), CalendarLink, ["user_id", "kind", "secret_hash", "created_at"]
    )
    renew = changes(
        Change(
            sa.update(calendar_links)
            .where(UNENDED, THIS)
            .values(secret_hash=sa.bindparam("secret_hash"), last_fetched_at=sa.null(), last_fetched_by=sa.null())
        ),
        COUNT_ENDED,
    )
    end = changes(
        Change(sa.update(calendar_links).where(UNENDED, THIS).values(ended_at=sa.bindparam("at"))), COUNT_ENDED
    )
    secrets_ended = only(sa.select(journal_state.c.secrets_ended), int)
    note_fetch = change(
        sa.update(calendar_links)
        .where(UNENDED, THIS)
        .values(last_fetched_at=sa.bindparam("at"), last_fetched_by=sa.bindparam("by"))
    )

    OVER = sa.select(calendar_links.c.id).where(calendar_links.c.ended_at < sa.bindparam("before"))
    prune = change(sa.delete(calendar_links).where(calendar_links.c.id.in_(OVER.limit(sa.bindparam("most")))))
