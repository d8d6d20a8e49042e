"""Examples: a name and whether it is active. Everybody may read them, integrations and admins may change them."""

from collections.abc import Sequence

import msgspec

from core.application.access import Operation, require
from core.application.use_case import Context, command, needs, query
from core.base.errors import Code, NotFound
from core.base.model import Nothing, Request
from core.base.paging import WHOLE, Page
from core.records.examples import Example
from core.records.tokens import Scope


class ExampleRequest(Request, frozen=True, kw_only=True):
    """An example's name."""

    name: str


@needs()
@query
async def get_example(ctx: Context, example_id: int) -> Example:
    """Get one example. Raises `NotFound` if it is missing or deleted."""
    example = await ctx.uow.examples.get(example_id)
    if example is None:
        raise NotFound(Code.EXAMPLE_NOT_FOUND, id=example_id)
    return example


@needs()
@query(stale_ok=True)
async def list_examples(ctx: Context, page: Page = WHOLE) -> Sequence[Example]:
    """List every example, active or not, by id."""
    return await ctx.uow.examples.list(page)


@needs(Scope.ADMIN)
@command
async def create_example(ctx: Context, request: ExampleRequest) -> Example:
    """Create an active example."""
    require(ctx.actor, Operation.EXAMPLE_WRITE)
    return await ctx.uow.examples.add(request.name)


@needs(Scope.ADMIN)
@command
async def replace_example(ctx: Context, example_id: int, request: ExampleRequest) -> Example:
    """Replace the name of an example."""
    example = await get_example(ctx, example_id)
    require(ctx.actor, Operation.EXAMPLE_WRITE)
    await ctx.uow.examples.rename(example.id, request.name)
    return msgspec.structs.replace(example, name=request.name)


@needs(Scope.ADMIN)
@command
async def delete_example(ctx: Context, example_id: int) -> Nothing:
    """Delete an example."""
    example = await get_example(ctx, example_id)
    require(ctx.actor, Operation.EXAMPLE_WRITE)
    await ctx.uow.examples.delete(example.id)
    return Nothing()
