"""Colleagues: people whom one can name in the chat, by username or by a name that only one of them has.

Anybody may ask when anybody is free, so everybody may know who there is, though only by name. Integrations and people
who have left are not colleagues.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from difflib import get_close_matches

from msgspec import Struct

from core.application.use_case import Context, query
from core.base.calendar_time import Days
from core.base.model import Role
from core.language.accents import alphabetical, without_accents
from core.language.phrases.corrections import WANTS_OUT
from core.people.birthdays import next_occurrence
from core.records.people import User

WORD = re.compile(r"@?\w+")
MENTION = re.compile(r"(?<![\w@])@(\w(?:[\w.-]*\w)?)")
BEFORE_A_NAME = frozenset(("con", "w", "para", "a", "y", "e", "que", "with", "for", "to", "and"))
"""Words after which a name counts even without a capital."""
BESIDE = re.compile(r"\b(?:con|with) @?(\w+)")
HELPING = re.compile(
    r"\b(\w+) (?:me|nos) (?:ayuda|ayudaria|apoya|echa la mano|desatora|destraba|resuelve)\b"
    r"|\b(\w+) (?:helps|can help|could help|will help|is helping|has to help)\b|(?:ayuda(?:me|nos)?|help)[ ,]+(\w+)"
)
"""A name of somebody who helps, also without a capital."""
BESIDES_INVITED = re.compile(r"con|with|w/?|c/|meet|see|book")
INVITING = re.compile(
    r"\b(con|with|w/?|c/|meet|see|book|(?:invit\w*|agreg\w*|anad\w*|sum\w*)(?: tambien)? a|invite|add) ([^.;:()\n]+)"
)
"""Words behind which people are listed who are to take part, and the list."""
NO_NAMES = frozenset(
    (
        *("todos", "todas", "todo", "equipo", "mi", "nosotros", "ellos", "ellas", "gente", "clientes", "proveedores"),
        *("suppliers", "vendors", "partners", "investors", "contractors", "candidates", "socios", "inversionistas"),
        *("distribuidores", "candidatos", "invitados", "guests", "cliente", "customer", "client", "proveedor"),
        *("everyone", "everybody", "all", "team", "them", "people", "customers", "clients", "zoom", "meet", "teams"),
        *("junta", "reunion", "comida", "cena", "llamada", "cita", "nadie"),
        *("meeting", "call", "lunch", "dinner", "nobody"),
    )
)
"""Words that a list of people may have and that are nobody's name."""
ARTICLES = frozenset(("el", "la", "don", "dona"))
"""Words that may stand before a name: "con el Luis"."""
AN_EVENT = re.compile(
    r"(?:(?:agenda\w*|una?|la|schedule|book) )*(?:junta|juntada|reu|reunion|quedada|llamada|call|meeting|sync) "
)
"""An event named at the beginning, behind which people may stand in a row: "junta Luis Ana Tom"."""
FEWEST_IN_A_ROW = 2
"""The fewest known names in such a row that are taken for who takes part."""
BEFORE_AN_ITEM = re.compile(r"\A(?:(?:a|to|con|with|tambien|also|ademas|igual|luego|y|and|mas|plus) |@)+")
"""Words before an item of such a list: "también a Luis"."""
A_GROUP = re.compile(
    r"(?:(?:toda |todos |all )?(?:(?:l[oa]s|la gente|el equipo|la banda)(?: chic[oa]s| compas)? del? (?:la |l[oa]s )?"
    r"|people (?:from|in) |folks (?:from|in) )\w+|the \w+ (?:team|folks|people|guys|crew))"
)
"""People who are named together: "los de diseño", "the sales team"."""
BEHIND_A_NAME = frozenset(("tambien", "igual", "also", "too", "porfa", "please"))
"""Words that may stand behind a name in such a list and are none."""
LONGER_NAMES = (4, 3, 2)
"""The numbers of words that are looked up together as a whole name, the most first."""
SHORTEST_PART = 3
"""Shorter parts of a name are "de", "la" and their like."""
LIKENESS, WORDS_COMPARED = 0.75, 12
BETWEEN_NAMES = re.compile(r"(?:\s?[,;/&+@]|(?:^|\s)(?:y|e|and|con|with)(?=\s))+\s?", re.IGNORECASE)


OF_A_LEADER = [
    f"{my} {leader}"
    for my, leaders in {"mi": "jefe jefa lider", "my": "boss manager leader lead supervisor"}.items()
    for leader in leaders.split()
]
"""Words by which one calls one's leader."""


class Colleague(Struct, frozen=True):
    """A person as others may know them."""

    id: int
    username: str
    display_name: str


class NamedPeople(Struct, frozen=True):
    """The people whom words name, each once, in order; `unknown` words name nobody or several, `ambiguous` several."""

    user_ids: Sequence[int]
    unknown: Sequence[str]
    ambiguous: Sequence[str] = ()


