"""`semaforo task import` as an operator types it: what it prints, what it asks, and what it makes."""

import json
import re
from contextlib import closing

import pytest

from storage.sqlite.connecting import connect
from tests.system.typed import added, misused, printed, refused

PLANNER = (
    "Plan name;Web\r\n\r\n"
    "Task ID;Task Name;Bucket Name;Progress;Priority;Assigned To;Start date;Due date;Completed Date;Description\r\n"
)
TODOIST = "TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE\n"


@pytest.fixture
def luis(semaforo, ana):
    return added(semaforo, "luis", "--name", "Luis Gil", "--external-id", "luis@empresa.mx")


@pytest.fixture
def plan(tmp_path):
    """A plan of three tasks, as Excel of a country with decimal commas saves it."""
    file = tmp_path / "plan.csv"
    rows = (
        "a1;Portal;B;In progress;Important;Ana;;24/12/2040;;\r\n"
        "a2;Textos;B;Completed;Low;Luis Gil;01/02/2026;03/04/2026;02/04/2026;\r\n"
        ";;;;;;;;;\r\n"
        "a3;;B;Not started;Medium;Ana;;25/12/2040;;\r\n"
    )
    file.write_text(PLANNER + rows, encoding="utf-8-sig", newline="")
    return str(file)


def tasks_made():
    """Each task of the database: its words, state, due date and when it was done."""
    with closing(connect("semaforo.db")) as base:
        columns = "descripcion, estatus, fecha_cumplir, fecha_cierre, prioridad, external_source, external_id"
        return base.execute(f"SELECT {columns} FROM tasks ORDER BY id").fetchall()


def test_a_plan_is_shown_first_and_made_when_it_is_said(semaforo, luis, plan):
    code, lines, _ = semaforo("task", "import", plan)
    assert code == 0
    assert [re.split("  +", line) for line in lines] == [
        ["LINE", "WHAT", "WHOSE", "DUE", "STATE", "PRIORITY", "TASK"],
        ["4", "new", "ana", "2040-12-24", "EN_PROCESO", "ALTA", "Portal"],
        ["5", "new", "luis", "2026-04-03", "CERRADA", "BAJA", "Textos"],
        ["7", "left out: no name"],
        [""],
        ["2 would be made, 0 are there already, 1 are left out. Nothing is written: --yes."],
    ]
    assert tasks_made() == []
    assert printed(semaforo, "task", "import", plan, "--yes") == [{"imported": 2, "known": 0, "leftOut": 1}]
    assert tasks_made() == [
        ("Portal", "EN_PROCESO", "2040-12-24", None, "ALTA", "planner", "a1"),
        ("Textos", "CERRADA", "2026-04-03", "2026-04-02", "BAJA", "planner", "a2"),
    ]
    assert printed(semaforo, "task", "import", plan, "--yes") == [{"imported": 0, "known": 2, "leftOut": 1}]
    assert "there: 1" in semaforo("task", "import", plan)[1][1]


def test_what_is_in_doubt_is_said_with_the_option_that_settles_it(semaforo, luis, tmp_path):
    file = tmp_path / "casa.csv"
    rows = "task,Pintar,,1,1,,Eva (7),cada lunes,es,\ntask,Medir,,4,1,,Eva (7),2040-01-02,es,\ntask,Ver,,4,1,,,,es,\n"
    file.write_text(TODOIST + rows, encoding="utf-8")
    said = (
        "semaforo: lines 2, 3: Eva is nobody's name, username or external id here: --person 'Eva=USERNAME'.\n"
        "semaforo: line 2: 'cada lunes' is no date: --due YYYY-MM-DD.\n"
        "semaforo: line 4: it is nobody's: --responsible USERNAME.\n"
        "semaforo: line 4: it has no due date: --due YYYY-MM-DD.\n"
    )
    assert refused(semaforo, "task", "import", str(file), "--yes") == said
    code, lines, err = semaforo("task", "import", str(file))
    assert (code, err) == (1, said)
    assert [line.split("  ")[0].strip() + line[6:14] for line in lines[1:4]] == ["2in doubt", "3in doubt", "4in doubt"]
    assert tasks_made() == []
    settled = "--person", "Eva=luis", "--responsible", "ana", "--due", "2040-03-01", "--creator", "luis"
    assert printed(semaforo, "task", "import", str(file), "--yes", *settled)[0]["imported"] == 3
    assert [task[2] for task in tasks_made()] == ["2040-03-01", "2040-01-02", "2040-03-01"]
    with_source = "--source", "todoist-oficina"
    assert printed(semaforo, "task", "import", str(file), "--yes", *settled, *with_source)[0]["imported"] == 3


def test_dates_of_either_order_want_to_be_told(semaforo, ana, tmp_path):
    file = tmp_path / "plan.csv"
    file.write_text(PLANNER + "a1;Portal;B;;;Ana;;03/04/2040;;\n", encoding="utf-8")
    assert refused(semaforo, "task", "import", str(file)) == (
        "semaforo: a date such as 03/04/2040 may be two days: --dates day-first, or --dates month-first.\n"
    )
    for order, due in (("day-first", "2040-04-03"), ("month-first", "2040-03-04")):
        assert due in semaforo("task", "import", str(file), "--dates", order)[1][1]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("1,2E+15;Portal;B;;;Ana;;2040-04-03;;", "line 4: a spreadsheet has made 1,2E+15 of the id"),
        ("a1;Portal;B;;Sin prisa;Ana;;2040-04-03;;", "line 4: the priority 'Sin prisa' is none of 'urgent'"),
        ("a1;Portal;B;Aplazado;;Ana;;2040-04-03;;", "line 4: the progress 'Aplazado' is none of"),
        ("a1;Portal;B;;;Ana;;2040-02-31;;", "line 4: 2040-02-31 is no day"),
        ("a 1;Portal;B;;;Ana;;2040-02-01;;", "line 4: idThere: "),
        (";Portal;B;;;Ana;;2040-02-01;;", "line 4: idThere: "),
    ],
    ids=["a damaged id", "priority", "progress", "no day", "a bad id", "no id"],
)
def test_what_cannot_be_read_is_refused_by_its_line(semaforo, ana, tmp_path, row, said):
    file = tmp_path / "plan.csv"
    file.write_text(PLANNER + row + "\n", encoding="utf-8")
    assert said in refused(semaforo, "task", "import", str(file), "--yes")
    assert tasks_made() == []


def test_other_files_are_refused(semaforo, ana, tmp_path):
    file = tmp_path / "people.csv"
    file.write_text("username,name\nana,Ana\n", encoding="utf-8")
    assert "has the headings of no program that is known" in refused(semaforo, "task", "import", str(file))
    file.write_bytes(PLANNER.encode() + "a1;Año".encode("latin-1"))
    assert "is not CSV in UTF-8" in refused(semaforo, "task", "import", str(file))
    assert "No such file" in refused(semaforo, "task", "import", "none.csv")


@pytest.mark.parametrize("argv", [["--person", "Eva"], ["--due", "mañana"], ["--dates", "dmy"]])
def test_options_that_say_nothing_are_a_wrong_use(semaforo, capsys, plan, argv):
    assert argv[0] in misused(semaforo, capsys, "task", "import", plan, *argv)


def test_whom_an_option_names_is_in_the_directory(semaforo, ana, plan):
    assert "ghost" in refused(semaforo, "task", "import", plan, "--person", "Luis Gil=ghost")
    assert json.loads(semaforo("task", "import", plan, "--person", "Luis Gil=ana", "--yes")[1][0])["imported"] == 2
