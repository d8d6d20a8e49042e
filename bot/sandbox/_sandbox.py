"""The sandbox as a whole: one bot, some people, one HTTP server on this machine only."""

import json
import re
import time
from collections.abc import Callable, Sequence
from ssl import SSLContext
from typing import Self
from zoneinfo import available_timezones

from aiohttp import web

from bot.sandbox._bot_api import BotApi, bot_id
from bot.sandbox._errors import SandboxError
from bot.sandbox._faults import Faults
from bot.sandbox._groups import GroupDriver
from bot.sandbox._guard import guard
from bot.sandbox._model import Call, CallbackAnswer, Json, Person
from bot.sandbox._pacing import Pacing
from bot.sandbox._page import PageApi
from bot.sandbox._params import MAX_BODY, Params
from bot.sandbox._people import PersonDriver
from bot.sandbox._tour import Tour
from bot.sandbox._webhook import Webhook, is_loopback
from bot.sandbox._world import World

_USERNAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{3,31}")


class Sandbox:
    """A Bot API for one bot and a page on which to be its people.

    `token` is "123:letters"; the number is the bot's user id. `username` is without "@". `pacing` switches on
    Telegram's speed limits; `callback_timeout` is how many seconds a press can be answered; `clock` gives Unix time in
    seconds; `first_backoff` is the pause in seconds after a webhook's first failure; `trusting` says whose certificates
    a webhook may have, if others than usual; `timezone` is the IANA name that times on the page are in, else the
    browser's; `path` comes before every path; `tour` is what the page offers to try.
    """

    def __init__(  # noqa: PLR0913 - all but four are for tests
        self,
        token: str,
        username: str,
        name: str,
        people: Sequence[Person],
        *,
        pacing: Pacing | None = None,
        callback_timeout: float = 60.0,
        first_backoff: float = 0.2,
        clock: Callable[[], float] = time.time,
        timezone: str | None = None,
        trusting: SSLContext | None = None,
        path: str = "",
        tour: Tour | None = None,
    ) -> None:
        if _USERNAME.fullmatch(username) is None:
            raise SandboxError(f"{username!r} is no bot name")
        if timezone is not None and timezone not in available_timezones():
            raise SandboxError(f"{timezone!r} is no time zone")
        bot: Json = {"id": bot_id(token), "is_bot": True, "first_name": name, "username": username}
        self._world = World(bot, people, clock=clock, callback_timeout=callback_timeout, tour=tour)
        self._webhook = Webhook(self._world.updates, first_backoff=first_backoff, trusting=trusting)
        self._api = BotApi(self._world, self._webhook, token, pacing)
        self._drivers: dict[int, PersonDriver] = {}
        self._page = PageApi(self._world, self.person, timezone)
        self._path = path
        self._runner: web.AppRunner | None = None
        self._url = ""

    # The server

    async def start(self, host: str = "127.0.0.1", port: int = 0) -> str:
        """Listen and return the URL; port 0 picks a free one. Raises SandboxError for a host others can reach."""
        if not is_loopback(host):
            raise SandboxError(f"the sandbox serves this machine only, and {host} is not a loopback address")
        if self._runner is not None:
            raise SandboxError("it is started already")
        app = web.Application(client_max_size=MAX_BODY, middlewares=[guard])
        routes = (*self._api.routes(), *self._page.routes())
        app.add_routes(
            [web.RouteDef(each.method, self._path + each.path, each.handler, each.kwargs) for each in routes]
        )
        app.on_shutdown.append(self._hang_up)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, host, port).start()
        except OSError:
            await self._close_runner()
            raise
        shown = f"[{host}]" if ":" in host else host
        self._url = f"http://{shown}:{self._runner.addresses[0][1]}{self._path}"
        return self._url

    async def stop(self) -> None:
        """Close the server and every connection; the state stays readable."""
        await self._webhook.close()
        await self._close_runner()

    async def _hang_up(self, _app: web.Application) -> None:
        """End what waits for something to happen: live streams, and the bot's long poll."""
        self._page.close()
        self._world.updates.hang_up()

    async def _close_runner(self) -> None:
        runner, self._runner = self._runner, None
        if runner is not None:
            await runner.cleanup()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self.stop()

    @property
    def url(self) -> str:
        """The URL, as `http://127.0.0.1:8081`; the bot's base_url is `<url>/bot`, base_file_url `<url>/file/bot`."""
        return self._url

    def lose_file(self, file_id: str) -> None:
        self._world.files.forget(file_id)

    # The people

    def person(self, wanted: int | str) -> PersonDriver:
        """Return a person by id, @name or first name, always by the same driver. Raises SandboxError."""
        state = self._world.person_state(wanted)
        if state.person.id not in self._drivers:
            self._drivers[state.person.id] = PersonDriver(self._world, state)
        return self._drivers[state.person.id]

    @property
    def people(self) -> list[PersonDriver]:
        return [self.person(user_id) for user_id in self._world.people]

    def add_person(self, person: Person) -> PersonDriver:
        self._world.add_person(person)
        self._world.events.add("person", person.id)
        return self.person(person.id)

    async def group(self, title: str, *people: PersonDriver | str, supergroup: bool = False) -> GroupDriver:
        """A new group of these people and the bot; the first made it."""
        drivers = [self.person(who) if isinstance(who, str) else who for who in people]
        return GroupDriver.create(self._world, title, drivers, supergroup=supergroup)

    def inject(self, update: Json, *, chat_id: int = 0) -> int:
        """Send the bot any update at all, malformed ones too; returns its update_id (added unless given)."""
        return self._world.updates.inject(update, chat_id)

    # What the bot did

    @property
    def faults(self) -> Faults:
        return self._api.faults

    def grow_older(self) -> None:
        """Be a server of before 2024 from now on: `_older` says what it does not know."""
        self._api.is_older = True

    # Another program that has the bot's token

    def take_webhook(self, url: str = "", allowed_updates: Sequence[str] = ()) -> None:
        """Take the webhook down, or set another one."""
        wanted = {"allowed_updates": json.dumps(allowed_updates)} if allowed_updates else {}
        self._webhook.set(Params({"url": url, **wanted}))

    def rename_bot(self, username: str) -> None:
        """Give the bot another @name, as @BotFather does."""
        self._world.bot["username"] = username

    @property
    def calls(self) -> list[Call]:
        """The bot's calls but getUpdates, oldest first (the last ten thousand)."""
        return list(self._api.calls)

    def calls_to(self, method: str) -> list[Call]:
        return [call for call in self.calls if call.method.lower() == method.lower()]

    @property
    def answers(self) -> list[CallbackAnswer]:
        return list(self._world.answers)

    @property
    def is_polled(self) -> bool:
        """True while the bot's getUpdates waits for an update."""
        return self._world.updates.is_polled

    @property
    def pending_updates(self) -> list[Json]:
        """Updates the bot has not confirmed yet."""
        return [update.body for update in self._world.updates.pending]
