#!/bin/sh
# Sets up the course without a network, from the files beside this one.
# With arguments: runs that command of the course instead of `@COMMAND@`.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
case $here in
  *[[:space:],]*)
    echo "set-up: put the bundle into a folder without spaces and commas in its path: $here" >&2
    exit 2
    ;;
esac
if command -v sha256sum >/dev/null; then
  compare="sha256sum --quiet"
elif command -v shasum >/dev/null; then # as on macOS
  compare="shasum -a 256 --status"
else
  compare=
  echo "set-up: the bundle is not compared with its checksums: no sha256sum, no shasum" >&2
fi
[ -z "$compare" ] || (cd "$here" && $compare --check SHA256SUMS) || {
  echo "set-up: some of the bundle is not as it was made; copy it again" >&2
  exit 1
}
found=
for folder in "$here"/wheels/*/; do
  found="$found,$folder"
done
UV_FIND_LINKS=${found#,}
PIP_FIND_LINKS=$(echo "$UV_FIND_LINKS" | tr , ' ')
PIP_NO_INDEX=1
UV_NO_INDEX=1
UV_OFFLINE=1
MAVEN_OPTS="${MAVEN_OPTS:-} -Dmaven.repo.local=$here/jars"
GOPROXY="file://$here/modules/cache/download"
GOSUMDB=off # the course's lock has their hashes
export PIP_FIND_LINKS PIP_NO_INDEX UV_FIND_LINKS UV_NO_INDEX UV_OFFLINE MAVEN_OPTS GOPROXY GOSUMDB
[ $# -gt 0 ] || set -- @COMMAND@
exec "$here/course/course" "$@"
