"""What both engines share.

`statements` and how they are compiled, `expressions`, `column_types`, and the interfaces of an engine: `executor` for
units of work, `copy_endpoint` for copies.
"""
