"""Words without accents, and in their order: letters of any script keep what they are, in lower case."""

from unicodedata import combining, normalize

import pytest

from core.language.accents import alphabetical, without_accents


@pytest.mark.parametrize(
    ("words", "plain"),
    [
        ("Cotización de JUÁREZ", "cotizacion de juarez"), ("Contrato", "contrato"), ("", ""),
        ("n\u0303andú", "nandu"), ("ΑΣ", "ας"), ("İ", "i"), ("한글", normalize("NFD", "한글")),
    ],
)  # fmt: skip
def test_words_lose_accents_and_capitals(words, plain):
    assert without_accents(words) == plain


def test_each_letter_of_an_alphabet_is_its_base():
    every = "".join(map(chr, range(0x2000)))
    assert without_accents(every) == "".join(each for each in normalize("NFD", every.lower()) if not combining(each))


def test_names_are_sorted_without_case_and_accents_and_enye_is_after_n():
    names = ["zoe", "Óscar", "Oa", "Ñu", "Nuzo", "Nun\u0303o", "Núñez", "Nunoz", "Delgado", "ana", "Álvaro"]
    assert sorted(names, key=alphabetical) == [*reversed(names)]
    assert alphabetical(" de  la CRUZ ") == "de la cruz"
