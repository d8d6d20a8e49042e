#!/usr/bin/env bash
# httpx 0.28.1 (Python): what a program pays for the command-line client of httpx, which it does not use.
#
# Expected: `import httpx` loads the library alone; click, rich and pygments are imported by the command `httpx`.
# Seen: `import httpx` imports its command where these packages are installed, whoever brought them: test tools do. The
# process then has two thirds more modules (298 for 178) and 7 MiB more. Without them the import is caught silently.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
pip() { "$folder/venv/bin/pip" install --quiet --disable-pip-version-check "$@"; }

cat > "$folder/look.py" <<'PY'
import sys
import httpx

command = sorted({"click", "rich", "pygments"} & sys.modules.keys())
resident = next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmRSS"))
print(",".join(command) or "none", len(sys.modules), resident)
PY

pip httpx==0.28.1
read -r before modules_before kib_before < <("$folder/venv/bin/python" "$folder/look.py")
pip click==8.3.1 rich==14.2.0 pygments==2.19.2
read -r after modules_after kib_after < <("$folder/venv/bin/python" "$folder/look.py")
echo "without: $before, $modules_before modules, $kib_before KiB"
echo "with: $after, $modules_after modules, $kib_after KiB"
[ "$before" = none ]
[ "$after" = click,pygments,rich ]
[ "$modules_after" -gt "$modules_before" ] && [ $((kib_after - kib_before)) -gt 2048 ]
