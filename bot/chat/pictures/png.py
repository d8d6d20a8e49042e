"""Writing a PNG with isal: a month takes 0.9 ms of CPU, Pillow's save with zlib-ng 7.7, of a request of 13 to 17."""

from struct import pack

from isal import isal_zlib
from PIL import Image

from bot.chat.pictures.colours import flat

SIGNATURE = b"\x89PNG\r\n\x1a\n"
BITS, BY_PALETTE = 8, 3
BEFORE = 1
"""The bytes before the pixels of each row: one, the number of its filter; 0 is none."""
PACKED = 1
"""The level of compression: 0 takes as long for a fifth more bytes, 3 ten times as long for no fewer."""


def png(rows: Image.Image) -> bytes:
    """A picture in the numbers of our colours, each row after its filter's."""
    header = pack(">IIBBBBB", rows.width - BEFORE, rows.height, BITS, BY_PALETTE, 0, 0, 0)
    pixels = isal_zlib.compress(rows.tobytes(), PACKED)
    parts = (b"IHDR", header), (b"PLTE", flat()), (b"IDAT", pixels), (b"IEND", b"")
    return SIGNATURE + b"".join(chunk(kind, content) for kind, content in parts)


def chunk(kind: bytes, content: bytes) -> bytes:
    """A part of the file, its length before and its checksum behind it."""
    return pack(">I", len(content)) + kind + content + pack(">I", isal_zlib.crc32(kind + content))
