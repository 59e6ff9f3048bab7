# SPDX-License-Identifier: Apache-2.0
# Bash completes bubblescope-cli. Made from its options; BUBBLESCOPE_UPDATE_GOLDEN=1 manual_test writes it anew.

_bubblescope_cli()
{
    local current=${COMP_WORDS[COMP_CWORD]} before= command= options= commands= words= files= index
    ((COMP_CWORD > 0)) && before=${COMP_WORDS[COMP_CWORD - 1]}
    if [[ $current == = ]]; then
        current=
    elif [[ $before == = ]] && ((COMP_CWORD > 1)); then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    local value=
    for ((index = 1; index < COMP_CWORD; ++index)); do
        case ${COMP_WORDS[index]} in
            schedules | generate | simulate | validate | layout | render | convert | compare | sweep | search | trace | slowdown | calibrate | probe)
                command=${COMP_WORDS[index]}
                break
                ;;
        esac
    done
    case $command in
        '')
            options='-h --help --version --quiet'
            case $before in
            esac
            ;;
        schedules)
            options='-h --help --json --quiet'
            case $before in
                *) words='gpipe 1f1b eager-1f1b 1f1b-overlap seq1f1b interleaved-1f1b interleaved-1f1b-overlap megatron-interleaved group-interleaved-1f1b looped-bfs hanayo interleaved-zero-bubble zb-h1 zb-h2 zb-auto zbv zbv-handcrafted zbv-auto v-min v-half v-adaptive v1f1b dualpipe dualpipev chimera' ;;
            esac
            ;;
        generate)
            options='-h --help --ranks --microbatches --stages-per-rank --placement --option --costs --stand-in-transfers --profile --forward --backward --backward-input --backward-weight --overlap --p2p-latency --activation-kept-until-weight --time-per --memory-limit --host-factor --step-head --reduce-gradients --tied-embedding --clip --optimizer --gather-parameters --step-finish --recompute --activation-recomputed --offload --communicator-buffers --workspace --device-memory --host-memory --microbatch-times --microbatch-lengths --attention-share --sequence-slices --offload-bandwidth --offloads-in-flight --what-if --device --layout -o --output --with --padded --spaced --quiet'
            case $before in
                --ranks) value=yes ;;
                --microbatches) value=yes ;;
                --stages-per-rank) value=yes ;;
                --placement) value=yes words='loop v block mirror' ;;
                --option) value=yes ;;
                --costs) value=yes files=yes ;;
                --profile) value=yes words='strict pp-schedule-visualization pp-schedule-visualization-sync' ;;
                --forward) value=yes ;;
                --backward) value=yes ;;
                --backward-input) value=yes ;;
                --backward-weight) value=yes ;;
                --overlap) value=yes words='sum max' ;;
                --p2p-latency) value=yes ;;
                --activation-kept-until-weight) value=yes ;;
                --time-per) value=yes words='stage rank' ;;
                --memory-limit) value=yes ;;
                --host-factor) value=yes ;;
                --step-head) value=yes ;;
                --reduce-gradients) value=yes ;;
                --tied-embedding) value=yes ;;
                --clip) value=yes ;;
                --optimizer) value=yes ;;
                --gather-parameters) value=yes ;;
                --step-finish) value=yes ;;
                --recompute) value=yes ;;
                --activation-recomputed) value=yes ;;
                --offload) value=yes ;;
                --communicator-buffers) value=yes ;;
                --workspace) value=yes ;;
                --device-memory) value=yes ;;
                --host-memory) value=yes ;;
                --microbatch-times) value=yes files=yes ;;
                --microbatch-lengths) value=yes files=yes ;;
                --attention-share) value=yes ;;
                --sequence-slices) value=yes ;;
                --offload-bandwidth) value=yes ;;
                --offloads-in-flight) value=yes ;;
                --what-if) value=yes ;;
                --device) value=yes ;;
                --layout) value=yes ;;
                -o | --output) value=yes files=yes ;;
                --with) value=yes words='send-recv fsdp torch strip merge-backward recompute offload vocabulary parts tail' ;;
                *) words='gpipe 1f1b eager-1f1b 1f1b-overlap seq1f1b interleaved-1f1b interleaved-1f1b-overlap megatron-interleaved group-interleaved-1f1b looped-bfs hanayo interleaved-zero-bubble zb-h1 zb-h2 zb-auto zbv zbv-handcrafted zbv-auto v-min v-half v-adaptive v1f1b dualpipe dualpipev chimera' files=yes ;;
            esac
            ;;
        simulate)
            options='-h --help --ranks --microbatches --stages-per-rank --placement --option --costs --stand-in-transfers --profile --forward --backward --backward-input --backward-weight --overlap --p2p-latency --activation-kept-until-weight --time-per --memory-limit --host-factor --step-head --reduce-gradients --tied-embedding --clip --optimizer --gather-parameters --step-finish --recompute --activation-recomputed --offload --communicator-buffers --workspace --device-memory --host-memory --microbatch-times --microbatch-lengths --attention-share --sequence-slices --offload-bandwidth --offloads-in-flight --what-if --device --layout --with --json --actions --bubbles --memory --quiet'
            case $before in
                --ranks) value=yes ;;
                --microbatches) value=yes ;;
                --stages-per-rank) value=yes ;;
                --placement) value=yes words='loop v block mirror' ;;
                --option) value=yes ;;
                --costs) value=yes files=yes ;;
                --profile) value=yes words='strict pp-schedule-visualization pp-schedule-visualization-sync' ;;
                --forward) value=yes ;;
                --backward) value=yes ;;
                --backward-input) value=yes ;;
                --backward-weight) value=yes ;;
                --overlap) value=yes words='sum max' ;;
                --p2p-latency) value=yes ;;
                --activation-kept-until-weight) value=yes ;;
                --time-per) value=yes words='stage rank' ;;
                --memory-limit) value=yes ;;
                --host-factor) value=yes ;;
                --step-head) value=yes ;;
                --reduce-gradients) value=yes ;;
                --tied-embedding) value=yes ;;
                --clip) value=yes ;;
                --optimizer) value=yes ;;
                --gather-parameters) value=yes ;;
                --step-finish) value=yes ;;
                --recompute) value=yes ;;
                --activation-recomputed) value=yes ;;
                --offload) value=yes ;;
                --communicator-buffers) value=yes ;;
                --workspace) value=yes ;;
                --device-memory) value=yes ;;
                --host-memory) value=yes ;;
                --microbatch-times) value=yes files=yes ;;
                --microbatch-lengths) value=yes files=yes ;;
                --attention-share) value=yes ;;
                --sequence-slices) value=yes ;;
                --offload-bandwidth) value=yes ;;
                --offloads-in-flight) value=yes ;;
                --what-if) value=yes ;;
                --device) value=yes ;;
                --layout) value=yes ;;
                --with) value=yes words='send-recv fsdp torch strip merge-backward recompute offload vocabulary parts tail' ;;
                *) words='gpipe 1f1b eager-1f1b 1f1b-overlap seq1f1b interleaved-1f1b interleaved-1f1b-overlap megatron-interleaved group-interleaved-1f1b looped-bfs hanayo interleaved-zero-bubble zb-h1 zb-h2 zb-auto zbv zbv-handcrafted zbv-auto v-min v-half v-adaptive v1f1b dualpipe dualpipev chimera' files=yes ;;
            esac
            ;;
        validate)
            options='-h --help --ranks --microbatches --stages-per-rank --placement --option --costs --stand-in-transfers --profile --forward --backward --backward-input --backward-weight --overlap --p2p-latency --activation-kept-until-weight --time-per --memory-limit --host-factor --step-head --reduce-gradients --tied-embedding --clip --optimizer --gather-parameters --step-finish --recompute --activation-recomputed --offload --communicator-buffers --workspace --device-memory --host-memory --microbatch-times --microbatch-lengths --attention-share --sequence-slices --offload-bandwidth --offloads-in-flight --what-if --device --layout --json --sends --with --quiet'
            case $before in
                --ranks) value=yes ;;
                --microbatches) value=yes ;;
                --stages-per-rank) value=yes ;;
                --placement) value=yes words='loop v block mirror' ;;
                --option) value=yes ;;
                --costs) value=yes files=yes ;;
                --profile) value=yes words='strict pp-schedule-visualization pp-schedule-visualization-sync' ;;
                --forward) value=yes ;;
                --backward) value=yes ;;
                --backward-input) value=yes ;;
                --backward-weight) value=yes ;;
                --overlap) value=yes words='sum max' ;;
                --p2p-latency) value=yes ;;
                --activation-kept-until-weight) value=yes ;;
                --time-per) value=yes words='stage rank' ;;
                --memory-limit) value=yes ;;
                --host-factor) value=yes ;;
                --step-head) value=yes ;;
                --reduce-gradients) value=yes ;;
                --tied-embedding) value=yes ;;
                --clip) value=yes ;;
                --optimizer) value=yes ;;
                --gather-parameters) value=yes ;;
                --step-finish) value=yes ;;
                --recompute) value=yes ;;
                --activation-recomputed) value=yes ;;
                --offload) value=yes ;;
                --communicator-buffers) value=yes ;;
                --workspace) value=yes ;;
                --device-memory) value=yes ;;
                --host-memory) value=yes ;;
                --microbatch-times) value=yes files=yes ;;
                --microbatch-lengths) value=yes files=yes ;;
                --attention-share) value=yes ;;
                --sequence-slices) value=yes ;;
                --offload-bandwidth) value=yes ;;
                --offloads-in-flight) value=yes ;;
                --what-if) value=yes ;;
                --device) value=yes ;;
                --layout) value=yes ;;
                --sends) value=yes words='buffered rendezvous' ;;
                --with) value=yes words='send-recv fsdp torch strip merge-backward recompute offload vocabulary parts tail' ;;
                *) words='gpipe 1f1b eager-1f1b 1f1b-overlap seq1f1b interleaved-1f1b interleaved-1f1b-overlap megatron-interleaved group-interleaved-1f1b looped-bfs hanayo interleaved-zero-bubble zb-h1 zb-h2 zb-auto zbv zbv-handcrafted zbv-auto v-min v-half v-adaptive v1f1b dualpipe dualpipev chimera' files=yes ;;
            esac
            ;;
        layout)
            options='-h --help --ranks --stages-per-rank --layers --mtp-layers --order --weight-gradients --json --quiet'
            case $before in
                --ranks) value=yes ;;
                --stages-per-rank) value=yes ;;
                --layers) value=yes ;;
                --mtp-layers) value=yes ;;
                --order) value=yes words='gpipe 1f1b eager-1f1b 1f1b-overlap seq1f1b interleaved-1f1b interleaved-1f1b-overlap megatron-interleaved group-interleaved-1f1b looped-bfs hanayo interleaved-zero-bubble zb-h1 zb-h2 zb-auto zbv zbv-handcrafted zbv-auto v-min v-half v-adaptive v1f1b dualpipe dualpipev chimera' ;;
            esac
            ;;
        render)
            options='-h --help --ranks --microbatches --stages-per-rank --placement --option --costs --stand-in-transfers --profile --forward --backward --backward-input --backward-weight --overlap --p2p-latency --activation-kept-until-weight --time-per --memory-limit --host-factor --step-head --reduce-gradients --tied-embedding --clip --optimizer --gather-parameters --step-finish --recompute --activation-recomputed --offload --communicator-buffers --workspace --device-memory --host-memory --microbatch-times --microbatch-lengths --attention-share --sequence-slices --offload-bandwidth --offloads-in-flight --what-if --device --layout --with -o --output --target --font-size --width --height --scale --transparent --page --theme --title --no-title --no-legend --no-metrics --memory --memory-parts --labels --from --to --rank-range --quiet'
            case $before in
                --ranks) value=yes ;;
                --microbatches) value=yes ;;
                --stages-per-rank) value=yes ;;
                --placement) value=yes words='loop v block mirror' ;;
                --option) value=yes ;;
                --costs) value=yes files=yes ;;
                --profile) value=yes words='strict pp-schedule-visualization pp-schedule-visualization-sync' ;;
                --forward) value=yes ;;
                --backward) value=yes ;;
                --backward-input) value=yes ;;
                --backward-weight) value=yes ;;
                --overlap) value=yes words='sum max' ;;
                --p2p-latency) value=yes ;;
                --activation-kept-until-weight) value=yes ;;
                --time-per) value=yes words='stage rank' ;;
                --memory-limit) value=yes ;;
                --host-factor) value=yes ;;
                --step-head) value=yes ;;
                --reduce-gradients) value=yes ;;
                --tied-embedding) value=yes ;;
                --clip) value=yes ;;
                --optimizer) value=yes ;;
                --gather-parameters) value=yes ;;
                --step-finish) value=yes ;;
                --recompute) value=yes ;;
                --activation-recomputed) value=yes ;;
                --offload) value=yes ;;
                --communicator-buffers) value=yes ;;
                --workspace) value=yes ;;
                --device-memory) value=yes ;;
                --host-memory) value=yes ;;
                --microbatch-times) value=yes files=yes ;;
                --microbatch-lengths) value=yes files=yes ;;
                --attention-share) value=yes ;;
                --sequence-slices) value=yes ;;
                --offload-bandwidth) value=yes ;;
                --offloads-in-flight) value=yes ;;
                --what-if) value=yes ;;
                --device) value=yes ;;
                --layout) value=yes ;;
                --with) value=yes words='send-recv fsdp torch strip merge-backward recompute offload vocabulary parts tail' ;;
                -o | --output) value=yes files=yes ;;
                --target) value=yes words='one-column two-columns slide screen' ;;
                --font-size) value=yes words='7 8 14' ;;
                --width) value=yes ;;
                --height) value=yes ;;
                --scale) value=yes ;;
                --page) value=yes words='fit A4 A3 letter white transparent' ;;
                --theme) value=yes words='light dark colorblind print colorblind-dark contrast contrast-dark' ;;
                --title) value=yes ;;
                --labels) value=yes words='auto all none' ;;
                --from) value=yes ;;
                --to) value=yes ;;
                --rank-range) value=yes ;;
                *) words='gpipe 1f1b eager-1f1b 1f1b-overlap seq1f1b interleaved-1f1b interleaved-1f1b-overlap megatron-interleaved group-interleaved-1f1b looped-bfs hanayo interleaved-zero-bubble zb-h1 zb-h2 zb-auto zbv zbv-handcrafted zbv-auto v-min v-half v-adaptive v1f1b dualpipe dualpipev chimera' files=yes ;;
            esac
            ;;
        convert)
            options='-h --help --ranks --microbatches --stages-per-rank --placement --option --costs --stand-in-transfers --profile --forward --backward --backward-input --backward-weight --overlap --p2p-latency --activation-kept-until-weight --time-per --memory-limit --host-factor --step-head --reduce-gradients --tied-embedding --clip --optimizer --gather-parameters --step-finish --recompute --activation-recomputed --offload --communicator-buffers --workspace --device-memory --host-memory --microbatch-times --microbatch-lengths --attention-share --sequence-slices --offload-bandwidth --offloads-in-flight --what-if --device --layout -o --output --quiet'
            case $before in
                --ranks) value=yes ;;
                --microbatches) value=yes ;;
                --stages-per-rank) value=yes ;;
                --placement) value=yes words='loop v block mirror' ;;
                --option) value=yes ;;
                --costs) value=yes files=yes ;;
                --profile) value=yes words='strict pp-schedule-visualization pp-schedule-visualization-sync' ;;
                --forward) value=yes ;;
                --backward) value=yes ;;
                --backward-input) value=yes ;;
                --backward-weight) value=yes ;;
                --overlap) value=yes words='sum max' ;;
                --p2p-latency) value=yes ;;
                --activation-kept-until-weight) value=yes ;;
                --time-per) value=yes words='stage rank' ;;
                --memory-limit) value=yes ;;
                --host-factor) value=yes ;;
                --step-head) value=yes ;;
                --reduce-gradients) value=yes ;;
                --tied-embedding) value=yes ;;
                --clip) value=yes ;;
                --optimizer) value=yes ;;
                --gather-parameters) value=yes ;;
                --step-finish) value=yes ;;
                --recompute) value=yes ;;
                --activation-recomputed) value=yes ;;
                --offload) value=yes ;;
                --communicator-buffers) value=yes ;;
                --workspace) value=yes ;;
                --device-memory) value=yes ;;
                --host-memory) value=yes ;;
                --microbatch-times) value=yes files=yes ;;
                --microbatch-lengths) value=yes files=yes ;;
                --attention-share) value=yes ;;
                --sequence-slices) value=yes ;;
                --offload-bandwidth) value=yes ;;
                --offloads-in-flight) value=yes ;;
                --what-if) value=yes ;;
                --device) value=yes ;;
                --layout) value=yes ;;
                -o | --output) value=yes files=yes ;;
                *) words='gpipe 1f1b eager-1f1b 1f1b-overlap seq1f1b interleaved-1f1b interleaved-1f1b-overlap megatron-interleaved group-interleaved-1f1b looped-bfs hanayo interleaved-zero-bubble zb-h1 zb-h2 zb-auto zbv zbv-handcrafted zbv-auto v-min v-half v-adaptive v1f1b dualpipe dualpipev chimera' files=yes ;;
            esac
            ;;
        compare)
            options='-h --help --measured --against --against-step --json -o --output --profiled --seed --ranks --microbatches --stages-per-rank --placement --option --costs --stand-in-transfers --profile --forward --backward --backward-input --backward-weight --overlap --p2p-latency --activation-kept-until-weight --time-per --memory-limit --host-factor --step-head --reduce-gradients --tied-embedding --clip --optimizer --gather-parameters --step-finish --recompute --activation-recomputed --offload --communicator-buffers --workspace --device-memory --host-memory --microbatch-times --microbatch-lengths --attention-share --sequence-slices --offload-bandwidth --offloads-in-flight --what-if --device --layout --step --replica --pattern --rank --keep-damaged --max-size --quiet'
            case $before in
                --measured) value=yes files=yes ;;
                --against) value=yes files=yes ;;
                --against-step) value=yes ;;
                -o | --output) value=yes files=yes ;;
                --seed) value=yes ;;
                --ranks) value=yes ;;
                --microbatches) value=yes ;;
                --stages-per-rank) value=yes ;;
                --placement) value=yes words='loop v block mirror' ;;
                --option) value=yes ;;
                --costs) value=yes files=yes ;;
                --profile) value=yes words='strict pp-schedule-visualization pp-schedule-visualization-sync' ;;
                --forward) value=yes ;;
                --backward) value=yes ;;
                --backward-input) value=yes ;;
                --backward-weight) value=yes ;;
                --overlap) value=yes words='sum max' ;;
                --p2p-latency) value=yes ;;
                --activation-kept-until-weight) value=yes ;;
                --time-per) value=yes words='stage rank' ;;
                --memory-limit) value=yes ;;
                --host-factor) value=yes ;;
                --step-head) value=yes ;;
                --reduce-gradients) value=yes ;;
                --tied-embedding) value=yes ;;
                --clip) value=yes ;;
                --optimizer) value=yes ;;
                --gather-parameters) value=yes ;;
                --step-finish) value=yes ;;
                --recompute) value=yes ;;
                --activation-recomputed) value=yes ;;
                --offload) value=yes ;;
                --communicator-buffers) value=yes ;;
                --workspace) value=yes ;;
                --device-memory) value=yes ;;
                --host-memory) value=yes ;;
                --microbatch-times) value=yes files=yes ;;
                --microbatch-lengths) value=yes files=yes ;;
                --attention-share) value=yes ;;
                --sequence-slices) value=yes ;;
                --offload-bandwidth) value=yes ;;
                --offloads-in-flight) value=yes ;;
                --what-if) value=yes ;;
                --device) value=yes ;;
                --layout) value=yes ;;
                --step) value=yes ;;
                --replica) value=yes ;;
                --pattern) value=yes ;;
                --rank) value=yes files=yes ;;
                --max-size) value=yes ;;
                *) words='gpipe 1f1b eager-1f1b 1f1b-overlap seq1f1b interleaved-1f1b interleaved-1f1b-overlap megatron-interleaved group-interleaved-1f1b looped-bfs hanayo interleaved-zero-bubble zb-h1 zb-h2 zb-auto zbv zbv-handcrafted zbv-auto v-min v-half v-adaptive v1f1b dualpipe dualpipev chimera' files=yes ;;
            esac
            ;;
        sweep)
            options='-h --help --ranks --microbatches --stages-per-rank --option --try --costs --stand-in-transfers --profile --forward --backward --backward-input --backward-weight --overlap --p2p-latency --activation-kept-until-weight --time-per --memory-limit --host-factor --step-head --reduce-gradients --tied-embedding --clip --optimizer --gather-parameters --step-finish --recompute --activation-recomputed --offload --communicator-buffers --workspace --device-memory --host-memory --microbatch-times --microbatch-lengths --attention-share --sequence-slices --offload-bandwidth --offloads-in-flight --what-if --device -o --output --resume --shard --join --threads --quiet'
            case $before in
                --ranks) value=yes ;;
                --microbatches) value=yes words='Microbatches likewise' ;;
                --stages-per-rank) value=yes ;;
                --option) value=yes ;;
                --try) value=yes ;;
                --costs) value=yes files=yes ;;
                --profile) value=yes words='strict pp-schedule-visualization pp-schedule-visualization-sync' ;;
                --forward) value=yes ;;
                --backward) value=yes ;;
                --backward-input) value=yes ;;
                --backward-weight) value=yes ;;
                --overlap) value=yes words='sum max' ;;
                --p2p-latency) value=yes ;;
                --activation-kept-until-weight) value=yes ;;
                --time-per) value=yes words='stage rank' ;;
                --memory-limit) value=yes ;;
                --host-factor) value=yes ;;
                --step-head) value=yes ;;
                --reduce-gradients) value=yes ;;
                --tied-embedding) value=yes ;;
                --clip) value=yes ;;
                --optimizer) value=yes ;;
                --gather-parameters) value=yes ;;
                --step-finish) value=yes ;;
                --recompute) value=yes ;;
                --activation-recomputed) value=yes ;;
                --offload) value=yes ;;
                --communicator-buffers) value=yes ;;
                --workspace) value=yes ;;
                --device-memory) value=yes ;;
                --host-memory) value=yes ;;
                --microbatch-times) value=yes files=yes ;;
                --microbatch-lengths) value=yes files=yes ;;
                --attention-share) value=yes ;;
                --sequence-slices) value=yes ;;
                --offload-bandwidth) value=yes ;;
                --offloads-in-flight) value=yes ;;
                --what-if) value=yes ;;
                --device) value=yes ;;
                -o | --output) value=yes files=yes ;;
                --shard) value=yes ;;
                --join) value=yes files=yes ;;
                --threads) value=yes ;;
                *) words='gpipe 1f1b eager-1f1b 1f1b-overlap seq1f1b interleaved-1f1b interleaved-1f1b-overlap megatron-interleaved group-interleaved-1f1b looped-bfs hanayo interleaved-zero-bubble zb-h1 zb-h2 zb-auto zbv zbv-handcrafted zbv-auto v-min v-half v-adaptive v1f1b dualpipe dualpipev chimera' ;;
            esac
            ;;
        search)
            options='-h --help --ranks --microbatches --stages-per-rank --placement --schedule --try --layers --layout --mtp-layers --time-budget --iterations --objective --seed --threads --json -o --output --costs --stand-in-transfers --profile --forward --backward --backward-input --backward-weight --overlap --p2p-latency --activation-kept-until-weight --time-per --memory-limit --host-factor --step-head --reduce-gradients --tied-embedding --clip --optimizer --gather-parameters --step-finish --recompute --activation-recomputed --offload --communicator-buffers --workspace --device-memory --host-memory --microbatch-times --microbatch-lengths --attention-share --sequence-slices --offload-bandwidth --offloads-in-flight --device --quiet'
            case $before in
                --ranks) value=yes ;;
                --microbatches) value=yes ;;
                --stages-per-rank) value=yes ;;
                --placement) value=yes words='gpipe 1f1b eager-1f1b 1f1b-overlap seq1f1b interleaved-1f1b interleaved-1f1b-overlap megatron-interleaved group-interleaved-1f1b looped-bfs hanayo interleaved-zero-bubble zb-h1 zb-h2 zb-auto zbv zbv-handcrafted zbv-auto v-min v-half v-adaptive v1f1b dualpipe dualpipev chimera' ;;
                --schedule) value=yes words='gpipe 1f1b eager-1f1b 1f1b-overlap seq1f1b interleaved-1f1b interleaved-1f1b-overlap megatron-interleaved group-interleaved-1f1b looped-bfs hanayo interleaved-zero-bubble zb-h1 zb-h2 zb-auto zbv zbv-handcrafted zbv-auto v-min v-half v-adaptive v1f1b dualpipe dualpipev chimera' ;;
                --try) value=yes ;;
                --layers) value=yes ;;
                --layout) value=yes ;;
                --mtp-layers) value=yes ;;
                --time-budget) value=yes ;;
                --iterations) value=yes ;;
                --objective) value=yes words='makespan rank-span' ;;
                --seed) value=yes ;;
                --threads) value=yes ;;
                -o | --output) value=yes files=yes ;;
                --costs) value=yes files=yes ;;
                --profile) value=yes words='strict pp-schedule-visualization pp-schedule-visualization-sync' ;;
                --forward) value=yes ;;
                --backward) value=yes ;;
                --backward-input) value=yes ;;
                --backward-weight) value=yes ;;
                --overlap) value=yes words='sum max' ;;
                --p2p-latency) value=yes ;;
                --activation-kept-until-weight) value=yes ;;
                --time-per) value=yes words='stage rank' ;;
                --memory-limit) value=yes ;;
                --host-factor) value=yes ;;
                --step-head) value=yes ;;
                --reduce-gradients) value=yes ;;
                --tied-embedding) value=yes ;;
                --clip) value=yes ;;
                --optimizer) value=yes ;;
                --gather-parameters) value=yes ;;
                --step-finish) value=yes ;;
                --recompute) value=yes ;;
                --activation-recomputed) value=yes ;;
                --offload) value=yes ;;
                --communicator-buffers) value=yes ;;
                --workspace) value=yes ;;
                --device-memory) value=yes ;;
                --host-memory) value=yes ;;
                --microbatch-times) value=yes files=yes ;;
                --microbatch-lengths) value=yes files=yes ;;
                --attention-share) value=yes ;;
                --sequence-slices) value=yes ;;
                --offload-bandwidth) value=yes ;;
                --offloads-in-flight) value=yes ;;
                --device) value=yes ;;
            esac
            ;;
        trace)
            options='-h --help --json --actions --step --replica --pattern --rank --keep-damaged --max-size --quiet'
            case $before in
                --step) value=yes ;;
                --replica) value=yes ;;
                --pattern) value=yes ;;
                --rank) value=yes files=yes ;;
                --max-size) value=yes ;;
                *) files=yes ;;
            esac
            ;;
        slowdown)
            options='-h --help --json --steps --pattern --rank --keep-damaged --max-size --quiet'
            case $before in
                --steps) value=yes ;;
                --pattern) value=yes ;;
                --rank) value=yes files=yes ;;
                --max-size) value=yes ;;
                *) files=yes ;;
            esac
            ;;
        calibrate)
            options='-h --help -o --output --unprofiled --step --replica --pattern --rank --keep-damaged --max-size --quiet'
            case $before in
                -o | --output) value=yes files=yes ;;
                --step) value=yes ;;
                --replica) value=yes ;;
                --pattern) value=yes ;;
                --rank) value=yes files=yes ;;
                --max-size) value=yes ;;
                *) files=yes ;;
            esac
            ;;
        probe)
            options='-h --help --version --model --preset --name --hidden --ffn --heads --kv-heads --head-dim --seq --micro-batch --vocab --tp --experts --top-k --expert-ffn --shared-experts --ep --dense-layers --expert-every --mtp-layers --layers-per-stage --gated --no-gated --causal --no-causal --bias --no-bias --tied-embedding --no-tied-embedding --sequence-parallel --no-sequence-parallel --with-collectives --no-with-collectives --recompute --dtype --fp8-scaling --framework --grad-dtype --estimate --gemm-efficiency --fp8-efficiency --attention-efficiency --attention-backward --bandwidth-efficiency --launch-us --link-latency-us --hop-us --device --ops --target-ci --max-seconds --attention --autotune --quick --seed --self-check --require-idle --emulate --library-path -o --out --dry-run --list-devices --list-gpus --list-presets --schema --quiet'
            case $before in
                --model) value=yes files=yes ;;
                --preset) value=yes words='gpt-3-175b llama-3-8b llama-3-70b llama-3-405b mixtral-8x7b-dense mixtral-8x7b deepseek-v3 qwen2.5-72b' ;;
                --name) value=yes ;;
                --hidden) value=yes ;;
                --ffn) value=yes ;;
                --heads) value=yes ;;
                --kv-heads) value=yes ;;
                --head-dim) value=yes ;;
                --seq) value=yes ;;
                --micro-batch) value=yes ;;
                --vocab) value=yes ;;
                --tp) value=yes ;;
                --experts) value=yes ;;
                --top-k) value=yes ;;
                --expert-ffn) value=yes ;;
                --shared-experts) value=yes ;;
                --ep) value=yes ;;
                --dense-layers) value=yes ;;
                --expert-every) value=yes ;;
                --mtp-layers) value=yes ;;
                --layers-per-stage) value=yes ;;
                --recompute) value=yes words='none attention full' ;;
                --dtype) value=yes ;;
                --fp8-scaling) value=yes words='tensor block' ;;
                --framework) value=yes words='compiled eager' ;;
                --grad-dtype) value=yes words='fp32 bf16' ;;
                --estimate) value=yes words='a100 h100 h200 b200 l40s rtx4090 mi300x' files=yes ;;
                --gemm-efficiency) value=yes ;;
                --fp8-efficiency) value=yes ;;
                --attention-efficiency) value=yes ;;
                --attention-backward) value=yes ;;
                --bandwidth-efficiency) value=yes ;;
                --launch-us) value=yes ;;
                --link-latency-us) value=yes ;;
                --hop-us) value=yes ;;
                --device) value=yes ;;
                --ops) value=yes words='F I W B overlap p2p opt' ;;
                --target-ci) value=yes ;;
                --max-seconds) value=yes ;;
                --attention) value=yes words='auto cudnn unfused analytic' ;;
                --seed) value=yes ;;
                --emulate) value=yes words='spin real' ;;
                --library-path) value=yes files=yes ;;
                -o | --out) value=yes files=yes ;;
            esac
            ;;
    esac
    [[ -n $command$value ]] || commands='schedules generate simulate validate layout render convert compare sweep search trace slowdown calibrate probe'
    local found=()
    if [[ $current == -* && -z $value ]]; then
        mapfile -t found < <(compgen -W "$options" -- "$current")
    else
        mapfile -t found < <(compgen -W "$commands $words" -- "$current"; [[ -z $files ]] || compgen -f -- "$current")
        [[ -z $files ]] || compopt -o filenames 2>/dev/null
    fi
    COMPREPLY=("${found[@]}")
}
complete -F _bubblescope_cli bubblescope-cli
