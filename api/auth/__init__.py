"""Bearer tokens: their person, their issuer, and a log of those that are refused."""
