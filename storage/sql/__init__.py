"""Statements compiled for an engine, the types of columns, and what engines spell differently."""
