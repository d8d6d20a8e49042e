"""White space: no long gaps in what comes in, and single blanks in what is read."""

from core.language.phrases.day_report import read_ending, read_report
from core.language.spacing import LONGEST_GAP, single_spaced, without_long_gaps
from tests.tables import each_row

SPACES = " \t\u00a0\u2003\n\r\u2028"


@each_row(SPACES)
def test_a_long_gap_is_cut_and_a_short_one_kept(space):
    assert without_long_gaps(f"a{space * LONGEST_GAP}b") == f"a{space * LONGEST_GAP}b"
    assert without_long_gaps(f"a{space * 4000}b{space}c") == f"a{space * LONGEST_GAP}b{space}c"


@each_row(
    [
        ("  12 \t 70\u00a0", "12 70"),
        ("12 70 \n\n\n\n  15 rojo", "12 70\n\n15 rojo"),
        ("12 70\r\n15 rojo\u2028", "12 70\n15 rojo"),
        ("", ""),
    ]
)
def test_single_spaced_words_keep_their_lines(words, spaced):
    assert single_spaced(words) == spaced


@each_row(
    [
        ("12   70 ,\t 15  rojo   falta   firma", "12 70, 15 rojo falta firma"),
        ("12 70\n\n\n 15\u00a0listo ,  enviar", "12 70\n15 listo, enviar"),
        (" avance :  12  a  la  mitad", "avance: 12 a la mitad"),
    ]
)
def test_a_report_is_the_same_whatever_its_blanks(typed, said):
    assert read_report(typed) == read_report(said)


def test_an_ending_is_the_same_whatever_its_blanks():
    assert read_ending("envía  y \t cierra") == read_ending("envía y cierra") is not None
