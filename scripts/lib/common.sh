# shellcheck shell=bash
# What the scripts share. Sourced, after `set -euo pipefail`; sets `root`, the project's folder.

# shellcheck disable=SC2034
root=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/../.." && pwd -P)
program=$(basename -- "$0")

say() {
    printf '%s: %s\n' "$program" "$*"
}

fail() {
    printf '%s: %s\n' "$program" "$*" >&2
    exit 1
}

# Puts Swift on PATH: where it is already, or where its installers and people put it.
find_swift() {
    command -v swift >/dev/null && return
    local folder
    for folder in "${HOME:-/root}/.local/share/swiftly/bin" "${HOME:-/root}/.swiftly/bin" /opt/swift/usr/bin \
        /usr/local/swift/usr/bin /usr/share/swift/usr/bin /usr/libexec/swift/bin "${HOME:-/root}"/swift*/usr/bin \
        /opt/swift*/usr/bin; do
        if [[ -x $folder/swift ]]; then
            PATH=$folder:$PATH
            export PATH
            return
        fi
    done
    fail "Swift is not on PATH, nor where it is usually put; get it from https://www.swift.org/install/linux"
}

# Where sound can come out of this computer: a `card`, a `pipewire` or `pulse` server of this session, or `none`.
sound_device() {
    local runtime=${PIPEWIRE_RUNTIME_DIR:-${XDG_RUNTIME_DIR:-}}
    if grep -qs '^ *[0-9]' /proc/asound/cards; then
        echo card
    elif [[ -n $runtime && -S $runtime/pipewire-0 ]]; then
        echo pipewire
    elif [[ -n ${PULSE_SERVER:-} || (-n $runtime && -S $runtime/pulse/native) ]]; then
        echo pulse
    else
        echo none
    fi
}
