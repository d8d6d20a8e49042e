"""Try the clients that five generators make of docs/openapi.json: install, generate, check types, run.

SEMAFORO_TOKEN=… python docs/examples/clients/run.py http://127.0.0.1:8080

The service should be a demo's (`semaforo demo`), because each client makes tasks and a series there. It needs Python
3.11 and Node 20.19 or later, and works in a temporary folder.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

HERE = Path(__file__).parent
DOCUMENT = HERE.parents[1] / "openapi.json"
MODELS = (
    "--input openapi.json --input-file-type openapi --openapi-scopes schemas parameters paths --use-annotated"
    " --output-model-type pydantic_v2.BaseModel --target-python-version 3.11 --formatters builtin"
    " --output semaforo_models.py"
)
GENERATED = {
    "openapi-python-client": (
        "openapi-python-client generate --path openapi.json --meta none --output-path semaforo_client",
        "mypy --strict --follow-imports=silent with_openapi_python_client.py",
        "python with_openapi_python_client.py",
    ),
    "datamodel-code-generator": (
        f"datamodel-codegen {MODELS}",
        "mypy --strict with_datamodel_code_generator.py semaforo_models.py",
        "python with_datamodel_code_generator.py",
    ),
    "openapi-typescript": ("openapi-typescript openapi.json -o made/openapi-typescript.ts",),
    "@hey-api/openapi-ts": ("openapi-ts -i openapi.json -o made/hey-api --no-log-file",),
    "orval": ("orval --config orval.config.ts",),
    "all of TypeScript": ("tsc --project .",),
    "openapi-fetch, run": ("tsx with_openapi_fetch.ts",),
    "@hey-api/openapi-ts, run": ("tsx with_hey_api.ts",),
    "orval, run": ("tsx with_orval.ts",),
}


def main(url: str) -> int:
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made, "work")
        shutil.copytree(HERE, folder, ignore=shutil.ignore_patterns("node_modules", "__pycache__"))
        shutil.copy(DOCUMENT, folder)
        venv.create(folder / "venv", with_pip=True)
        paths = [str(folder / "venv/bin"), str(folder / "node_modules/.bin"), os.environ["PATH"]]
        environment = os.environ | {"PATH": os.pathsep.join(paths), "SEMAFORO_URL": url.rstrip("/")}
        for command in ("pip install --quiet -r requirements.txt", "npm ci --ignore-scripts --no-audit --no-fund"):
            subprocess.run(command.split(), cwd=folder, env=environment, check=True)
        failed = [name for name, commands in GENERATED.items() if not tried(name, commands, folder, environment)]
    return len(failed)


def tried(name: str, commands: tuple[str, ...], folder: Path, environment: dict[str, str]) -> bool:
    """Run commands until one fails, and print how long they took, or what that one said."""
    began = time.monotonic()
    for command in commands:
        done = subprocess.run(command.split(), cwd=folder, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            print(f"{name}: FAILED\n  {command}\n{done.stdout}{done.stderr}")
            return False
    print(f"{name}: ok, {time.monotonic() - began:.0f} s", flush=True)
    return True


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
