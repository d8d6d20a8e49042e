"""The OpenAPI 3.1 document, from the Structs and routes that decode and answer: `semaforo openapi` prints it."""

from collections.abc import Iterable
from datetime import date

from api.http.endpoints import endpoints
from api.http.errors import ApiCode, ErrorData
from api.http.routing import Route
from api.openapi.common import HEADERS, PARAMETERS, error_envelope, error_responses
from api.openapi.descriptions import DocumentTexts
from api.openapi.paths import Paths, tags
from api.openapi.schemas import Json, Schemas
from api.openapi.shapes import NAMES, WRITTEN_ON, examples_on
from api.openapi.webhooks import webhooks
from core.base.errors import FieldCode
from core.records.tokens import Scope

ABOUT = """\
- **Token**: every operation takes `Authorization: Bearer …`; `semaforo token issue NAME` prints one.
- **Scopes**: a token may be limited to some of `tasks`, `events`, `logs`, `people` and `reports`, each to `:read` or
  `:write` (which reads, too), to `jobs:run`, `mcp:unattended` and `admin`. A right is what its person may and its
  scopes allow; else it is 403 `insufficient_scope`, and `WWW-Authenticate` names the scope that is missing. Each
  operation says its own.
- **Envelope**: every answer is `{"status", "message", "data"}`. `message` is for people, in Spanish or, by
  `Accept-Language`, in English. A refusal's `data` has a stable `code`, and `errors` where fields are at fault.
- **Values**: ids are positive 32-bit integers; dates are `YYYY-MM-DD`, of the years 1900 to 9998. Date-times are
  answered in UTC; one that is sent without an offset is in the business's time zone, and its seconds may be left out.
  Unknown fields are ignored, but not those that only an operation beside this one takes (400 `not_taken`);
  with `Prefer: handling=strict` (RFC 7240) every field that the operation does not take is 400. Texts are kept as they
  are sent; lengths count code points.
- **Query**: a parameter that the operation does not have is 400 `unknown_parameter`, with the names of those it has.
  One of several values is repeated, `estatus=PENDIENTE&estatus=EN_PROCESO`, or has commas between them; `estatus[]` is
  another parameter.
- **Lists** are whole unless `limit` asks for a page. The header `Link` of a page leads to the next one; the last page
  has none. It is relative to the address that was asked for, and has the same parameters with `afterId` or, in an order
  other than by id, `cursor`: `</api/v1/tasks?limit=100&afterId=107>; rel="next"`.
- **Conditions**: what is read has an `ETag`, for `If-None-Match` (304) and, of one thing, for `If-Match` (412). Reports
  have none, nor has a list that is asked for whole and longer than half a megabyte. `Idempotency-Key` makes a POST safe
  to repeat.
- **Hidden is missing**: what the caller may not see is answered as 404.
"""


BEARER: Json = {
    "type": "http",
    "scheme": "bearer",
    "bearerFormat": "JWT",
    "description": "A token of ours, or of an issuer that this installation trusts, perhaps limited to scopes: "
    + ", ".join(f"`{scope}`" for scope in Scope),
}


def document(
    routes: Iterable[Route],
    prefix: str,
    public_url: str = "",
    today: date = WRITTEN_ON,
    descriptions: DocumentTexts | None = None,
) -> Json:
    """The document of the routes below a prefix, for clients that reach the service by `public_url`, if it is known.

    The dates of examples of requests are as many days after `today` as they were after the day they were written on.
    """
    performed = endpoints(routes)
    schemas = Schemas(NAMES, examples_on(today), descriptions or DocumentTexts.read(NAMES))
    paths = Paths(performed, prefix, schemas)
    described = paths.build()
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Semaforo",
            "version": "1.0.0",
            "summary": "A team calendar, 3W tasks and daily logs with a traffic light.",
            "description": ABOUT,
            "contact": {"name": "Whoever runs this service"},
        },
        "servers": [{"url": public_url.rstrip("/") or "/", "description": "The service that this document came from."}],
        "security": [{"bearerAuth": []}],
        "tags": tags(performed, schemas.descriptions),
        "paths": described,
        "webhooks": webhooks(schemas),
        "components": {
            "securitySchemes": {"bearerAuth": BEARER},
            "parameters": PARAMETERS,
            "headers": HEADERS,
            "responses": error_responses(),
            "schemas": dict(sorted(with_errors(schemas, paths).items())),
        },
    }


def with_errors(schemas: Schemas, paths: Paths) -> dict[str, Json]:
    """Every schema, with those of errors."""
    schemas.of(ErrorData)
    found = schemas.components
    every = {*paths.codes, ApiCode.BAD_HTTP, ApiCode.NOT_FOUND_PATH, ApiCode.METHOD_NOT_ALLOWED}
    of_fields = [*map(str, FieldCode), *sorted(paths.part_codes)]
    for name, what, values in (("ErrorData", "refusal", sorted(map(str, every))), ("FieldError", "fault", of_fields)):
        code = {"title": f"{name}Code", "type": "string", "description": f"The code of a {what}.", "enum": values}
        about = {"description": f"The code of the {what}, for programs."}
        found[name]["properties"]["code"] = schemas.named_values(code) | about
    return found | {"ErrorEnvelope": error_envelope()}
