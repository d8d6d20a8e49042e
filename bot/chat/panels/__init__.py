"""The look of messages: records and models of the core in, HTML and buttons out, without I/O.

A function returns what its name ends in: `_panel` a `Panel`, `_block` and `_line` HTML, `_lines` a list of it, `_text`
plain words or HTML in a line, `_button` a `Button`, `_row` a row of buttons, `_rows` several. `components`, `pickers`,
`month`, `times`, `conflicts`, `phrases` and `drafts` are shared by the other modules.
"""
