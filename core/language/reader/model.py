"""The scores of the intents that a message may have, by weights that `make language` builds.

Multinomial logistic regression over binary features, each worth one by the square root of how many are known; weights
are whole numbers of one byte times a common scale. The probabilities are calibrated: the scores are divided by a
temperature that was fitted on sentences which were not trained on.
"""

import zlib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from math import exp, sqrt

import msgspec
from msgspec import Struct

from core.language.reader.features import features
from core.language.reader.intents import Intent

FILE = "model.bin"


class Weights(Struct, frozen=True, array_like=True):
    """The content of the file: intents, features in order, and a row of bytes a feature; `digest`: of its sources.

    `rows` has one signed byte for each feature and intent; a score is `bias` plus `scale` times the sum of the rows of
    the features that a message has, by the square root of their number.
    """

    digest: str
    intents: tuple[str, ...]
    features: tuple[str, ...]
    rows: bytes
    bias: tuple[float, ...]
    scale: float
    temperature: float


class IntentModel:
    """The weights, ready to score."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.intents = tuple(map(Intent, weights.intents))
        self.place = {feature: place for place, feature in enumerate(weights.features)}
        self.rows = memoryview(weights.rows).cast("b")

    def probabilities(self, tokens: Sequence[str]) -> dict[Intent, float]:
        """Return how likely each intent is for marked tokens; the sum is one."""
        known = [self.place[each] for each in features(tokens) if each in self.place]
        width = len(self.intents)
        rows = [self.rows[place * width : (place + 1) * width] for place in known]
        sums = [sum(column) for column in zip(*rows, strict=True)] if rows else [0] * width
        factor = self.weights.scale / sqrt(max(1, len(known)))
        scores = [
            (bias + factor * total) / self.weights.temperature
            for bias, total in zip(self.weights.bias, sums, strict=True)
        ]
        highest = max(scores)
        exponents = [exp(score - highest) for score in scores]
        total = sum(exponents)
        return {intent: each / total for intent, each in zip(self.intents, exponents, strict=True)}


def packed(weights: Weights) -> bytes:
    """Return the bytes of the file."""
    return zlib.compress(msgspec.msgpack.encode(weights), 9)


def unpacked(body: bytes) -> Weights:
    return msgspec.msgpack.decode(zlib.decompress(body), type=Weights)


@cache
def model() -> IntentModel:
    """Return the model that the program comes with, read at the first call in some 30 ms."""
    return IntentModel(unpacked(files("core.language.sentences").joinpath(FILE).read_bytes()))
