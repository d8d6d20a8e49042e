"""The route table: declarations, and a tree of path segments that finds them.

A fixed segment is preferred to a parameter, with backtracking: `POST /daily-logs/items/avance` is the report of a log
called `items`. The method is looked up after the path: `PATCH /tasks/range` is 405, though `PATCH /tasks/{id}` exists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property
from inspect import signature
from typing import Any, Generic, TypeVar
from urllib.parse import unquote
from zoneinfo import ZoneInfo

from msgspec import Struct

from api.http.errors import ApiCode, HttpError
from core.application.use_case import UseCase
from core.base.model import File, Language, Model, Nothing, Request
from core.records.calendar_links import NewCalendarLink
from core.records.tokens import IssuedToken
from core.records.webhooks import WebhookTest

T = TypeVar("T")

WITHOUT_BODY = frozenset({"GET", "DELETE"})
"""Methods whose body has no meaning (RFC 9110, 9.3)."""


class Files(Struct, frozen=True):
    """The formats of an outcome that are files, with their media types, and what writes one, in another thread."""

    media_types: Mapping[Any, str]
    write: Callable[[Any, Any, Language, ZoneInfo], File]


class Route(Struct, frozen=True, dict=True):
    """One operation of the contract. The use case takes the path parameters, and then a request, if any.

    The use case's annotations say whether a path parameter is an integer or a date, and what the request is: the query
    of a GET and of a DELETE, the body of any other method.

    - `current`: reads what a PUT, PATCH or DELETE changes, with the same parameters, if no GET of the template does.
    - `message`: the result is in the envelope's message, and `data` is empty.
    - `timeout`: in seconds.
    - `tag`: of the operation in the OpenAPI document, by default the path's first segment.
    - `files`: the formats other than JSON in which the outcome is answered if the query's `format` asks for one.
    - `grants`: the outcome is the grant of a token, answered as the signed token.
    - `links`: the use case takes the SHA-256 of a new secret as its last argument; its outcome is the grant of a
      calendar link, answered with the addresses that have the secret.
    - `sends_to`: the request has a `url` to which the service will send.
    - `delivers`: the outcome is sent to a webhook, and the answer says whether it arrived.
    - `opens`: the outcome is a file that Telegram keeps, answered as what is in it.
    - `of_several`: it does the same with several things, and a refusal names those at fault.
    - `held`: the query's `wait` holds the request until there is something to answer.
    """

    method: str
    template: str
    use_case: UseCase[Any, Any]
    current: UseCase[Any, Any] | None = None
    message: Callable[[Language, Any], str] | None = None
    timeout: float | None = None
    tag: str = ""
    files: Files | None = None
    grants: bool = False
    links: bool = False
    sends_to: bool = False
    delivers: bool = False
    opens: bool = False
    held: bool = False
    of_several: bool = False

    @cached_property
    def data(self) -> Any:
        if self.grants:
            return IssuedToken
        if self.links:
            return NewCalendarLink
        if self.delivers:
            return WebhookTest
        return Nothing if self.message else self.use_case.outcome

    @cached_property
    def is_single(self) -> bool:
        """True where `data` is a single resource, not a list, a number or nothing."""
        return isinstance(self.data, type) and issubclass(self.data, Model) and self.data is not Nothing

    @cached_property
    def parameters(self) -> tuple[str, ...]:
        """The names in the template's braces, in order."""
        return tuple(part[1:-1] for part in self.template.split("/") if part.startswith("{"))

    @cached_property
    def parameter_types(self) -> tuple[Any, ...]:
        return argument_types(self.use_case.act)[: len(self.parameters)]

    @property
    def query(self) -> type[Request] | None:
        return self.request if self.method in WITHOUT_BODY else None

    @property
    def body(self) -> type[Request] | None:
        return None if self.method in WITHOUT_BODY else self.request

    @cached_property
    def request(self) -> type[Request] | None:
        further = argument_types(self.use_case.act)[len(self.parameters) :]
        return next((each for each in further if isinstance(each, type) and issubclass(each, Request)), None)


@cache
def argument_types(act: Callable[..., object]) -> tuple[Any, ...]:
    """Return the types of a use case's parameters after its context. Cached because `signature` is slow."""
    return tuple(each.annotation for each in list(signature(act).parameters.values())[1:])


class Node(Generic[T]):
    """A segment of a path: what may follow it, and the targets of the path that ends here, by method."""

    __slots__ = ("fixed", "parameter", "targets")

    def __init__(self) -> None:
        self.fixed: dict[str, Node[T]] = {}
        self.parameter: Node[T] | None = None
        self.targets: dict[str, T] = {}

    def child(self, segment: str) -> Node[T]:
        """The node of a template's next segment, created if it is new."""
        if not segment.startswith("{"):
            if segment not in self.fixed:
                self.fixed[segment] = Node()
            return self.fixed[segment]
        self.parameter = self.parameter or Node()
        return self.parameter

    def add(self, method: str, target: T) -> None:
        """A target of GET serves HEAD too."""
        if method in self.targets:
            raise ValueError(f"{method} is there already")
        self.targets[method] = target
        if method == "GET":
            self.targets["HEAD"] = target


class RouteTable(Generic[T]):
    """Finds the target of a method and path."""

    def __init__(self, routes: Iterable[tuple[str, str, T]]) -> None:
        self.root: Node[T] = Node()
        for method, template, target in routes:
            node = self.root
            for segment in template.split("/")[1:]:
                node = node.child(segment)
            node.add(method, target)

    def find(self, method: str, path: str) -> tuple[T, Sequence[str]]:
        """The target and the path parameters. Raises `HttpError`: no such path, or not with this method."""
        segments = path.split("/")
        if "%" in path:
            segments = [unquote(segment) for segment in segments]
        node, values = self.match(segments)
        target = node.targets.get(method)
        if target is None:
            raise HttpError(ApiCode.METHOD_NOT_ALLOWED, headers=f"Allow: {', '.join(sorted(node.targets))}\r\n")
        return target, values

    def match(self, segments: Sequence[str]) -> tuple[Node[T], Sequence[str]]:
        """The node of a path, and its parameters. `untried` has the nodes passed over for a fixed segment."""
        untried: list[tuple[Node[T], int, tuple[str, ...]]] = [(self.root, 1, ())]
        while untried:
            node, start, values = untried.pop()
            for position in range(start, len(segments)):
                segment = segments[position]
                fixed, parameter = node.fixed.get(segment), node.parameter if segment else None
                if fixed is not None:
                    if parameter is not None:
                        untried.append((parameter, position + 1, (*values, segment)))
                    node = fixed
                elif parameter is not None:
                    node, values = parameter, (*values, segment)
                else:
                    break
            else:
                if node.targets:
                    return node, values
        raise HttpError(ApiCode.NOT_FOUND_PATH)
