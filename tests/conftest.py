"""Fixtures for all tests: a PostgreSQL, started by the first that asks for it; and rare garbage collection."""

import asyncio
import gc
import inspect
import os
import signal
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest
import uvloop
from _pytest.runner import runtestprotocol
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

import storage
from core.base import state_log
from tests.memory import in_memory
from tests.memory_store import Database
from tests.postgresql.bouncer import PORT, bouncing
from tests.postgresql.databases import databases_of
from tests.postgresql.server import USER, CannotStart, alone, running
from tests.waiting import within

HERE = Path(__file__).parent
WAITING = {HERE / name for name in ("system", "reliability", "benchmarks")}
IN_A_BROWSER = {
    HERE / name
    for name in (
        *("api/test_cors.py", "api/test_pages.py", "sandbox/test_page.py"),
        *("sandbox/test_page_newer_ways.py", "sandbox/test_page_on_a_phone.py"),
    )
}

# Properties are tried with the same few examples each time, however long one takes, and with many new ones by
# `make test-all`. A test takes this as its default where it is imported, so it is said here, before any is.
FEW = settings(
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=20,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
)
settings.register_profile("few", FEW)
settings.register_profile("many", FEW, derandomize=False, max_examples=400)
settings.load_profile("few")

RARELY = 10_000, 20, 20
"""The thresholds of garbage collection: at Python's own it takes a tenth of all time."""


def pytest_configure(config):
    """Files of tests are in memory, where that can be, loops are those of the service, and outages are over at once.

    Hypothesis is kept from reading the source of the product for constants to try where it tries few examples: each
    worker would read all of it, and examples would be others after any change.
    """
    if config.getoption("hypothesis_profile") is None:
        providers._get_local_constants = lambda: providers._local_constants
    if (folder := in_memory()) is not None:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", folder)
    asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
    state_log.SETTLE_SECONDS = 0.0  # or an outage of one test would be over during the next
    if "PYTEST_XDIST_WORKER" in os.environ:
        signal.signal(signal.SIGINT, interrupt)


def interrupt(*_):
    """Raise as Python's own handler, which asyncio replaces for each test and fixture: a third of a millisecond a test.

    A worker is told by the process that it works for what to do then.
    """
    raise KeyboardInterrupt


@pytest.hookimpl(tryfirst=True)
def pytest_timeout_set_timer(item, settings):
    """End a coroutine that hangs, too: what pytest-timeout raises in the handler of a signal, uvloop only logs."""
    if inspect.iscoroutinefunction(item.obj):
        item.obj = within(settings.timeout, item.obj)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    """Report a test that passes once, not also its start, setup and teardown: half the cost of a short one in a worker.

    All is reported where durations or a report as XML are asked for.
    """
    option = item.config.option
    if "PYTEST_XDIST_WORKER" not in os.environ or option.durations is not None or option.xmlpath is not None:
        return None
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


@pytest.hookimpl(wrapper=True)
def pytest_collection(session):
    """Ten thousand tests stay until the end: they are not looked through for garbage, neither now nor ever again."""
    gc.disable()
    try:
        if [Path(each).resolve() for each in session.config.args] == [HERE]:
            import_a_share()
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(*RARELY)
        gc.enable()


def import_a_share():
    """Each of several workers begins with other files: of a fresh clone each file is compiled once, not by all."""
    worker, workers = (os.environ.get(f"PYTEST_XDIST_WORKER{what}") for what in ("", "_COUNT"))
    if worker is not None:
        for path in sorted(HERE.rglob("test_*.py"))[int(worker.removeprefix("gw")) :: int(workers)]:
            with suppress(Exception):  # whoever collects it will say what is wrong with it
                import_module(".".join(path.relative_to(HERE.parent).with_suffix("").parts))


def pytest_xdist_auto_num_workers():
    """One more than there are cores: tests wait for processes, for browsers, and for time to pass."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items):
    """Put tests that wait for long first, so that in the end no core waits for one of them.

    Those in a browser come together, so that few processes start one.
    """
    items.sort(key=lambda item: item.path.parent not in WAITING and item.path not in IN_A_BROWSER)


@pytest.fixture(autouse=True)
def files_for_all():
    """A command keeps what it makes for its owner alone; what later tests make, PostgreSQL reads as somebody else."""
    mask = os.umask(0)
    os.umask(mask)
    yield
    os.umask(mask)


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory):
    """A folder that is this run's, whichever of its processes asks."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@pytest.fixture(scope="session")
def empty_database(run_folder):
    """A SQLite file brought up to date once a run; tests copy it."""
    path = run_folder / "empty.db"
    with alone(run_folder, "empty"):
        storage.upgrade(f"sqlite+aiosqlite:///{path}")
    return path


@pytest.fixture(scope="session")
def memory(empty_database):
    """The database that stores in memory begin as."""
    Database.template = empty_database


@pytest.fixture(scope="session")
def unstarted():
    """The reaction where something does not start: skip, but fail in CI, where all must pass."""
    return pytest.fail if os.environ.get("CI") == "true" else pytest.skip


@pytest.fixture(scope="session")
def postgresql(run_folder, unstarted):
    """The databases of this process; skips where there can be none, but fails in CI: there both engines must pass."""
    try:
        with running(run_folder) as server, databases_of(run_folder, server) as databases:
            yield databases
    except CannotStart as error:
        unstarted(f"no PostgreSQL here: {error}")


@pytest.fixture(scope="session")
async def browser():
    """One for all pages: to start it costs more than most of them."""
    from tests.browser import chromium  # noqa: PLC0415 few need it

    async with chromium() as browser:
        yield browser


@pytest.fixture
def postgresql_url(postgresql):
    """A migrated database that holds what every new one holds. It is used again: leave its schema alone."""
    return postgresql.server.url(postgresql.emptied())


@pytest.fixture(scope="session")
def pgbouncer(postgresql, unstarted):
    """The folder of a pgbouncer's socket, before the server of the run."""
    try:
        with bouncing(postgresql.server) as folder:
            yield folder
    except CannotStart as error:
        unstarted(f"no pgbouncer here: {error}")


@pytest.fixture
def pgbouncer_url(pgbouncer, postgresql):
    """The database of `postgresql_url`, behind pgbouncer in transaction mode."""
    return f"postgresql+asyncpg://{USER}@/{postgresql.emptied()}?host={pgbouncer}&port={PORT}&statement_cache=0"


@pytest.fixture
def new_postgresql_url(postgresql):
    """A migrated database of the test's own, to do anything with."""
    name = postgresql.make()
    yield postgresql.server.url(name)
    postgresql.drop(name)


@pytest.fixture
def bare_postgresql_url(postgresql):
    """A database without a schema."""
    name = postgresql.make("template1")
    yield postgresql.server.url(name)
    postgresql.drop(name)
