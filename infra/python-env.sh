#!/bin/sh
# Makes the Python environment of the integration tests in .venv: MiniStack, cfn-lint and a client, as pinned in requirements.txt.
# Does nothing where it is there already. Needs Python 3.10 or newer with its venv module.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
wanted="$root/infra/requirements.txt"
env="$root/.venv"
made="$env/requirements.txt"

if [ -x "$env/bin/python" ] && cmp -s "$wanted" "$made"; then
  exit 0
fi

# The newest Python that runs; a bare python3 may be too old, or a shim that leads nowhere.
for python in python3.13 python3.12 python3.11 python3.10 python3; do
  if "$python" -c 'import sys, venv; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
    found=$python
    break
  fi
done
if [ -z "${found:-}" ]; then
  echo 'python-env: Python 3.10 or newer with its venv module is needed (on Debian: apt-get install python3-venv)' >&2
  exit 1
fi

rm -rf "$env"
"$found" -m venv "$env"
"$env/bin/python" -m pip install --quiet --disable-pip-version-check --requirement "$wanted"
# Written last: an environment that was cut short is made again.
cp "$wanted" "$made"
