"""Dates, priorities and people as other programs write them, and the headings by which each program is known."""

from datetime import date
from zoneinfo import ZoneInfo

import pytest

from bot.cli.task_files import DateOrder, Dates, is_ambiguous, order_of, priority_of, read_tasks
from bot.process.listening import StartError
from core.base.model import Priority
from tests.tables import each_row

ZONE, TODAY = ZoneInfo("America/Mexico_City"), date(2026, 11, 23)


def read(tmp_path, text, encoding="utf-8"):
    file = tmp_path / "tasks.csv"
    file.write_bytes(text.encode(encoding))
    return read_tasks(file)


@each_row(
    [
        ("2026-10-15", date(2026, 10, 15)),
        ("2026/07/01", date(2026, 7, 1)),
        ("2026-08-13 17:00", date(2026, 8, 13)),
        ("2026-10-09T05:30:00.000Z", date(2026, 10, 8)),
        ("2026-08-13T18:30:00-05:00", date(2026, 8, 13)),
        ("2026-08-13T23:30:00", date(2026, 8, 13)),
        ("17 Aug", date(2026, 8, 17)),
        ("17 ago. 2027", date(2027, 8, 17)),
        ("3 de diciembre de 2026", date(2026, 12, 3)),
        ("Dec 3, 2026 at 5:00 PM", date(2026, 12, 3)),
        ("31/12/26", date(2026, 12, 31)),
        ("31.12.2026", date(2026, 12, 31)),
        *((text, None) for text in ("", "every day", "tomorrow at 5pm", "cada 17 ago", "17 brumario", "31 Feb")),
    ]
)
def test_a_date_is_its_day_here_and_what_is_none_is_none(text, day):
    assert Dates(ZONE, TODAY, None).read(text) == day


@each_row([("3/4/2026", "day-first", date(2026, 4, 3)), ("3/4/2026 10:30 AM", "month-first", date(2026, 3, 4))])
def test_numbers_are_read_in_the_order_that_is_said(text, order, day):
    assert Dates(ZONE, TODAY, DateOrder(order)).read(text) == day


@each_row(["2026-02-30", "2026-13-01", "25/12/2026", "1/1/1066"])
def test_what_looks_like_a_date_and_is_none_is_not_passed_over(text):
    with pytest.raises(ValueError, match="is no day"):
        Dates(ZONE, TODAY, DateOrder.MONTH_FIRST).read(text)


@each_row(
    [
        (["03/04/2026", "25/04/2026", "2026-01-31"], DateOrder.DAY_FIRST),
        (["03/04/2026", "04/25/2026"], DateOrder.MONTH_FIRST),
        (["03/04/2026", "11/12/2026"], None),
        (["25/04/2026", "04/25/2026"], None),
        (["2026-01-31", ""], None),
    ]
)
def test_the_order_of_a_file_is_the_one_that_all_of_its_dates_can_have(texts, order):
    assert order_of(texts) == order


def test_a_date_of_twice_the_same_number_needs_no_order():
    assert [is_ambiguous(text) for text in ("05/05/2026", "05/06/2026", "2026-05-06")] == [False, True, False]


@each_row(
    [
        ("todoist", ["1", "2", "3", "4"]),
        ("planner", ["Urgent", "Important", "Medium", "Low"]),
        ("planner", ["Urgente", "Importante", "Media", "Baja"]),
    ]
)
def test_priorities_keep_their_order(program, words):
    assert [priority_of(program, word) for word in words] == list(Priority)
    assert priority_of(program, "") is Priority.MEDIA


def test_an_unknown_priority_is_not_guessed():
    with pytest.raises(ValueError, match="'5' is none of '1', '2', '3', '4'"):
        priority_of("todoist", "5")


TODOIST = """TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE
section,Casa,,,,,,,,
task,Comprar pintura @casa,"Blanca, mate",1,1,Eva (14781400),Luis (77),2026-12-01,es,America/Mexico_City
note,De la tienda de siempre,,,,,,,,
task,Medir,,4,2,Eva (14781400),,,es,
task,Llamar,,3,1,Eva (14781400),,cada lunes,es,
task,Llamar,,3,1,Eva (14781400),,,es,
,,,,,,,,,
"""


@pytest.mark.parametrize("indent", ["", "x", "²", "-1", "0", "1" * 5000])
def test_a_task_whose_indent_is_none_stands_alone(tmp_path, indent):
    found = read(tmp_path, f"TYPE,CONTENT,INDENT\ntask,Uno,1\ntask,Dos,{indent}\n")
    assert [(each.words, each.under) for each in found.tasks] == [("Uno", ""), ("Dos", "")]


def test_todoist_has_sections_subtasks_and_notes_and_no_ids(tmp_path):
    found = read(tmp_path, TODOIST)
    assert found.program == "todoist"
    paint, measure, call, again = found.tasks
    assert (paint.line, paint.descripcion) == (
        3,
        "Comprar pintura @casa\n\nBlanca, mate\n\nDe la tienda de siempre",
    )
    assert paint.people == [{"name": "Luis"}]
    assert measure.descripcion == "Comprar pintura @casa › Medir"
    assert (call.under, call.due[0]) == ("", "cada lunes")
    assert len({each.id_there for each in found.tasks}) == 4
    assert [each.id_there for each in read(tmp_path, TODOIST).tasks] == [each.id_there for each in found.tasks]
    moved = read(tmp_path, TODOIST.replace("section,Casa", "section,Oficina"))
    assert {each.id_there for each in moved.tasks}.isdisjoint({each.id_there for each in found.tasks})
    assert again.id_there.removesuffix("-2") == call.id_there.removesuffix("-1")


