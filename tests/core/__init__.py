"""The rules, through the pipeline over the in-memory store: no I/O, no other clock than the fake one."""
