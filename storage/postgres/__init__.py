"""PostgreSQL's part of the store: units of work side by side, begun anew where they meet. Only who uses it imports it.

- `connecting` reads a URL; `sessions` is how connections are set up, `pool` has them;
- `dialect` and `executor` are its statements and how they reach the server;
- `engine` runs units of work; `replica` reads what may be a moment old;
- `store` opens a database; `schema` brings it up to date and checks it; `side` is one side of a copy.
"""
