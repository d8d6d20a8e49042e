"""Every text that a person reads: there in every language, given what it needs, and said somewhere."""

import ast
import re
from functools import cache
from string import Formatter

import pytest

from api.http.errors import ApiCode
from core.base import errors
from core.base.errors import Code, DomainError, FieldCode
from core.base.model import Language
from core.language.i18n import LOCALES, catalogue
from tests.architecture.source import calls, keywords, members_used, modules, name_of

REFERENCE = catalogue(Language.ES)
FAMILIES = {name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, DomainError)}
SPEAKERS = {
    "text": (1, ""),
    "say": (0, "chat."),
    "speaking": (1, "chat."),
    "back": (0, "chat."),
    "button": (0, "chat.button_"),
}
"""The functions that say a text: the place of the key among their arguments, and what they put before it."""


def forms(found) -> dict[str, str]:
    """A text by plural category; one that does not count is `other`."""
    return found if isinstance(found, dict) else {"other": found}


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def needed(found) -> set[str]:
    """Return what a text must be given: its placeholders, and the number where that chooses the form."""
    named = set().union(*(placeholders(form) for form in forms(found).values()))
    return named | ({"count"} if isinstance(found, dict) else set())


def counting(found) -> bool:
    return isinstance(found, dict)


@pytest.mark.parametrize("language", Language)
def test_every_language_has_the_same_texts_with_the_same_parameters(language):
    texts = catalogue(language)
    assert {key: needed(text) for key, text in texts.items()} == {key: needed(text) for key, text in REFERENCE.items()}
    assert {key for key in texts if counting(texts[key])} == {key for key in REFERENCE if counting(REFERENCE[key])}


@pytest.mark.parametrize("language", Language)
def test_a_counted_text_has_its_languages_singular_and_plural(language):
    small = {LOCALES[language].plural_form(count) for count in range(200)}
    for key, found in catalogue(language).items():
        if counting(found):
            assert small <= set(found) <= set(LOCALES[language].plural_form.tags) | {"other"}, key
            for category, form in found.items():
                assert needed(found) - placeholders(form) <= {"count"}, f"{key}.{category}"


@pytest.mark.parametrize("language", Language)
def test_no_text_is_empty_and_parameters_have_names(language):
    for key, found in catalogue(language).items():
        for form in forms(found).values():
            assert form.strip(), key
            assert all(name.isidentifier() for name in placeholders(form)), key


@pytest.mark.parametrize("language", Language)
def test_a_number_and_its_percent_sign_stay_on_one_line(language):
    for key, found in catalogue(language).items():
        for form in forms(found).values():
            assert not re.search(r"[0-9}] %", form), key


@pytest.mark.parametrize(("prefix", "codes"), [("errors", Code), ("fields", FieldCode)])
def test_every_code_has_a_text_and_every_such_text_a_code(prefix, codes):
    assert {key for key in REFERENCE if key.startswith(f"{prefix}.")} == {f"{prefix}.{code}" for code in codes}


def test_every_refusal_of_http_has_a_text():
    assert {f"api.{code}" for code in ApiCode} <= set(REFERENCE)


@pytest.mark.parametrize(("enum", "codes"), [("Code", Code), ("FieldCode", FieldCode)])
def test_every_code_is_raised_somewhere(enum, codes):
    assert {code.name for code in codes} - members_used(enum) == set()


def raised() -> list[tuple[str, str, set[str] | None]]:
    """(place, key, parameters) of every refusal made; parameters are None where they are computed."""
    return [
        (call.place, key, given)
        for call in calls()
        for key in [code_of(call.node)]
        if key
        for given in [parameters_of(call.name, call.node)]
        if given is not Ellipsis
    ]


def code_of(call: ast.Call) -> str | None:
    """The key of the code that a call names among its arguments."""
    for argument in [*call.args, *(keyword.value for keyword in call.keywords)]:
        if isinstance(argument, ast.Attribute) and (enum := name_of(argument.value)) in ("Code", "FieldCode"):
            codes, prefix = {"Code": (Code, "errors"), "FieldCode": (FieldCode, "fields")}[enum]
            return f"{prefix}.{codes[argument.attr]}"
    return None


