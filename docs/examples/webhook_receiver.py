"""A receiver of webhooks that prints each change once.

    pip install standardwebhooks
    WEBHOOK_SECRET=whsec_… python webhook_receiver.py 8000

Put a server that speaks https before it.
"""

import os
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

from standardwebhooks import Webhook, WebhookVerificationError

WEBHOOK = Webhook(os.environ["WEBHOOK_SECRET"])
SEEN = set()  # keep this in your database, in the transaction that does what the change asks for
LONGEST_BODY = 20_000


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        try:
            length = int(self.headers.get("Content-Length", 0))
            body = self.rfile.read(max(0, min(length, LONGEST_BODY)))
            event = WEBHOOK.verify(body, dict(self.headers))
        except (WebhookVerificationError, ValueError):  # the library raises the latter on malformed signatures
            return self.answer(401)  # not from Semáforo, or longer ago than five minutes
        if self.headers["webhook-id"] not in SEEN:
            print(event["type"], event["data"]["id"], event["data"]["changed"], flush=True)
            SEEN.add(self.headers["webhook-id"])
        return self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()


if __name__ == "__main__":
    HTTPServer(("localhost", int(sys.argv[1])), Receiver).serve_forever()
