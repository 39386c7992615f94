#!/bin/sh
# nightly-backup.sh FOLDER KEEP: add a backup, named by its time in UTC, and delete all except the newest KEEP.
# The database is that of DATABASE_URL, as for the bot. If `liars-dice backup` fails, exit with its code and delete nothing.
set -eu
folder=$1
keep=$2
umask 077
mkdir -p "$folder"
rm -f "$folder"/liars-dice-*.partial # left by a run that was killed
liars-dice backup "$folder/liars-dice-$(date -u +%Y%m%dT%H%M%SZ)"
find "$folder" -maxdepth 1 -type f -name 'liars-dice-*Z' | sort -r | tail -n "+$((keep + 1))" | while read -r old; do
  rm -f "$old"
done
