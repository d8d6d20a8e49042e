"""The wheel that `make dist` makes, and the steps of the image: each serves where nothing else of ours is."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path
from venv import EnvBuilder
from zipfile import ZipFile

import pytest

from bot.__main__ import ROOMS
from tests.architecture.source import ROOT
from tests.postgresql.guardian import free_port

pytestmark = pytest.mark.long  # it builds and installs, which no change of a rule can break

RUNTIME_LOCK = "docs/deploy/requirements.lock"
TAKEN = ("LICENSE", "Makefile", "README.md", "pyproject.toml", "setup.py", RUNTIME_LOCK, *ROOMS)


def ran(*command, cwd=ROOT, **more):
    """Run a command, and return what it printed."""
    done = subprocess.run([*map(str, command)], cwd=cwd, capture_output=True, text=True, check=False, **more)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def tracked():
    return set(ran("git", "ls-files", *TAKEN).splitlines())


def copied(names, folder):
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, folder / name)
    return folder


@pytest.fixture(scope="module")
def dist(tracked, tmp_path_factory):
    """The folder, made from what the repository holds; the packages that build it are those of this run."""
    source = copied(tracked, tmp_path_factory.mktemp("source"))
    of_another_version = source / "build" / "lib" / "storage" / "schema" / "migrations" / "versions" / "r9999_later.py"
    of_another_version.parent.mkdir(parents=True)
    of_another_version.touch()
    (source / ".venv").symlink_to(sys.prefix)
    ran("make", "dist", "--old-file=.venv/.installed", cwd=source)
    return source / "dist"


@pytest.fixture(scope="module")
def installed(dist, tmp_path_factory, unstarted):
    """Install by pipx as docs/operations.md says, and return where the programs are."""
    place, (wheel,) = tmp_path_factory.mktemp("installed"), dist.glob("*.whl")
    places = {f"PIPX_{what}": str(place / what) for what in ("HOME", "BIN_DIR", "MAN_DIR")}
    command = (sys.executable, "-m", "pipx", "install", f"--pip-args=--constraint {dist}/constraints.txt", wheel)
    done = subprocess.run(command, env=os.environ | places, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        unstarted(f"pipx cannot install here: {done.stderr[-1000:]}")
    assert (place / "BIN_DIR" / "semaforo").exists()
    return place / "HOME" / "venvs" / "semaforo" / "bin"


def test_it_has_every_file_of_the_product_and_no_other(dist, tracked):
    (wheel,) = dist.glob("*.whl")
    with ZipFile(wheel) as packed:
        found = {name for name in packed.namelist() if ".dist-info/" not in name}
    assert found == {name for name in tracked if name.partition("/")[0] in ROOMS}


def test_beside_it_are_the_hashes_and_the_versions_of_what_it_needs(dist):
    locked = (dist / "requirements.lock").read_text(encoding="utf-8")
    assert locked == (ROOT / RUNTIME_LOCK).read_text(encoding="utf-8")
    versions = (dist / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert len(versions) > 40
    assert versions == [line.split()[0] for line in locked.splitlines() if "==" in line.partition(";")[0]]


def test_installed_it_is_itself_and_serves(installed, tmp_path):
    python, semaforo = installed / "python", installed / "semaforo"
    where = ran(
        python,
        "-c",
        "import api, bot, core, storage; print(*(m.__path__[0] for m in (api, bot, core, storage)))",
        cwd=tmp_path,
    )
    assert all(Path(each).is_relative_to(installed.parent) for each in where.split())
    assert ran(semaforo, "db", "upgrade", cwd=tmp_path) == "ok\n"
    assert json.loads(ran(semaforo, "openapi", cwd=tmp_path)) == json.loads(
        (ROOT / "docs" / "openapi.json").read_text()
    )
    assert '"username":"ana"' in ran(semaforo, "user", "add", "ana", "--name", "Ana", cwd=tmp_path)


def test_beside_a_package_of_the_same_name_it_says_so_and_does_nothing(installed, tmp_path):
    (tmp_path / "core").mkdir()
    (tmp_path / "core" / "__init__.py").touch()
    done = subprocess.run(
        [installed / "python", "-m", "bot", "db", "upgrade"],
        cwd=tmp_path / "core",
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(tmp_path)},
    )
    assert done.returncode == 1
    assert "semaforo: core would be imported from elsewhere than" in done.stderr
    assert "Traceback" not in done.stderr
    assert not [*tmp_path.glob("**/*.db")]


INSTALLS = re.compile(r"pip install [^&\\]+")
CHECKS = re.compile(r"^HEALTHCHECK .*\n  CMD (\[.*\])$", re.MULTILINE)


def test_the_steps_of_the_image_install_a_service_that_its_check_calls_healthy(tracked, tmp_path, unstarted):
    """The steps run as a script, since tests seldom have Docker; the rest of the image makes a user and folders."""
    image, port = (ROOT / "docs" / "deploy" / "Dockerfile").read_text(encoding="utf-8"), str(free_port())
    EnvBuilder(with_pip=True).create(tmp_path / "image")
    environment = os.environ | {
        "PATH": f"{tmp_path}/image/bin{os.pathsep}{os.environ['PATH']}",
        "SEMAFORO_API_PORT": port,
    }
    steps = INSTALLS.findall(image)
    assert len(steps) == 2
    source = copied(tracked, tmp_path / "src")
    for step in steps:
        done = subprocess.run(
            shlex.split(step), cwd=source, env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            unstarted(f"nothing can be installed here: {done.stderr[-1000:]}")
    shutil.rmtree(source)
    (check,) = CHECKS.findall(image)
    asks = [part.replace("8080", port) for part in json.loads(check)]
    with subprocess.Popen(["semaforo", "run"], cwd=tmp_path, env=environment) as service:
        try:
            until_well(asks, environment, service)
        finally:
            service.terminate()
    assert service.returncode == 0


def until_well(asks, environment, service):
    deadline = time.monotonic() + 60
    while subprocess.run(asks, env=environment, capture_output=True, check=False).returncode != 0:
        assert service.poll() is None
        assert time.monotonic() < deadline
