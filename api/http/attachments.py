"""A file of somebody's as an answer: one to save, never one that a browser runs.

What people send may be anything, whatever its name says: only types that run nothing are named, and a browser is told
to look no further.
"""

import re
from collections.abc import Mapping
from pathlib import PurePosixPath
from urllib.parse import quote

from api.http.responses import PRIVATE
from core.base.errors import Code, Conflict
from core.ports.kept_files import KeptFiles, OpenFile
from core.records.work import AttachmentKind, TelegramFile

ANY_TYPE = "application/octet-stream"
OFFICE, OPEN_DOCUMENT = "application/vnd.openxmlformats-officedocument.", "application/vnd.oasis.opendocument."
MEDIA_TYPES: Mapping[str, str] = {
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".png": "image/png",
    ".gif": "image/gif",
    ".webp": "image/webp",
    ".heic": "image/heic",
    ".mp4": "video/mp4",
    ".mp3": "audio/mpeg",
    ".m4a": "audio/mp4",
    ".ogg": "audio/ogg",
    ".oga": "audio/ogg",
    ".pdf": "application/pdf",
    ".txt": "text/plain",
    ".csv": "text/csv",
    ".zip": "application/zip",
    ".docx": f"{OFFICE}wordprocessingml.document",
    ".xlsx": f"{OFFICE}spreadsheetml.sheet",
    ".pptx": f"{OFFICE}presentationml.presentation",
    ".odt": f"{OPEN_DOCUMENT}text",
    ".ods": f"{OPEN_DOCUMENT}spreadsheet",
}
"""The media types of files by the endings of their names, without HTML, SVG and XML, which may run something."""
NAMELESS: Mapping[AttachmentKind, str] = {
    AttachmentKind.PHOTO: "photo.jpg",
    AttachmentKind.VIDEO: "video.mp4",
    AttachmentKind.VIDEO_NOTE: "video.mp4",
    AttachmentKind.ANIMATION: "animation.mp4",
    AttachmentKind.AUDIO: "audio.mp3",
    AttachmentKind.VOICE: "voice.ogg",
    AttachmentKind.DOCUMENT: "document",
}
"""The names that files without one are given: as Telegram makes them."""
UNSAFE = re.compile(r"[^A-Za-z0-9._ -]")
HIDDEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff/\\\\]")
"""Characters that hide or turn a part of a name, or make a folder of it."""
NO_SCRIPT = "X-Content-Type-Options: nosniff\r\nContent-Security-Policy: default-src 'none'; sandbox\r\n"


class NoFiles(KeptFiles):
    """Gives no file, for a service without a bot."""

    async def open(self, file_id: str) -> tuple[bytes, OpenFile]:  # noqa: ARG002 none is given
        raise Conflict(Code.ATTACHMENTS_WITHOUT_BOT)


def name_of(file: TelegramFile) -> str:
    return HIDDEN.sub("_", file.name or NAMELESS[file.kind])


def media_type_of(name: str) -> str:
    return MEDIA_TYPES.get(PurePosixPath(name).suffix.lower(), ANY_TYPE)


def header_lines(name: str) -> str:
    """The header lines of a file to save: its name as every client reads it (RFC 6266), and that nothing runs."""
    names = f"filename=\"{UNSAFE.sub('_', name)}\"; filename*=UTF-8''{quote(name, safe='')}"
    return f"{PRIVATE}{NO_SCRIPT}Content-Disposition: attachment; {names}\r\n"
