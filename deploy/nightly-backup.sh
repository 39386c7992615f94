#!/bin/sh
# nightly-backup.sh FOLDER KEEP: one backup more, named by its moment in UTC, and all but the newest KEEP of them gone.
# The database is that of DATABASE_URL, as for the bot. Ends with what `liars-dice backup` ends with; then nothing goes.
set -eu
folder=$1
keep=$2
umask 077
mkdir -p "$folder"
rm -f "$folder"/liars-dice-*.partial # of a run that was killed
liars-dice backup "$folder/liars-dice-$(date -u +%Y%m%dT%H%M%SZ)"
find "$folder" -maxdepth 1 -type f -name 'liars-dice-*Z' | sort -r | tail -n "+$((keep + 1))" | while read -r old; do
  rm -f "$old"
done
