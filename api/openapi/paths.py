"""The document's operations, which follow from the declarations of the routes and their use cases."""

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from inspect import signature

import msgspec
from msgspec import inspect

from api.http.attachments import ANY_TYPE, MEDIA_TYPES
from api.http.endpoints import Endpoint
from api.http.inputs import NAME
from api.http.routing import Route
from api.openapi.common import LIMIT_HEADERS, envelope, header_references, json_content, response_name
from api.openapi.descriptions import OPERATIONS, PATH, TAGS, DocumentTexts
from api.openapi.error_codes import codes_by_status, codes_text
from api.openapi.schemas import PREFIX, Json, Schemas, described
from api.openapi.shapes import OPERATION_NAMES
from core.base.model import Nothing
from core.base.paging import Page

PARAMETER = re.compile(r"\{([^}]+)\}")
SENTENCE_END = re.compile(r"(?<=\.) ")
FOR_PROGRAMMERS = re.compile(r"Raises |`\w+`: ")
"""The beginning of a sentence about refusals, which have their codes, or about an argument."""


class Paths:
    """Adds to `schemas` and `codes` what the paths refer to, to `part_codes` how one of several things is refused."""

    def __init__(self, operations: Sequence[Endpoint], prefix: str, schemas: Schemas) -> None:
        self.operations = operations
        self.prefix = prefix
        self.schemas = schemas
        self.codes: set[str] = set()
        self.part_codes: set[str] = set()

    def build(self) -> dict[str, Json]:
        names = common_names([operation.route.template for operation in self.operations])
        paths: dict[str, Json] = {}
        for operation in self.operations:
            route = operation.route
            wanted = names[PARAMETER.sub("{}", route.template)]
            path = self.prefix + with_names(route.template, wanted)
            paths.setdefault(path, {})[route.method.lower()] = self.operation(operation, wanted)
        return paths

    def operation(self, operation: Endpoint, names: Sequence[str]) -> Json:
        """Describe an operation; `names` are the path parameters' names in the document."""
        route = operation.route
        codes = codes_by_status(operation)
        self.codes.update(*codes.values())
        if route.of_several:
            self.part_codes.update(*(codes.get(status, ()) for status in (403, 404, 409)))
        words = operation_words(route.use_case.name)
        operation_id = words[0] + "".join(map(str.title, words[1:]))
        more = self.schemas.descriptions.find(OPERATIONS, operation_id)
        about = [docstring(route.use_case.act), *([more] if more else []), scopes_text(route), codes_text(codes)]
        described_operation: Json = {
            "tags": [tag_of(route)],
            "operationId": operation_id,
            "summary": " ".join(words).capitalize(),
            "description": "\n\n".join(filter(None, about)),
            "security": [{"bearerAuth": scopes_of(route)}],
            "parameters": [*self.path_parameters(route, names), *self.query_parameters(route), *headers_in(operation)],
        }
        if route.body:
            described_operation["requestBody"] = {
                "required": True,
                "content": json_content(self.schemas.of(route.body)),
            }
        return described_operation | {"responses": self.responses(operation, sorted(codes))}

    def path_parameters(self, route: Route, names: Sequence[str]) -> Iterator[Json]:
        arguments = list(signature(route.use_case.act).parameters)[1:]
        for name, argument, annotation in zip(names, arguments, route.parameter_types, strict=False):
            schema = self.schemas.of(annotation) | ({"pattern": f"^{NAME.pattern}$"} if annotation is str else {})
            own = schema.pop("description", None) or self.schemas.descriptions.find(PATH, name)
            meaning = own or meaning_of(argument, annotation)
            yield {"name": name, "in": "path", "required": True, "description": meaning, "schema": schema}

    def query_parameters(self, route: Route) -> Iterator[Json]:
        if route.query is None:
            return
        for field in msgspec.structs.fields(route.query):
            schema = self.schemas.of_field(route.query, field)
            yield {
                "name": field.encode_name,
                "in": "query",
                "required": field.required,
                "description": schema.pop("description", ""),
                "schema": schema,
            }

    def responses(self, operation: Endpoint, statuses: Sequence[int]) -> Json:
        route = operation.route
        headers = [*LIMIT_HEADERS, "X-Request-ID"]
        if route.query and issubclass(route.query, Page):
            headers.insert(0, "Link")
        if operation.tagged:
            headers.insert(0, "ETag")
        answers: Json = {
            "200": {
                "description": "Done." if route.use_case.writes else "What was asked for.",
                "headers": header_references(*headers),
                "content": file_content(route) | ({} if route.opens else json_content(self.envelope(route.data))),
            }
        }
        if operation.tagged and route.method == "GET":
            answers["304"] = {"description": "You have it already.", "headers": header_references(*headers)}
        return answers | {
            str(status): {"$ref": f"#/components/responses/{response_name(status)}"} for status in statuses
        }

    def envelope(self, outcome: type) -> Json:
        """A reference to the schema of a success: a component, so that generated clients have a name for it."""
        found = inspect.type_info(outcome)
        if outcome is Nothing:
            name, data, what = "EmptyEnvelope", {"type": "object", "maxProperties": 0}, "nothing"
        elif isinstance(found, inspect.ListType):
            inner = self.schemas.of_type(found.item_type)
            name, data = f"{named(inner)}ListEnvelope", {"type": "array", "items": inner}
            what = f"a list of {named(inner)}"
        elif isinstance(found, inspect.StructType):
            data = self.schemas.of(outcome)
            name, what = f"{named(data)}Envelope", f"a {named(data)}"
        else:
            name, data, what = "IntegerEnvelope", self.schemas.of(outcome) | {"examples": [12]}, "a number"
        self.schemas.components[name] = envelope(data, f"The answer with {what}.")
        return {"$ref": PREFIX + name}


