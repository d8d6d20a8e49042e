"""A board of the team's day in a terminal, drawn again with each change.

SEMAFORO_TOKEN=… python board.py https://semaforo.example.com

The token needs the scopes logs:read and tasks:read. Nothing is asked while nothing changes: the service answers when
there is something.
"""

import json
import os
import sys
import time
from urllib.request import Request, urlopen

LIGHTS = {"verde": "🟢", "amarillo": "🟡", "naranja": "🟠", "rojo": "🔴"}
API = f"{sys.argv[1]}/api/v1"


def get(path):
    request = Request(f"{API}{path}", headers={"Authorization": f"Bearer {os.environ['SEMAFORO_TOKEN']}"})
    with urlopen(request, timeout=60) as answer:
        return json.load(answer)["data"]


def draw():
    today = time.strftime("%Y-%m-%d")
    print(f"\n{today}")
    for person in get(f"/daily-logs/team/people?fecha={today}"):
        lights = " ".join(f"{light}{person[name]}" for name, light in LIGHTS.items() if person[name])
        print(f"{person['displayName']:<24} {lights or '–'}")
    for red in get("/red"):
        print(f"🔴 #{red['taskId']} {red['descripcion'][:48]}: {red['motivo'] or '?'}")
    sys.stdout.flush()


position = get("/changes?after=now")["next"]
while True:
    draw()
    rows = []
    while not rows:
        changes = get(f"/changes?after={position}&wait=30")
        rows, position = changes["rows"], changes["next"]
