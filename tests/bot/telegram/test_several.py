"""The chat among several processes: a chat's updates in order and once, whoever takes them in; one of them polls."""

import asyncio
from contextlib import AsyncExitStack
from datetime import timedelta
from itertools import cycle

import aiohttp
import pytest
from aiohttp import web

from bot.app.config import TelegramConfig
from bot.app.service import BotService
from bot.app.tokens import token_issuer
from bot.process import process_id
from bot.process.background_tasks import cancel
from bot.process.lease_keeper import LeaseKeeper
from bot.telegram import polling, processor
from bot.telegram.processor import CLAIMED
from core.base.errors import Code, Unavailable
from core.delivery.leases import LEASE_TERM, current_lease
from core.records.jobs import LeaseName
from tests.bot.telegram.test_webhook import SECRET
from tests.bot.world import TOKEN
from tests.postgresql.guardian import free_port
from tests.waiting import until


class Several:
    """Processes' parts over one office; what Telegram posts goes to one after the other."""

    def __init__(self, office, stack) -> None:
        self.office = office
        self.stack = stack
        self.services: list[BotService] = []
        self.ports: list[int] = []
        self.refused: list[int] = []

    async def start(self, **settings) -> BotService:
        made = TelegramConfig(**{"token": TOKEN, "base_url": self.office.sandbox.url, "webhook_port": 0, **settings})
        issue_token = token_issuer(self.office.config)
        service = BotService(self.office.pipeline, self.office.chat, made, issue_token, poll_seconds=5)
        await service.start()
        self.stack.push_async_callback(service.stop)
        self.services.append(service)
        self.office.service = service
        return service

    async def hooked(self, number: int) -> None:
        """So many by webhook, behind a balancer that asks each in turn."""
        turn, front = cycle(range(number)), free_port()
        session = await self.stack.enter_async_context(aiohttp.ClientSession())

        async def balance(request: web.Request) -> web.Response:
            port = self.ports[next(turn)]
            async with session.post(
                f"http://127.0.0.1:{port}/", data=await request.read(), headers=request.headers
            ) as answer:
                return web.Response(status=answer.status)

        app = web.Application()
        app.router.add_post("/", balance)
        runner = web.AppRunner(app)
        await runner.setup()
        self.stack.push_async_callback(runner.cleanup)
        await web.TCPSite(runner, "127.0.0.1", front).start()
        for _ in range(number):
            self.ports.append(free_port())
            await self.start(
                webhook_url=f"http://127.0.0.1:{front}/", webhook_port=self.ports[-1], webhook_secret=SECRET
            )
        await until(lambda: self.office.sandbox.calls_to("setWebhook"))

    async def killed(self, service: BotService) -> None:
        """One of them at once, in the middle of whatever it does; what it holds is held still."""
        service.lease_keeper.holder = "nobody"
        running = [*service.tasks, *service.processor.tasks, service.processor.looking, *service.menus.tasks]
        await cancel(running)


OFTEN = timedelta(seconds=0.05)


@pytest.fixture
async def several(office, monkeypatch):
    monkeypatch.setattr(processor, "LOOK_SECONDS", OFTEN.total_seconds())
    monkeypatch.setattr(polling, "CHECK_INTERVAL", OFTEN)
    await office.link("ana", "luis", "lucia")
    async with AsyncExitStack() as stack:
        yield Several(office, stack)
    office.service = None


async def opened(office):
    """Ana's item, in the chat."""
    await office.task("ana", text="Revisar", due=9)
    panel = await office.says("ana", "/hoy", "Sin abrir")
    return await office.taps("ana", panel, "☀️ Abrir el día", "🟢 #1 · 0\u00a0%")


async def handled(service: BotService) -> list[int]:
    """The updates that a process handles from now on, as it begins with each."""
    seen, handle = [], service.processor.handle

    async def noted(update):
        seen.append(update.update_id)
        await handle(update)

    service.processor.handle = noted
    return seen


async def test_a_burst_that_two_take_in_is_handled_in_order_and_once(several):
    await several.hooked(2)
    panel = await opened(several.office)
    seen = [await handled(service) for service in several.services]
    phone = several.office.phone("ana")
    for number in range(30):
        await phone.press(panel, ("25", "50", "75")[number % 3])
        await phone.reply(panel, f"nota {number}")
    await several.office.quiet()
    assert (await several.office.log("ana")).items[0].porcentaje == 75
    assert "75\u00a0%" in phone.last.text
    task = await several.office.task_by_id(1)
    assert await several.office.comments(task) == [f"nota {number}" for number in range(30)]
    assert sorted(seen[0] + seen[1]) == sorted({*seen[0], *seen[1]})
    assert await several.office.chat.holders() == []


async def test_what_one_had_that_is_gone_is_handled_by_another_once_its_claim_has_run_out(several):
    await several.hooked(2)
    first, second = several.services
    panel = await opened(several.office)
    fault = several.office.sandbox.faults.delay(30, method="editMessageText")
    await several.office.phone("ana").press(panel, "50")
    await until(lambda: fault.hits)
    (holder,) = await several.office.chat.holders()
    gone, left = (first, second) if holder == first.holder else (second, first)
    await several.killed(gone)
    several.ports = [several.ports[several.services.index(left)]] * 2
    several.office.service = left
    await several.office.phone("ana").reply(panel, "nota")

    async def both_wait():
        return len(await several.office.chat.pending()) == 2

    await until(both_wait)
    await left.processor.look()
    assert await both_wait()
    several.office.clock.advance(seconds=CLAIMED.total_seconds())
    await several.office.quiet()
    assert (await several.office.log("ana")).items[0].porcentaje == 50
    assert "50\u00a0%" in several.office.phone("ana").last.text
    assert await several.office.comments(await several.office.task_by_id(1)) == ["nota"]


