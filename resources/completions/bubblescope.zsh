#compdef bubblescope
# SPDX-License-Identifier: Apache-2.0
# Zsh completes bubblescope. Made from its options; BUBBLESCOPE_UPDATE_GOLDEN=1 manual_test writes it anew.

_bubblescope()
{
    _arguments \
        '*:FILE:_files' \
        '(-h --help)-h[Print this help message and exit]' \
        '(-h --help)--help[Print this help message and exit]' \
        '(--new --example file)--new[Start with a new schedule]' \
        '(--example --new file)--example[Start with the example]' \
        '(--theme)--theme=[Theme of this window\: system, light, dark, colorblind]:TEXT:(system light dark colorblind)' \
        '(--version)--version[Display program version information and exit]'
}

_bubblescope "$@"