@query
async def list_colleagues(ctx: Context) -> Sequence[Colleague]:
    """Everybody who is active, the caller too, by name."""
    return colleagues_by_name(await people_present(ctx))


@query
async def colleagues_near(ctx: Context) -> Sequence[Colleague]:
    """Everybody else who is active: first whom one leads or shares a leader with, then one's leader; admins last."""
    leader = ctx.actor.user.leader_user_id

    def distance(person: User) -> tuple[bool, bool, bool]:
        beside = person.id in ctx.actor.team or (leader is not None and person.leader_user_id == leader)
        return person.role is Role.ADMIN, not beside, person.id != leader

    others = [person for person in await people_present(ctx) if person.id != ctx.actor.id]
    return [
        as_colleague(person)
        for person in sorted(others, key=lambda one: (*distance(one), alphabetical(one.display_name)))
    ]


class PeopleByName(Struct, frozen=True):
    """The people who have a name, by each name in lower case without accents, and the display name of each."""

    ids: Mapping[str, Sequence[int]]
    names: Mapping[int, str]


@query
async def people_by_name(ctx: Context) -> PeopleByName:
    """Active people by username or Telegram @name, with or without @, by whole name, and by each part of it.

    The caller's leader is "mi jefa", too.
    """
    people = await people_present(ctx)
    leader = [user.id for user in people if user.id == ctx.actor.user.leader_user_id]
    found = defaultdict[str, list[int]](list, {name: leader for name in OF_A_LEADER if leader})
    for person in people:
        whole = folded(person.display_name)
        handles = {folded(person.username), *filter(None, [person.telegram_username])}
        parts = {part for part in whole.split() if len(part) >= SHORTEST_PART}
        first = called(folded(person.username), person.display_name)
        for name in {*handles, *first, whole, *parts, *(f"@{handle}" for handle in handles)}:
            found[name].append(person.id)
    return PeopleByName(found, {person.id: person.display_name for person in people})


@query
async def telegram_names(ctx: Context, user_ids: Collection[int]) -> Mapping[int, str]:
    """The Telegram @names of people who have one, by id."""
    people = await people_present(ctx)
    return {each.id: each.telegram_username for each in people if each.id in user_ids and each.telegram_username}


@query
async def birthdays_today(ctx: Context) -> Sequence[Colleague]:
    """List the people whose birthday is today, by name."""
    return colleagues_by_name(user for user in await people_present(ctx) if born_today(ctx, user))


@query
async def next_birthday(ctx: Context, user_id: int) -> date | None:
    """The next date of a colleague's birthday, which everybody may know; None if it is unknown."""
    found = next((user for user in await people_present(ctx) if user.id == user_id), None)
    return next_occurrence(found.birthday, ctx.today) if found and found.birthday else None


@query
async def birthdays_within(ctx: Context, days: Days) -> Sequence[tuple[date, Colleague]]:
    """List the people whose birthday is on one of some days, with its date; by date and name."""
    people = await people_present(ctx)
    found = [(next_occurrence(user.birthday, days.first), as_colleague(user)) for user in people if user.birthday]
    return sorted((each for each in found if each[0] <= days.last), key=lambda each: (each[0], by_name(each[1])))


@query
async def birthdays_unknown(ctx: Context) -> int:
    """The number of people whose birthday is not noted."""
    return sum(user.birthday is None for user in await people_present(ctx))


def born_today(ctx: Context, user: User) -> bool:
    return user.birthday is not None and next_occurrence(user.birthday, ctx.today) == ctx.today


@query
async def find_named(ctx: Context, words: Sequence[str]) -> NamedPeople:
    """The people whom words name; case and accents do not count.

    A word names a person by username, else by a first or whole name, or the @name of a Telegram account, if only one
    person has it.
    """
    people = await people_present(ctx)
    meant = [(word, all_named(people, folded(word))) for word in words]
    return NamedPeople(
        list(dict.fromkeys(persons[0].id for _, persons in meant if len(persons) == 1)),
        [word for word, persons in meant if len(persons) != 1],
        tuple(word for word, persons in meant if len(persons) > 1),
    )


@query
async def find_similar(ctx: Context, words: str) -> Sequence[Colleague]:
    """Other people whose username or first name is spelt like one of the first words, or almost so; by name."""
    said = [folded(word) for word in WORD.findall(words)[:WORDS_COMPARED]]
    others = [person for person in await people_present(ctx) if person.id != ctx.actor.id]
    spelt = {person.id: {folded(person.username), folded(person.display_name).partition(" ")[0]} for person in others}
    names = frozenset[str]().union(*spelt.values())
    near = {name for word in said for name in get_close_matches(word, names, cutoff=LIKENESS)}
    return colleagues_by_name(person for person in others if spelt[person.id] & near)


