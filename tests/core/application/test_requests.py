"""The door: what a body or a query may be, and which field is named where it may not."""

from datetime import date
from itertools import product
from typing import Annotated

import msgspec
import pytest
from msgspec import UNSET, Meta, UnsetType

from core.application.requests import FAULTS, build, decode, takes_several
from core.application.requests import invalid as faults_of
from core.base.errors import Code, FieldCode, FieldError, Invalid, JsonType
from core.base.model import NOT_BLANK, Int32, Priority, Request
from core.calendar.events import EventUpdate
from core.people.users import UserCreate, UserImport, UserRow
from core.work.daily_logs import DateRequest, PercentageRequest, SemaforoRequest
from core.work.tasks import CommentRequest, TaskCreate, TaskUpdate
from tests.core.refusals import invalid, malformed, sayable
from tests.tables import each_row

INT32_MIN, INT32_MAX = -(2**31), 2**31 - 1
NOT_DATES = [
    "20260105", "2026-W02-1", "2026-1-5", "2026-02-29", "2026-13-01", "2026-00-01", "0000-01-01", "2026-01-05T00:00",
    "2026-01-05T00:00:00Z", " 2026-01-05", "2026-01-05 ", "2026/01/05", "٢٠٢٦-٠١-٠٥", "26-01-05", "12026-01-05", "",
]  # fmt: skip


def task(kind=TaskCreate, **fields):
    return decode(msgspec.json.encode({"descripcion": "x", "fechaCumplir": "2026-01-05"} | fields), kind)


def raw_task(extra: bytes):
    return decode(b'{"descripcion":"x","fechaCumplir":"2026-01-05",' + extra + b"}", TaskCreate)


@each_row(
    [
        b"",
        b"null",
        b"[]",
        b"5",
        b'"x"',
        b"true",
        b"{",
        b"{'fecha':1}",
        b"\xff",
        b"\xef\xbb\xbf{}",
        b'{"fecha":"2026-01-05"} x',
        b'{"fecha":NaN}',
        b'{"x":Infinity}',
        b'{"x":"\\ud800","fecha":"2026-01-05"}',
        b"[" * 100_000,
        b'{"x":' * 100_000,
        b'{"x":' + b"[" * 5000 + b"]" * 5000 + b',"fecha":"2026-01-05"}',
    ]
)
def test_a_body_that_is_not_a_json_object_is_malformed(body):
    with malformed():
        decode(body, DateRequest)


def test_unknown_fields_are_ignored():
    assert decode(b'{"zz":[{}],"fecha":"2026-01-05"}', DateRequest) == DateRequest(fecha=date(2026, 1, 5))


def test_fields_the_service_sets_itself_are_ignored():
    sent = task(responsibleUserId=9, fechaCierre="2026-01-01", id=5, createdByUserId=3)
    assert sent == task()


def test_of_duplicate_keys_the_last_wins():
    assert raw_task(b'"prioridad":"BAJA","prioridad":"ALTA"').prioridad is Priority.ALTA


@each_row(["5", "null", '"NONE"', '{"a":1,"a":2}', "[1e400]"])
def test_what_a_duplicate_key_said_before_does_not_matter(before):
    assert raw_task(f'"prioridad":{before},"prioridad":"ALTA"'.encode()).prioridad is Priority.ALTA


@pytest.mark.parametrize(("last", "fault"), [("5", FieldCode.WRONG_TYPE), ('"NONE"', FieldCode.NOT_ONE_OF)])
def test_the_last_of_duplicate_keys_must_be_right_and_so_must_the_others(last, fault):
    with invalid(("prioridad", fault)):
        raw_task(f'"prioridad":"ALTA","prioridad":{last}'.encode())
    with invalid(("leaderUserId", FieldCode.OUT_OF_RANGE)):
        raw_task(b'"prioridad":5,"prioridad":"ALTA","leaderUserId":%d' % 10**30)


@each_row(product(["descripcion", "fechaCumplir"], [TaskCreate, TaskUpdate]))
def test_a_task_request_needs_descripcion_and_fecha_cumplir(missing, kind):
    fields = {"descripcion": "x", "fechaCumplir": "2026-01-05", "estatus": "CERRADA"}
    del fields[missing]
    with invalid((missing, FieldCode.REQUIRED)):
        decode(msgspec.json.encode(fields), kind)


@each_row([INT32_MIN, -1, 0, INT32_MAX])
def test_an_int32_spans_its_whole_range(value):
    assert task(leaderUserId=value).leader_user_id == value


