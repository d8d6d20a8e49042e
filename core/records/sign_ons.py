"""Sign-ons of assistants: what a client asks for, and how far its person has come."""

from datetime import datetime
from enum import StrEnum

from msgspec import Struct


class SignOnStage(StrEnum):
    """The stage of a sign-on. `CODED`: the client was sent a code; `REDEEMED`: it has made a token of it."""

    ASKED = "asked"
    PERMITTED = "permitted"
    REFUSED = "refused"
    CODED = "coded"
    REDEEMED = "redeemed"


class AuthorizationRequest(Struct, frozen=True):
    """A client's request for a token; `scopes` are separated by blanks.

    `client_host`: the host that vouches for the client's name, "" where nobody does.
    """

    client_id: str
    client_name: str
    client_host: str
    redirect_uri: str
    state: str
    scopes: str
    challenge: str


class SignOn(AuthorizationRequest, frozen=True):
    """A sign-on. `expires_at`: until when another stage may follow. `number`: what its person types into the page."""

    id: int
    expires_at: datetime
    stage: SignOnStage = SignOnStage.ASKED
    user_id: int | None = None
    number: str | None = None
    tries: int = 0
    token_id: str | None = None

    def is_at(self, stage: SignOnStage, now: datetime) -> bool:
        return self.stage is stage and now < self.expires_at
