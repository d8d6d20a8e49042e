"""The OpenAPI document: that it is one, that it says what the routes and Structs say, and that the project keeps it."""

import difflib
import json
import re
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

import msgspec
import pytest
from jsonschema_rs import ValidationError, validator_for
from msgspec import Struct

from api.openapi.descriptions import DocumentTexts
from api.openapi.document import document
from api.openapi.shapes import EXAMPLES, NAMES
from api.routes import PREFIX, ROUTES
from core.application.requests import build
from core.base.model import Request, TaskStatus
from core.work.tasks import TRANSITIONS
from tests.api import contract
from tests.api.contract import DOCUMENT, KEPT
from tests.api.interface import SCHEMAS
from tests.tables import each_row

RENEW = "semaforo openapi > docs/openapi.json"
COMPONENTS = DOCUMENT["components"]["schemas"]
INTERFACE = [
    (name, fields)
    for place, schemas in SCHEMAS.items()
    if any(route.template.startswith(place) for route in ROUTES)
    for name, fields in schemas.items()
]
LIST, CREATE, READ, CHANGE, DROP = (
    contract.OPERATIONS[f"{verb}EventType{'s' * (verb == 'list')}"]
    for verb in ("list", "create", "get", "update", "delete")
)


def nameless(path):
    return re.sub(r"\{[^}]+\}", "{}", path)


def test_it_is_valid_openapi():
    """By the schema of the standard; that of each component is a schema, and what it refers to is there."""
    home = Path(find_spec("openapi_spec_validator").origin).parent
    standard = home / "resources" / "schemas" / "v3.1" / "schema.json"
    validator_for(msgspec.json.decode(standard.read_bytes())).validate(DOCUMENT)
    assert all(contract.validator(name) for name in COMPONENTS)
    assert DOCUMENT["openapi"].startswith("3.1")
    assert DOCUMENT["info"]["version"] == "1.0.0"


@pytest.mark.long
def test_it_is_valid_by_more_than_a_schema():
    from openapi_spec_validator import validate  # noqa: PLC0415 only one of the processes that collect this needs it

    validate(DOCUMENT)


def test_an_operation_has_the_parameters_of_its_path():
    for path, methods in DOCUMENT["paths"].items():
        for operation in methods.values():
            there = [each["name"] for each in operation.get("parameters", []) if each.get("in") == "path"]
            assert there == re.findall(r"\{([^}]+)\}", path)


def test_the_project_keeps_it_so_that_every_change_is_seen():
    kept = KEPT.read_text(encoding="utf-8").splitlines()
    made = msgspec.json.format(msgspec.json.encode(document(ROUTES, PREFIX)), indent=2).decode().splitlines()
    changes = "\n".join(difflib.unified_diff(kept, made, "docs/openapi.json", "the routes", lineterm=""))
    assert not changes, f"the interface changes; if it is meant, run\n\n    {RENEW}\n\n{changes}"


def test_its_title_is_a_name_that_a_package_may_have():
    """Generated clients are named by it; PEP 508 has names of ASCII letters and digits."""
    assert re.fullmatch(r"[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?", DOCUMENT["info"]["title"])


def test_every_route_is_in_it_and_nothing_else():
    documented = [(method.upper(), nameless(path)) for path, methods in DOCUMENT["paths"].items() for method in methods]
    assert sorted(documented) == sorted((route.method, nameless(f"/api/v1{route.template}")) for route in ROUTES)


def test_an_operation_id_names_one_operation():
    assert len(contract.OPERATIONS) == len(ROUTES)


def test_an_operation_id_says_of_what_it_is_without_its_tag():
    """Clients that are generated as functions have all of them in one module."""
    of_one_word = {each for each in contract.OPERATIONS if not re.search("[A-Z]", each)}
    assert of_one_word == {"search"}
    things = "Record", "Records", "Rule", "Rules", "Link", "Links", "OfEvent", "OfPerson", "Range", "Due"
    assert [each for each in contract.OPERATIONS if re.fullmatch(f"[a-z]+({'|'.join(things)})", each)] == []


