"""Tokens of the API."""

from collections.abc import Collection
from datetime import date
from typing import Any

import msgspec
import sqlalchemy as sa

from core.ports.tokens import TokenRepository
from core.records.tokens import Scope, Token
from storage.schema.people import tokens
from storage.sql.executor import Repository, change, every, one
from storage.sql.expressions import among, columns_for, fields
from storage.sql.statements import Change

TOKENS = sa.select(*columns_for(tokens, Token)).order_by(tokens.c.created_at, tokens.c.id)
OF_PERSON = tokens.c.user_id == sa.bindparam("user_id")
UNENDED = tokens.c.ended_at.is_(None)
SCOPES = msgspec.json.Decoder(list[Scope])


def token(token_id: str, user_id: int, name: str, scopes: str | None, *times: Any) -> Token:
    return Token(token_id, user_id, name, None if scopes is None else SCOPES.decode(scopes), *times)


class Tokens(Repository, TokenRepository):
    get = one(TOKENS.where(tokens.c.id == sa.bindparam("token_id")), token)
    list = every(TOKENS, token)
    of_person = every(TOKENS.where(OF_PERSON), token)
    valid = every(
        TOKENS.where(among(tokens.c.user_id, "user_ids"), UNENDED, tokens.c.expires_at > sa.bindparam("now")), token
    )
    expiring = every(
        TOKENS.where(
            UNENDED, tokens.c.expires_at > sa.bindparam("after"), tokens.c.expires_at <= sa.bindparam("until")
        ),
        token,
    )
    add = change(sa.insert(tokens), fields(Token))
    end = change(
        sa.update(tokens).where(tokens.c.id == sa.bindparam("token_id"), UNENDED).values(ended_at=sa.bindparam("at"))
    )
    end_all = change(sa.update(tokens).where(OF_PERSON, UNENDED).values(ended_at=sa.bindparam("at")))

    USED = Change(
        sa.update(tokens)
        .where(
            tokens.c.id == sa.bindparam("token_id"),
            sa.or_(tokens.c.last_used_on.is_(None), tokens.c.last_used_on < sa.bindparam("on")),
        )
        .values(last_used_on=sa.bindparam("on"))
    )

    async def note_use(self, token_ids: Collection[str], on: date) -> None:
        await self._db.run_many(self.USED, [{"token_id": each, "on": on} for each in sorted(token_ids)])

    EXPIRED = sa.select(tokens.c.id).where(tokens.c.expires_at < sa.bindparam("before")).limit(sa.bindparam("most"))
    prune = change(sa.delete(tokens).where(tokens.c.id.in_(EXPIRED)))