def operation_words(use_case: str) -> list[str]:
    """The words of an operation's id and summary."""
    return re.split("[_-]", OPERATION_NAMES.get(use_case) or use_case.partition(".")[2])


def scopes_of(route: Route) -> list[str]:
    """The scopes that the operation needs. OpenAPI 3.1 allows them with a bearer scheme, where it calls them roles."""
    return sorted(route.use_case.scopes or ())


def scopes_text(route: Route) -> str:
    """The scopes of an operation as a sentence of its description."""
    scopes = ", ".join(f"`{scope}`" for scope in scopes_of(route))
    return f"Scope: {scopes or 'any token'}."


def file_content(route: Route) -> Json:
    """The media types of answers without an envelope."""
    if route.opens:
        types = dict.fromkeys([ANY_TYPE, *MEDIA_TYPES.values()])
        return {media_type: {"schema": {"type": "string", "format": "binary"}} for media_type in types}
    return {media_type: {} for media_type in (route.files.media_types.values() if route.files else ())}


def common_names(templates: Sequence[str]) -> dict[str, list[str]]:
    """Each path's usual parameter names: OpenAPI takes `/visibility/{event_id}` and `/visibility/{id}` for one path."""
    found: dict[str, Counter[tuple[str, ...]]] = {}
    for template in templates:
        found.setdefault(PARAMETER.sub("{}", template), Counter())[tuple(PARAMETER.findall(template))] += 1
    return {shape: list(counted.most_common(1)[0][0]) for shape, counted in found.items()}


def with_names(template: str, names: Sequence[str]) -> str:
    given = iter(names)
    return PARAMETER.sub(lambda _: f"{{{next(given)}}}", template)


def headers_in(operation: Endpoint) -> list[Json]:
    names = []
    if operation.tagged and operation.route.method == "GET":
        names.append("If-None-Match")
    if operation.current is not None:
        names.append("If-Match")
    if operation.route.method == "POST":
        names.append("Idempotency-Key")
    if operation.body:
        names.append("Prefer")
    return [{"$ref": f"#/components/parameters/{name}"} for name in (*names, "Accept-Language", "X-Request-ID")]


def tags(operations: Sequence[Endpoint], descriptions: DocumentTexts) -> list[Json]:
    """A tag for each resource; without a description of its own it has that of its use cases' module."""
    modules: dict[str, str] = {}
    for operation in operations:
        modules.setdefault(tag_of(operation.route), operation.route.use_case.act.__module__)
    return [
        {"name": tag, "description": descriptions.find(TAGS, tag) or described(sys.modules[module])}
        for tag, module in modules.items()
    ]


def tag_of(route: Route) -> str:
    return route.tag or route.template.split("/")[1]


def docstring(act: object) -> str:
    """A use case's docstring without what is for programmers."""
    sentences = SENTENCE_END.split(" ".join((act.__doc__ or "").split()))
    return " ".join(each for each in sentences if not FOR_PROGRAMMERS.match(each))


def meaning_of(argument: str, annotation: object) -> str:
    """The description of a path parameter, made of the argument's name: `task_id` is the task's id."""
    thing = argument.removesuffix("_id").replace("_", " ")
    return f"The {thing} date." if annotation is date else f"The {thing}'s id."


def named(reference: Json) -> str:
    return str(reference["$ref"]).removeprefix(PREFIX)