OF_OPERATIONS = "Data", "Error", "Errors", "Response", "Responses", "Params", "Result", "Body", "Headers"
"""The ends of the names that generators of TypeScript give to the types of an operation."""


def test_a_schema_has_no_name_that_a_generator_gives_to_a_type_of_an_operation():
    names = {f"{each[0].upper()}{each[1:]}{end}" for each in contract.OPERATIONS for end in OF_OPERATIONS}
    assert names & COMPONENTS.keys() == set()


def test_no_field_has_the_name_of_its_schema():
    """`openapi-python-client` calls variables by both."""

    def plain(name):
        return name.replace("_", "").casefold()

    clashes = [(name, field) for name in COMPONENTS for field in COMPONENTS[name].get("properties", {})]
    assert [(name, field) for name, field in clashes if plain(name) == plain(field)] == []


def of_values(found, place=""):
    """The places of schemas that list their values."""
    if isinstance(found, dict) and isinstance(found.get("enum"), list):
        yield place
    for key, inner in found.items() if isinstance(found, dict) else enumerate(found) if isinstance(found, list) else ():
        yield from of_values(inner, f"{place}/{key}")


def test_every_list_of_values_has_a_name():
    """Generators call one without by its field, and a second one of that field `Code1`."""
    listed = list(of_values(DOCUMENT))
    assert "/components/schemas/TaskStatus" in listed
    assert [place for place in listed if place.rpartition("/")[0] != "/components/schemas"] == []


@each_row(INTERFACE)
def test_a_schema_has_the_name_and_the_fields_of_the_interface(name, fields):
    schema = COMPONENTS[name]
    assert set(schema["properties"]) == set(fields.replace("!", "").split())
    if name.endswith("Request"):
        assert set(schema.get("required", ())) == {field[:-1] for field in fields.split() if field.endswith("!")}
    else:
        assert schema["required"] == list(schema["properties"])


def structs(kind=Struct):
    """Ours, of which the document has some."""
    return {kind}.union(*map(structs, kind.__subclasses__()))


KINDS = {
    NAMES.get(kind.__name__, kind.__name__): kind for kind in structs() if kind.__module__.startswith(("core.", "api."))
}


EACH_EXAMPLE = [
    (name, example) for name, found in EXAMPLES.items() for example in (found if isinstance(found, list) else [found])
]


@each_row(EACH_EXAMPLE)
def test_an_example_is_what_its_struct_reads_and_its_schema_says(name, example):
    kind = KINDS[name]
    if issubclass(kind, Request):
        assert build(kind, example)
    else:
        read = msgspec.json.decode(msgspec.json.encode(example), type=kind)
        assert msgspec.json.decode(msgspec.json.encode(read)) == example
    contract.validator(name).validate(example)


def test_every_struct_has_a_name_and_an_example():
    structs = {name for name, schema in COMPONENTS.items() if schema["type"] == "object"}
    assert {name for name in structs if not name.endswith("Envelope")} == set(EXAMPLES)


def test_every_operation_needs_the_token():
    assert DOCUMENT["security"] == [{"bearerAuth": []}]
    scheme = DOCUMENT["components"]["securitySchemes"]["bearerAuth"]
    assert (scheme["type"], scheme["scheme"], scheme["bearerFormat"]) == ("http", "bearer", "JWT")
    needed = {(route.method, nameless(f"/api/v1{route.template}")): route.use_case.scopes for route in ROUTES}
    for path, methods in DOCUMENT["paths"].items():
        for method, operation in methods.items():
            ((scheme, scopes),) = operation["security"][0].items()
            assert (scheme, set(scopes)) == ("bearerAuth", needed[method.upper(), nameless(path)])
            said = ", ".join(f"`{scope}`" for scope in scopes) or "any token"
            assert f"\n\nScope: {said}." in operation["description"]


def test_a_request_says_where_null_may_stand():
    create, update = (COMPONENTS[name]["properties"] for name in ("CalTaskRequest", "UpdateCalTaskRequest"))

    def null_allowed(properties):
        return {name for name, schema in properties.items() if "null" in json.dumps(schema)}

    assert null_allowed(create) == set(create) - {"descripcion", "fechaCumplir"}
    assert null_allowed(update) == {"leaderUserId"}


