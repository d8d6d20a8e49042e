"""The receiver of the documentation answers whoever calls it, and prints only what is signed."""

import runpy
import secrets
from base64 import b64encode
from datetime import UTC, datetime
from http.client import HTTPConnection
from http.server import HTTPServer
from threading import Thread

import pytest
from standardwebhooks import Webhook

from tests.architecture.source import ROOT

EVENT = '{"type":"task.updated","timestamp":"2026-11-23T18:30:00Z","data":{"id":12,"changed":{}}}'


@pytest.fixture
def post(monkeypatch):
    """Posts a body that is signed, unless other headers say otherwise; the status of the answer."""
    secret = "whsec_" + b64encode(secrets.token_bytes(24)).decode()
    monkeypatch.setenv("WEBHOOK_SECRET", secret)
    receiver = runpy.run_path(str(ROOT / "docs/examples/webhook_receiver.py"))["Receiver"]

    def posted(body, **changed):
        now = datetime.now(UTC)
        signed = {
            "webhook-id": "a-1",
            "webhook-timestamp": str(int(now.timestamp())),
            "webhook-signature": Webhook(secret).sign("a-1", now, body.decode(errors="replace")),
            "content-length": str(len(body)),
        }
        connection = HTTPConnection(*server.server_address, timeout=10)
        connection.putrequest("POST", "/")
        for name, value in (signed | changed).items():
            connection.putheader(name, value)
        connection.endheaders(body)
        try:
            return connection.getresponse().status
        finally:
            connection.close()

    with HTTPServer(("127.0.0.1", 0), receiver) as server:
        serving = Thread(target=server.serve_forever, args=(0.01,))
        serving.start()
        yield posted
        server.shutdown()
        serving.join()


def test_what_is_signed_is_printed_once(post, capsys):
    assert [post(EVENT.encode()) for _ in range(2)] == [204, 204]
    assert capsys.readouterr().out == "task.updated 12 {}\n"


@pytest.mark.parametrize(
    "headers",
    [
        {"webhook-signature": "v1,"}, {"webhook-signature": "nonsense"}, {"webhook-signature": "v1,a,b"},
        {"webhook-signature": "v1,a"}, {"webhook-signature": "v1,\xf1"}, {"webhook-timestamp": "x"},
        {"webhook-timestamp": "nan"}, {"content-length": "x"}, {"content-length": "-1"},
    ],
)  # fmt: skip
def test_a_malformed_header_is_refused(post, headers, capsys):
    assert post(EVENT.encode(), **headers) == 401
    assert capsys.readouterr().out == ""


def test_a_body_that_is_not_utf_8_is_refused(post):
    assert post(b"\xff") == 401
