"""Scopes limit a token to a part of what its person may do.

Each use case that a token may ask for says which scopes it needs (`needs`). A caller without a token, in the chat, on
the command line or by a job, is not limited. Neither is a token without a claim of scopes.
"""

from collections.abc import Iterable

from core.base.errors import Code, Forbidden
from core.records.tokens import AccessToken, Scope

WRITE, READ = ":write", ":read"


class InsufficientScope(Forbidden):
    """The caller's token does not allow it. `scope` has the scopes that would, separated by spaces."""

    def __init__(self, scopes: Iterable[Scope] = ()) -> None:
        self.scope = " ".join(sorted(scopes))
        super().__init__(Code.INSUFFICIENT_SCOPE, scope=self.scope)


def require_scopes(token: AccessToken | None, scopes: frozenset[Scope] | None) -> None:
    """Raise `InsufficientScope` unless a token has all of these scopes. None: no token that is limited may do it."""
    if token is None or token.scopes is None:
        return
    if scopes is None or not scopes <= token.scopes:
        raise InsufficientScope(scopes or ())


def with_reads(scopes: Iterable[Scope]) -> frozenset[Scope]:
    """The scopes, with the reading that each writing includes."""
    given = frozenset(scopes)
    return given | {Scope(scope.replace(WRITE, READ)) for scope in given}


def scopes_in(words: str) -> frozenset[Scope]:
    """The scopes that a claim `scope` names (RFC 9068), with what they include; other words are passed over."""
    named = set(words.split(" "))
    return with_reads(scope for scope in Scope if scope in named)
