"""The sentences of which `train` builds the reader's weights, and how; without scikit-learn, which is slow to load."""

import hashlib
import tomllib
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from importlib.resources import files

from msgspec import Struct

from core.base.model import Language
from core.language.reader.intents import OF_A_REPORT, Intent

LEAST_SENTENCES = 2
"""In how many sentences a feature is at least."""
MOST_FEATURES = 20000
INVERSE_REGULARISATION = 30.0
MOST_STEPS = 80


class LabelledSentence(Struct, frozen=True):
    """A sentence of the data, with its label."""

    text: str
    label: str
    language: Language


class UnreadableSentencesError(Exception):
    """A fault in a file of sentences, and its place."""


def sentences() -> Sequence[LabelledSentence]:
    """Return every sentence of both languages, in the order of the files.

    Raises `UnreadableSentencesError` where a file is no TOML, or a label is none that there is.
    """
    found: list[LabelledSentence] = []
    for language in Language:
        listed = read_toml(f"{language}.toml")
        for label in listed["sentences"]:
            check_label(label, f"{language}.toml")
        found += [
            LabelledSentence(text, label, language) for label, texts in listed["sentences"].items() for text in texts
        ]
    return found


def names() -> frozenset[str]:
    """Return the names of people in the sentences."""
    return frozenset(name for language in Language for name in read_toml(f"{language}.toml")["names"])


def check_label(label: str, name: str) -> None:
    known = (*Intent, *OF_A_REPORT)
    if label not in known:
        near = get_close_matches(label, known, 1)
        raise UnreadableSentencesError(f"{name}: {label} is no label" + (f"; perhaps {near[0]}" if near else ""))


@cache
def read_toml(name: str) -> Mapping[str, Mapping[str, Sequence[str]]]:
    try:
        return tomllib.loads(files("core.language.sentences").joinpath(name).read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as fault:
        raise UnreadableSentencesError(f"{name}: {fault}") from None


def digest() -> str:
    """Return the digest of all that the weights depend on: the sentences, and how they are learnt."""
    data = hashlib.sha256()
    here = files("core.language.sentences")
    for name in ("es.toml", "en.toml"):
        data.update(here.joinpath(name).read_bytes())
    data.update(f"{LEAST_SENTENCES} {MOST_FEATURES} {INVERSE_REGULARISATION} {MOST_STEPS}".encode())
    return data.hexdigest()
