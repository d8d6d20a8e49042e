"""The SQLite engine: one writer that commits many units of work at once, and readers beside it.

- `connecting` sets up the file's connections, each on a thread of its own;
- `dialect` and `executor` compile statements and run them;
- `engine` runs units of work, many in a transaction; `writer_lock` queues the writers of several processes;
- `store` opens a file; `schema` migrates, checks and copies it; `copy_endpoint` reads and writes whole tables.
"""