@query
async def meant_by(ctx: Context, names: Sequence[str]) -> Sequence[Colleague]:
    """The people whom unclear names may mean: those who have one, else those whose name is spelt almost like it."""
    known = (await people_by_name(ctx)).ids
    meant = set[int]()
    for name in map(folded, names):
        near = [name] if name in known else get_close_matches(name, known, cutoff=LIKENESS)
        meant.update(person for each in near for person in known[each])
    return [person for person in await list_colleagues(ctx) if person.id in meant]


async def people_mentioned(ctx: Context, words: str) -> Sequence[User]:
    """The people whom words name by @name, each once, in order."""
    names = list(dict.fromkeys(folded(name) for name in MENTION.findall(words)))
    people = await people_present(ctx) if names else []
    found = [named(people, name) for name in names]
    return list({person.id: person for person in found if person is not None}.values())


async def people_present(ctx: Context) -> Sequence[User]:
    """Active people; integrations are not people."""
    return [user for user in await ctx.uow.users.list() if user.is_active and user.role is not Role.SERVICE]


def named(people: Iterable[User], name: str) -> User | None:
    """The one person whom a folded name stands for."""
    found = all_named(people, name)
    return found[0] if len(found) == 1 else None


def all_named(people: Iterable[User], name: str) -> Sequence[User]:
    """The person with this username, else everybody who has it as their first or whole name, or as their @name."""
    by_display: list[User] = []
    for person in people:
        if folded(person.username) == name:
            return [person]
        whole = folded(person.display_name)
        names = {whole, whole.partition(" ")[0], whole.replace(" ", ""), whole.replace(" ", ".")}
        if name in names | {person.telegram_username}:
            by_display.append(person)
    return by_display


def mentioned_by_name(words: str, people: Iterable[Colleague]) -> Sequence[Colleague]:
    """Find the people whose first name stands in the words as a name: with a capital, after "con" or as helping."""
    said, before = {name for found in HELPING.findall(folded(words)) for name in found if name}, ""
    for word in WORD.findall(words):
        name = folded(word)
        if word[0].isupper() or before in BEFORE_A_NAME:
            said.add(name)
        before = name
    return [person for person in people if not said.isdisjoint(called(person.username, person.display_name))]


def called(username: str, display_name: str) -> Collection[str]:
    """The names by which one person is called: the username, the first name, and what it is cut to: "Sofi"."""
    first = folded(display_name).partition(" ")[0]
    short = (first[:size] for size in range(SHORTEST_CUT, len(first)))
    return {username, first, *(each for each in short if each.endswith("i"))}


SHORTEST_CUT = 4
OUT_BEFORE = re.compile(
    r"\b(?:sin|quit\w*(?: a)?|sac\w*(?: a)?|borr\w*(?: a)?|menos|excepto|without|except|leave|remove|drop|take|not|no)"
    r"(?: (?:a|lo de))? @?$"
)
OUT_BEHIND = re.compile(r" (?:out|off|no\b|ya no)")
LOOKED_BACK = 30
"""The number of letters before a name that are searched for a word which says that it is to be out."""
ONESELF_OUT = re.compile(rf"\b(?:(?:{WANTS_OUT})(?: a mi)?|menos yo|yo no)\b")


class PeopleChanges(Struct, frozen=True):
    """A change of who takes part: the ids of those added and of those removed, and the words beside their names."""

    added: Sequence[int]
    removed: Sequence[int]
    rest: str


def people_changes(words: str, people: Sequence[Colleague]) -> PeopleChanges:
    """Return what a correction changes of who takes part: "sin Lucía, y Luis también"."""
    text, known = folded(words), by_call(people)
    added: list[int] = []
    removed: list[int] = []
    rest, at = "", 0
    for found in WORD.finditer(text):
        named = known.get(found[0].lstrip("@"), ())
        if len(named) == 1:
            out = OUT_BEFORE.search(text, max(0, found.start() - LOOKED_BACK), found.start())
            (removed if out or OUT_BEHIND.match(text, found.end()) else added).append(named[0].id)
            rest, at = rest + text[at : found.start()], found.end()
    return PeopleChanges(added, removed, rest + text[at:])


def by_call(people: Iterable[Colleague]) -> Mapping[str, Sequence[Colleague]]:
    """Return people by each name by which they are called."""
    found: defaultdict[str, list[Colleague]] = defaultdict(list)
    for person in people:
        for name in {*called(person.username, person.display_name), folded(person.display_name)}:
            found[name].append(person)
    return found


def leaves_out_oneself(words: str) -> bool:
    return ONESELF_OUT.search(folded(words)) is not None


