"""The OpenAPI document of the REST API, and the pages that show it.

- `document` puts it together; `paths` describes the operations, `error_codes` finds the errors of their use cases;
- `schemas` makes JSON Schemas of Structs; a name for each Struct (`shapes`) and its example (`examples.json`) are
  written by hand;
- `common` is what operations share; `pages` serves the document and its viewer (`viewer/`).

Only `pages` is imported at a start: the document is made on the first request for it.
"""