@each_row([INT32_MIN - 1, INT32_MAX + 1, 10**30])
def test_an_integer_beyond_32_bits_is_refused(value):
    with invalid(("leaderUserId", FieldCode.OUT_OF_RANGE)):
        raw_task(b'"leaderUserId":%d' % value)
    with invalid(("responsibleUserIds[1]", FieldCode.OUT_OF_RANGE)):
        raw_task(b'"responsibleUserIds":[1,%d]' % value)


@each_row([b"true", b'"1"', b"1.0", b"1.5", b"1e2", b"[1]", b"{}"])
def test_booleans_strings_and_fractions_are_not_integers(value):
    with invalid(("leaderUserId", FieldCode.WRONG_TYPE)):
        raw_task(b'"leaderUserId":' + value)


@each_row([b"NaN", b"1e400", b"-1e400", b"Infinity"])
def test_numbers_that_are_not_finite_are_refused(value):
    with pytest.raises(Invalid) as caught:
        raw_task(b'"leaderUserId":' + value)
    sayable(caught.value)


@each_row([b"1", b'"true"', b"0"])
def test_only_booleans_are_booleans(value):
    with invalid(("isActive", FieldCode.WRONG_TYPE)):
        raw_task(b'"isActive":' + value)


@each_row(NOT_DATES)
def test_a_date_is_exactly_year_month_day(text):
    with invalid(("fecha", FieldCode.INVALID_DATE)):
        decode(msgspec.json.encode({"fecha": text}), DateRequest)
    with invalid(("fecha", FieldCode.INVALID_DATE)):
        build(DateRequest, {"fecha": text}, from_text=True)


@each_row(["1900-01-01", "2024-02-29", "9998-12-31"])
def test_years_from_1900_to_9998_are_dates(text):
    for request in (decode(msgspec.json.encode({"fecha": text}), DateRequest), build(DateRequest, {"fecha": text})):
        assert request.fecha.isoformat() == text


@each_row(["1899-12-31", "9999-01-01", "0001-01-01"])
def test_years_outside_are_refused(text):
    with invalid(("fecha", FieldCode.OUT_OF_RANGE)):
        build(DateRequest, {"fecha": text}, from_text=True)
    with invalid(("fechaSolicitud", FieldCode.OUT_OF_RANGE)):
        task(fechaSolicitud=text)
    with invalid(("birthday", FieldCode.OUT_OF_RANGE)):
        build(UserRow, {"username": "ana", "birthday": text})


@each_row(["1900-01-01T00:00:00+00:01", "9998-12-31T23:59:00-00:01", "0001-01-01T00:00:00"])
def test_an_instant_outside_these_years_is_refused_where_its_offset_takes_it_there(text):
    with invalid(("startDatetime", FieldCode.OUT_OF_RANGE)):
        decode(msgspec.json.encode({"startDatetime": text}), EventUpdate)


def test_a_number_is_not_a_date():
    with invalid(("fecha", FieldCode.WRONG_TYPE)):
        decode(b'{"fecha":20260105}', DateRequest)


def test_an_empty_text_is_a_text_and_nothing_is_trimmed():
    assert build(EventUpdate, {"title": ""}).title == ""
    assert task(descripcion=" a\n").descripcion == " a\n"
    assert decode(b'{"comentario":""}', CommentRequest).comentario == ""


@each_row(["x", "ñ", "😀"])
def test_a_comment_has_at_most_2000_code_points(character):
    assert decode(msgspec.json.encode({"comentario": character * 2000}), CommentRequest).comentario == character * 2000
    with invalid(("comentario", FieldCode.TOO_LONG)):
        decode(msgspec.json.encode({"comentario": character * 2001}), CommentRequest)


def test_nul_in_a_text_is_refused():
    with invalid(("comentario", FieldCode.INVALID_CHARACTER)):
        decode(b'{"comentario":"a\\u0000b"}', CommentRequest)


@pytest.mark.parametrize("half", [chr(0xD800), chr(0xDFFF)])
def test_a_lone_surrogate_is_refused(half):
    with invalid(("comentario", FieldCode.INVALID_CHARACTER)):
        build(CommentRequest, {"comentario": half})
    with malformed():
        decode(b'{"comentario":"' + half.encode("ascii", "backslashreplace") + b'"}', CommentRequest)


def test_every_field_with_an_unwritable_text_is_named():
    with invalid(("name", FieldCode.INVALID_CHARACTER), ("leader", FieldCode.INVALID_CHARACTER)):
        build(UserCreate, {"username": "ana", "name": "\0", "leader": "\0"})


