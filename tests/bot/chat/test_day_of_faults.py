"""A day on which Telegram does to the bot each thing that it may, beside the same day without.

Whoever is not concerned misses nothing, and has it minutes later at most; the ledger says who missed what, and why.
"""

from collections import Counter, defaultdict
from contextlib import AsyncExitStack
from datetime import UTC, timedelta
from typing import NamedTuple

import pytest

from bot.app.scheduler import Scheduler
from bot.telegram import troubles, webhook
from bot.telegram.rests import CHATS_OF_A_METHOD
from bot.telegram.troubles import rests_told
from core.application.requests import build
from core.application.use_case import Caller
from core.calendar.reminders import ReminderRequest, create_reminder
from core.delivery.leases import acquire_lease
from core.delivery.ledger import ledger_of
from core.delivery.troubles import standing_troubles
from core.people import groups, users
from core.records.messages import MessageKind as Kind
from core.records.messages import Outcome, Reason
from tests.bot.chat.handlers.in_groups import EVERYBODY
from tests.bot.chat.posting import SENDER, new_sender
from tests.bot.conftest import LINKED, opened
from tests.bot.world import plain
from tests.postgresql.guardian import free_port
from tests.waiting import until

A_DAY = 79_534
"""So many seconds a 429 has asked for."""

LATEST = timedelta(minutes=7)
"""The time by which a message may come later than without faults: the longest rest, and two minutes that passed."""


class Push(NamedTuple):
    """A message: whose it is, of what kind, and in which group, if in one."""

    who: str
    kind: Kind
    group: str = ""


MISSED_BY_LUIS = [Push("luis", Kind.TASK_ASSIGNED), Push("luis", Kind.AVANCE_PROMPT)]
MISSED_BY_GROUPS = [Push("lucia", Kind.TEAM_SUMMARY, "Sur"), Push("lucia", Kind.TEAM_SUMMARY, "Este")]
TOLD_OF_IT = [Push("luis", Kind.MISSED), Push("lucia", Kind.GROUP_ENDED), Push("lucia", Kind.GROUP_SILENT)]
WHY = [
    (MISSED_BY_LUIS[0], Outcome.BLOCKED, None, "Forbidden: bot was blocked by the user"),
    (MISSED_BY_LUIS[1], Outcome.WITHHELD, Reason.BLOCKED, None),
    (MISSED_BY_GROUPS[1], Outcome.FAILED, None, "Topic_closed"),
]
"""Of the group from which the bot was thrown out there is no message: its leader was told so."""

READ = [
    ("luis", "⛔ 10:01, el bot está bloqueado: tarea nueva #1"),
    ("luis", "🚫 14:00, no se envió (el bot está bloqueado): aviso para enviar el avance"),
    ("luis", "✅ 15:01: lo que no llegó mientras el bot estaba bloqueado"),
    ("lucia", "✅ 16:01: un grupo que ya no muestra al equipo"),
    ("lucia", "⚠️ 18:30, no se pudo enviar: resumen del día (en el grupo)"),
    ("lucia", "✅ 18:30: resumen del día (en el grupo)"),
    ("lucia", "✅ 18:30: un grupo que no deja escribir"),
]
PUT_OFF = {Kind.OPEN_PROMPT, Kind.TASK_ASSIGNED, Kind.EVENT_INVITED, Kind.REMINDER}
TROUBLES = {
    "telegram: setMyDescription",
    "telegram: the description (es)",
    "telegram: the description (en)",
    "telegram: chats",
    "telegram: sendMessage",
    "telegram: getWebhookInfo",
    "telegram: webhook",
}


