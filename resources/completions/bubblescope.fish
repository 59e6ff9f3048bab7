# SPDX-License-Identifier: Apache-2.0
# Fish completes bubblescope. Made from its options; BUBBLESCOPE_UPDATE_GOLDEN=1 manual_test writes it anew.

complete -c bubblescope -F -d 'Schedules to open: PyTorch CSV or .bubble'
complete -c bubblescope -s h -l help -d 'Print this help message and exit'
complete -c bubblescope -l new -d 'Start with a new schedule'
complete -c bubblescope -l example -d 'Start with the example'
complete -c bubblescope -l theme -r -f -a 'system light dark colorblind' -d 'Theme of this window: system, light, dark, colorblind'
complete -c bubblescope -l version -d 'Display program version information and exit'
