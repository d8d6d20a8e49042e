"""JSON Schemas of the Structs of requests and responses, under the names that integrators know.

A request's schema says what may be left out or null, and forbids no unknown field, since those are ignored. In a
response every key is required.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct, inspect
from msgspec.structs import FieldInfo

from api.openapi.descriptions import NONE, SCHEMAS, DocumentTexts
from core.base.model import Model

Json = dict[str, Any]

PREFIX = "#/components/schemas/"
CODE = re.compile("`([^`]+)`")
LIMITS = {
    "ge": "minimum",
    "gt": "exclusiveMinimum",
    "le": "maximum",
    "lt": "exclusiveMaximum",
    "min_length": "minLength",
    "max_length": "maxLength",
    "pattern": "pattern",
}
ITEM_LIMITS = {"min_length": "minItems", "max_length": "maxItems"}
PLAIN: dict[type[inspect.Type], Json] = {
    inspect.BoolType: {"type": "boolean"},
    inspect.IntType: {"type": "integer", "format": "int32"},
    inspect.StrType: {"type": "string"},
    inspect.DateType: {"type": "string", "format": "date"},
    inspect.DateTimeType: {"type": "string", "format": "date-time"},
    inspect.AnyType: {},
}


class Schemas:
    """Makes schemas, and collects the components that these refer to; `names` has public names by those of classes."""

    def __init__(
        self,
        names: Mapping[str, str] | None = None,
        examples: Mapping[str, Json | list[Json]] | None = None,
        descriptions: DocumentTexts = NONE,
    ) -> None:
        self.names, self.examples, self.descriptions = names or {}, examples or {}, descriptions
        self.components: dict[str, Json] = {}
        self.named: dict[str, type] = {}

    def of(self, annotation: object) -> Json:
        return self.of_type(inspect.type_info(annotation))

    def of_type(self, kind: inspect.Type) -> Json:
        """The schema of a type. Raises `TypeError` for one that no request or response has."""
        match kind:
            case inspect.StructType(cls=cls) | inspect.EnumType(cls=cls):
                return self.reference(cls)
            case inspect.Metadata(type=inner, extra_json_schema=extra):
                plain = {} if isinstance(inner, inspect.CustomType | inspect.RawType) else self.of_type(inner)
                whole = plain | (extra or {})
                return self.named_values(whole) if "title" in whole else whole
            case inspect.UnionType(types=types):
                (one,) = (each for each in types if not isinstance(each, inspect.NoneType))
                return nullable(self.of_type(one))
            case inspect.ListType(item_type=item):
                return {"type": "array", "items": self.of_type(item)} | limits(kind, ITEM_LIMITS)
            case inspect.DictType(value_type=value):
                return {"type": "object", "additionalProperties": self.of_type(value)}
        if type(kind) not in PLAIN:
            raise TypeError(f"{kind} is in no request and no response")
        return PLAIN[type(kind)] | limits(kind, LIMITS)

    def reference(self, cls: type) -> Json:
        name = self.names.get(cls.__name__, cls.__name__)
        if self.named.setdefault(name, cls) is not cls:
            raise ValueError(f"{name} is the name of two schemas")
        if name not in self.components:
            self.components[name] = {}  # it may contain itself
            self.components[name] = self.struct(cls) if issubclass(cls, Struct) else enumeration(cls)
            self.describe(name)
            if found := self.examples.get(name):
                self.components[name]["examples"] = found if isinstance(found, list) else [found]
        return {"$ref": PREFIX + name}

    def named_values(self, schema: Json) -> Json:
        """A reference to a text's values by their title; generated clients make one type of them, wherever they are."""
        name = schema["title"]
        self.components[name] = {key: schema[key] for key in ("type", "description", "enum")}
        self.describe(name)
        return {"$ref": PREFIX + name}

    def describe(self, name: str) -> None:
        """Add to a component's description what its docstring does not say."""
        if more := self.descriptions.find(SCHEMAS, name):
            component = self.components[name]
            component["description"] = f"{component['description']} {more}".lstrip()

    def of_field(self, cls: type[Struct], field: FieldInfo) -> Json:
        """The schema of a field, with its description if it has one."""
        schema = self.of(field.type)
        text = self.descriptions.of_field(cls, field.encode_name, schema.get("description"))
        return schema | {"description": text} if text else schema

    def struct(self, cls: type[Struct]) -> Json:
        fields = msgspec.structs.fields(cls)
        schema: Json = {
            "type": "object",
            "description": with_wire_names(described(cls), fields),
            "required": [field.encode_name for field in fields if field.required or issubclass(cls, Model)],
            "properties": {field.encode_name: self.of_field(cls, field) for field in fields},
        }
        if not schema["required"]:
            del schema["required"]
        return schema


def limits(kind: inspect.Type, names: Mapping[str, str]) -> Json:
    bounds = ((keyword, getattr(kind, name, None)) for name, keyword in names.items())
    return {keyword: bound for keyword, bound in bounds if bound is not None}


def nullable(schema: Json) -> Json:
    if "type" in schema:
        return schema | {"type": [schema["type"], "null"]}
    return {"anyOf": [schema, {"type": "null"}]}


def enumeration(cls: Any) -> Json:
    return {
        "type": "string",
        "description": described(cls),
        "enum": [member.value for member in cls.__members__.values()],
    }


def with_wire_names(text: str, fields: Iterable[FieldInfo]) -> str:
    """A text in which fields have the names that they have in JSON."""
    names = {field.name: field.encode_name for field in fields}
    return CODE.sub(lambda found: f"`{names.get(found[1], found[1])}`", text)


def described(thing: object) -> str:
    """The first paragraph of a docstring."""
    return " ".join((thing.__doc__ or "").strip().partition("\n\n")[0].split())
