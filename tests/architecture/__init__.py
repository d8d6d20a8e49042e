"""Conventions as tests: what is written down in docs/architecture.md and would drift if nobody looked."""
