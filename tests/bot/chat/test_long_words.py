"""Words that are hard to read hold nobody: their sender is answered, and everybody else."""

from tests.linear import LONGEST, repeated
from tests.tables import each_row

HARD = [
    ("1 70", " ", "x"),
    ("1 rojo", "\n", "x"),
    ("1 70", ", y ", ""),
    ("/evento junta con ", "todo el ", ""),
    ("/nueva ", "«", ""),
    ("/ausencia ", "@ana ", ""),
]
"""The beginning of each text, what it repeats, and its end."""
SENTENCE = 290


@each_row([*((parts, LONGEST) for parts in HARD), (("la 1", " ya va", " x"), SENTENCE)], given="world")
async def test_who_sends_words_that_are_hard_to_read_is_answered_and_so_are_others(world, parts, length):
    await world.phone("ana").send(repeated(parts)(length))
    await world.says("luis", "/hoy", "Sin abrir")
    await world.phone("ana").wait()
