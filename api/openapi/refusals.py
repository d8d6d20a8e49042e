"""What an operation can refuse, read from the code of its use case: a list beside it would be forgotten some day.

Followed are the functions of the core that a function names or holds, and in each the families of `core.base.errors`
with their codes. What is behind a condition counts too: it is what can be answered, not what must be.
"""

import dis
from collections.abc import Iterator, Mapping
from types import CodeType, FunctionType
from typing import Any, TypeGuard

from api.http.endpoints import Endpoint
from api.http.errors import DOMAIN_STATUS, ApiCode
from core.application.access import require
from core.application.use_case import UseCase
from core.base.errors import Code, DomainError, Forbidden, Invalid

Refusals = dict[type[DomainError], set[Code]]

ALWAYS = {401: Code.UNAUTHENTICATED, 429: ApiCode.TOO_MANY_REQUESTS, 500: ApiCode.INTERNAL, 503: Code.UNAVAILABLE}
OF_A_BODY = {400: Code.MALFORMED_BODY, 413: ApiCode.BODY_TOO_LARGE, 415: ApiCode.UNSUPPORTED_MEDIA_TYPE}


def refused(operation: Endpoint) -> dict[int, set[str]]:
    """The codes that an operation may refuse with, by status."""
    found: dict[int, set[str]] = {status: {code} for status, code in ALWAYS.items()}

    def add(status: int, *codes: str) -> None:
        found.setdefault(status, set()).update(codes)

    route = operation.route
    for use_case in (route.use_case, operation.current):
        for family, codes in refusals(use_case).items() if use_case else ():
            add(DOMAIN_STATUS[family], *codes)
    if route.parameters or route.query or route.body or route.method == "POST":
        add(400, Code.INVALID_REQUEST)
    for status, code in OF_A_BODY.items() if route.body else ():
        add(status, code)
    if route.method == "POST":
        add(409, Code.IDEMPOTENCY_KEY_REUSED, Code.IDEMPOTENCY_KEY_IN_FLIGHT)
    if route.timeout:
        add(409, Code.JOB_RUNNING)
    if operation.current:
        add(412, Code.OUTDATED)
    return found


def refusal_text(found: Mapping[int, set[str]]) -> str:
    """The codes in a sentence, without those that are the same everywhere."""
    general = {*ALWAYS, *OF_A_BODY} - {400}
    listed = [
        f"{status} {', '.join(f'`{code}`' for code in sorted(codes))}"
        for status, codes in sorted(found.items())
        if status not in general
    ]
    return f"Refusals: {'; '.join(listed)}."


def refusals(use_case: UseCase[..., Any]) -> Refusals:
    """The families of errors that a use case raises, each with its codes."""
    found: Refusals = {}
    waiting: list[FunctionType] = [function_of(use_case)]
    seen = set(waiting)
    while waiting:
        function = waiting.pop()
        held = (function_of(cell.cell_contents) for cell in function.__closure__ or ())
        named = {*read(function.__code__, function.__globals__, found), *filter(of_the_core, held)} - seen
        seen |= named
        waiting += named
    return found


def function_of(value: object) -> Any:
    """The function that a use case is made of; any other value itself."""
    return value.act if isinstance(value, UseCase) else value


def of_the_core(value: object) -> TypeGuard[FunctionType]:
    """Whether something is a function of the core."""
    return isinstance(value, FunctionType) and value.__module__.startswith("core.")


def read(code: CodeType, names: Mapping[str, object], found: Refusals) -> Iterator[FunctionType]:
    """Note what a piece of code raises, and give the functions of the core that it names."""
    family: type[DomainError] = Invalid
    loaded: object = None
    for instruction in dis.get_instructions(code):
        name, before, loaded = instruction.argval, loaded, None
        if isinstance(name, CodeType):
            yield from read(name, names, found)
        elif instruction.opname == "LOAD_ATTR" and before is Code:
            found.setdefault(family, set()).add(Code[name])
        elif instruction.opname == "LOAD_GLOBAL":
            loaded = function_of(names.get(name))
            if loaded is require:
                family = Forbidden
                found.setdefault(family, set()).add(Code.FORBIDDEN)
            elif isinstance(loaded, type) and issubclass(loaded, DomainError):
                family = loaded
                found.setdefault(family, set())
            elif of_the_core(loaded):
                yield loaded
