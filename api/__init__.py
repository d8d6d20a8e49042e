"""The REST front end: `/api/v1` with bearer tokens, one envelope, one error table.

    keyring = Keyring(secret, *previous_secrets)
    async with open_issuers(issuers, now) as trusted:
        authenticator = Authenticator(pipeline, keyring, trusted, cache=timedelta(seconds=1))
        server = await serve(create_app(pipeline, authenticator), "127.0.0.1", 8080)
        ...
        await server.stop()

- `server` puts the `app` on a socket; the `app` takes a request from its route to the envelope of its answer.
- `auth/` is the caller: tokens of ours and of other issuers, and the log of refused ones (401).
- `http/` is the rest of a request: the route table (404, 405), the rate limit (429), path, query and body (413, 415),
  the use case with what the headers ask (`If-Match`, `Idempotency-Key`), the envelope, the error table, other origins.
- `calendars` are the files to which calendar programs subscribe, by a secret in the path; `calendar_news` says which of
  them may have changed.
- `mcp/` is what assistants call, by the Model Context Protocol.
- `sign_ons/` is how assistants get a token, by OAuth and the chat.
- `held_requests` wait for changes until there are some.
- `routes` declares the operations; `openapi/` describes them from the same declarations.
"""

from api.app import App, ProbeApp, ReadMetrics, create_app
from api.auth.authenticator import Authenticator
from api.auth.issuers import Issuer, open_issuers
from api.auth.tokens import Keyring
from api.http.clients import Limits
from api.http.endpoints import Outside
from api.server import Server, serve

__all__ = [
    "App",
    "Authenticator",
    "Issuer",
    "Keyring",
    "Limits",
    "Outside",
    "ProbeApp",
    "ReadMetrics",
    "Server",
    "create_app",
    "open_issuers",
    "serve",
]
