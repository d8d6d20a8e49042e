"""The parts of the OpenAPI document by themselves, over routes that no resource has."""

from collections.abc import Sequence
from datetime import date
from typing import Annotated

import pytest
from msgspec import UNSET, Meta, Struct, UnsetType

from api.http.routing import Route
from api.openapi.descriptions import DocumentTexts
from api.openapi.document import document
from api.openapi.error_codes import codes_by_class
from api.openapi.schemas import Schemas
from core.application.use_case import Context, command, query
from core.base.date_times import DateTime
from core.base.errors import Code, Conflict, Forbidden, NotFound
from core.base.model import Int32, Nothing, Request
from core.calendar import event_types
from core.jobs.planning_sync import sync_planning
from core.records import examples
from core.work.workload import person_workload


class Free(Request, frozen=True, kw_only=True):
    """The times at which people are free."""

    user_ids: Annotated[list[Int32], Meta(min_length=1, max_length=100, description="Who is asked about.")]
    since: DateTime
    until: DateTime | None = None
    without: Int32 | UnsetType = UNSET


@query
async def due_on(ctx: Context, due: date) -> Sequence[examples.Example]:
    raise NotImplementedError


@query
async def free(ctx: Context, request: Free) -> int:
    raise NotImplementedError


@command
async def drop_record(ctx: Context, record_id: int) -> Nothing:
    raise NotImplementedError


@command
async def replace_record(ctx: Context, record_id: int, request: Free) -> Nothing:
    """Change it. Raises `Invalid` where nobody is free: not ever.

    `record_id`: whose. It stays.
    """


def paths_of(*routes):
    return document(routes, "")["paths"]


def test_parameters_that_share_a_place_share_a_path():
    paths = paths_of(
        Route("GET", "/records/{due}", due_on),
        Route("PUT", "/records/{id}", replace_record),
        Route("DELETE", "/records/{id}", drop_record),
    )
    assert list(paths) == ["/records/{id}"]
    first = {method: operation["parameters"][0] for method, operation in paths["/records/{id}"].items()}
    assert {parameter["name"] for parameter in first.values()} == {"id"}
    assert first["get"]["schema"] == {"type": "string", "format": "date"}
    assert first["get"]["description"] == "The due date."
    assert first["put"]["schema"] == first["delete"]["schema"] == {"type": "integer", "format": "int32"}
    assert first["put"]["description"] == "The record's id."


def test_a_query_is_described_field_by_field():
    texts = DocumentTexts({"fields": {"since": "The first instant."}}, {})
    paths = document([Route("GET", "/free", free)], "", descriptions=texts)["paths"]
    parameters = paths["/free"]["get"]["parameters"][:4]
    assert {parameter["name"]: parameter["required"] for parameter in parameters} == {
        "userIds": True,
        "since": True,
        "until": False,
        "without": False,
    }
    assert [parameter["description"] for parameter in parameters[:2]] == ["Who is asked about.", "The first instant."]
    assert "description" not in parameters[0]["schema"]
    assert parameters[0]["schema"] == {
        "type": "array",
        "items": {"type": "integer", "format": "int32", "minimum": -(2**31), "maximum": 2**31 - 1},
        "minItems": 1,
        "maxItems": 100,
    }
    assert parameters[1]["schema"] == {"type": "string", "format": "date-time"}
    assert parameters[2]["schema"] == {"type": ["string", "null"], "format": "date-time"}


def test_what_a_use_case_says_to_programmers_is_left_out():
    operation = paths_of(Route("PUT", "/records/{id}", replace_record))["/records/{id}"]["put"]
    assert operation["description"].startswith("Change it. It stays.\n\n")


def test_a_type_that_no_request_has_is_refused():
    with pytest.raises(TypeError):
        Schemas().of(complex)


class Walk(Request, frozen=True, kw_only=True):
    """A walk; `how_far` it goes."""

    how_far: int
    pace: Annotated[int, Meta(description="Steps in a minute.")]
    name: str


class LongWalk(Walk, frozen=True, kw_only=True):
    """A walk of a day."""


TEXTS = {
    "fields": {"howFar": "A length.", "pace": "A speed.", "name": "A name."},
    "TheWalk": {"howFar": "Its length in km."},
    "LongWalk": {"pace": "Steps in an hour."},
    "schemas": {"LongWalk": "Bring water."},
}


def test_a_field_is_described_for_its_struct_or_a_base_by_itself_or_by_its_name():
    texts = DocumentTexts(TEXTS, {"Walk": "TheWalk"})
    schemas = Schemas({"Walk": "TheWalk"}, descriptions=texts)
    for kind in (Walk, LongWalk):
        schemas.of(kind)
    found = {
        name: {field: each["description"] for field, each in schema["properties"].items()}
        for name, schema in schemas.components.items()
    }
    walk = {"howFar": "Its length in km.", "pace": "Steps in a minute.", "name": "A name."}
    assert found == {"TheWalk": walk, "LongWalk": walk | {"pace": "Steps in an hour."}}
    assert [schema["description"] for schema in schemas.components.values()] == [
        "A walk; `howFar` it goes.",
        "A walk of a day. Bring water.",
    ]
    assert texts.unused == {("fields", "howFar"), ("fields", "pace")}


def test_two_schemas_of_one_name_are_refused():
    class Example(Struct):
        number: int

    schemas = Schemas()
    schemas.of(examples.Example)
    with pytest.raises(ValueError, match="Example"):
        schemas.of(Example)


def test_what_a_use_case_raises_is_found_in_what_it_calls():
    assert codes_by_class(event_types.delete_event_type) == {
        NotFound: {Code.EVENT_TYPE_NOT_FOUND},
        Forbidden: {Code.FORBIDDEN},
        Conflict: {Code.EVENT_TYPE_SYSTEM_MANAGED, Code.EVENT_TYPE_IN_USE},
    }


@query
async def outer(ctx) -> int:
    def refuse():
        raise NotFound(Code.TASK_NOT_FOUND)

    refuse()


def test_also_in_functions_within_it():
    assert codes_by_class(outer) == {NotFound: {Code.TASK_NOT_FOUND}}


def test_also_in_functions_that_a_decorator_wraps():
    assert codes_by_class(sync_planning) == {Forbidden: {Code.FORBIDDEN}, Conflict: {Code.TRANSITION_NOT_ALLOWED}}


def test_also_in_functions_called_by_their_module():
    assert codes_by_class(person_workload)[NotFound] == {Code.USER_NOT_FOUND}
