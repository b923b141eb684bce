#!/usr/bin/env bash
# Starts a sandbox for the steps that follow, which find it by SANDBOX_URL and SANDBOX_KEY. It ends with the job.
set -euo pipefail
export DATA_DIR="${RUNNER_TEMP:?}/sandbox"
sandbox() { npx --yes --loglevel=error --package "$INPUT_PACKAGE" sandbox "$@"; }
field() { node -e 'process.stdout.write(String(JSON.parse(require("fs").readFileSync(0, "utf8"))[process.argv[1]]))' "$1"; }

running="$(sandbox up --key)"
SANDBOX_URL="$(field url <<<"$running")"
SANDBOX_KEY="$(field key <<<"$running")"
echo "::add-mask::$SANDBOX_KEY"
export SANDBOX_URL SANDBOX_KEY
environment="$(sandbox env create "$INPUT_ENVIRONMENT" --seed "$INPUT_SEED" --customers "$INPUT_CUSTOMERS" --json)"
{
  echo "SANDBOX_URL=$SANDBOX_URL"
  echo "SANDBOX_KEY=$SANDBOX_KEY"
} >>"$GITHUB_ENV"
{
  echo "url=$SANDBOX_URL"
  echo "pin=$(field pin <<<"$environment")"
} >>"$GITHUB_OUTPUT"
