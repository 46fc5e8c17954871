#!/usr/bin/env bash
# Updates the site on a server of your own, or installs it; see docs/going-live.md.
#   /srv/studio-site/source/deploy/update.sh [--back] [PORT …]
# Builds this checkout's commit in a new folder, tries the build on a spare port, points /srv/studio-site/current at it
# and restarts studio-site@PORT, one after the other. If the build or its health check fails, the running site stays
# unchanged. With --back it takes the previous build instead of a new one. Root itself runs none of the site's code:
# studio-build builds it, and studio-site tries it. Variables for another setup: STUDIO_ENV, STUDIO_BUILD,
# STUDIO_RESTART, STUDIO_BUILDER, STUDIO_USER.
set -euo pipefail
umask 022 # the site's own user must be able to read the build

source=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
base=$(dirname "$source")
env=${STUDIO_ENV:-/etc/studio-site.env}
build=${STUDIO_BUILD:-npm ci --include=dev && npm run build && npm prune --omit=dev}
restart=${STUDIO_RESTART:-systemctl restart studio-site@} # the command ends with the port
builder=${STUDIO_BUILDER:-studio-build}
user=${STUDIO_USER:-studio-site}
root=$([ "$(id -u)" != 0 ] || echo yes)

fail() {
  echo "$1" >&2
  exit 1
}

# Replaces the (sub)shell by a command that sees only these variables, PATH and HOME. Root runs the command as USER.
#   become USER "NAME …" COMMAND …
become() {
  local name keep=" $2 PATH HOME " as=()
  if [ -n "$root" ]; then
    as=(setpriv --reuid "$1" --regid "$(id -g "$1")" --init-groups --no-new-privs)
    HOME=$(getent passwd "$1" | cut -d: -f6)
  fi
  shift 2
  for name in $(compgen -e); do [[ $keep == *" $name "* ]] || export -n "${name?}"; done
  exec "${as[@]}" "$@"
}

health() { curl --noproxy '*' --silent --max-time 10 "http://127.0.0.1:$1/api/health" "${@:2}"; }

# Waits until the site on PORT is healthy with the build of FOLDER. Fails if it runs another build or PROCESS ends.
#   healthy PORT FOLDER [PROCESS]
healthy() {
  local id
  id=$(cat "$2/.next/BUILD_ID")
  for _ in {1..150}; do
    case $(health "$1" --fail) in
      *"\"build\":\"$id\""*) return ;;
      ?*) break ;; # another build; waiting would not change it
    esac
    [ -z "${3:-}" ] || kill -0 "$3" 2> /dev/null || break
    sleep 0.2
  done
  echo "The site on port $1 is not well, or not the build $id: $(health "$1")" >&2
  return 1
}

point_current_at() {
  ln -sfn "$1" "$base/current.new"
  mv -T "$base/current.new" "$base/current"
}

# Restarts the site on each port in turn. Stops and fails at the first port that does not become healthy with FOLDER.
#   restart_all FOLDER PORT …
restart_all() {
  local folder=$1 port
  shift
  for port; do
    $restart"$port" 9>&- && healthy "$port" "$folder" || return 1
  done
}

[ -f "$env" ] || fail "$env is missing: it has the site's variables."
[ -r "$env" ] || fail "Only root reads $env, so run this as root."
if [ -n "$root" ]; then
  for name in "$user" "$builder"; do
    id "$name" > /dev/null 2>&1 || fail "There is no user $name; docs/going-live.md says how to make it."
  done
fi
# All builds share one key, created by the first update, so that a page of an old build can post its form to a new one.
read_key() { sed -n 's/^NEXT_SERVER_ACTIONS_ENCRYPTION_KEY=//p' "$env" | tail -n 1 | tr -d "\"'"; }
if [ -z "$(read_key)" ]; then
  key=$(openssl rand -base64 32)
  printf '\nNEXT_SERVER_ACTIONS_ENCRYPTION_KEY=%s\n' "$key" >> "$env"
fi
NEXT_SERVER_ACTIONS_ENCRYPTION_KEY=$(read_key)
export NEXT_SERVER_ACTIONS_ENCRYPTION_KEY

