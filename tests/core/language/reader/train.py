"""Builds the reader's weights of the sentences: `make language`. For development: needs scikit-learn.

The same sentences give the same bytes on one machine. What is trained on is in `es.toml` and `en.toml`; the temperature
is fitted with a fifth of them left out of the training.
"""

import sys
import warnings
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.sparse import csr_matrix
from sklearn.exceptions import ConvergenceWarning
from sklearn.feature_selection import chi2
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split

from core.language.phrases.model import Moment
from core.language.reader.features import features
from core.language.reader.intents import intent_of
from core.language.reader.marks import marked
from core.language.reader.model import FILE, Weights, packed
from tests.core.language.reader.labelled import (
    INVERSE_REGULARISATION,
    LEAST_SENTENCES,
    MOST_FEATURES,
    MOST_STEPS,
    LabelledSentence,
    UnreadableSentencesError,
    digest,
    names,
    sentences,
)

SAID_AT = datetime(2026, 11, 23, 15, tzinfo=UTC)
ZONE = ZoneInfo("America/Mexico_City")
LEFT_OUT = 0.2
"""The part of the sentences that is not trained on where the temperature is fitted."""
MOST_BYTE = 127


def tokens_of(sentence: LabelledSentence, people: frozenset[str]) -> Sequence[str]:
    return marked(sentence.text, Moment.of(SAID_AT, ZONE, sentence.language), people)


def matrix(rows: Sequence[set[str]], place: Mapping[str, int]) -> csr_matrix:
    columns: list[int] = []
    ends = [0]
    values: list[float] = []
    for row in rows:
        known = sorted(place[each] for each in row if each in place)
        columns += known
        values += [1 / np.sqrt(max(1, len(known)))] * len(known)
        ends.append(len(columns))
    return csr_matrix((values, columns, ends), shape=(len(rows), len(place)))


def fitted(rows: csr_matrix, intents: Sequence[str]) -> LogisticRegression:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # so many steps are enough, and say how long it takes
        return LogisticRegression(C=INVERSE_REGULARISATION, max_iter=MOST_STEPS).fit(rows, intents)


def build() -> Weights:
    """Return the weights of the sentences."""
    learnt, people = sentences(), names()
    rows = [features(tokens_of(each, people)) for each in learnt]
    intents = [str(intent_of(each.label)) for each in learnt]
    counts = Counter(feature for row in rows for feature in row)
    often = sorted(feature for feature, count in counts.items() if count >= LEAST_SENTENCES)
    telling, _ = chi2(matrix(rows, {feature: place for place, feature in enumerate(often)}), intents)
    kept = sorted(often[place] for place in np.argsort(-telling, kind="stable")[:MOST_FEATURES])
    known = matrix(rows, {feature: place for place, feature in enumerate(kept)})
    final = fitted(known, intents)
    scale = float(np.abs(final.coef_).max() / MOST_BYTE)
    return Weights(
        digest=digest(),
        intents=tuple(map(str, final.classes_)),
        features=tuple(kept),
        rows=np.rint(final.coef_.T / scale).astype(np.int8).tobytes(),
        bias=tuple(round(float(each), 4) for each in final.intercept_),
        scale=round(scale, 6),
        temperature=temperature(known, intents),
    )


def temperature(rows: csr_matrix, intents: Sequence[str]) -> float:
    """Return what scores are divided by so that 80 % sure is right in 80 % of sentences that were not trained on."""
    learnt, others, of_learnt, of_others = train_test_split(
        rows, intents, test_size=LEFT_OUT, random_state=0, stratify=intents
    )
    model = fitted(learnt, of_learnt)
    scores = model.decision_function(others)
    places = np.searchsorted(model.classes_, of_others)

    def surprise(divisor: float) -> float:
        scaled = scores / divisor
        scaled -= scaled.max(axis=1, keepdims=True)
        chances = np.exp(scaled) / np.exp(scaled).sum(axis=1, keepdims=True)
        return float(-np.log(chances[np.arange(len(places)), places] + 1e-12).mean())

    return round(float(minimize_scalar(surprise, bounds=(0.3, 5), method="bounded").x), 3)


def main() -> None:
    """Write the weights, and say of how many sentences they are."""
    try:
        learnt = sentences()
    except UnreadableSentencesError as fault:
        sys.exit(str(fault))
    sys.stdout.write(f"learning {len(learnt)} sentences; this takes two or three minutes…\n")
    sys.stdout.flush()
    Path("core/language/sentences", FILE).write_bytes(packed(build()))
    sys.stdout.write(f"wrote core/language/sentences/{FILE}\n")


if __name__ == "__main__":
    main()
