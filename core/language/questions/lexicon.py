"""The meanings of the words of questions; the words are in `lexicon.toml`."""

import tomllib
from collections import defaultdict
from collections.abc import Mapping
from enum import Enum, auto
from importlib.resources import files


class Says(Enum):
    """The meanings of words and phrases of questions."""

    # What sort of sentence it is
    WHO = auto()
    WHAT = auto()
    WHEN = auto()
    HOW = auto()
    HOW_MANY = auto()
    WHERE = auto()
    WHY = auto()
    WHETHER = auto()
    REQUEST = auto()
    GREETING = auto()
    THANKS = auto()
    LAUGHS = auto()
    FILLER = auto()
    NAMES_NEXT = auto()
    """A filler behind which a person may be named: "con", "de", "is"."""
    # Who
    ME = auto()
    WE = auto()
    TEAM = auto()
    LEADER = auto()
    """The leader of somebody who has none: for others "mi líder" is a name of that person."""
    # What, and how it stands
    RED = auto()
    YELLOW = auto()
    ORANGE = auto()
    GREEN = auto()
    OPEN = auto()
    CLOSE = auto()
    REPORT = auto()
    NOUN = auto()
    LACK = auto()
    NOT = auto()
    DAY = auto()
    TASKS = auto()
    TASK = auto()
    TO_DO = auto()
    LATE = auto()
    DUE = auto()
    LOAD = auto()
    """The work that somebody has in hand."""
    EACH = auto()
    PLANNED = auto()
    REPEATED = auto()
    EVENTS = auto()
    EVENT = auto()
    NEXT = auto()
    FREE = auto()
    CAN = auto()
    MEET = auto()
    BUSY = auto()
    AWAY = auto()
    ABSENCE = auto()
    BACK = auto()
    OFF = auto()
    NOT_HERE = auto()
    WORKS = auto()
    PRESENT = auto()
    AT = auto()
    """A word that with a day asks for presence: "is Ana in today"."""
    BEING = auto()
    """A verb that with a person asks for presence: "¿está Luis mañana?"."""
    WORK_AT_ALL = auto()
    BIRTHDAY = auto()
    HOLIDAY = auto()
    DID = auto()
    WAS = auto()
    """A word in the past, besides what else it says: "faltó"."""
    DOING = auto()
    HAVE = auto()
    GOES = auto()
    SUMMARY = auto()
    HISTORY = auto()
    SEARCH = auto()
    TOLD = auto()
    NEWS = auto()
    COMMENT = auto()
    # How something is done here
    CHANGE = auto()
    CREATE = auto()
    MUTE = auto()
    LANGUAGE = auto()
    ZONE = auto()
    NOTICES = auto()
    TOKEN = auto()
    SUBSCRIBE = auto()
    HELP = auto()
    # What nothing here knows
    ELSEWHERE = auto()


def phrases() -> Mapping[tuple[str, ...], frozenset[Says]]:
    """Every phrase as its words, and all that it says."""
    said: defaultdict[tuple[str, ...], set[Says]] = defaultdict(set)
    listed = files("core.language.questions").joinpath("lexicon.toml").read_text(encoding="utf-8")
    for concepts, each in tomllib.loads(listed).items():
        for phrase in each:
            said[tuple(phrase.split())].update(Says[name] for name in concepts.split())
    alike: dict[frozenset[Says], frozenset[Says]] = {}
    return {
        phrase: alike.setdefault(each, each) for phrase, each in zip(said, map(frozenset, said.values()), strict=True)
    }


PHRASES = phrases()
LONGEST = max(map(len, PHRASES))
VOCABULARY = frozenset(word for phrase in PHRASES for word in phrase)
ALONE = frozenset(word for phrase in PHRASES for word in phrase if len(phrase) == 1)
"""Words that say something by themselves."""