mkdir -p "$base/releases"
# A build contains the key, so only the site's own user and the builder may read the folder of the releases.
if [ -n "$root" ]; then chgrp "$(id -g "$user")" "$base/releases" && chmod 750 "$base/releases"; fi
exec 9> "$base/.update-lock" # every command that may outlive this script closes it (9>&-)
flock -n 9 || fail 'Another update is running.'

old=$([ ! -e "$base/current" ] || readlink -f "$base/current")
made_here='20????????????.??????' # the pattern of a release's name

# Builds the commit of the checkout in a new release folder, and sets `new` to that folder.
build_new() {
  # Deletes releases that were replaced more than an hour ago. The script touches a folder when it replaces the release.
  find "$base/releases" -mindepth 1 -maxdepth 1 -type d -name "$made_here" -mmin +60 -print0 |
    while IFS= read -r -d '' release; do
      [ "$release" = "$old" ] || rm -rf "$release"
    done

  new=$(mktemp -d "$base/releases/$(date -u +%Y%m%d%H%M%S).XXXXXX")
  unfinished=$new
  chmod 755 "$new"
  [ -z "$root" ] || chown "$builder" "$new"
  git -C "$source" archive HEAD | (become "$builder" '' tar -x -C "$new" 9>&-)
  # Open pages still request the scripts of their old build, so the new build also serves the scripts of every kept
  # release. The copies precede the start, because Next lists its files then. The build's own scripts come last and win.
  local keep_scripts='cp -R .next/static own-static
for static in ../*/own-static; do cp -R "$static/." .next/static/; done'
  (cd "$new" && become "$builder" NEXT_SERVER_ACTIONS_ENCRYPTION_KEY bash -euo pipefail -c "$build
$keep_scripts" 9>&-) || fail 'The build failed. The running site is as it was.'
  # From now on only root can change the build.
  if [ -n "$root" ]; then chown -R root: "$new" && chmod -R go-w "$new" && chown -R "$user" "$new/.next/cache"; fi
}

trial=
unfinished=
clean_up() {
  [ -z "$trial" ] || { kill "$trial" && wait "$trial"; } 2> /dev/null || true
  [ -z "$unfinished" ] || rm -rf "$unfinished"
}
trap clean_up EXIT

if [ "${1:-}" = --back ]; then
  shift
  new=$(find "$base/releases" -mindepth 1 -maxdepth 1 -type d -name "$made_here" ! -path "$old" -printf '%T@ %p\n' | sort -n | sed -n '$s/[^ ]* //p')
  [ -n "$new" ] || fail 'There is no other build to go back to.'
else
  build_new
fi

spare=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(String(s.address().port)); s.close() })')
# Only root may read the environment file, so root passes its variables to the trial site.
print_variables='for (const pair of Object.entries(process.env)) process.stdout.write(`${pair.join("=")}\0`)'
(
  names=NODE_ENV
  export NODE_ENV=production
  while IFS= read -r -d '' pair; do
    export "${pair?}"
    names="$names ${pair%%=*}"
  done < <(env -i "$(command -v node)" --env-file="$env" -e "$print_variables")
  cd "$new" && become "$user" "$names" node scripts/watch-site.mjs --hostname 127.0.0.1 --port "$spare" 9>&-
) &
trial=$!
healthy "$spare" "$new" "$trial" || fail "The build in $new does not work here. The running site is as it was."

# Gives the old build the new build's scripts, because pages of the new build stay open after a return to the old one.
[ ! -d "$old/own-static" ] || tar -c -C "$new/own-static" . | tar -x -C "$old/.next/static" --skip-old-files

unfinished=
point_current_at "$new"
if ! restart_all "$new" "$@"; then
  [ -n "$old" ] || fail 'The site did not start.'
  point_current_at "$old"
  touch -d @0 "$new" # --back skips it, and the next update deletes it
  still_down=
  for port; do restart_all "$old" "$port" || still_down="$still_down $port"; done
  [ -z "$still_down" ] || fail "The site did not start on the new build, and on the last one not on these ports:$still_down"
  fail 'The site did not start on the new build, so the last one runs again.'
fi
[ -z "$old" ] || touch "$old"
echo "The site is the build in $new."