def parameters_of(name: str, call: ast.Call):
    """The parameters a refusal is given, None where computed; Ellipsis for a call that makes no refusal."""
    if name == "FieldError":
        sent = [*call.args[2:], *(keyword.value for keyword in call.keywords if keyword.arg == "params")]
        return literal_keys(sent[0]) if sent else set()
    if name == "require":
        return set()
    if name in FAMILIES | {"at"}:
        given = keywords(call)
        return None if given is None else given - {"code"}
    return ...


def literal_keys(node: ast.expr) -> set[str] | None:
    if isinstance(node, ast.Dict) and all(isinstance(key, ast.Constant) for key in node.keys):
        return {key.value for key in node.keys}
    return None


def test_every_refusal_is_given_exactly_what_its_text_needs():
    made = raised()
    assert len(made) > len(Code)
    wrong = {place: (key, given) for place, key, given in made if given != needed(REFERENCE[key])}
    assert wrong == {}


def test_a_computed_field_error_is_made_by_the_door_only():
    computed = [call.place for call in calls() if call.name == "FieldError" and code_of(call.node) is None]
    assert [place.partition(":")[0] for place in computed] == ["core/application/requests.py", "core/base/errors.py"]


@cache
def said() -> list[tuple[str, str, set[str] | None]]:
    """(place, pattern of keys, parameters) of every text that is said by a key written in place."""
    return [
        (call.place, pattern, keywords(call.node))
        for call in calls("core", "api", "bot")
        if call.name in SPEAKERS and not is_method(call.node, "text")
        for pattern in key_patterns(call.name, call.node)
        if not only_a_file(pattern)
    ]


def is_method(call: ast.Call, name: str) -> bool:
    return isinstance(call.func, ast.Attribute) and call.func.attr == name


def key_patterns(name: str, call: ast.Call) -> list[str]:
    """Regular expressions of the keys that a call may say; none where the key comes from elsewhere."""
    place, before = SPEAKERS[name]
    if len(call.args) <= place:
        return []
    return [re.escape(before) + pattern for pattern in literals(call.args[place])]


def literals(node: ast.expr) -> list[str]:
    """A literal as a pattern, its computed parts as anything; both branches of a choice."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [re.escape(node.value)]
    if isinstance(node, ast.JoinedStr):
        parts = [re.escape(str(part.value)) if isinstance(part, ast.Constant) else "[^.]+" for part in node.values]
        return ["".join(parts)] if parts[0] != "[^.]+" else []
    if isinstance(node, ast.IfExp):
        return literals(node.body) + literals(node.orelse)
    return []


@cache
def matching(pattern: str) -> set[str]:
    fits = re.compile(pattern).fullmatch
    return {key for key in REFERENCE if fits(key)}


def test_every_text_that_is_said_exists_and_is_given_what_it_needs():
    wrong = []
    for place, pattern, given in said():
        keys = matching(pattern)
        if not keys or any(given is not None and given != needed(REFERENCE[key]) for key in keys):
            wrong.append((place, pattern, given))
    assert wrong == []


def test_every_text_is_said():
    written = {
        node.value
        for module in modules("core", "api", "bot")
        for node in module.nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    by_pattern = set().union(*(matching(pattern) for _, pattern, _ in said()))
    patterns_elsewhere = {
        key
        for module in modules("core", "api", "bot")
        for node in module.nodes
        if isinstance(node, ast.JoinedStr)
        for pattern in literals(node)
        if not only_a_file(pattern)
        for key in matching(pattern)
    }
    codes = {f"errors.{code}" for code in Code} | {f"fields.{code}" for code in FieldCode}
    spoken = by_pattern | patterns_elsewhere | codes | {f"api.{code}" for code in ApiCode}
    unsaid = {key for key in REFERENCE if not {key, key.partition(".")[2]} & written} - spoken
    assert unsaid == set()


def only_a_file(pattern: str) -> bool:
    """A pattern that any text of a file matches proves nothing of one of them."""
    return re.fullmatch(r"\w+\\\.\[\^\.\]\+", pattern) is not None