def test_asana_has_people_by_address_and_the_first_of_two_columns_counts(tmp_path):
    head = (
        "Task ID,Created At,Completed At,Last Modified,Name,Section/Column,Assignee,Assignee Email,Start Date,Due Date"
    )
    found = read(
        tmp_path,
        f",,\n,,exported by a spreadsheet\n{head},Tags,Notes,Projects,Parent Task,Priority,Name\n"
        '1201,2026-09-01,2026-09-03,,Textos,Web,Ana,ana@x.co,,2026-12-15,,"a\nb",Web,Portal,High,Otro\n',
    )
    (task,) = found.tasks
    assert (found.program, task.line, task.words, task.under) == ("asana", 4, "Textos", "Portal")
    assert task.people == [{"name": "Ana", "email": "ana@x.co"}]
    assert (task.requested, task.due, task.closed_on, task.done) == ("2026-09-01", ["2026-12-15"], "2026-09-03", True)
    assert priority_of("asana", task.priority) is Priority.ALTA


TRELLO = (
    "Card ID,Card Name,Card URL,Card Description,Labels,Members,Due Date,Last Activity Date,List ID,List Name,"
    "Board ID,Board Name,Archived,Start Date,Due Complete\n"
)


def test_trello_has_done_and_archived_cards(tmp_path):
    found = read(
        tmp_path,
        f'{TRELLO}c1,Uno,u,d,L (red),"Ana Torres, luis",2026-12-09T08:00:00.000Z,x,l,Lista,b,B,false,,false\n'
        "c2,Dos,u,,,,,2026-11-02T08:00:00.000Z,l,Lista,b,B,true,,true\n"
        "c3,Tres,u,,,,,2026-11-02T08:00:00.000Z,l,Lista,b,B,true,,false\n",
    )
    one, two, three = found.tasks
    assert found.program == "trello"
    assert one.people == [{"name": "Ana Torres"}, {"name": "luis"}]
    assert [(each.done, each.left_out) for each in (one, two, three)] == [(False, ""), (True, ""), (False, "archived")]
    assert two.closed_on == "2026-11-02T08:00:00.000Z"


PLANNER = (
    "Task ID{0}Task Name{0}Bucket Name{0}Progress{0}Priority{0}Assigned To{0}Created By{0}Created Date{0}Start Date"
    "{0}Due Date{0}Late{0}Completed Date{0}Completed By{0}Description\r\n"
)
EN_ESPANOL = (
    "Id. de tarea ;Nombre de la tarea;Nombre del depósito;Progreso;Priority;Asignado a;Creado por;Fecha de creación;"
    "Fecha de inicio;Fecha de vencimiento;Es periódica;Con retraso;Fecha de finalización;Completado por;Descripción\r\n"
)


def test_planner_has_a_title_above_its_headings_and_names_separated_by_semicolons(tmp_path):
    above = "Plan name,Web\r\nPlan ID,x\r\nDate of export,10/06/2020\r\n\r\n"
    row = "a1,Portal,B,In progress,Important,Ana Torres;Luis,Eva,11/01/2026,,12/24/2026,false,,,Notas\r\n"
    found = read(tmp_path, above + PLANNER.format(",") + row, "utf-8-sig")
    (task,) = found.tasks
    assert (found.program, task.line) == ("planner", 6)
    assert task.people == [{"name": "Ana Torres"}, {"name": "Luis"}]
    assert (task.begun, task.done, task.requested, task.due) == (True, False, "11/01/2026", ["12/24/2026"])


def test_planner_writes_in_spanish_too(tmp_path):
    rows = (
        "a1;Portal;B;Completado;Urgente;Ana;Eva;01/11/2026;;24/12/2026;;;;Ana;Notas\r\n"
        "a2;Textos;B;En curso;Media;Ana;Eva;01/11/2026;;24/12/2026;;;;;\r\n"
    )
    done, begun = read(tmp_path, EN_ESPANOL + rows).tasks
    assert (done.id_there, done.words, done.notes, done.due) == ("a1", "Portal", "Notas", ["24/12/2026"])
    assert [(each.done, each.begun) for each in (done, begun)] == [(True, False), (False, True)]


def test_a_progress_that_is_not_known_is_not_guessed(tmp_path):
    with pytest.raises(StartError, match="line 2: the progress 'Deferred' is none of"):
        read(tmp_path, PLANNER.format(",") + "a1,Portal,B,Deferred,,,,,,,,,,\r\n")


def test_a_file_of_no_known_program_says_which_headings_are_known(tmp_path):
    with pytest.raises(StartError, match=r"no program that is known \(todoist: content, indent, type; trello: "):
        read(tmp_path, "name,due\nx,2026-12-01\n")