@each_row(
    [("estatus", "cerrada"), ("estatus", ""), ("estatus", "CERRADA "), ("prioridad", "alta"), ("prioridad", "a\nb")]
)
def test_enums_are_case_sensitive_and_exact(field, value):
    with invalid((field, FieldCode.NOT_ONE_OF)):
        task(**{field: value})


@each_row(["ROJO", "AMARILLO", "VERDE", "NARANJA"])
def test_the_four_lights_are_lights(light):
    assert build(SemaforoRequest, {"fecha": "2026-01-05", "semaforo": light}).semaforo == light


@pytest.mark.parametrize("read", [build, lambda kind, fields: decode(msgspec.json.encode(fields), kind)])
def test_another_light_is_refused_with_those_that_there_are(read):
    with invalid(("semaforo", FieldCode.NOT_ONE_OF)) as caught:
        read(SemaforoRequest, {"fecha": "2026-01-05", "semaforo": "AZUL"})
    assert caught.value.errors[0].params["allowed"] == ("VERDE", "AMARILLO", "NARANJA", "ROJO")


def test_what_an_optional_or_listed_enum_takes_is_told_too():
    with invalid(("prioridad", FieldCode.NOT_ONE_OF)) as caught:
        task(prioridad="alta")
    assert caught.value.errors[0].params["allowed"] == ("URGENTE", "ALTA", "MEDIA", "BAJA")
    with invalid(("rows[0].role", FieldCode.NOT_ONE_OF)) as caught:
        build(UserImport, {"rows": [{"username": "ana", "role": "boss"}]})
    assert caught.value.errors[0].params["allowed"] == ("member", "admin", "service")


@each_row([0, 1, 99, 100])
def test_a_percentage_spans_0_to_100(value):
    assert build(PercentageRequest, {"fecha": "2026-01-05", "porcentaje": value}).porcentaje == value


@each_row([-1, 101, INT32_MAX])
def test_a_percentage_outside_0_to_100_is_refused(value):
    with invalid(("porcentaje", FieldCode.OUT_OF_RANGE)):
        build(PercentageRequest, {"fecha": "2026-01-05", "porcentaje": value})


def test_a_number_in_a_query_is_read_from_its_ascii_digits():
    request = build(PercentageRequest, {"fecha": "2026-01-05", "porcentaje": "50"}, from_text=True)
    assert request.porcentaje == 50


@each_row(["٥", "1.0", "5e1", "1E1", "+5", " 5", "5 ", "05", "0x1", "1_0", "", "true", "null"])
def test_a_number_in_a_query_that_is_not_written_in_digits_is_refused(text):
    with invalid(("porcentaje", FieldCode.WRONG_TYPE)):
        build(PercentageRequest, {"fecha": "2026-01-05", "porcentaje": text}, from_text=True)


class Several(Request, frozen=True, kw_only=True):
    """A request of lists, one of which may be left out, and of what is no list."""

    ids: list[Int32]
    few: Annotated[list[Int32], Meta(max_length=2)] | UnsetType = UNSET
    one: Int32 | UnsetType = UNSET
    text: str = ""


def test_the_fields_that_take_several_values_are_the_lists():
    assert takes_several(Several) == {"ids", "few"}


def test_each_number_of_a_querys_list_is_read_from_its_ascii_digits():
    assert build(Several, {"ids": ["1", "-2"], "few": []}, from_text=True) == Several(ids=[1, -2], few=[])


@each_row(["1.0", "5e1", "", " 1", "1_0", "٥", "x"])
def test_a_fault_in_a_querys_list_is_at_the_field_and_in_a_body_at_its_place(text):
    with invalid(("ids", FieldCode.WRONG_TYPE)):
        build(Several, {"ids": ["1", text]}, from_text=True)
    with invalid(("ids[1]", FieldCode.WRONG_TYPE)):
        build(Several, {"ids": [1, text]})


def test_outside_a_query_a_string_is_not_a_number():
    with invalid(("porcentaje", FieldCode.WRONG_TYPE)):
        build(PercentageRequest, {"fecha": "2026-01-05", "porcentaje": "50"})


@each_row(["leaderUserId", "responsibleUserIds", "fechaSolicitud", "estatus", "prioridad", "isActive"])
def test_null_in_a_new_task_is_the_same_as_absent(field):
    assert task(**{field: None}) == task()


@pytest.mark.parametrize("field", ["descripcion", "fechaCumplir"])
def test_null_is_not_a_value_for_a_required_field(field):
    for kind in (TaskCreate, TaskUpdate):
        with invalid((field, FieldCode.NULL_NOT_ALLOWED)):
            task(kind, **{field: None})