@each_row(
    [
        (LIST, "200 304 400 401 403 429 500 503"),
        (CREATE, "200 400 401 403 408 409 413 415 429 500 503"),
        (READ, "200 304 400 401 403 404 429 500 503"),
        (CHANGE, "200 400 401 403 404 408 409 412 413 415 429 500 503"),
        (DROP, "200 400 401 403 404 409 412 429 500 503"),
        (contract.OPERATIONS["sendAvance"], "200 400 401 403 404 408 409 413 415 429 500 503"),
    ]
)
def test_an_operation_has_the_statuses_that_it_can_answer(operation, statuses):
    assert " ".join(sorted(operation["responses"])) == statuses


@each_row(
    [
        (LIST, ["limit", "afterId", "If-None-Match"]),
        (CREATE, ["Idempotency-Key", "Prefer"]),
        (READ, ["id", "If-None-Match"]),
        (CHANGE, ["id", "If-Match", "Prefer"]),
        (contract.OPERATIONS["updateComment"], ["id", "commentId", "If-Match", "Prefer"]),
        (
            contract.OPERATIONS["listEvents"],
            [
                *("limit", "afterId", "from", "to", "order", "cursor", "seriesId", "participantUserId"),
                *(
                    "createdByUserId",
                    "eventTypeId",
                    "changedSince",
                    "externalSource",
                    "externalId",
                    "seriesExternalSource",
                    "seriesExternalId",
                    "sort",
                    "If-None-Match",
                ),
            ],
        ),
    ]
)
def test_an_operation_has_the_parameters_that_it_reads(operation, names):
    found = [parameter.get("name") or parameter["$ref"].rpartition("/")[2] for parameter in operation["parameters"]]
    assert found == [*names, "Accept-Language", "X-Request-ID"]


def test_a_refusal_is_told_by_its_code():
    assert "409 `event_type_in_use`, `event_type_system_managed`" in DROP["description"]


def described():
    """The place and the text of each description in the document, but for those of headers and answers."""
    for name, operation in contract.OPERATIONS.items():
        yield name, operation["description"].partition("\n\nScope:")[0]
    yield from parameters()
    yield from ((tag["name"], tag["description"]) for tag in DOCUMENT["tags"])
    yield from ((name, schema["description"]) for name, schema in COMPONENTS.items())
    yield from properties()


def parameters():
    for name, operation in contract.OPERATIONS.items():
        yield from (
            (f"{name}?{each['name']}", each["description"]) for each in operation["parameters"] if "name" in each
        )


def properties():
    for name, schema in COMPONENTS.items():
        for field, of_field in schema.get("properties", {}).items():
            yield f"{name}.{field}", of_field.get("description", "")


def test_every_schema_tag_and_operation_says_what_it_is():
    assert [place for place, text in described() if not text.strip()] == []


def test_every_property_and_parameter_says_in_few_words_what_it_is_for():
    bad = [
        (place, text)
        for place, text in (*properties(), *parameters())
        if not (LEAST <= len(text) <= MOST and text.endswith(".") and text[0] == text[0].upper())
    ]
    assert bad == []


LEAST, MOST = len("Its id."), 110


OF_PROPERTIES = [
    (name, field, of_field, field in schema.get("required", ()))
    for name, schema in COMPONENTS.items()
    for field, of_field in schema.get("properties", {}).items()
]


def test_a_property_that_may_be_null_says_what_that_means_and_no_other_does():
    wrong = [
        (name, field)
        for name, field, of_field, _ in OF_PROPERTIES
        if ("null" in of_field["description"].lower()) is not may_be_null(of_field)
    ]
    assert wrong == []


def may_be_null(schema):
    return "null" in schema.get("type", ()) or {"type": "null"} in schema.get("anyOf", ())


def test_a_property_that_may_be_absent_says_what_that_means():
    silent = [
        (name, field)
        for name, field, of_field, required in OF_PROPERTIES
        if not required and not re.search("absent|by default", of_field["description"], re.IGNORECASE)
    ]
    assert silent == []