class Day:
    """An office, its bot behind a webhook, its jobs and messages minute by minute."""

    def __init__(self, office, *, faulty):
        self.office = office
        self.faulty = faulty
        self.faults = office.sandbox.faults
        self.told = {}
        """Each thing that did not work, with the fault that was told first."""

    async def begin(self, stack):
        """Everybody has a phone, and Lucía the summaries of her team in three groups, of which two have topics."""
        office = self.office
        await office.link(*LINKED)
        office.clock.advance(minutes=-10)
        self.groups, self.topics = {}, {}
        for name in ("Norte", "Este", "Sur"):
            group = self.groups[name] = await office.sandbox.group(name, *EVERYBODY, supergroup=True)
            self.topics[name] = None if name == "Sur" else await group.add_topic("Avances")
            await office.act("lucia", groups.link_group, group.id, name, "es", self.topics[name])
            lucia = await office.operate(users.actor, office.users["lucia"].id)
            await office.pipeline.run(Caller(lucia), groups.set_summary, group.id, self.topics[name], on=True)
        if self.faulty:
            self.faults.too_many_requests(A_DAY, method="setMyDescription", times=None)
        port = free_port()
        self.url = f"http://127.0.0.1:{port}/telegram/hook"
        await office.start_bot(webhook_url=self.url, webhook_port=port, webhook_secret="a-secret_of-the-webhook")
        rests = office.service.rests
        rests.clock = lambda: office.clock.now().timestamp()
        await stack.enter_async_context(rests_told(rests, office.service.note))
        stack.push_async_callback(office.stop_telegram)
        await until(lambda: office.sandbox.calls_to("setWebhook"))
        if self.faulty:
            await self.tells("telegram: setMyDescription")
        self.scheduler, self.sender = Scheduler(office.pipeline, office.chat), new_sender(office)

    async def goes_on(self, hour):
        """Until an hour of the day."""
        now = self.office.clock.now().astimezone(self.office.pipeline.settings.zone)
        await self.passes(now.replace(hour=hour, minute=0) - now)

    async def passes(self, time):
        """Each minute of some time."""
        office, end = self.office, self.office.clock.now() + time
        while office.clock.now() < end:
            office.clock.advance(minutes=1)
            await self.scheduler.work(office.clock.now())
            lease = await office.pipeline.run(SENDER, acquire_lease, self.scheduler.lease_keeper.holder)
            while await self.sender.send_due(lease):
                pass

    async def tells(self, thing):
        """Wait until it is told that something does not work."""

        async def is_told():
            self.told |= {each.thing: each.fault for each in await self.office.operate(standing_troubles)}
            return thing in self.told

        await until(is_told)

    async def refuses(self, thing, seconds, **what):
        """Have two minutes pass in which Telegram asks to be left alone with something, until that is told."""
        if self.faulty:
            self.faults.too_many_requests(seconds, **what)
        await self.passes(timedelta(minutes=2))
        if self.faulty:
            await self.tells(thing)

    async def give(self, text, *people):
        for who in people:
            await self.office.task(who, by="root", text=text, due=3)

    async def remind(self):
        """Have the people of an event reminded in a minute."""
        event = await self.office.event("root", "ana", "pablo", at="12:30-13:00")
        at = (self.office.clock.now() + timedelta(minutes=1)).astimezone(UTC)
        asked = {"eventId": event.id, "remindAt": f"{at:%Y-%m-%dT%H:%M:%SZ}"}
        await self.office.act("root", create_reminder, build(ReminderRequest, asked))

    async def lives(self):
        await self.passes(timedelta(minutes=9))
        await self.refuses("telegram: chats", A_DAY, method="sendMessage", chat_id=self.office.phone("ana").id)
        await self.goes_on(10)
        if self.faulty:
            self.faults.forbidden(method="sendMessage", chat_id=self.office.phone("luis").id)
        await self.give("Inventario", "luis", "pablo")
        await self.goes_on(11)
        await self.give("Pintar", "ana", "lucia", "pablo")
        await self.refuses("telegram: sendMessage", A_DAY, method="sendMessage", times=CHATS_OF_A_METHOD)
        await self.goes_on(12)
        await self.remind()
        await self.refuses("telegram: getWebhookInfo", 60, times=None)
        self.faults.clear()
        await self.goes_on(13)
        await self.loses_webhook()
        await self.goes_on(15)
        await self.office.says("luis", "/tareas", "Inventario")
        await self.goes_on(16)
        await self.loses_groups()
        await self.goes_on(20)
        await self.scheduler.stop()

    async def loses_webhook(self):
        if self.faulty:
            self.office.sandbox.take_webhook()
            await self.tells("telegram: webhook")
        await self.office.says("ana", "/tareas", "Pintar")
        await self.office.quiet()

    async def loses_groups(self):
        """Pablo throws the bot out of one, a topic is closed in another, and all topics in the third."""
        if self.faulty:
            await self.groups["Sur"].remove_bot(self.office.phone("pablo"))
            await self.groups["Norte"].close_topic(self.topics["Norte"])
            await self.groups["Este"].close_topic(self.topics["Este"])
            await self.groups["Este"].close_general()
        await self.office.quiet()

    async def ledger(self):
        """Return what became of everybody's messages, as their ledgers say."""
        names = {group.id: name for name, group in self.groups.items()}
        return [
            (Push(who, each.kind, names.get(each.group_chat_id, "")), each)
            for who in LINKED
            for each in (await self.office.operate(ledger_of, self.office.users[who].id)).messages
        ]

    async def reads(self, who):
        """Return what the chat says of somebody's messages, most of which are on the first page."""
        return plain(await self.office.says(who, "/porque"))


