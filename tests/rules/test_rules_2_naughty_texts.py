"""Chapter 2: five hundred texts that have broken others, through every text field of every request and back."""

import pytest

from tests.naughty import MANY, REFUSED, SOME, not_blank
from tests.rules.texts import text_fields
from tests.rules.world import ONE_ENGINE, done, refused


def test_2_3_there_are_more_than_five_hundred_naughty_texts():
    assert len(set(MANY)) > 500


def fits(field, text):
    """Return whether a text is within its field's limit, and not blank where it may not be."""
    return (field.limit is None or len(text) <= field.limit) and (field.may_be_blank or bool(not_blank([text])))


async def goes_through(world, fields, text, series):
    """A text in all the fields of a request comes back unchanged; where it is too long, that field is named.

    What a series was given is kept: its events are compared at the end, all in one list.
    """
    for field in fields:
        if not fits(field, text):
            refused(await field.send(world, text), 400, field.field)
    sent = {field.field: text for field in fields if fits(field, text)}
    if not sent:
        return
    first = fields[0]
    body = {**first.body, **({"code": "A"} if first.path == "/event-types" else {}), **sent}
    data = done(await world.call(first.method, first.path, first.who, body))
    if first.path == "/events/series":
        series[data["seriesId"]] = sent
        return
    if first.at is not None:
        data = await world.read(first.at)
    assert {name: data[name] for name in sent} == sent
    if first.path == "/event-types":  # so that its code is free for the next
        done(await world.delete(f"/event-types/{data['id']}", "root"))
    elif "code" in sent:
        done(await world.patch(first.path, {"code": "PROPIO"}, "root"))


@pytest.mark.parametrize("texts", [SOME, pytest.param(MANY, marks=pytest.mark.long)], ids=["some", "all"])
async def test_2_3_every_text_comes_back_unchanged_or_is_refused_by_its_length(world, texts):
    requests, series = {}, {}
    for field in await text_fields(world):
        requests.setdefault((field.method, field.path), []).append(field)
    for fields in requests.values():
        for text in texts:
            await goes_through(world, fields, text, series)
    events = {row["seriesId"]: row for row in await world.read("/events")}
    for number, sent in series.items():
        assert {name: events[number][name] for name in sent} == sent


@ONE_ENGINE
async def test_2_3_a_nul_character_is_refused_wherever_it_stands(world):
    for field in await text_fields(world):
        for text in REFUSED:
            refused(await field.send(world, text), 400, field.field)
