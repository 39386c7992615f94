#!/bin/sh
# gather-programs.sh FROM TO: copy pg_dump, pg_restore and psql with their libraries into a folder. The programs run
# on any machine with the same C library. A small shell script for each program sets the path of its libraries, so
# that other programs do not use them.
set -eu
from=$1
to=$2
mkdir -p "$to/bin" "$to/lib"
for program in pg_dump pg_restore psql; do
  cp -L "$from/$program" "$to/bin/$program"
  ldd "$from/$program" | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' |
    grep -v -E '/(libc|libm|libdl|librt|libpthread|libresolv)\.so' | while read -r library; do
      cp -L "$library" "$to/lib/"
    done
  printf '#!/bin/sh\nLD_LIBRARY_PATH=%s/lib exec %s/bin/%s "$@"\n' "$to" "$to" "$program" > "$to/$program"
  chmod 0755 "$to/$program" "$to/bin/$program"
done
