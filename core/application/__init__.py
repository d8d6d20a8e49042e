"""The way of a request through the core; read it first.

- `use_case`: the pipeline that runs every query and command, idempotency keys and preconditions.
- `access`: who may do what, as one table.
- `requests`: JSON, query strings and words become validated requests.
"""
