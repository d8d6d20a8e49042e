"""Colleagues: who can be named, by which names, and what others learn of them."""

from datetime import date

from core.application.requests import build
from core.base.calendar_time import Days
from core.people import colleagues, users
from core.people.colleagues import Colleague, NamedPeople
from tests.cast import ANA, LUCIA, LUIS, MARTA, OPERATOR, PABLO, PEDRO, ROOT
from tests.core.world import fresh_world
from tests.tables import each_row


async def called(world, *words, who=PABLO):
    return await world.run(who, colleagues.find_named, words)


async def add(world, username, name):
    return (await world.run(OPERATOR, users.add_user, build(users.UserCreate, {"username": username, "name": name}))).id


async def test_everybody_active_is_listed_by_name_but_no_integration(world):
    alvaro = await add(world, "alvaro", "Álvaro Núñez")
    found = await world.run(PABLO, colleagues.list_colleagues)
    assert [each.id for each in found] == [alvaro, ANA, LUCIA, LUIS, MARTA, PABLO, PEDRO, ROOT]
    assert found[0] == Colleague(alvaro, "alvaro", "Álvaro Núñez")


async def test_those_nearest_are_by_name_as_spanish_sorts(world):
    for username, name in (("ana", "Zoe"), ("luis", "Álvaro")):
        await world.directory(username, name=name)
    near = await world.run(LUCIA, colleagues.colleagues_near)
    assert [each.id for each in near][:2] == [LUIS, ANA]


async def test_whose_birthday_it_is_are_told_by_name(world):
    alvaro = await add(world, "alvaro", "Álvaro Núñez")
    for name in ("pedro", "ana", "alvaro", "ines", "robot"):
        await world.directory(name, birthday="1990-11-20")
    await world.directory("luis", birthday="1990-11-21")
    assert [each.id for each in await world.run(PABLO, colleagues.birthdays_today)] == [alvaro, ANA, PEDRO]


async def test_whose_birthdays_are_on_some_days_are_told_by_date(world):
    await world.directory("ana", birthday="1990-12-02")
    await world.directory("pedro", birthday="1988-11-30")
    await world.directory("luis", birthday="1990-11-19")
    found = await world.run(PABLO, colleagues.birthdays_within, Days(date(2026, 11, 20), date(2026, 12, 2)))
    assert [(on, each.id) for on, each in found] == [(date(2026, 11, 30), PEDRO), (date(2026, 12, 2), ANA)]
    found = await world.run(PABLO, colleagues.birthdays_within, Days(date(2026, 12, 3), date(2026, 12, 31)))
    assert found == []


@each_row(
    [
        ("lusia", [LUCIA]),
        ("Pedro, Lucía", [LUCIA, PEDRO]),
        ("pablo", []),
        ("presupuesto", []),
        ("", []),
        ("robot", [ROOT]),
        (" ".join(["de"] * 11) + " pedro ana", [PEDRO]),
    ],
    world=fresh_world,
)
async def test_others_who_may_have_been_meant_are_those_spelt_nearly_so(world, words, meant):
    assert [each.id for each in await world.run(PABLO, colleagues.find_similar, words)] == meant


async def test_a_username_names_its_person_without_case_or_accents_and_each_once(world):
    assert await called(world, "luis", "ANA", "Lúcia", "ana") == NamedPeople([LUIS, ANA, LUCIA], [])


@each_row(["Álvaro", "alvaro nunez", "ÁLVARO  NÚÑEZ", "alvaro.nunez", "alvaronunez"], world=fresh_world)
async def test_so_does_a_name_that_only_one_person_has(world, name):
    alvaro = await add(world, "an27", "Álvaro Núñez")
    assert await called(world, name) == NamedPeople([alvaro], [])


async def test_a_name_of_two_names_nobody_but_a_username_always_its_own(world):
    await add(world, "x1", "Álvaro Núñez")
    await add(world, "x2", "Álvaro Paz")
    assert await called(world, "Álvaro", "ana") == NamedPeople([ANA], ["Álvaro"], ambiguous=("Álvaro",))
    third = await add(world, "alvaro", "Zoé")
    assert await called(world, "Álvaro") == NamedPeople([third], [])


@each_row(["ines", "Inés", "robot", "nadie", "", "%", "lu"], world=fresh_world)
async def test_who_has_left_integrations_and_strangers_are_nobody(world, name):
    assert await called(world, name) == NamedPeople([], [name])


