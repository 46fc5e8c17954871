#!/usr/bin/env bash
# Updates the site on a server of your own, or installs it; see docs/going-live.md.
#   /srv/studio-site/source/deploy/update.sh [PORT …]
# Builds what this checkout has committed in a folder beside the one that runs, tries it on a spare port, points
# /srv/studio-site/current at it and restarts studio-site@PORT, one after the other. If the build or its health check
# fails, the running site is left as it is. For another server: STUDIO_ENV, STUDIO_BUILD, STUDIO_RESTART.
set -euo pipefail

source=$(cd "$(dirname "$0")/.." && pwd)
base=$(dirname "$source")
env=${STUDIO_ENV:-/etc/studio-site.env}
build=${STUDIO_BUILD:-npm ci --include=dev && npm run build && npm prune --omit=dev}
restart=${STUDIO_RESTART:-systemctl restart studio-site@} # the port comes right after it

fail() {
  echo "$1" >&2
  exit 1
}

# Waits until the site on a port is well, for as long as its process, if one is named, runs.
healthy() {
  for _ in {1..150}; do
    if curl --fail --silent --output /dev/null --max-time 10 "http://127.0.0.1:$1/api/health"; then return; fi
    [ -z "${2:-}" ] || kill -0 "$2" 2> /dev/null || break
    sleep 0.2
  done
  echo "The site on port $1 is not well: $(curl --silent --max-time 10 "http://127.0.0.1:$1/api/health")" >&2
  return 1
}

point_current_at() {
  ln -sfn "$1" "$base/current.new"
  mv -T "$base/current.new" "$base/current"
}

restart_all() {
  local port
  for port; do
    $restart"$port" && healthy "$port" || return 1
  done
}

[ -f "$env" ] || fail "$env is missing: it has the site's variables."
# One key for all builds, so that a form of the last build can be posted to the next. It is made once.
read_key() { sed -n 's/^NEXT_SERVER_ACTIONS_ENCRYPTION_KEY=//p' "$env" | tail -n 1 | tr -d "\"'"; }
[ -n "$(read_key)" ] || printf '\nNEXT_SERVER_ACTIONS_ENCRYPTION_KEY=%s\n' "$(openssl rand -base64 32)" >> "$env"
NEXT_SERVER_ACTIONS_ENCRYPTION_KEY=$(read_key)
export NEXT_SERVER_ACTIONS_ENCRYPTION_KEY

old=$(readlink -f "$base/current" || true)
new=$base/releases/$(date -u +%Y%m%d%H%M%S)
mkdir -p "$base/releases"
# What was replaced more than an hour ago; a release's time is when it was replaced.
find "$base/releases" -mindepth 1 -maxdepth 1 -mmin +60 ! -path "$old" -exec rm -rf {} +

trial=
switched=
clean_up() {
  [ -z "$trial" ] || { kill "$trial" && wait "$trial"; } 2> /dev/null || true
  [ -n "$switched" ] || rm -rf "$new"
}
trap clean_up EXIT

mkdir "$new"
git -C "$source" archive HEAD | tar -x -C "$new"
(cd "$new" && bash -euo pipefail -c "$build") || fail 'The build failed. The running site is as it was.'
if id studio-site > /dev/null 2>&1; then chown -R studio-site "$new/.next/cache"; fi

# Pages that are open go on asking for the scripts of their build: those of every release that is still here are served
# too. Next reads the list of its files when it starts, so they are there before. The new build's own come last.
cp -R "$new/.next/static" "$new/own-static"
for static in "$base"/releases/*/own-static; do cp -R "$static/." "$new/.next/static/"; done

spare=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(String(s.address().port)); s.close() })')
(cd "$new" && NODE_ENV=production exec node --env-file="$env" scripts/watch-site.mjs --hostname 127.0.0.1 --port "$spare") &
trial=$!
healthy "$spare" "$trial" || fail 'The new build does not work here. The running site is as it was.'

point_current_at "$new"
switched=yes
if ! restart_all "$@"; then
  [ -n "$old" ] || fail 'The site did not start.'
  point_current_at "$old"
  restart_all "$@" || true
  fail 'The site did not start on the new build, so the last one runs again.'
fi
[ -z "$old" ] || touch "$old"
echo "The site is the build in $new."