async def lived(offices, *, faulty):
    """A day with what its ledgers say, and what Luis and Lucía read in the chat."""
    async with AsyncExitStack() as stack, opened(offices[0], over_http=False) as office:
        day = Day(office, faulty=faulty)
        await day.begin(stack)
        await day.lives()
        day.kept, day.read = await day.ledger(), {who: await day.reads(who) for who in ("luis", "lucia")}
        return day


def arrivals(day):
    """Return when each message came, by what it is."""
    found = defaultdict(list)
    for push, message in day.kept:
        if message.outcome is Outcome.SENT:
            found[push].append(message.outcome_at)
    return found


def unsent(day):
    return [(push, each.outcome, each.reason, each.fault) for push, each in day.kept if each.outcome != Outcome.SENT]


@pytest.fixture
def hurried(monkeypatch):
    """Have loops look every few hundredths of a second, since a day goes by in seconds."""
    monkeypatch.setattr(webhook, "LOOK_SECONDS", 0.05)
    monkeypatch.setattr(webhook, "backoff", lambda _: 0.05)
    monkeypatch.setattr(troubles, "LOOK_SECONDS", 0.01)


@pytest.mark.long
@pytest.mark.usefixtures("hurried")
async def test_who_is_not_concerned_misses_nothing_and_the_ledger_says_who_missed_what_and_why(offices):
    calm, day = await lived(offices, faulty=False), await lived(offices, faulty=True)
    before, now = arrivals(calm), arrivals(day)
    counts = [Counter({push: len(times) for push, times in found.items()}) for found in (before, now)]
    assert counts[0] - counts[1] == Counter([*MISSED_BY_LUIS, *MISSED_BY_GROUPS])
    assert counts[1] - counts[0] == Counter(TOLD_OF_IT)
    assert [each for each in unsent(day) if each not in unsent(calm)] == WHY
    later = {
        push: [came - was for was, came in zip(times, now[push], strict=True)]
        for push, times in before.items()
        if len(times) == len(now.get(push, []))
    }
    assert max(wait for waits in later.values() for wait in waits) <= LATEST
    assert {push.kind for push, waits in later.items() if any(waits)} == PUT_OFF
    assert [push.who for push, waits in later.items() if push.kind is Kind.OPEN_PROMPT and any(waits)] == ["ana"]
    assert set(day.told) >= TROUBLES
    for who, line in READ:
        assert line in day.read[who], day.read[who]
