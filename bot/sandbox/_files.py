"""Uploaded pictures and documents: identifiers, sizes, and the paths getFile hands out."""

import mimetypes
import secrets
import struct
from dataclasses import dataclass

from bot.sandbox._errors import bad_request
from bot.sandbox._model import Json
from bot.sandbox._params import Params, Upload

_FOLDERS = {
    "photo": ("photos", "AgACAgEAAx"),
    "document": ("documents", "BQACAgEAAx"),
    "voice": ("voice", "AwACAgEAAx"),
    "video": ("videos", "BAACAgEAAx"),
    "audio": ("music", "CQACAgEAAx"),
    "animation": ("animations", "CgACAgEAAx"),
    "video_note": ("video_notes", "DQACAgEAAx"),
}
"""The folder of a file and the beginning of its id, by the field of a Message."""
MEDIA = tuple(_FOLDERS)
_NAMED = ("document", "video", "audio", "animation")
_MAX_PHOTO = 10 * 1024 * 1024
_MAX_DOWNLOAD = 20 * 1024 * 1024
_MAX_SIDES = 10_000
_MAX_RATIO = 20
_PNG_HEADER = 24
_GIF_HEADER = 10
_JPEG_MARKER = 0xFF
_JPEG_FRAMES = {0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF}


@dataclass(frozen=True)
class StoredFile:
    """A file on Telegram's side; `kind` is a field of a Message, `path` is what getFile returns."""

    kind: str
    file_id: str
    unique_id: str
    path: str
    name: str
    content_type: str
    data: bytes


class FileStore:
    """Files by id and by path."""

    def __init__(self) -> None:
        self._by_id: dict[str, StoredFile] = {}
        self._by_path: dict[str, StoredFile] = {}

    def save(self, upload: Upload, kind: str) -> StoredFile:
        if not upload.data:
            raise bad_request("file must be non-empty")
        (folder, prefix), number = _FOLDERS[kind], len(self._by_id)
        guessed = upload.content_type.split(";")[0].strip()
        suffix = ("." + upload.name.rsplit(".", 1)[1]) if "." in upload.name else mimetypes.guess_extension(guessed)
        stored = StoredFile(
            file_id=prefix + secrets.token_urlsafe(30),
            unique_id="AQAD" + secrets.token_urlsafe(9),
            kind=kind,
            path=f"{folder}/file_{number}{suffix or ''}",
            name=upload.name,
            content_type=guessed,
            data=upload.data,
        )
        self._by_id[stored.file_id] = self._by_path[stored.path] = stored
        return stored

    def by_path(self, path: str) -> StoredFile | None:
        return self._by_path.get(path)

    def by_id(self, file_id: str) -> StoredFile | None:
        return self._by_id.get(file_id)

    def describe(self, file_id: str) -> Json:
        """Return the answer of getFile. Raises ApiError 400 for an unknown id or a file over 20 MB."""
        stored = self._by_id.get(file_id)
        if stored is None:
            raise bad_request("invalid file_id")
        if len(stored.data) > _MAX_DOWNLOAD:
            raise bad_request("file is too big")
        return {**_identity(stored), "file_path": stored.path}

    def take(self, params: Params, field: str, kind: str = "") -> StoredFile:
        """The file of a call's field: an upload, or the file_id of an earlier one; `kind` if not the field."""
        upload = params.upload(field)
        if upload is not None:
            return self.save(upload, kind or field)
        value = params.text(field)
        if not value:
            raise bad_request(f"there is no {field} in the request")
        if value.startswith(("http://", "https://")):
            raise bad_request("failed to get HTTP URL content")
        stored = self._by_id.get(value)
        if stored is None:
            raise bad_request("wrong file identifier/HTTP URL specified")
        if stored.kind != (kind or field):
            raise bad_request(f"can't use file of type {stored.kind.title()} as {(kind or field).title()}")
        return stored

    def forget(self, file_id: str) -> None:
        stored = self._by_id.pop(file_id)
        del self._by_path[stored.path]


def _identity(stored: StoredFile) -> Json:
    return {"file_id": stored.file_id, "file_unique_id": stored.unique_id, "file_size": len(stored.data)}


def photo_json(stored: StoredFile) -> list[Json]:
    """The PhotoSize list of a picture. Raises ApiError 400 for what is not a picture, or one too big."""
    if len(stored.data) > _MAX_PHOTO:
        raise bad_request("file is too big")
    size = image_size(stored.data)
    if size is None:
        raise bad_request("IMAGE_PROCESS_FAILED")
    width, height = size
    if width + height > _MAX_SIDES or max(width, height) > _MAX_RATIO * min(width, height):
        raise bad_request("PHOTO_INVALID_DIMENSIONS")
    return [{**_identity(stored), "width": width, "height": height}]


def media_json(stored: StoredFile) -> Json:
    """The content of a message with a file, but for its caption."""
    if stored.kind == "photo":
        return {"photo": photo_json(stored)}
    about: Json = {"mime_type": stored.content_type, **_identity(stored)}
    if stored.kind in _NAMED:
        about["file_name"] = stored.name
    if stored.kind != "document":
        about["duration"] = 1
    if stored.kind in ("video", "animation"):
        about |= {"width": 320, "height": 240}
    if stored.kind == "video_note":
        about["length"] = 240
    return {stored.kind: about} | ({"document": about} if stored.kind == "animation" else {})


def image_size(data: bytes) -> tuple[int, int] | None:
    """Width and height in pixels of a PNG, GIF or JPEG; None for anything else."""
    if data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) >= _PNG_HEADER:
        width, height = struct.unpack(">II", data[16:24])
        return width, height
    if data[:6] in (b"GIF87a", b"GIF89a") and len(data) >= _GIF_HEADER:
        width, height = struct.unpack("<HH", data[6:10])
        return width, height
    return _jpeg_size(data) if data[:2] == b"\xff\xd8" else None


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    at = 2
    while at + 9 < len(data) and data[at] == _JPEG_MARKER:
        if data[at + 1] in _JPEG_FRAMES:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        at += 2 + int(struct.unpack(">H", data[at + 2 : at + 4])[0])
    return None