async def test_what_one_had_that_was_killed_on_this_machine_waits_for_no_claim(several, monkeypatch):
    await several.start()
    panel = await opened(several.office)
    await several.services[0].stop()
    await several.office.phone("ana").press(panel, "50")
    fault = several.office.sandbox.faults.delay(30, method="editMessageText")
    dead = await several.start()
    await until(lambda: fault.hits)
    await several.killed(dead)
    monkeypatch.setattr(process_id, "is_dead", lambda name: name == dead.holder)
    await several.start()
    await several.office.quiet()
    assert "50\u00a0%" in several.office.phone("ana").last.text


async def test_a_claim_is_kept_while_telegram_keeps_an_update_waiting(several, monkeypatch):
    monkeypatch.setattr(processor, "LOOK_SECONDS", 3600)
    await several.hooked(2)
    seen = [await handled(service) for service in several.services]
    panel = await opened(several.office)
    fault = several.office.sandbox.faults.delay(1, method="editMessageText")
    await several.office.phone("ana").press(panel, "50")
    await until(lambda: fault.hits)
    for _ in range(5):
        several.office.clock.advance(seconds=CLAIMED.total_seconds() / 2)
        for service in several.services:
            await service.processor.look()
    await several.office.quiet()
    both = seen[0] + seen[1]
    assert len(both) == len(set(both))


async def test_a_menu_that_was_changed_elsewhere_is_changed_back_here(several):
    await several.hooked(2)
    seen = [await handled(service) for service in several.services]
    for language in ("en", "es", "en", "es", "en"):
        await several.office.says("ana", f"/idioma {language}")
        await several.office.quiet()
        await until(lambda: not any(service.menus.tasks for service in several.services))
        calls = [call for call in several.office.sandbox.calls_to("setMyCommands") if call.params.get("scope")]
        names = [call.params["commands"] for call in calls if "101" in str(call.params["scope"])]
        assert ("today" in str(names[-1])) == (language == "en")
    assert all(seen)


async def test_one_that_stops_leaves_what_waits_to_the_other(several):
    await several.hooked(2)
    panel = await opened(several.office)
    fault = several.office.sandbox.faults.delay(0.2, method="editMessageText")
    for percentage in ("25", "50", "75"):
        await several.office.phone("ana").press(panel, percentage)
    await until(lambda: fault.hits)
    (holder,) = await several.office.chat.holders()
    stopping, left = sorted(several.services, key=lambda service: service.holder != holder)
    await stopping.stop()
    several.office.service = left
    several.ports = [several.ports[several.services.index(left)]] * 2
    await several.office.quiet()
    assert "75\u00a0%" in several.office.phone("ana").current(panel).text


async def test_one_polls_and_another_takes_over_at_once_when_it_stops(several):
    first = await several.start()
    await until(lambda: first.lease_keeper.lease)
    second = await several.start()
    await several.office.says("ana", "/hoy", "Sin abrir")
    assert (first.lease_keeper.lease is None, second.lease_keeper.lease is None) == (False, True)
    await first.stop()
    several.office.service = second
    await several.office.says("ana", "/hoy", "Sin abrir")
    assert second.lease_keeper.lease is not None
    assert not [call for call in several.office.sandbox.calls_to("getUpdates") if not call.ok]


async def away():
    """Instead of what asks the database."""
    raise Unavailable(Code.UNAVAILABLE)


async def test_who_lost_the_lead_stops_polling(several, monkeypatch):
    first = await several.start()
    await until(lambda: first.lease_keeper.lease)
    with monkeypatch.context() as patched:
        patched.setattr(first.lease_keeper, "renew", away)
        several.office.clock.advance(seconds=LEASE_TERM.total_seconds())
        second = await several.start()
        await until(lambda: second.lease_keeper.lease)
    await until(lambda: first.lease_keeper.lease is None)
    several.office.service = second
    await several.office.says("ana", "/hoy", "Sin abrir")


async def test_while_the_database_is_away_who_polls_goes_on(several, monkeypatch):
    service = await several.start()
    await until(lambda: service.lease_keeper.lease)
    lead = service.lease_keeper.lease
    with monkeypatch.context() as patched:
        patched.setattr(service.lease_keeper, "renew", away)
        await asyncio.sleep(3 * OFTEN.total_seconds())
        await several.office.says("ana", "/hoy", "Sin abrir")
    assert service.lease_keeper.lease == lead
    await service.stop()
    held = await several.office.operate(current_lease, LeaseName.POLLING)
    assert held.until == several.office.clock.now()


async def test_who_has_never_had_the_lead_does_not_poll_while_the_database_is_away(several, monkeypatch):
    asked = []

    async def counted(_):
        asked.append(1)
        await away()

    monkeypatch.setattr(LeaseKeeper, "renew", counted)
    await several.start()
    await until(lambda: len(asked) > 3)
    assert not several.office.sandbox.is_polled
    assert several.office.sandbox.calls_to("deleteWebhook") == []


def test_a_holder_is_gone_only_where_it_ran_here_and_its_number_is_nobodys():
    name = process_id.new_name()
    host, place, number, token = name.rsplit(":", 3)
    assert name != process_id.new_name()
    assert not process_id.is_dead(name)
    nobody = str(2**22 + 1)
    assert process_id.is_dead(f"{host}:{place}:{nobody}:{token}") is bool(place)
    for elsewhere in ("another.1", ""):
        assert not process_id.is_dead(f"{host}:{elsewhere}:{nobody}:{token}")
    for other in ("", "one", f"{host}:{number}:{token}", f"{host}:{place}:x:{token}", f"{host}:{place}:1:{token}"):
        assert not process_id.is_dead(other)
