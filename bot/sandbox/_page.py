"""The chat page's side of the server: its files, what people do on it, and the live stream."""

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import msgspec
from aiohttp import BodyPartReader, web

from bot.sandbox._errors import ApiError, SandboxError
from bot.sandbox._files import image_size
from bot.sandbox._groups import GroupDriver
from bot.sandbox._links import group_parameter
from bot.sandbox._model import Message
from bot.sandbox._people import PersonDriver
from bot.sandbox._updates import as_line
from bot.sandbox._views import event_view, message_view, state_view
from bot.sandbox._world import World

_FILES = Path(__file__).with_name("page")
_TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}
_HEARTBEAT = 15.0
OFFERS_WITHIN = 5.0


class SendBody(msgspec.Struct):
    """Write a text; `chat` is a group's id, `reply_to` a message_id."""

    text: str
    chat: int | None = None
    reply_to: int | None = None


def media_kind(content_type: str) -> str:
    """The kind as which an app would send a file that is not a picture."""
    if content_type.startswith("audio/ogg"):
        return "voice"
    family = content_type.partition("/")[0]
    return family if family in ("audio", "video") else "document"


class LocationBody(msgspec.Struct):
    """Share where one is, in degrees."""

    latitude: float
    longitude: float
    chat: int | None = None
    reply_to: int | None = None


class EditBody(msgspec.Struct):
    """Change one of one's own texts."""

    chat: int
    message_id: int
    text: str


class PressBody(msgspec.Struct):
    """Press a button by its callback_data."""

    chat: int
    message_id: int
    data: str


class LinkBody(msgspec.Struct):
    """Follow a deep link."""

    url: str


class InlineBody(msgspec.Struct):
    """Type words behind the bot's name."""

    query: str
    chat: int | None = None
    offset: str = ""


class ChooseBody(msgspec.Struct):
    """Send one of the results that were offered."""

    query_id: str
    result_id: str
    chat: int | None = None


class LanguageBody(msgspec.Struct):
    """Change the language of one's app."""

    code: str


Body = TypeVar("Body", bound=msgspec.Struct)
Action = Callable[[web.Request], Awaitable[object]]


