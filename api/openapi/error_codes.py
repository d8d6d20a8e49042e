"""The error codes of each operation, found in the code of its use case.

The search follows the functions of core that a function names or closes over, and collects the classes of
`core.base.errors` with their codes. What stands behind a condition counts too.
"""

import dis
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from http import HTTPStatus
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeGuard

from api.http.endpoints import Endpoint
from api.http.errors import ApiCode, status_of_kind
from core.application.access import require
from core.application.scopes import InsufficientScope
from core.application.use_case import UseCase
from core.base.errors import Code, DomainError, Forbidden, Invalid

OF_A_KEPT_FILE = (
    (409, Code.ATTACHMENTS_WITHOUT_BOT),
    (409, Code.ATTACHMENT_TOO_LARGE),
    (410, Code.ATTACHMENT_GONE),
    (503, Code.TELEGRAM_UNAVAILABLE),
)
CodesByClass = dict[type[DomainError], set[Code]]

ALWAYS = {401: Code.UNAUTHENTICATED, 429: ApiCode.TOO_MANY_REQUESTS, 500: ApiCode.INTERNAL, 503: Code.UNAVAILABLE}
OF_A_BODY = {
    400: Code.MALFORMED_BODY,
    408: ApiCode.REQUEST_TIMEOUT,
    413: ApiCode.BODY_TOO_LARGE,
    415: ApiCode.UNSUPPORTED_MEDIA_TYPE,
}


def codes_by_status(endpoint: Endpoint) -> dict[int, set[str]]:
    found: defaultdict[int, set[str]] = defaultdict(set, {status: {code} for status, code in ALWAYS.items()})
    route = endpoint.route
    for use_case in filter(None, (route.use_case, endpoint.current)):
        for error, codes in codes_by_class(use_case).items():
            found[status_of_kind(error)] |= {Code.INSUFFICIENT_SCOPE} if error is InsufficientScope else codes
    for status, code in of_the_request(endpoint):
        found[status].add(code)
    return dict(found)


def of_the_request(endpoint: Endpoint) -> Iterator[tuple[int, str]]:
    """Yield the status and code of each refusal before the use case, or for the token or headers."""
    route = endpoint.route
    if route.use_case.scopes:
        yield 403, Code.INSUFFICIENT_SCOPE
    yield 400, Code.INVALID_REQUEST
    if route.body:
        yield from OF_A_BODY.items()
    if route.method == "POST":
        yield from ((409, Code.IDEMPOTENCY_KEY_REUSED), (409, Code.IDEMPOTENCY_KEY_IN_FLIGHT))
    if route.timeout:
        yield 409, Code.JOB_RUNNING
    if route.opens:
        yield from OF_A_KEPT_FILE
    if route.held:
        yield from ((429, ApiCode.TOO_MANY_WAITS), (503, ApiCode.NO_ROOM_TO_WAIT))
    if endpoint.current:
        yield 412, Code.OUTDATED


def codes_text(found: Mapping[int, set[str]]) -> str:
    """The sentence about an operation's refusals, without those that every operation has."""
    general = {status: {code} for status, code in (OF_A_BODY | ALWAYS).items() if status != HTTPStatus.BAD_REQUEST}
    own = {status: codes - general.get(status, set()) for status, codes in sorted(found.items())}
    listed = [f"{status} {', '.join(f'`{code}`' for code in sorted(codes))}" for status, codes in own.items() if codes]
    return f"Refusals: {'; '.join(listed)}." if listed else ""


def codes_by_class(use_case: UseCase[..., Any]) -> CodesByClass:
    found: CodesByClass = {}
    waiting: list[FunctionType] = [function_of(use_case)]
    seen = set(waiting)
    while waiting:
        function = waiting.pop()
        raised, named = read(function)
        for error, codes in raised.items():
            found.setdefault(error, set()).update(codes)
        called = named - seen
        seen |= called
        waiting += called
    return found


@cache
def read(function: FunctionType) -> tuple[CodesByClass, frozenset[FunctionType]]:
    """Return the codes that a function itself raises, and the functions of core that it names or encloses.

    Cached, for many use cases share a function.
    """
    raised: CodesByClass = {}
    enclosed = (function_of(cell.cell_contents) for cell in function.__closure__ or ())
    named = scan(function.__code__, function.__globals__, raised)
    return raised, frozenset((*named, *filter(is_of_core, enclosed)))


def function_of(value: object) -> Any:
    return value.act if isinstance(value, UseCase) else value


def is_of_core(value: object) -> TypeGuard[FunctionType]:
    return isinstance(value, FunctionType) and value.__module__.startswith("core.")


def scan(code: CodeType, names: Mapping[str, object], found: CodesByClass) -> Iterator[FunctionType]:
    """Add the codes that are raised, and return the functions of core that are named."""
    error: type[DomainError] = Invalid
    loaded: object = None
    for instruction in dis.get_instructions(code):
        name, before, loaded = instruction.argval, loaded, None
        of_module = isinstance(before, ModuleType) and instruction.opname != "LOAD_GLOBAL"
        if isinstance(name, CodeType):
            yield from scan(name, names, found)
        elif instruction.opname == "LOAD_ATTR" and before is Code:
            found.setdefault(error, set()).add(Code[name])
        elif of_module or instruction.opname == "LOAD_GLOBAL":
            loaded = function_of(getattr(before, name, None) if of_module else names.get(name))
            if loaded is require:
                error = Forbidden
                found.setdefault(error, set()).add(Code.FORBIDDEN)
            elif isinstance(loaded, type) and issubclass(loaded, DomainError):
                error = loaded
                found.setdefault(error, set())
            elif is_of_core(loaded):
                yield loaded
