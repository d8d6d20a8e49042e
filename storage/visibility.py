"""Records of visibility. Live ones are one a person and event; a deleted one's place is free."""

from collections.abc import Sequence

import msgspec
import sqlalchemy as sa

from core.access import Actor, Operation, Relation, may
from core.model import INT32_MAX
from core.visibility import NewVisibilityRecord, VisibilityRecord
from storage.attached import Attached, AttachedStatements
from storage.dialect import SqliteDialect, fields
from storage.event_filter import BY_RELATION, VIEWER, Source, attached_list, sources
from storage.executor import Connection
from storage.tables import event_visibility, events


class VisibilityStatements(AttachedStatements[VisibilityRecord, NewVisibilityRecord]):
    """Compiled once an engine."""

    def __init__(self, sql: SqliteDialect) -> None:
        super().__init__(sql, event_visibility, VisibilityRecord, NewVisibilityRecord)
        rows = event_visibility.alias("rows")
        about_them = [Source(events.c.id, rows.c.user_id == VIEWER)]
        readable = sources(Operation.VISIBILITY_READ, {**BY_RELATION, Relation.SUBJECT: about_them})
        of_event = rows.c.event_id == sa.bindparam("event_id")
        self.lists = {
            (everything, one_event): attached_list(
                sql,
                rows,
                VisibilityRecord,
                *([of_event] if one_event else []),
                among=None if everything else readable,
            )
            for everything in (False, True)
            for one_event in (False, True)
        }
        self.update = sql.change(update_unless_taken(), fields(NewVisibilityRecord, "created_at"))


class Visibility(Attached[VisibilityRecord, NewVisibilityRecord]):
    """`core.ports.VisibilityRepository`."""

    def __init__(self, connection: Connection, statements: VisibilityStatements) -> None:
        super().__init__(connection, statements)
        self._sql = statements

    async def list(
        self, viewer: Actor, *, after_id: int = 0, limit: int | None = None, event_id: int | None = None
    ) -> Sequence[VisibilityRecord]:
        """Those that the viewer may read, of one event or all, by id."""
        return self._connection.all(
            self._sql.lists[may(viewer, Operation.VISIBILITY_READ), event_id is not None],
            viewer=viewer.id,
            after_id=after_id,
            limit=INT32_MAX if limit is None else limit,
            event_id=event_id,
        )

    async def update(self, record: VisibilityRecord) -> bool:
        """Write every field; False where the person has another in that event."""
        same = {"same_event": record.event_id, "same_user": record.user_id}
        values = msgspec.structs.asdict(record)
        return self._connection.run(self._sql.update, record_id=record.id, **same, **values) > 0


def update_unless_taken() -> sa.Update:
    """No row where the person has another live record in that event."""
    other = event_visibility.alias("other")
    taken = sa.exists().where(
        other.c.event_id == sa.bindparam("same_event"),
        other.c.user_id == sa.bindparam("same_user"),
        ~other.c.is_deleted,
        other.c.id != sa.bindparam("record_id"),
    )
    this = event_visibility.c.id == sa.bindparam("record_id")
    return sa.update(event_visibility).where(this, ~event_visibility.c.is_deleted, ~taken)
