"""Our own route table: declarations, and a tree of path segments that finds them.

A fixed segment is preferred to a parameter, with a way back: `POST /daily-logs/items/avance` is the report of the log
"items". What a path takes is what its most fixed template takes, so `PATCH /tasks/range` is 405 and not a task.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Generic, TypeVar
from urllib.parse import unquote

from msgspec import Struct

from api.errors import ApiCode, Refusal
from core.model import Request
from core.use_case import UseCase

T = TypeVar("T")

PARAMETER = ""


class Route(Struct, frozen=True):
    """One operation of the contract. The use case takes the path's integers, then the query, then the body."""

    method: str
    template: str
    use_case: UseCase[Any, Any]
    query: type[Request] | None = None
    body: type[Request] | None = None

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names in the template's braces, in order."""
        return tuple(part[1:-1] for part in self.template.split("/") if part.startswith("{"))


class Node(Generic[T]):
    """What follows a path's segments, and what is there by method."""

    __slots__ = ("allow", "children", "targets")

    def __init__(self) -> None:
        self.children: dict[str, Node[T]] = {}
        self.targets: dict[str, T] = {}
        self.allow = ""

    def child(self, segment: str) -> Node[T]:
        """The node of a template's next segment, made if it is new."""
        return self.children.setdefault(PARAMETER if segment.startswith("{") else segment, Node())

    def put(self, method: str, target: T) -> None:
        """Put a target here; what answers GET answers HEAD."""
        if method in self.targets:
            raise ValueError(f"{method} is there already")
        self.targets[method] = target
        if method == "GET":
            self.targets["HEAD"] = target
        self.allow = ", ".join(sorted(self.targets))

    def find(self, segments: Sequence[str], start: int, values: list[str]) -> Node[T] | None:
        """The node of a path, with the values of its parameters appended."""
        if start == len(segments):
            return self if self.targets else None
        segment = segments[start]
        fixed = self.children.get(segment) if segment else None
        if fixed is not None and (found := fixed.find(segments, start + 1, values)):
            return found
        open_end = self.children.get(PARAMETER) if segment else None
        if open_end is None:
            return None
        values.append(segment)
        found = open_end.find(segments, start + 1, values)
        if found is None:
            values.pop()
        return found


class RouteTable(Generic[T]):
    """Finds what answers a method and path."""

    def __init__(self, routes: Iterable[tuple[str, str, T]]) -> None:
        self.root: Node[T] = Node()
        for method, template, target in routes:
            node = self.root
            for segment in template.split("/")[1:]:
                node = node.child(segment)
            node.put(method, target)

    def find(self, method: str, path: str) -> tuple[T, list[str]]:
        """The target and its path's parameters. Raises `Refusal`: no such path, or not with that method."""
        segments = path.split("/")
        if "%" in path:
            segments = [unquote(segment) for segment in segments]
        values: list[str] = []
        node = self.root.find(segments, 1, values)
        if node is None:
            raise Refusal(ApiCode.NOT_FOUND_PATH)
        target = node.targets.get(method)
        if target is None:
            raise Refusal(ApiCode.METHOD_NOT_ALLOWED, headers=f"Allow: {node.allow}\r\n")
        return target, values