class Listed(Struct, frozen=True):
    """The people whom words invite for sure, and the names in them that are nobody's, or several people's."""

    people: Sequence[Colleague]
    unclear: Sequence[str]


def people_invited(words: str, people: Sequence[Colleague]) -> Listed:
    """Return who is invited: "con Luis y Ana", "junta Luis Ana Tom", or names alone; nobody named is left out.

    A word alone in the list is a name where another one is, or behind "invita a"; so is a group: "los de diseño".
    """
    known, text = by_call(people), folded(words)
    written = {folded(word): word for word in WORD.findall(words)}
    found, unclear = list[Colleague](), list[str]()
    for chain, asks in chains_of(text, known, written):
        listed = list(invited_words(chain, known, written))
        found += [known[name][0] for name in listed if len(known.get(name, ())) == 1]
        if asks or any(name in known for name in listed):
            unclear += [name for name in listed if len(known.get(name, ())) != 1 and is_like_a_name(name)]
    shown = {name: " ".join(written.get(word, word) for word in name.split()) for name in unclear}
    return Listed(list(dict.fromkeys(found)), list(shown.values()))


def chains_of(text: str, known: Collection[str], written: Mapping[str, str]) -> Iterator[tuple[str, bool]]:
    """The lists of people in folded words, and whether each name in them is surely one."""
    names = names_apart(text)
    if names and all(name in known for name in names):
        yield text, False
    inviting = INVITING.findall(text)
    event = None if inviting else AN_EVENT.match(text)
    behind = names_apart(text[event.end() :]) if event else []
    clear = sum(name in known for name in behind)
    if clear >= FEWEST_IN_A_ROW and all(name in known or is_written_as_name(name, written) for name in behind):
        yield ", ".join(behind), False
    for invites, chain in inviting:
        yield chain, BESIDES_INVITED.fullmatch(invites) is None


def invited_words(chain: str, known: Mapping[str, Sequence[Colleague]], written: Mapping[str, str]) -> Iterator[str]:
    """The items of a list that may each be a name, until one goes on with none: "Luis para ver esto"."""
    for item in (BEFORE_AN_ITEM.sub("", each, count=1) for each in names_listed(chain)):
        if group := A_GROUP.match(item):
            yield group[0]
            if item[group.end() :].strip():
                return
            continue
        words = item.split()
        words = words[1:] if words[1:] and words[0] in ARTICLES and words[1] in known else words
        if words[1:] and words[0] not in known and all(is_written_as_name(word, written) for word in words):
            yield " ".join(words)
            continue
        for name in names_in_row(words, known):
            if name not in known and len(words) > 1:
                if name not in BEHIND_A_NAME:
                    return
                continue
            yield name


def names_in_row(words: Sequence[str], known: Mapping[str, Sequence[Colleague]]) -> Iterator[str]:
    """Words, with first and last name of one person as one: "sofia gomez"."""
    at = 0
    while at < len(words):
        runs = (size for size in LONGER_NAMES if at + size <= len(words) and " ".join(words[at : at + size]) in known)
        size = next(runs, 1)
        yield " ".join(words[at : at + size])
        at += size


def is_written_as_name(word: str, written: Mapping[str, str]) -> bool:
    return word.isalpha() and written.get(word, word)[0].isupper()


def is_like_a_name(word: str) -> bool:
    return len(word) >= SHORTEST_PART and word.replace(" ", "").isalpha() and word not in NO_NAMES


def nearly_mentioned(words: str, people: Sequence[Colleague]) -> Sequence[Colleague]:
    """Find the people one of whose names is spelt most like a word after "con": "con Luiz", "con Pérez"."""
    known = {person.id: {*folded(person.display_name).split(), folded(person.username)} for person in people}
    every = frozenset[str]().union(*known.values())
    words_said = BESIDE.findall(folded(words))
    near = {name for word in words_said for name in get_close_matches(word, every, 1, LIKENESS)}
    return [person for person in people if near & known[person.id]]


def names_listed(words: str) -> list[str]:
    """The names in words that are only a list of people: "Ana, Luis y Sofía"; each line is an item."""
    items = ", ".join(" ".join(line.split()) for line in words.splitlines())
    return [name for name in BETWEEN_NAMES.split(items) if name]


def names_apart(words: str) -> list[str]:
    return [name for item in names_listed(words) for name in item.split()]


def as_colleague(user: User) -> Colleague:
    return Colleague(user.id, user.username, user.display_name)


def colleagues_by_name(users: Iterable[User]) -> Sequence[Colleague]:
    return sorted((as_colleague(user) for user in users), key=by_name)


def by_name(colleague: Colleague) -> tuple[str, int]:
    return alphabetical(colleague.display_name), colleague.id


def folded(name: str) -> str:
    """A name for comparison: no case, no accents, single blanks."""
    return " ".join(without_accents(name).split())
