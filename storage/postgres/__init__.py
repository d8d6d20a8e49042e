"""The PostgreSQL engine: units of work run concurrently, and again on conflict. Imported only by stores that use it.

- `connecting` reads the URL; `sessions` sets up connections, `pool` keeps them;
- `dialect` and `executor` compile statements and run them;
- `engine` runs units of work; `replica` serves reads that may be stale;
- `store` opens a database; `schema` migrates and checks it; `copy_endpoint` reads and writes whole tables.
"""