class PageApi:
    """Everything under `/` and `/sandbox/`. Errors are `{"error": text}` with 400, 404 or 409."""

    def __init__(self, world: World, person: Callable[[int | str], PersonDriver], timezone: str | None) -> None:
        self._world = world
        self._person = person
        self._timezone = timezone
        self._streams: set[asyncio.Task[None] | None] = set()

    def routes(self) -> list[web.RouteDef]:
        posts: dict[str, Action] = {
            "send": self._send,
            "edit": self._edit,
            "press": self._press,
            "upload": self._upload,
            "locate": self._locate,
            "open": self._open,
            "inline": self._inline,
            "choose": self._choose,
            "language": self._language,
            "block": self._does(PersonDriver.block),
            "unblock": self._does(PersonDriver.unblock),
            "clear": self._does(PersonDriver.clear),
        }
        return [
            web.get("/", self._asset),
            web.get("/page/{name}", self._asset),
            web.get("/sandbox/state", self._state),
            web.get("/sandbox/stream", self._stream),
            web.get("/sandbox/file/{file_id}", self._file),
            *(web.post(f"/sandbox/people/{{person}}/{name}", _answered(act)) for name, act in posts.items()),
        ]

    def close(self) -> None:
        """End every live stream."""
        for stream in self._streams:
            if stream is not None:
                stream.cancel()

    # The page itself

    async def _asset(self, request: web.Request) -> web.Response:
        name = request.match_info.get("name", "index.html")
        path = _FILES / name
        if path.parent != _FILES or path.suffix not in _TYPES or not path.is_file():
            raise web.HTTPNotFound
        headers = {"Cache-Control": "no-cache"}
        return web.Response(body=path.read_bytes(), content_type=_TYPES[path.suffix], charset="utf-8", headers=headers)

    async def _state(self, _request: web.Request) -> web.Response:
        return _json(state_view(self._world, self._timezone))

    async def _file(self, request: web.Request) -> web.Response:
        stored = self._world.files.by_id(request.match_info["file_id"])
        if stored is None:
            raise web.HTTPNotFound
        if image_size(stored.data) is not None:
            return web.Response(body=stored.data, content_type=stored.content_type or "image/png")
        headers = {"Content-Disposition": "attachment"}
        return web.Response(body=stored.data, content_type="application/octet-stream", headers=headers)

    async def _stream(self, request: web.Request) -> web.StreamResponse:
        """Server-sent events after `Last-Event-ID` or `?after=` (`<epoch>-<seq>`); `resync` where that is forgotten."""
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream", "Cache-Control": "no-store"})
        await response.prepare(request)
        epoch, _, seq = (request.headers.get("Last-Event-ID") or request.query.get("after", "")).partition("-")
        self._streams.add(asyncio.current_task())
        try:
            with contextlib.suppress(ConnectionError, asyncio.CancelledError):
                await self._pump(response, epoch, int(seq) if seq.isdigit() else -1)
        finally:
            self._streams.discard(asyncio.current_task())
        return response

    async def _pump(self, response: web.StreamResponse, epoch: str, seq: int) -> None:
        events = self._world.events
        if epoch != events.epoch or not events.reaches_back_to(seq):
            await response.write(b"event: resync\ndata: {}\n\n")
            return
        await response.write(b"retry: 800\n\n")
        while True:
            for event in await events.wait(seq, _HEARTBEAT):
                seq = event.seq
                line = json.dumps(event_view(event), ensure_ascii=False)
                await response.write(f"id: {events.epoch}-{seq}\ndata: {line}\n\n".encode())
            await response.write(b": still here\n\n")

    # What people do

    def _who(self, request: web.Request) -> PersonDriver:
        return self._person(request.match_info["person"])

    async def _send(self, request: web.Request) -> object:
        body = await _body(request, SendBody)
        message = await self._who(request).send(body.text, chat=body.chat, reply_to=body.reply_to)
        return {"message": message_view(message)}

    async def _edit(self, request: web.Request) -> object:
        body = await _body(request, EditBody)
        person = self._who(request)
        message = _among(person, body.chat, body.message_id)
        return {"message": message_view(await person.edit(message, body.text))}

    async def _press(self, request: web.Request) -> object:
        body = await _body(request, PressBody)
        person = self._who(request)
        callback = await person.press_data(_among(person, body.chat, body.message_id), body.data)
        return {"callback_id": callback.id}

    async def _upload(self, request: web.Request) -> object:
        person = self._who(request)
        data, name, kind, caption, reply_to = b"", "archivo", "application/octet-stream", "", None
        async for part in await request.multipart():
            if not isinstance(part, BodyPartReader):
                continue
            if part.name == "caption":
                caption = await part.text()
            elif part.name == "reply_to":
                reply_to = int(await part.text())
            elif part.name == "file":
                data, name = bytes(await part.read(decode=True)), part.filename or name
                kind = part.headers.get("Content-Type", kind)
        if image_size(data) is not None:
            message = await person.send_photo(data, caption=caption, name=name, reply_to=reply_to)
        else:
            message = await person.send_document(
                data, name=name, content_type=kind, caption=caption, kind=media_kind(kind), reply_to=reply_to
            )
        return {"message": message_view(message)}

    async def _locate(self, request: web.Request) -> object:
        body = await _body(request, LocationBody)
        person, where = self._who(request), (body.latitude, body.longitude)
        return {"message": message_view(await person.send_location(*where, chat=body.chat, reply_to=body.reply_to))}

    async def _open(self, request: web.Request) -> object:
        """A deep link; one that lets the bot into a group makes a new group of everybody for it."""
        body, person = await _body(request, LinkBody), self._who(request)
        code = group_parameter(body.url, self._world.bot["username"])
        if code is None:
            return {"message": message_view(await person.open_link(body.url))}
        others = [self._person(user_id) for user_id in self._world.people if user_id != person.id]
        number = sum(chat.type != "private" for chat in self._world.chats.values()) + 1
        group = GroupDriver.create(self._world, f"Grupo {number}", [person, *others], supergroup=False)
        words = f"/start@{self._world.bot['username']} {code}".strip()
        return {"message": message_view(await person.send(words, chat=group.id))}

    async def _inline(self, request: web.Request) -> object:
        body, person = await _body(request, InlineBody), self._who(request)
        asked = await person.type_inline(body.query, chat=body.chat, offset=body.offset)
        try:
            offered = await person.wait_offers(asked, OFFERS_WITHIN)
        except TimeoutError as error:
            raise SandboxError("the bot does not answer inline queries") from error
        return {
            "query_id": asked.id,
            "results": offered.results,
            "next_offset": offered.next_offset,
            "button": offered.button,
        }

    async def _choose(self, request: web.Request) -> object:
        body = await _body(request, ChooseBody)
        asked = self._world.inline_queries.get(body.query_id)
        if asked is None:
            raise LookupError(f"nobody asked {body.query_id}")
        return {"message": message_view(await self._who(request).choose(asked, body.result_id, chat=body.chat))}

    async def _language(self, request: web.Request) -> object:
        self._who(request).language_code = (await _body(request, LanguageBody)).code
        return {}

    def _does(self, act: Callable[[PersonDriver], Awaitable[None]]) -> Action:
        """Return the action that does `act` for a person; it takes no body and answers nothing."""

        async def done(request: web.Request) -> object:
            await act(self._who(request))
            return {}

        return done


def _json(body: object, status: int = 200) -> web.Response:
    headers = {"Cache-Control": "no-store"}
    return web.Response(status=status, body=as_line(body), content_type="application/json", headers=headers)


def _answered(action: Action) -> Callable[[web.Request], Awaitable[web.Response]]:
    """Turn an action's outcome into JSON."""

    async def handler(request: web.Request) -> web.Response:
        try:
            return _json(await action(request))
        except (SandboxError, ApiError) as error:
            return _json({"error": str(error)}, 409)
        except LookupError as error:
            return _json({"error": str(error)}, 404)
        except (msgspec.DecodeError, msgspec.ValidationError) as error:
            return _json({"error": str(error)}, 400)

    return handler


async def _body(request: web.Request, kind: type[Body]) -> Body:
    return msgspec.json.decode(await request.read(), type=kind)


def _among(person: PersonDriver, chat: int, message_id: int) -> Message:
    for message in person.messages_in(chat):
        if message.id == message_id:
            return message
    raise LookupError(f"message {message_id} is gone")
