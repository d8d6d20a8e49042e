"""Rows that are passed on as JSON: equal to their values, decoded when read, their JSON kept within bounds."""

import msgspec
import pytest

from core.base import rows
from core.base.rows import RowForm, Rows, passed_on

ENCODER = msgspec.json.Encoder(enc_hook=passed_on)


class Thing(msgspec.Struct, array_like=True):
    id: int
    name: str


class Named(msgspec.Struct):
    id: int
    name: str


@pytest.fixture
def decoded():
    return []


@pytest.fixture
def form(decoded):
    read = msgspec.json.Decoder(list[Thing]).decode

    def values(array):
        found = [Named(thing.id, thing.name) for thing in read(array)]
        decoded.extend(each.id for each in found)
        return found

    return RowForm(values)


def texts(*ids, name="a"):
    return [b'[%d,"%b"]' % (each, name.encode()) for each in ids]


def test_rows_are_a_sequence_of_their_values(form):
    listed = Rows(form, texts(1, 2, 3))
    things = [Named(1, "a"), Named(2, "a"), Named(3, "a")]
    assert len(listed) == 3
    assert [*listed] == things
    assert listed == things
    assert things == listed
    assert listed != things[:2]
    assert listed[:2] == things[:2]
    assert listed[-1] == things[-1]
    assert things[1] in listed
    assert not Rows(form, [])
    with pytest.raises(IndexError):
        listed[3]


def test_all_are_decoded_once_however_often_they_are_read(form, decoded):
    listed = Rows(form, texts(1, 2, 3))
    assert [*listed] == [*listed] == listed
    assert decoded == [1, 2, 3]


def test_their_json_is_that_of_their_values_also_within_other_values(form):
    for listed in (texts(), texts(1), texts(2, 1, 2), texts(3, 1)):
        some = Rows(form, listed)
        assert ENCODER.encode(some) == msgspec.json.encode([*some])
        assert ENCODER.encode({"data": some}) == msgspec.json.encode({"data": [*some]})


def test_only_rows_that_have_changed_or_are_new_are_decoded_again_for_their_json(form, decoded):
    ENCODER.encode(Rows(form, texts(1, 2)))
    decoded.clear()
    changed = texts(1, name="b") + texts(2, 3)
    assert ENCODER.encode(Rows(form, changed)) == b'[{"id":1,"name":"b"},{"id":2,"name":"a"},{"id":3,"name":"a"}]'
    assert decoded == [1, 3]


def test_a_slice_and_the_last_row_are_read_without_the_others(form, decoded):
    listed = Rows(form, texts(*range(100)))
    assert listed[:50][-1].id == 49
    assert len(listed[50:]) == 50
    assert decoded == [49]


def test_what_is_kept_has_a_bound(form, decoded, monkeypatch):
    monkeypatch.setattr(rows, "KEPT_BYTES", 1000)
    for start in range(0, 1000, 10):
        ENCODER.encode(Rows(form, texts(*range(start, start + 10))))
        assert sum(len(text) + len(json) for text, json in form._kept.items()) <= 1000
    decoded.clear()
    ENCODER.encode(Rows(form, texts(0, 999)))
    assert decoded == [0]
    long = "x" * 1000
    assert ENCODER.encode(Rows(form, texts(5, name=long))) == msgspec.json.encode([Named(5, long)])
    assert not form._kept


def test_long_lists_are_not_kept(form, decoded):
    listed = Rows(form, texts(*range(rows.PAGE + 1)))
    assert ENCODER.encode(listed) == msgspec.json.encode([*listed])
    decoded.clear()
    ENCODER.encode(listed[:1])
    assert decoded == [0]


def test_other_values_have_no_json_by_it():
    with pytest.raises(NotImplementedError, match="has no JSON"):
        passed_on(object())


def test_nothing_is_kept_of_long_rows(form, decoded):
    short, long = texts(1, name="a" * (rows.LONGEST - 6)), texts(2, name="a" * (rows.LONGEST - 5))
    for _ in range(2):
        ENCODER.encode(Rows(form, short + long))
    assert decoded == [1, 2, 2]
