#!/usr/bin/env bash
# Schemathesis 4.32.5 (Python): what a link of OpenAPI gives on of a value that stood in the path of a request.
#
# Expected: `$request.path.thingId` in a link is the value of the parameter, as OpenAPI 3.1 has it: `a/b` for `a%2Fb`.
# Seen: in most requests it is the value as the path has it, percent-encoded; in the others it is decoded. A body
# then has `%2F`, and a text that is as long as its pattern allows in the path is longer there: a service that keeps to
# its own document is reported for refusing it. Both operations of this one have the same schema for it.
set -euo pipefail
folder=$(mktemp -d)
trap 'kill "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check schemathesis==4.32.5

cat > "$folder/service.py" <<'PY'
import json
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

THING = {"type": "string", "pattern": "^[!-~]{1,20}$"}
BODY = {"type": "object", "required": ["thingId"], "properties": {"thingId": THING}}
LINK = {"operationId": "post", "requestBody": {"thingId": "$request.path.thingId"}}
PUT = {
    "operationId": "put",
    "parameters": [{"name": "thingId", "in": "path", "required": True, "schema": THING}],
    "responses": {"200": {"description": "Kept.", "links": {"again": LINK}}},
}
POST = {
    "operationId": "post",
    "requestBody": {"required": True, "content": {"application/json": {"schema": BODY}}},
    "responses": {"200": {"description": "Kept."}},
}
DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "Things", "version": "1"},
    "paths": {"/things/{thingId}": {"put": PUT}, "/things": {"post": POST}},
}
seen = open(sys.argv[1], "w", encoding="utf-8")


class Service(BaseHTTPRequestHandler):
    def answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        answer = DOCUMENT if self.path == "/openapi.json" else {}
        if not answer:
            print(json.dumps([self.command, self.path, body.decode("utf-8", "replace")]), file=seen, flush=True)
        content = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_PUT = do_POST = answer

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", 0), Service)
print(server.server_port, flush=True)
server.serve_forever()
PY

mkfifo "$folder/port"
python3 "$folder/service.py" "$folder/seen" > "$folder/port" &
server=$!
read -r port < "$folder/port"
"$folder/venv/bin/python" -m schemathesis.cli run "http://127.0.0.1:$port/openapi.json" \
  --phases stateful --checks not_a_server_error --max-examples 40 --max-time 20 --seed 1 --no-color > "$folder/report" || true

python3 - "$folder/seen" <<'PY'
import json
import sys
from itertools import pairwise
from urllib.parse import unquote

passed_on = {"encoded": 0, "as the value": 0}
for (_, path, _), (method, _, body) in pairwise(map(json.loads, open(sys.argv[1], encoding="utf-8"))):
    written = path.removeprefix("/things/")
    if method != "POST" or written == path or unquote(written) == written or not body.startswith("{"):
        continue
    try:
        given = json.loads(body).get("thingId")
    except ValueError:
        continue
    if given in (written, unquote(written)):
        passed_on["encoded" if given == written else "as the value"] += 1
print(passed_on)
sys.exit(passed_on["encoded"] == 0 or passed_on["as the value"] > passed_on["encoded"])
PY
