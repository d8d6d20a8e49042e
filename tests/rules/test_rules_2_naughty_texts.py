"""Chapter 2: five hundred texts that have broken others, through every text field of every request and back."""

import asyncio
import itertools

import pytest

from tests.naughty import MANY, REFUSED, SOME
from tests.rules.texts import text_fields
from tests.rules.world import ONE_ENGINE, done, refused


def test_2_3_there_are_more_than_five_hundred_naughty_texts():
    assert len(set(MANY)) > 500


def fits(field, text):
    """Whether a text is within its field's limit."""
    return field.limit is None or len(text) <= field.limit


class Request:
    """A request with its text fields, which are all sent at once."""

    def __init__(self, world, fields):
        self.world, self.fields, self.first = world, fields, fields[0]
        self.series = {}

    async def goes_through(self, text):
        """A text in all the fields comes back unchanged; where it is too long, that field is named."""
        for field in self.fields:
            if not fits(field, text):
                refused(await field.send(self.world, text), 400, field.field)
        sent = {field.field: text for field in self.fields if fits(field, text)}
        if not sent:
            return
        first = self.first
        body = {**first.body, **({"code": "A"} if first.path == "/event-types" else {}), **sent}
        reply = await self.world.call(first.method, first.path, first.who, body)
        data = done(reply)
        if first.path == "/events/series":  # its events are compared at the end, all in one list
            self.series[data["seriesId"]] = sent
            return
        if first.at is not None:
            data = await self.world.read(first.at)
        assert {name: data[name] for name in sent} == sent
        if first.path == "/event-types":
            done(await self.world.delete(f"/event-types/{data['id']}", "root"))
        elif "code" in sent:
            done(await self.world.patch(first.path, {"code": "PROPIO"}, "root"))

    async def all_go_through(self, texts):
        for text in texts:
            await self.goes_through(text)
        if self.series:
            events = {row["seriesId"]: row for row in await self.world.read("/events")}
            for series, sent in self.series.items():
                assert {name: events[series][name] for name in sent} == sent


async def one_after_another(requests, texts):
    """Requests about one event type, whose code is to be free for the next."""
    for text in texts:
        for request in requests:
            await request.goes_through(text)


@pytest.mark.parametrize("texts", [SOME, pytest.param(MANY, marks=pytest.mark.long)], ids=["some", "all"])
async def test_2_3_every_text_comes_back_unchanged_or_is_refused_by_its_length(world, texts):
    groups = {}
    for field in await text_fields(world):
        groups.setdefault((field.method, field.path), []).append(field)
    requests = [Request(world, fields) for fields in groups.values()]
    types = [request for request in requests if request.first.path.startswith("/event-types")]
    paths = itertools.groupby(
        sorted((request for request in requests if request not in types), key=lambda request: request.first.path),
        key=lambda request: request.first.path,
    )

    async def in_turn(requests):
        for request in requests:
            await request.all_go_through(texts)

    await asyncio.gather(one_after_another(types, texts), *(in_turn(list(same)) for _, same in paths))


@ONE_ENGINE
async def test_2_3_a_nul_character_is_refused_wherever_it_stands(world):
    for field in await text_fields(world):
        for text in REFUSED:
            refused(await field.send(world, text), 400, field.field)
