#!/usr/bin/env bash
# Updates the site on a server of your own, or installs it; see docs/going-live.md.
#   /srv/studio-site/source/deploy/update.sh [PORT …]
# Builds what this checkout has committed in a folder beside the one that runs, tries it on a spare port, points
# /srv/studio-site/current at it and restarts studio-site@PORT, one after the other. If the build or its health check
# fails, the running site is left as it is. For another server: STUDIO_ENV, STUDIO_BUILD, STUDIO_RESTART.
set -euo pipefail
umask 022 # the site's own user has to read what root builds

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
    if curl --noproxy '*' --fail --silent --output /dev/null --max-time 10 "http://127.0.0.1:$1/api/health"; then return; fi
    [ -z "${2:-}" ] || kill -0 "$2" 2> /dev/null || break
    sleep 0.2
  done
  echo "The site on port $1 is not well: $(curl --noproxy '*' --silent --max-time 10 "http://127.0.0.1:$1/api/health")" >&2
  return 1
}

point_current_at() {
  ln -sfn "$1" "$base/current.new"
  mv -T "$base/current.new" "$base/current"
}

# Restarts the sites on these ports one after the other, until one is not well.
restart_all() {
  local port
  for port; do
    $restart"$port" 9>&- && healthy "$port" || return 1
  done
}

[ -f "$env" ] || fail "$env is missing: it has the site's variables."
# One key for all builds, so that a form of the last build can be posted to the next. It is made once.
read_key() { sed -n 's/^NEXT_SERVER_ACTIONS_ENCRYPTION_KEY=//p' "$env" | tail -n 1 | tr -d "\"'"; }
if [ -z "$(read_key)" ]; then
  key=$(openssl rand -base64 32)
  printf '\nNEXT_SERVER_ACTIONS_ENCRYPTION_KEY=%s\n' "$key" >> "$env"
fi
NEXT_SERVER_ACTIONS_ENCRYPTION_KEY=$(read_key)
export NEXT_SERVER_ACTIONS_ENCRYPTION_KEY

mkdir -p "$base/releases"
# The build has the key in it. Only the site's own user reads it.
if id studio-site > /dev/null 2>&1; then chgrp studio-site "$base/releases" && chmod 750 "$base/releases"; fi
exec 9> "$base/.update-lock" # what is started below does not get it, and so does not keep it
flock -n 9 || fail 'Another update is running.'

old=$([ ! -e "$base/current" ] || readlink -f "$base/current")
# What was replaced more than an hour ago; a release's time is when it was replaced.
find "$base/releases" -mindepth 1 -maxdepth 1 -type d -mmin +60 -print0 | while IFS= read -r -d '' release; do
  [ "$release" = "$old" ] || rm -rf "$release"
done

trial=
switched=
clean_up() {
  [ -z "$trial" ] || { kill "$trial" && wait "$trial"; } 2> /dev/null || true
  [ -n "$switched" ] || rm -rf "$new"
}

new=$(mktemp -d "$base/releases/$(date -u +%Y%m%d%H%M%S).XXXXXX")
trap clean_up EXIT
chmod 755 "$new"
git -C "$source" archive HEAD | tar -x -C "$new"
(cd "$new" && bash -euo pipefail -c "$build" 9>&-) || fail 'The build failed. The running site is as it was.'
if id studio-site > /dev/null 2>&1; then chown -R studio-site "$new/.next/cache"; fi

# Pages that are open go on asking for the scripts of their build: those of every release that is still here are served
# too. Next reads the list of its files when it starts, so they are there before. The new build's own come last.
cp -R "$new/.next/static" "$new/own-static"
for static in "$base"/releases/*/own-static; do cp -R "$static/." "$new/.next/static/"; done

spare=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(String(s.address().port)); s.close() })')
(cd "$new" && NODE_ENV=production exec node --env-file="$env" scripts/watch-site.mjs --hostname 127.0.0.1 --port "$spare" 9>&-) &
trial=$!
healthy "$spare" "$trial" || fail 'The new build does not work here. The running site is as it was.'

switched=yes
point_current_at "$new"
if ! restart_all "$@"; then
  [ -n "$old" ] || fail 'The site did not start.'
  point_current_at "$old"
  unwell=
  for port; do restart_all "$port" || unwell="$unwell $port"; done
  [ -z "$unwell" ] || fail "The site did not start on the new build, and on the last one not on these ports:$unwell"
  fail 'The site did not start on the new build, so the last one runs again.'
fi
[ -z "$old" ] || touch "$old"
echo "The site is the build in $new."
