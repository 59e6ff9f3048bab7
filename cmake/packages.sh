# SPDX-License-Identifier: Apache-2.0
# Sourced by ./run and ./test: Debian packages, and installing what is missing after asking.
# shellcheck shell=sh

core_packages="g++ cmake ninja-build ccache pkg-config zlib1g-dev libsimdjson-dev libsqlite3-dev libpcre2-dev libfmt-dev libexpected-dev nlohmann-json3-dev libcli11-dev"
build_packages="$core_packages \
qt6-base-dev libqt6opengl6-dev qt6-charts-dev qt6-svg-dev qt6-tools-dev qt6-l10n-tools qt6-translations-l10n libgl-dev fonts-inter fonts-dejavu-core"
test_packages="libbenchmark-dev clang-format clang-tidy git man-db desktop-file-utils appstream libxml2-utils shared-mime-info dpkg-dev file zsh fish clang libclang-rt-14-dev coinor-libcbc-dev python3-venv python3-dev chromium python3-markdown python3-yaml patchelf xz-utils"
interop_packages="python3 python3-venv python3-dev"
wheel_packages="$core_packages $interop_packages"

assume_yes= # not empty: install without asking

say() { printf '%s\n' "$*" >&2; }

missing_packages() {
    for package in "$@"; do
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || printf '%s ' "$package"
    done
}

# Whether the missing packages $* may be installed: asks where a person is at the terminal, unless --yes was given.
may_install() {
    say "These packages are missing and will be installed by apt-get: $*"
    if [ -n "$assume_yes" ] || [ ! -t 0 ] || [ ! -t 2 ]; then
        return 0
    fi
    printf 'Install them now? [Y/n] ' >&2
    read -r answer || answer=n
    case $answer in
        "" | [Yy]*) return 0 ;;
    esac
    say "Nothing was installed. To install them yourself: sudo apt-get install $*"
    return 1
}

install_packages() {
    if ! command -v apt-get >/dev/null 2>&1; then
        say "This is not a Debian system: install the equivalents of these packages yourself: $*"
        return 0
    fi
    missing=$(missing_packages "$@")
    [ -n "$missing" ] || return 0
    # shellcheck disable=SC2086
    may_install $missing || return 1
    as_root=
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null 2>&1 || { say "Run as root, or install sudo: $missing"; return 1; }
        as_root="sudo -n"
        sudo -n true 2>/dev/null || as_root=sudo
    fi
    log=$(mktemp)
    # shellcheck disable=SC2086
    if ! { $as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq &&
           $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing; } >"$log" 2>&1; then
        tail -n 20 "$log" >&2
        rm -f "$log"
        say "apt-get could not install: $missing"
        return 1
    fi
    rm -f "$log"
}

# Installs PyTorch into the virtual environment $1, unless it is there; what follows are pip's arguments.
install_pytorch() {
    if "$1/bin/python" -c 'import torch.distributed.pipelining' >/dev/null 2>&1; then
        return 0
    fi
    say "Installing PyTorch from PyPI into $1 (minutes)"
    rm -rf "$1"
    mkdir -p "$(dirname "$1")"
    python3 -m venv "$1" || { say "python3 could not make a virtual environment in $1"; return 1; }
    environment=$1
    shift
    "$environment/bin/pip" install --quiet --disable-pip-version-check --no-cache-dir "$@" >&2 || {
        say "pip could not install PyTorch into $environment"
        rm -rf "$environment"
        return 1
    }
}

# Has the compiler's cache, where there is one, serve all builds of the checkout and other clones.
share_compiled() {
    BUBBLESCOPE_LAUNCHER=$(command -v ccache || true)
    export BUBBLESCOPE_LAUNCHER
    # Paths below the checkout count as relative, so that another clone finds what this one compiled.
    # Precompiled headers want the sloppiness: they keep no defines, and no code here asks for the time.
    export CCACHE_BASEDIR="$root" CCACHE_NOHASHDIR=true CCACHE_SLOPPINESS=pch_defines,time_macros
}

# Configures the preset $1 and builds the targets that follow (none: all). A subshell: its variables stay its own.
build_preset() (
    wanted=$1
    shift
    share_compiled
    cmake --preset "$wanted" -Wno-dev --log-level=WARNING >/dev/null || exit 1
    if [ $# -gt 0 ]; then
        set -- --target "$@"
    fi
    cmake --build --preset "$wanted" --parallel "$(nproc)" "$@" >&2
)

# Builds the wheel of the checkout into the folder $1; what pip needs for it comes from PyPI. A subshell, as below.
make_wheel() (
    share_compiled
    CMAKE_CXX_COMPILER_LAUNCHER=$BUBBLESCOPE_LAUNCHER
    export CMAKE_CXX_COMPILER_LAUNCHER
    tools=$(mktemp -d)
    trap 'rm -rf "$tools"' EXIT
    python3 -m venv "$tools" || { say "python3 could not make a virtual environment in $tools"; exit 1; }
    "$tools/bin/pip" wheel "$root" --quiet --disable-pip-version-check --no-deps --wheel-dir "$1"
)
