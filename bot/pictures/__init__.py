"""Pictures for the chat: `sheet` what one shows, `words` a person's words as a font can draw them, `painter` the PNG.

Everything is a pure function of a `Sheet`, so the same numbers are the same bytes. Pillow is imported when the first
picture is painted: 40 ms and 14 MB, where matplotlib takes 20 times the one
and 5 times the other.
"""

import asyncio

from bot.pictures.sheet import Sheet


async def painted(sheet: Sheet) -> bytes:
    """The PNG of a sheet, painted beside the event loop."""
    return await asyncio.to_thread(paint, sheet)


def paint(sheet: Sheet) -> bytes:
    """The PNG of a sheet."""
    from bot.pictures.painter import picture  # noqa: PLC0415 heavy: only who looks at pictures pays for it

    return picture(sheet)
