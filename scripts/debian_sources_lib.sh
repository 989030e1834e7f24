# shellcheck shell=bash
# Sourced by scripts that download Debian's source packages. The system may have
# no deb-src lines; its own archives are asked through a configuration that
# stands in a folder of the caller's, so this needs no rights and leaves the
# system's be.

# Prints for apt, below DIR, the configured archives as sources of sources.
write_source_lists() {
  local dir=$1 etc list=/etc/apt/sources.list parts=/etc/apt/sources.list.d file number=0
  etc=$(apt-config shell list Dir::Etc::sourcelist/f parts Dir::Etc::sourceparts/d)
  eval "$etc"
  for file in "$list" "$parts"/*.list; do
    if [[ ! -r $file ]]; then continue; fi
    number=$((number + 1))
    sed -nE 's/^[[:space:]]*deb[[:space:]]/deb-src /p' "$file" >"$dir/$number.list"
  done
  for file in "$parts"/*.sources; do
    if [[ ! -r $file ]]; then continue; fi
    number=$((number + 1))
    sed -E 's/^[Tt]ypes:.*/Types: deb-src/' "$file" >"$dir/$number.sources"
  done
}

# prepare_debian_sources DIR: sets source_apt, the options with which apt-get and
# apt-cache know of source packages, and downloads the lists. What apt prints goes
# to DIR/log. One archive of several may be out of reach: that is no error here.
prepare_debian_sources() {
  local dir=$1
  mkdir -p -- "$dir/sources.d" "$dir/lists/partial" "$dir/cache/archives/partial"
  write_source_lists "$dir/sources.d"
  source_apt=(-qq
    -o "Dir::Etc::sourcelist=/dev/null" -o "Dir::Etc::sourceparts=$dir/sources.d"
    -o "Dir::State::lists=$dir/lists" -o "Dir::Cache=$dir/cache"
    -o APT::Sandbox::User=root -o Acquire::Languages=none
    -o Acquire::Retries=1 -o Acquire::http::Timeout=20 -o Acquire::https::Timeout=20)
  timeout 300 apt-get "${source_apt[@]}" update </dev/null >"$dir/log" 2>&1 || true
}
