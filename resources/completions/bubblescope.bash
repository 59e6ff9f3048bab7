# SPDX-License-Identifier: Apache-2.0
# Bash completes bubblescope. Made from its options; BUBBLESCOPE_UPDATE_GOLDEN=1 manual_test writes it anew.

_bubblescope()
{
    local current=${COMP_WORDS[COMP_CWORD]} before= command= options= commands= words= files= index
    ((COMP_CWORD > 0)) && before=${COMP_WORDS[COMP_CWORD - 1]}
    if [[ $current == = ]]; then
        current=
    elif [[ $before == = ]] && ((COMP_CWORD > 1)); then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    local value=
    case $command in
        '')
            options='-h --help --new --example --theme --version'
            case $before in
                --theme) value=yes words='system light dark colorblind' ;;
                *) files=yes ;;
            esac
            ;;
    esac
    local found=()
    if [[ $current == -* && -z $value ]]; then
        mapfile -t found < <(compgen -W "$options" -- "$current")
    else
        mapfile -t found < <(compgen -W "$commands $words" -- "$current"; [[ -z $files ]] || compgen -f -- "$current")
        [[ -z $files ]] || compopt -o filenames 2>/dev/null
    fi
    COMPREPLY=("${found[@]}")
}
complete -F _bubblescope bubblescope