def test_null_in_a_change_clears_the_leader_and_is_not_absent():
    assert task(TaskUpdate, leaderUserId=None).leader_user_id is None
    assert task(TaskUpdate).leader_user_id is msgspec.UNSET


@each_row(["responsibleUserIds", "fechaSolicitud", "estatus", "prioridad", "isActive"])
def test_null_in_a_change_is_refused_elsewhere(field):
    with invalid((field, FieldCode.NULL_NOT_ALLOWED)):
        task(TaskUpdate, **{field: None})


@pytest.mark.parametrize("kind", [TaskCreate, TaskUpdate])
def test_responsibles_given_are_never_empty(kind):
    with invalid(("responsibleUserIds", FieldCode.EMPTY)):
        task(kind, responsibleUserIds=[])


@each_row(["a", "a" * 64, "ana.lopez-2_x", "...", "0"])
def test_a_username_is_64_of_lower_case_digits_dots_dashes_underscores(name):
    assert build(UserCreate, {"username": name, "name": "N"}).username == name


@each_row(["", "a" * 65, "Ana", "a b", "ana\n", "año", "a@b", "é"])
def test_any_other_username_is_refused(name):
    with invalid(("username", FieldCode.INVALID_FORMAT)):
        build(UserCreate, {"username": name, "name": "N"})


@pytest.mark.parametrize(("name", "code"), [("", FieldCode.EMPTY), ("n" * 101, FieldCode.TOO_LONG)])
def test_a_persons_name_has_1_to_100_code_points(name, code):
    assert build(UserCreate, {"username": "ana", "name": "ñ" * 100}).name == "ñ" * 100
    with invalid(("name", code)):
        build(UserCreate, {"username": "ana", "name": name})


PROSE = [
    "Object missing required field `fecha`", "Expected `int`, got `null`", "Expected `int`, got `str`",
    "Expected `date-time | null`, got `int`", "Expected `int` <= 100", "Expected `int` >= -2147483648",
    "Integer value out of range", "Expected `str` of length <= 2000", "Expected `array` of length <= 6",
    "Expected `array` of length >= 1", "Expected `str` matching regex '^a$'", "Invalid enum value 'x'",
    f"Expected `str` matching regex {NOT_BLANK!r}",
    "Invalid RFC3339 encoded date", "Invalid date-time", "Invalid base64 encoded string",
]  # fmt: skip


@each_row(PROSE)
def test_every_fault_that_msgspec_names_is_sayable_with_its_path(prose):
    refusal = faults_of(msgspec.ValidationError(f"{prose} - at `$.rows[0]`"), TaskCreate)
    (error,) = refusal.errors
    assert error.field.startswith("rows[0]")
    sayable(refusal)


@pytest.mark.parametrize("nullable", ["", " | null"])
def test_what_a_field_takes_is_said_without_its_being_optional(nullable):
    (error,) = faults_of(msgspec.ValidationError(f"Expected `bool{nullable}`, got `str` - at `$.x`"), TaskCreate).errors
    assert error == FieldError("x", FieldCode.WRONG_TYPE, {"expected": JsonType.BOOLEAN})


def test_every_known_fault_is_among_them():
    assert {first_match(prose) for prose in PROSE} == {pattern for pattern, _ in FAULTS}


def first_match(prose):
    return next(pattern for pattern, _ in FAULTS if pattern.fullmatch(prose))


@pytest.mark.parametrize("prose", ["A fault nobody knows - at `$.rows[0]`", "Expected `object`, got `int`"])
def test_any_other_fault_is_a_malformed_body(prose):
    assert faults_of(msgspec.ValidationError(prose), TaskCreate).code is Code.MALFORMED_BODY


@pytest.mark.parametrize("digits", [4000, 5000])
def test_an_integer_of_thousands_of_digits_is_refused(digits):
    with invalid(("leaderUserId", FieldCode.OUT_OF_RANGE)):
        raw_task(b'"leaderUserId":' + b"9" * digits)


def test_of_several_faulty_fields_all_are_told():
    body = b'{"descripcion": "\\u0000", "responsibleUserIds": [1, "a"], "estatus": "NO", "isActive": 1}'
    with pytest.raises(Invalid) as refused:
        decode(body, TaskCreate)
    assert [(each.field, each.code) for each in refused.value.errors] == [
        ("descripcion", FieldCode.INVALID_CHARACTER),
        ("fechaCumplir", FieldCode.REQUIRED),
        ("responsibleUserIds[1]", FieldCode.WRONG_TYPE),
        ("estatus", FieldCode.NOT_ONE_OF),
        ("isActive", FieldCode.WRONG_TYPE),
    ]
