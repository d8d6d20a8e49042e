"""SQLite's part of the store: one writer that commits many units of work at once, and readers beside it.

- `connecting` sets up a file's connections, on threads of their own;
- `dialect` and `executor` are its statements and how they are run;
- `engine` runs units of work, many to a transaction; `turns` is whose process writes;
- `store` opens a file; `schema` brings it up to date, checks it and copies it; `side` is one side of a copy.
"""
