"""The REST front end: `/api/v1` with bearer tokens, one envelope, one error table."""
