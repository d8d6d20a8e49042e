"""The page of the rules and the tests of the rules know of each other."""

import re

from tests.rules.table import HEAD, PAGE, TESTS, held, rules, table

ANY = re.compile(r"^(?:async )?def (test_\w+)\(", re.MULTILINE)


def test_every_rule_of_the_page_has_a_test_and_every_test_a_rule():
    assert {test.rule for test in held()} - {"operations"} == set(rules())


def test_every_test_of_the_rules_says_which_it_is_of():
    names = [name for path in TESTS.glob("test_*.py") for name in ANY.findall(path.read_text())]
    assert len(names) == len(set(names)) == len(list(held()))


def test_the_table_of_the_page_is_the_one_of_the_tests():
    _, head, rows = PAGE.read_text().partition(HEAD)
    assert head + rows == table(), "python -m tests.rules.table"