BOUNDS = ("minimum", "maximum"), ("minItems", "maxItems")


def of_parameters():
    for name, operation in contract.OPERATIONS.items():
        for each in operation["parameters"]:
            if "name" in each:
                yield name, each["name"], each["schema"] | {"description": each["description"]}


def test_a_range_in_a_description_is_that_of_its_schema():
    wrong = [
        (name, field, said.group())
        for name, field, schema, *_ in (*OF_PROPERTIES, *of_parameters())
        for least, most in BOUNDS
        if least in schema and (said := re.search(r"(\d+) to (\d+)", schema["description"]))
        if [*map(int, said.groups())] != [schema[least], schema.get(most)]
    ]
    assert wrong == []


def test_a_state_may_change_as_its_schema_says():
    text = COMPONENTS["TaskStatus"]["description"]
    assert "PLANEACION and PENDIENTE may change to any other state" in text
    for state, following in TRANSITIONS.items():
        told = re.search(rf"{state} to (\w+) or (\w+)", text)
        assert following == (set(told.groups()) if told else set(TaskStatus) - {state})


def test_no_two_parameters_of_an_operation_have_the_same_description():
    texts = [(place.partition("?")[0], text) for place, text in parameters()]
    assert [each for each, count in Counter(texts).items() if count > 1] == []


def test_no_description_is_kept_that_nothing_has():
    kept = DocumentTexts.read(NAMES)
    document(ROUTES, PREFIX, descriptions=kept)
    assert kept.unused == set()


FOR_PROGRAMMERS = r"\bRaises\b", r"(?:^|\. |\n)`[a-z_]+`: ", r"\bdocs/", r"`(?:told|after_id|due_at)`"


@each_row(FOR_PROGRAMMERS)
def test_what_is_said_to_programmers_is_not_said_to_integrators(pattern):
    said = [(place, text) for place, text in described() if re.search(pattern, text)]
    of_fields = set(COMPONENTS)
    assert [place for place, _ in said if place not in of_fields] == []


def test_a_schema_names_its_fields_as_they_are_in_json():
    wrong = [
        (name, field.name)
        for name, kind in KINDS.items()
        if name in COMPONENTS
        for field in msgspec.structs.fields(kind)
        if field.name != field.encode_name and f"`{field.name}`" in COMPONENTS[name]["description"]
    ]
    assert wrong == []
    assert "`endsOn`" in COMPONENTS["SeriesRule"]["description"]


EXAMPLE = {"id": 1, "name": "Uno", "active": True}
JSON = {"Content-Type": "application/json; charset=utf-8"}


@each_row(
    [
        (201, ["ETag", "X-Request-ID"], EXAMPLE),
        (409, ["X-Request-ID"], {"code": "forbidden", "requestId": "x"}),
        (404, ["X-Request-ID"], {"code": "unheard_of", "requestId": "x"}),
        (404, ["X-Request-ID"], {"code": "example_not_found"}),
        (200, ["X-Request-ID"], EXAMPLE),
        (200, ["ETag", "X-Request-ID"], EXAMPLE | {"id": "1"}),
        (200, ["ETag", "X-Request-ID"], EXAMPLE | {"more": 1}),
        (200, ["ETag", "X-Request-ID"], {"id": 1, "name": "Uno"}),
        (200, ["ETag", "X-Request-ID"], [EXAMPLE]),
    ]
)
def test_an_answer_that_is_not_as_documented_is_caught(status, headers, data):
    body = json.dumps({"status": status, "message": "", "data": data}).encode()
    with pytest.raises((AssertionError, ValidationError)):
        contract.check("GET", "/api/v1/examples/1", status, dict.fromkeys(headers) | JSON, body)


def test_one_that_is_passes():
    body = json.dumps({"status": 200, "message": "", "data": EXAMPLE}).encode()
    contract.check("GET", "/api/v1/examples/1", 200, {"ETag": "0", "X-Request-ID": "1"} | JSON, body)
