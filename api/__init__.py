"""The REST front end: `/api/v1` with bearer tokens, one envelope, one error table.

    keyring = Keyring(secret, *previous_secrets)
    async with trusting(issuers, now) as trusted:
        authenticator = Authenticator(pipeline, keyring, trusted, cache=timedelta(seconds=1))
        server = await serve(create_app(pipeline, authenticator), "127.0.0.1", 8080)
        ...
        await server.stop()

How a request travels (`server`, `app`): the route table (`routing`: 404, 405), the caller (`auth`, `jws`, `tokens`,
`issuers`, `jwks`: 401; `rate_limit`: 429), the inputs (`inputs`: 415, 413, path, query, body), the use case
(`operations`, with what the headers ask: `conditions`, `idempotency`), and the envelope (`answers`, `errors`, in the
`language` that was asked for). Every request has its number (`request_ids`), every refused caller a line in a log
(`audit`).

The routes themselves are declarations, a file a resource: `tasks`, `daily_logs`, `events`, `event_types`, `visibility`,
`reminders`, `participants`, `examples`, `jobs`. `openapi` describes all of it from the same declarations; `pages`
serves that, and its viewer.
"""

from api.app import App, create_app
from api.auth import Authenticator
from api.issuers import Issuer, trusting
from api.server import Server, serve
from api.tokens import Keyring, issue

__all__ = ["App", "Authenticator", "Issuer", "Keyring", "Server", "create_app", "issue", "serve", "trusting"]
