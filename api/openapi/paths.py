"""An operation as the document describes it: all of it follows from the route's declaration and its use case."""

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from inspect import get_annotations, signature

import msgspec
from msgspec import inspect

from api.http.endpoints import Endpoint
from api.http.routing import Route
from api.openapi.common import envelope, header_references, json_content, response_name
from api.openapi.refusals import refusal_text, refused
from api.openapi.schemas import PREFIX, Json, Schemas, described
from core.base.model import Nothing, Request
from core.base.paging import Page

PARAMETER = re.compile(r"\{([^}]+)\}")
FOR_PROGRAMMERS = re.compile(r"(?:^|(?<=[.:] ))Raises [^.]*\.\s*")


class Paths:
    """The paths of a document, its schemas growing along."""

    def __init__(self, operations: Sequence[Endpoint], prefix: str, schemas: Schemas) -> None:
        self.operations = operations
        self.prefix = prefix
        self.schemas = schemas
        self.codes: set[str] = set()

    def build(self) -> dict[str, Json]:
        """Every path with its operations."""
        names = common_names([operation.route.template for operation in self.operations])
        paths: dict[str, Json] = {}
        for operation in self.operations:
            route = operation.route
            wanted = names[PARAMETER.sub("{}", route.template)]
            path = self.prefix + with_names(route.template, wanted)
            paths.setdefault(path, {})[route.method.lower()] = self.operation(operation, wanted)
        return paths

    def operation(self, operation: Endpoint, names: Sequence[str]) -> Json:
        """One operation; its path's parameters go by the names that the path has in the document."""
        route = operation.route
        codes = refused(operation)
        self.codes.update(*codes.values())
        words = re.split("[_-]", route.use_case.name.partition(".")[2])
        described_operation: Json = {
            "tags": [tag_of(route)],
            "operationId": words[0] + "".join(map(str.title, words[1:])),
            "summary": " ".join(words).capitalize(),
            "description": f"{docstring(route.use_case.act)}\n\n{refusal_text(codes)}",
            "parameters": [*self.path_parameters(route, names), *self.query_parameters(route), *headers_in(operation)],
        }
        if route.body:
            described_operation["requestBody"] = {
                "required": True,
                "content": json_content(self.schemas.of(route.body)),
            }
        return described_operation | {"responses": self.responses(operation, sorted(codes))}

    def path_parameters(self, route: Route, names: Sequence[str]) -> Iterator[Json]:
        """What the path brings, as the use case takes it."""
        arguments = list(signature(route.use_case.act).parameters)[1:]
        for name, argument, annotation in zip(names, arguments, route.parameter_types, strict=False):
            yield {
                "name": name,
                "in": "path",
                "required": True,
                "description": meaning_of(argument, annotation),
                "schema": self.schemas.of(annotation),
            }

    def query_parameters(self, route: Route) -> Iterator[Json]:
        """What the query may bring."""
        if route.query is None:
            return
        for field in msgspec.structs.fields(route.query):
            yield {
                "name": field.encode_name,
                "in": "query",
                "required": field.required,
                "description": described(owner(route.query, field.name)),
                "schema": self.schemas.of(field.type),
            }

    def responses(self, operation: Endpoint, statuses: Sequence[int]) -> Json:
        """What may be answered, by status."""
        route = operation.route
        headers = ["X-Request-ID"]
        if route.query and issubclass(route.query, Page):
            headers.insert(0, "Link")
        if operation.tagged:
            headers.insert(0, "ETag")
        answers: Json = {
            "200": {
                "description": "Done." if route.use_case.writes else "What was asked for.",
                "headers": header_references(*headers),
                "content": json_content(self.envelope(route.data)),
            }
        }
        if operation.tagged and route.method == "GET":
            answers["304"] = {"description": "You have it already.", "headers": header_references(*headers)}
        return answers | {
            str(status): {"$ref": f"#/components/responses/{response_name(status)}"} for status in statuses
        }

    def envelope(self, outcome: type) -> Json:
        """The schema of a success: a component, so that clients generated from it have a name for each."""
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


def common_names(templates: Sequence[str]) -> dict[str, list[str]]:
    """The names of a path's parameters, by the template without them: those that most of its operations use.

    To OpenAPI `/visibility/{event_id}` and `/visibility/{id}` are one path.
    """
    found: dict[str, Counter[tuple[str, ...]]] = {}
    for template in templates:
        found.setdefault(PARAMETER.sub("{}", template), Counter())[tuple(PARAMETER.findall(template))] += 1
    return {shape: list(counted.most_common(1)[0][0]) for shape, counted in found.items()}


def with_names(template: str, names: Sequence[str]) -> str:
    """A template with other names for its parameters."""
    given = iter(names)
    return PARAMETER.sub(lambda _: f"{{{next(given)}}}", template)


def headers_in(operation: Endpoint) -> list[Json]:
    """What a client may say in headers."""
    names = []
    if operation.tagged and operation.route.method == "GET":
        names.append("If-None-Match")
    if operation.current is not None:
        names.append("If-Match")
    if operation.route.method == "POST":
        names.append("Idempotency-Key")
    return [{"$ref": f"#/components/parameters/{name}"} for name in (*names, "Accept-Language", "X-Request-ID")]


def tags(operations: Sequence[Endpoint]) -> list[Json]:
    """A tag for each resource, described by the module that its rules are in."""
    modules: dict[str, str] = {}
    for operation in operations:
        modules.setdefault(tag_of(operation.route), operation.route.use_case.act.__module__)
    return [{"name": tag, "description": described(sys.modules[module])} for tag, module in modules.items()]


def tag_of(route: Route) -> str:
    """The resource: the template's first segment."""
    return route.template.split("/")[1]


def docstring(act: object) -> str:
    """What a use case says of itself, without what it says to programmers alone."""
    return FOR_PROGRAMMERS.sub("", " ".join((act.__doc__ or "").split())).strip()


def meaning_of(argument: str, annotation: object) -> str:
    """What an argument of a use case is, from its name: `task_id` is the task's id."""
    thing = argument.removesuffix("_id").replace("_", " ")
    return f"The {thing} date." if annotation is date else f"The {thing}'s id."


def owner(kind: type[Request], name: str) -> type:
    """The Struct that declares a field; its docstring says what the field is for."""
    return next(each for each in kind.__mro__ if name in get_annotations(each))


def named(reference: Json) -> str:
    """The name in a reference to a schema."""
    return str(reference["$ref"]).removeprefix(PREFIX)
