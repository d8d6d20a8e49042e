"""Copies of a database: into another, of whatever engine, or for a while."""
