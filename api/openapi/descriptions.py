"""Texts of the OpenAPI document that are in no docstring, from `descriptions.toml`.

Its sections are `tags`, `operations`, `schemas`, `path` (parameters), `fields`, and for fields that mean something else
in a Struct, the Struct by its name in the document.
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Self

from msgspec import Struct

TAGS, OPERATIONS, SCHEMAS, PATH, FIELDS = "tags", "operations", "schemas", "path", "fields"


class DocumentTexts:
    """Texts by section and name; `used` has the section and name of each that was looked up."""

    def __init__(self, sections: Mapping[str, Mapping[str, str]], names: Mapping[str, str]) -> None:
        """Take the sections, and the public names of classes that have other names in the document."""
        self.sections, self.names = sections, names
        self.used: set[tuple[str, str]] = set()

    @classmethod
    def read(cls, names: Mapping[str, str]) -> Self:
        text = Path(__file__).with_name("descriptions.toml").read_text(encoding="utf-8")
        return cls(tomllib.loads(text), names)

    @property
    def unused(self) -> set[tuple[str, str]]:
        return {(section, name) for section, texts in self.sections.items() for name in texts} - self.used

    def find(self, section: str, name: str) -> str | None:
        text = self.sections.get(section, {}).get(name)
        if text is not None:
            self.used.add((section, name))
        return text

    def of_field(self, kind: type[Struct], name: str, own: str | None = None) -> str | None:
        """Describe a field: for its Struct or the nearest base that has an entry, by its `own` text, or by its name."""
        for each in kind.__mro__:
            if found := self.find(self.names.get(each.__name__, each.__name__), name):
                return found
        return own or self.find(FIELDS, name)


NONE = DocumentTexts({}, {})
