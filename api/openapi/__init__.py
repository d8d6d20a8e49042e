"""The OpenAPI document of the REST API, and the pages that show it.

- `document` puts it together; `paths` describes the operations, `error_codes` finds the errors of their use cases;
- `schemas` makes JSON Schemas of Structs; `shapes` holds what is written by hand: each Struct's name and an example;
- `common` is what operations share; `pages` serves the document and its viewer (`viewer/`).

Only `pages` is imported at a start: the document is made when it is asked for.
"""
