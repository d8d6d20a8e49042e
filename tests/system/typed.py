"""Helpers that type commands, and check how these are answered."""

import json

import pytest


def added(semaforo, *argv):
    """Add a person; what is printed of them."""
    code, lines, err = semaforo("user", "add", *argv)
    assert (code, len(lines)) == (0, 1), err
    return json.loads(lines[0])


def printed(semaforo, *argv):
    """The JSON lines of a command that ends well."""
    code, lines, err = semaforo(*argv)
    assert code == 0, err
    return [json.loads(line) for line in lines]


def refused(semaforo, *argv):
    """Return what a command says that prints nothing else and ends with 1."""
    code, lines, err = semaforo(*argv)
    assert (code, lines) == (1, [])
    assert "Traceback" not in err
    return err


def misused(semaforo, capsys, *argv):
    """Return what is said of wrong words on the command line, which end it with 2."""
    with pytest.raises(SystemExit) as left:
        semaforo(*argv)
    assert left.value.code == 2
    return capsys.readouterr().err
