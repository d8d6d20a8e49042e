"""Pictures for the chat: a `Sheet` says what one shows, `painter` makes a PNG of it, `words` what a font can draw.

The same sheet is the same PNG. Pillow is imported when the first picture is painted: 40 ms and 14 MB, a twentieth and
a fifth of what matplotlib takes.
"""

import asyncio
from collections import OrderedDict

import msgspec

from bot.chat.pictures.sheet import Sheet

PICTURES_KEPT = 32
"""The most pictures kept, two megabytes: one that is asked for again mostly shows the same numbers."""
encoded = msgspec.msgpack.Encoder().encode
kept: OrderedDict[bytes, bytes] = OrderedDict()


async def painted(sheet: Sheet) -> bytes:
    """The PNG of a sheet, painted in a thread unless it is cached."""
    key = encoded(sheet)
    if key not in kept:
        kept[key] = await asyncio.to_thread(paint, sheet)
        if len(kept) > PICTURES_KEPT:
            kept.popitem(last=False)
    kept.move_to_end(key)
    return kept[key]


def paint(sheet: Sheet) -> bytes:
    from bot.chat.pictures.painter import picture  # noqa: PLC0415 heavy, and many processes paint none

    return picture(sheet)
