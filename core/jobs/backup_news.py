"""Messages to admins about backups: one a day while none is made."""

from datetime import datetime

from core.application.access import Operation, require
from core.application.use_case import Context, command
from core.base.model import Role
from core.messages.outbox import new_message
from core.people.users import active_people
from core.records.messages import MessageKind

LONGEST_REASON = 300


@command
async def tell_backup_failed(ctx: Context, why: str, last: datetime | None) -> None:
    """Tell the admins that no backup was made, why, and when the last good one was."""
    require(ctx.actor, Operation.RUN_JOBS)
    occasion = ctx.today.isoformat()
    about = {"why": why[:LONGEST_REASON], **({"last": last.isoformat()} if last else {})}
    admins = [person.id for person in (await active_people(ctx)).values() if person.role is Role.ADMIN]
    await ctx.uow.outbox.add([new_message(ctx, MessageKind.BACKUP_FAILED, each, occasion, about) for each in admins])
