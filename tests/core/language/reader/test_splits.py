"""The parts into which a task is to be split."""

from core.language.reader.splits import parts_said, said_again, split_said
from tests.tables import each_row


@each_row(
    [
        ("TV, digital y OOH porfa", ["TV", "digital", "OOH"]),
        ("TV, digital xfa, gracias", ["TV", "digital"]),
        ("- TV\n- digital", ["TV", "digital"]),
        ("1- TV\n2- digital", ["TV", "digital"]),
        ("TV, y digital", ["TV", "digital"]),
    ]
)
def test_parts_stand_without_bullets_and_courtesy(words, parts):
    assert parts_said(words) == parts


@each_row([(" en tres partes", ()), (" en seis", ()), (" en TV y OOH", ("TV", "OOH")), (": TV, OOH", ("TV", "OOH"))])
def test_the_number_of_parts_is_not_a_part(behind, parts):
    assert split_said(f"divide la 8{behind}", len("divide la 8")) == parts


def test_the_order_may_be_said_again_but_not_of_another_task():
    assert said_again("divide la 8 en TV y OOH", 8) == ("TV", "OOH")
    assert said_again("divide la 9 en TV y OOH", 8) == ()
