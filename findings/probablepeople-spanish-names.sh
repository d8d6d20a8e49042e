#!/usr/bin/env bash
# probablepeople 0.5.6: half of a hundred people with Spanish names are companies.
#
# Guessed: of two surnames the first is taken for a middle name, as by nameparser 2.6.0, and a person for a person.
# Seen: `tag` calls María Pérez, Sofía Hernández and Dolores del Río a "Corporation", in all 49 of 100 ordinary names
# with one or two surnames; of the same without accents 16, of 100 English names none. nameparser reads "Ma. Fernanda
# Ríos", as Mexico abbreviates María, as a title and a Fernanda, and "Mayor Zaragoza, Federico" as a major Zaragoza.
# What follows: keep a name as the person wrote it, and ask for the parts that are needed.
#
# Installs into a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check probablepeople==0.5.6 nameparser==2.6.0

"$work/venv/bin/python" - <<'PYTHON'
from itertools import product
from unicodedata import combining, normalize

import probablepeople
from nameparser import HumanName

SPANISH = (
    ["María José", "José Luis", "Ana", "Dolores", "Inés", "Juan Carlos", "Carmen", "Luis", "Sofía", "Raúl"],
    ["García López", "Pérez", "del Río", "Núñez Ortega", "de la Cruz", "Torres", "Ruiz Soto", "Ortega y Gasset"]
    + ["Hernández", "Ramírez Gil"],
)
ENGLISH = (
    ["Mary Jane", "John", "Peter", "Susan", "George", "Mary Ann", "Frank", "Alice", "Paul", "Emma"],
    ["Smith", "Johnson", "Brown Miller", "O'Neill", "van Dyke", "Taylor", "Clark Lewis", "Hall", "Young", "King"],
)


def plain(name):
    return "".join(each for each in normalize("NFD", name) if not combining(each))


def is_company(name):
    return probablepeople.tag(name)[1] == "Corporation"


spanish, english = ([" ".join(parts) for parts in product(*names)] for names in (SPANISH, ENGLISH))
companies = [sum(map(is_company, names)) for names in (spanish, map(plain, spanish), english)]
print("Companies among 100 Spanish names, the same without accents, and English ones:", companies)
assert companies == [49, 16, 0]
assert all(map(is_company, ("María Pérez", "Sofía Hernández", "Dolores del Río")))

for name, title, first, last in (
    ("Ma. Fernanda Ríos", "Ma.", "Fernanda", "Ríos"),
    ("Mayor Zaragoza, Federico", "Mayor", "Federico", "Zaragoza"),
):
    read = HumanName(name)
    print(name, read.as_dict())
    assert (read.title, read.first, read.last) == (title, first, last)
PYTHON