@each_row(
    [
        ("Ana", ["Ana"]),
        ("Ana y Luis", ["Ana", "Luis"]),
        ("con Ana, Luis y Sofía", ["Ana", "Luis", "Sofía"]),
        ("Ana and Luis", ["Ana", "Luis"]),
        ("Ana/Luis & Sofía", ["Ana", "Luis", "Sofía"]),
        ("Ana\nLuis", ["Ana", "Luis"]),
        ("Ana   María e Inés", ["Ana María", "Inés"]),
        ("Conchita", ["Conchita"]),
        (" , ", []),
        ("", []),
    ]
)
def test_a_list_of_people_is_taken_apart_at_commas_and_ands_and_lines(words, names):
    assert colleagues.names_listed(words) == names


def test_a_list_of_people_is_taken_apart_at_blanks_too():
    assert colleagues.names_apart("con ana luis y Sofía") == ["ana", "luis", "Sofía"]


@each_row(
    [
        ("junta con luis y la ana", [3, 2]),
        ("juntarme con el luis y la ana, tema inventario", [3, 2]),
        ("meet luis", [3]),
        ("book ana and luis", [2, 3]),
        ("comida con los de ana", []),
        ("ana", [2]),
        ("ana y luis", [2, 3]),
        ("fiesta de ana", []),
        ("see the report", []),
        ("junta con los de diseño y luis", [3]),
        ("junta con Memo Pérez, ana y también luis", [2, 3]),
        ("junta con @luis, @nadie y Ana", [3, 2]),
        ("junta con Ana Torres y Luis", [2, 3]),
        ("meet the sales team, luis and ana too", [3, 2]),
        ("junta luis ana", [3, 2]),
        ("junta luis", []),
        ("junta con luis para ver lo de Tom y Ana", [3]),
    ],
)
def test_who_is_invited_stands_behind_with_or_meet(words, invited):
    people = [colleagues.Colleague(2, "ana", "Ana Torres"), colleagues.Colleague(3, "luis", "Luis Vega")]
    assert [each.id for each in colleagues.people_invited(words, people).people] == invited


@each_row(
    [
        ("junta con los de diseño y luis", ["los de diseño"]),
        ("junta con Memo Pérez, ana y también luis", ["Memo Pérez"]),
        ("meet the sales team, luis and Rodrigo", ["the sales team", "Rodrigo"]),
        ("junta luis ana Memo", ["Memo"]),
        ("junta con Ana Torres y Luis", []),
        ("comida con proveedores", []),
        ("lunch with luis and suppliers", []),
    ],
)
def test_who_is_invited_and_nobody_is_told_apart(words, unclear):
    people = [colleagues.Colleague(2, "ana", "Ana Torres"), colleagues.Colleague(3, "luis", "Luis Vega")]
    assert colleagues.people_invited(words, people).unclear == unclear


async def has_account(world, who, name, account=None):
    """Somebody uses the bot from an account of this @name."""
    account = account or 1000 + who
    if world.store.state.users[who].telegram_user_id != account:
        username = world.store.state.users[who].username
        await world.run(OPERATOR, users.link, await world.run(OPERATOR, users.invite, username), account)
    await world.run(OPERATOR, users.note_telegram_username, account, name)


async def test_a_telegram_name_names_its_person(world):
    await has_account(world, ANA, "torres_ana")
    assert await called(world, "torres_ana", "Torres_Ana", "ana") == NamedPeople([ANA], [])


async def test_a_username_or_a_name_of_another_person_is_not_taken_by_calling_oneself_so(world):
    await add(world, "x1", "Sofía Núñez")
    await has_account(world, ANA, "luis")
    assert await called(world, "luis") == NamedPeople([LUIS], [])
    await has_account(world, ANA, "sofia")
    assert await called(world, "sofia") == NamedPeople([], ["sofia"], ("sofia",))


async def test_a_telegram_name_is_its_last_accounts(world):
    await has_account(world, ANA, "torres")
    await has_account(world, LUIS, "torres")
    assert await called(world, "torres") == NamedPeople([LUIS], [])
    await has_account(world, LUIS, None)
    assert await called(world, "torres") == NamedPeople([], ["torres"])


async def test_with_the_link_the_telegram_name_ends(world):
    await has_account(world, ANA, "torres")
    await world.run(ANA, users.unlink)
    assert await called(world, "torres") == NamedPeople([], ["torres"])


async def test_somebody_is_meant_by_a_first_name_however_short_but_by_no_particle_of_the_name(world):
    jo = await add(world, "jperez", "Jo de Pérez")
    for name, meant in ("Jo", [jo]), ("Pérez", [jo]), ("de", []):
        assert [person.id for person in await world.run(ANA, colleagues.meant_by, [name])] == meant
