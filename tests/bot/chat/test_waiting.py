"""While nothing can be saved, a person is told once that what they said waits, and it is done afterwards."""

import pytest

from bot.chat import waiting
from bot.telegram import connection
from core.base.errors import Code, Unavailable
from tests.waiting import until

ES, EN = "Ahora no se puede guardar nada.", "Nothing can be saved right now."


class Outage:
    """No write succeeds while it lasts; some may be let through."""

    def __init__(self, store, monkeypatch):
        self.store = store
        self.monkeypatch = monkeypatch
        self.tried = 0

    def begins(self, *, but_for=0):
        put = self.store.put

        def away(*args):
            self.tried += 1
            if self.tried > but_for:
                raise Unavailable(Code.UNAVAILABLE)
            return put(*args)

        self.monkeypatch.setattr(self.store, "put", away)

    def ends(self):
        self.monkeypatch.undo()


@pytest.fixture
def outage(world, monkeypatch):
    with monkeypatch.context() as patched:
        yield Outage(world.store, patched)


@pytest.fixture
def hasty(monkeypatch):
    """Whoever waits is told soon, and what is away is asked again soon."""
    monkeypatch.setattr(waiting, "PATIENCE_SECONDS", 0.01)
    monkeypatch.setattr(connection, "FIRST_WAIT_SECONDS", 0.002)


def said(world, who):
    return [message.text for message in world.phone(who).messages if message.from_bot]


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("reads", [True, False])
async def test_who_writes_is_told_once_in_their_language_and_answered_afterwards(world, outage, reads):
    outage.begins()
    world.store.closed = not reads
    for who, told in (("ana", ES), ("pablo", EN), ("mallory", ES)):
        await world.says(who, "/ayuda", told)
        await world.phone(who).send("/ayuda")
    await until(lambda: outage.tried > 5)
    assert [len(said(world, who)) for who in ("ana", "pablo", "mallory")] == [1, 1, 1]
    world.store.closed = False
    outage.ends()
    await world.quiet()
    assert [len(said(world, who)) for who in ("ana", "pablo")] == [3, 3]
    outage.begins()
    await world.says("ana", "/ayuda", ES)


@pytest.mark.usefixtures("hasty")
async def test_who_presses_is_told_and_it_is_done_afterwards(world, outage):
    day = await world.says("ana", "/hoy")
    outage.begins()
    await world.phone("ana").press(day, "☀️ Abrir el día")
    await world.heard("ana", ES)
    outage.ends()
    await world.quiet()
    assert (await world.log("ana")).opened_at is not None


@pytest.mark.usefixtures("hasty")
async def test_who_is_told_also_where_only_the_deed_cannot_be_saved(world, outage):
    """The message itself was stored."""
    await world.task("ana")
    await world.says("ana", "/hoy")
    outage.begins(but_for=1)
    await world.says("ana", "/abrir", ES)
    outage.ends()
    await world.quiet()
    assert [ES in words for words in said(world, "ana")].count(True) == 1
    assert "Revisar contrato" in said(world, "ana")[-1]


@pytest.mark.usefixtures("hasty")
async def test_a_group_is_told_nothing(world, group, outage):
    outage.begins()
    await world.phone("ana").send("/equipo", chat=group.id)
    await until(lambda: outage.tried > 5)
    assert not world.service.waiting.notices


async def test_what_is_saved_soon_is_told_to_nobody(world, outage):
    outage.begins()
    await world.phone("ana").send("/ayuda")
    await until(lambda: outage.tried)
    outage.ends()
    await world.quiet()
    assert ES not in "".join(said(world, "ana"))
    assert not world.service.waiting.notices
