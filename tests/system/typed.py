"""What a test of the command line types before it begins."""

import json


def added(semaforo, *argv):
    code, lines, err = semaforo("user", "add", *argv)
    assert (code, len(lines)) == (0, 1), err
    return json.loads(lines[0])
