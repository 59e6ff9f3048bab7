#compdef bubblescope-cli
# SPDX-License-Identifier: Apache-2.0
# Zsh completes bubblescope-cli. Made from its options; BUBBLESCOPE_UPDATE_GOLDEN=1 manual_test writes it anew.

_bubblescope-cli()
{
    local curcontext="$curcontext" state line
    typeset -A opt_args
    _arguments -C \
        '(-h --help)-h[Print this help message and exit]' \
        '(-h --help)--help[Print this help message and exit]' \
        '(--version)--version[Display program version information and exit]' \
        '(--quiet)--quiet[No warnings and no progress on standard error]' \
        '1:command:->command' \
        '*::argument:->argument'
    case $state in
        command)
            local -a commands=(
                'schedules:List every schedule with its parameters'
                'generate:Write a schedule'\''s order as CSV or .bubble'
                'simulate:Time a schedule with the cost model and print its metrics'
                'validate:Check that a schedule is complete and can run'
                'render:Draw a schedule'\''s timeline as PNG, SVG or PDF'
                'convert:Convert between .csv, .bubble and a Chrome trace (.trace.json)'
                'compare:Compare schedules with each other, or with a measured training run'
                'sweep:Time every combination of schedules and numbers, on all processors\: a row each'
                'search:Look for the fastest schedule that fits in memory'
                'trace:Load profiled traces of a training run and say what is in them'
                'calibrate:Fit times to profiled traces; the file is taken wherever --costs is'
                'probe:Measure or estimate a model'\''s times\: all that follows goes to bubblescope-probe'
            )
            _describe -t commands command commands
            ;;
        argument)
            case $line[1] in
                schedules)
                    _arguments \
                        ':NAME:(gpipe 1f1b eager-1f1b 1f1b-overlap seq1f1b interleaved-1f1b interleaved-1f1b-overlap group-interleaved-1f1b looped-bfs hanayo interleaved-zero-bubble zb-h1 zb-h2 zb-auto zbv zbv-handcrafted zbv-auto v-min v-half v-adaptive v1f1b dualpipe dualpipev chimera)' \
                        '(-h --help)-h[Print this help message and exit]' \
                        '(-h --help)--help[Print this help message and exit]' \
                        '(--json)--json[As JSON\: all of them, or the one named]'
                    ;;
                generate)
                    _arguments \
                        ':INPUT:{_values value gpipe 1f1b eager-1f1b 1f1b-overlap seq1f1b interleaved-1f1b interleaved-1f1b-overlap group-interleaved-1f1b looped-bfs hanayo interleaved-zero-bubble zb-h1 zb-h2 zb-auto zbv zbv-handcrafted zbv-auto v-min v-half v-adaptive v1f1b dualpipe dualpipev chimera; _files}' \
                        '(-h --help)-h[Print this help message and exit]' \
                        '(-h --help)--help[Print this help message and exit]' \
                        '(--ranks)--ranks=[Pipeline ranks (default 4)]:N: ' \
                        '(--microbatches)--microbatches=[Microbatches (default 8)]:N: ' \
                        '(--stages-per-rank)--stages-per-rank=[Stages on each rank]:N: ' \
                        '(--placement)--placement=[loop, v, block or mirror]:NAME:(loop v block mirror)' \
                        '*--option=[An option of the schedule'\''s own]:KEY=VALUE: ' \
                        '(--costs)--costs=[Cost model from a cost file or a calibration]:FILE:_files' \
                        '(--stand-in-transfers)--stand-in-transfers[Take a calibration'\''s transfers within one device for real ones]' \
                        '(--profile)--profile=[strict, pp-schedule-visualization, pp-schedule-visualization-sync]:NAME:(strict pp-schedule-visualization pp-schedule-visualization-sync)' \
                        '(--forward)--forward=[Time of a forward (default 1)]:X: ' \
                        '(--backward)--backward=[Time of a full backward (default 2)]:X: ' \
                        '(--backward-input)--backward-input=[Time of an input-gradient backward (default 1)]:X: ' \
                        '(--backward-weight)--backward-weight=[Time of a weight-gradient backward (default 1)]:X: ' \
                        '(--overlap)--overlap=[Time of an overlapped block\: sum, max, or X]:sum|max|X:(sum max)' \
                        '(--p2p-latency)--p2p-latency=[Transfer time between ranks (default 0)]:X: ' \
                        '(--activation-kept-until-weight)--activation-kept-until-weight=[Share of an activation that only the weight gradient releases (default 1)]:X: ' \
                        '(--time-per)--time-per=[Times and sizes are those of one stage, or of a rank'\''s whole share]:stage|rank:(stage rank)' \
                        '(--memory-limit)--memory-limit=[Size that a rank may hold, as activations are sized]:X: ' \
                        '*--what-if=[Multiply times, the order staying as it is]:WHAT=FACTOR: ' \
                        '(-o --output)-o[A .csv or .bubble file, or - to print CSV]:FILE:_files' \
                        '(-o --output)--output=[A .csv or .bubble file, or - to print CSV]:FILE:_files' \
                        '*--with=[A pass over the order, NAME or NAME\:KEY=VALUE\:…]:PASS:(send-recv fsdp torch strip merge-backward)' \
                        '(--padded --spaced)--padded[Keep the bubbles that the original generator writes]' \
                        '(--spaced --padded)--spaced[Write the unit grid\: F 1, I 1, W 1, B 2, overlap the sum of its parts]'
                    ;;
                simulate)
                    _arguments \
                        ':INPUT:{_values value gpipe 1f1b eager-1f1b 1f1b-overlap seq1f1b interleaved-1f1b interleaved-1f1b-overlap group-interleaved-1f1b looped-bfs hanayo interleaved-zero-bubble zb-h1 zb-h2 zb-auto zbv zbv-handcrafted zbv-auto v-min v-half v-adaptive v1f1b dualpipe dualpipev chimera; _files}' \
                        '(-h --help)-h[Print this help message and exit]' \
                        '(-h --help)--help[Print this help message and exit]' \
                        '(--ranks)--ranks=[Pipeline ranks (default 4)]:N: ' \
                        '(--microbatches)--microbatches=[Microbatches (default 8)]:N: ' \
                        '(--stages-per-rank)--stages-per-rank=[Stages on each rank]:N: ' \
                        '(--placement)--placement=[loop, v, block or mirror]:NAME:(loop v block mirror)' \
                        '*--option=[An option of the schedule'\''s own]:KEY=VALUE: ' \
                        '(--costs)--costs=[Cost model from a cost file or a calibration]:FILE:_files' \
                        '(--stand-in-transfers)--stand-in-transfers[Take a calibration'\''s transfers within one device for real ones]' \
                        '(--profile)--profile=[strict, pp-schedule-visualization, pp-schedule-visualization-sync]:NAME:(strict pp-schedule-visualization pp-schedule-visualization-sync)' \
                        '(--forward)--forward=[Time of a forward (default 1)]:X: ' \
                        '(--backward)--backward=[Time of a full backward (default 2)]:X: ' \
                        '(--backward-input)--backward-input=[Time of an input-gradient backward (default 1)]:X: ' \
                        '(--backward-weight)--backward-weight=[Time of a weight-gradient backward (default 1)]:X: ' \
                        '(--overlap)--overlap=[Time of an overlapped block\: sum, max, or X]:sum|max|X:(sum max)' \
                        '(--p2p-latency)--p2p-latency=[Transfer time between ranks (default 0)]:X: ' \
                        '(--activation-kept-until-weight)--activation-kept-until-weight=[Share of an activation that only the weight gradient releases (default 1)]:X: ' \
                        '(--time-per)--time-per=[Times and sizes are those of one stage, or of a rank'\''s whole share]:stage|rank:(stage rank)' \
                        '(--memory-limit)--memory-limit=[Size that a rank may hold, as activations are sized]:X: ' \
                        '*--what-if=[Multiply times, the order staying as it is]:WHAT=FACTOR: ' \
                        '(--json)--json[As JSON]' \
                        '(--actions)--actions[With start, end and slack of every action]' \
                        '(--bubbles)--bubbles[With every gap of a rank and what it waited for]'
                    ;;
                validate)
                    _arguments \
                        ':INPUT:{_values value gpipe 1f1b eager-1f1b 1f1b-overlap seq1f1b interleaved-1f1b interleaved-1f1b-overlap group-interleaved-1f1b looped-bfs hanayo interleaved-zero-bubble zb-h1 zb-h2 zb-auto zbv zbv-handcrafted zbv-auto v-min v-half v-adaptive v1f1b dualpipe dualpipev chimera; _files}' \
                        '(-h --help)-h[Print this help message and exit]' \
                        '(-h --help)--help[Print this help message and exit]' \
                        '(--ranks)--ranks=[Pipeline ranks (default 4)]:N: ' \
                        '(--microbatches)--microbatches=[Microbatches (default 8)]:N: ' \
                        '(--stages-per-rank)--stages-per-rank=[Stages on each rank]:N: ' \
                        '(--placement)--placement=[loop, v, block or mirror]:NAME:(loop v block mirror)' \
                        '*--option=[An option of the schedule'\''s own]:KEY=VALUE: ' \
                        '(--costs)--costs=[Cost model from a cost file or a calibration]:FILE:_files' \
                        '(--stand-in-transfers)--stand-in-transfers[Take a calibration'\''s transfers within one device for real ones]' \
                        '(--profile)--profile=[strict, pp-schedule-visualization, pp-schedule-visualization-sync]:NAME:(strict pp-schedule-visualization pp-schedule-visualization-sync)' \
                        '(--forward)--forward=[Time of a forward (default 1)]:X: ' \
                        '(--backward)--backward=[Time of a full backward (default 2)]:X: ' \
                        '(--backward-input)--backward-input=[Time of an input-gradient backward (default 1)]:X: ' \
                        '(--backward-weight)--backward-weight=[Time of a weight-gradient backward (default 1)]:X: ' \
                        '(--overlap)--overlap=[Time of an overlapped block\: sum, max, or X]:sum|max|X:(sum max)' \
                        '(--p2p-latency)--p2p-latency=[Transfer time between ranks (default 0)]:X: ' \
                        '(--activation-kept-until-weight)--activation-kept-until-weight=[Share of an activation that only the weight gradient releases (default 1)]:X: ' \
                        '(--time-per)--time-per=[Times and sizes are those of one stage, or of a rank'\''s whole share]:stage|rank:(stage rank)' \
                        '(--memory-limit)--memory-limit=[Size that a rank may hold, as activations are sized]:X: ' \
                        '*--what-if=[Multiply times, the order staying as it is]:WHAT=FACTOR: ' \
                        '(--json)--json[As JSON]' \
                        '(--sends)--sends=[buffered (default) or rendezvous]:TEXT:(buffered rendezvous)' \
                        '*--with=[A pass over the order, NAME or NAME\:KEY=VALUE\:…]:PASS:(send-recv fsdp torch strip merge-backward)'
                    ;;
                render)
                    _arguments \
                        ':INPUT:{_values value gpipe 1f1b eager-1f1b 1f1b-overlap seq1f1b interleaved-1f1b interleaved-1f1b-overlap group-interleaved-1f1b looped-bfs hanayo interleaved-zero-bubble zb-h1 zb-h2 zb-auto zbv zbv-handcrafted zbv-auto v-min v-half v-adaptive v1f1b dualpipe dualpipev chimera; _files}' \
                        '(-h --help)-h[Print this help message and exit]' \
                        '(-h --help)--help[Print this help message and exit]' \
                        '(--ranks)--ranks=[Pipeline ranks (default 4)]:N: ' \
                        '(--microbatches)--microbatches=[Microbatches (default 8)]:N: ' \
                        '(--stages-per-rank)--stages-per-rank=[Stages on each rank]:N: ' \
                        '(--placement)--placement=[loop, v, block or mirror]:NAME:(loop v block mirror)' \
                        '*--option=[An option of the schedule'\''s own]:KEY=VALUE: ' \
                        '(--costs)--costs=[Cost model from a cost file or a calibration]:FILE:_files' \
                        '(--stand-in-transfers)--stand-in-transfers[Take a calibration'\''s transfers within one device for real ones]' \
                        '(--profile)--profile=[strict, pp-schedule-visualization, pp-schedule-visualization-sync]:NAME:(strict pp-schedule-visualization pp-schedule-visualization-sync)' \
                        '(--forward)--forward=[Time of a forward (default 1)]:X: ' \
                        '(--backward)--backward=[Time of a full backward (default 2)]:X: ' \
                        '(--backward-input)--backward-input=[Time of an input-gradient backward (default 1)]:X: ' \
                        '(--backward-weight)--backward-weight=[Time of a weight-gradient backward (default 1)]:X: ' \
                        '(--overlap)--overlap=[Time of an overlapped block\: sum, max, or X]:sum|max|X:(sum max)' \
                        '(--p2p-latency)--p2p-latency=[Transfer time between ranks (default 0)]:X: ' \
                        '(--activation-kept-until-weight)--activation-kept-until-weight=[Share of an activation that only the weight gradient releases (default 1)]:X: ' \
                        '(--time-per)--time-per=[Times and sizes are those of one stage, or of a rank'\''s whole share]:stage|rank:(stage rank)' \
                        '(--memory-limit)--memory-limit=[Size that a rank may hold, as activations are sized]:X: ' \
                        '*--what-if=[Multiply times, the order staying as it is]:WHAT=FACTOR: ' \
                        '(-o --output)-o[A .png, .svg or .pdf file]:FILE:_files' \
                        '(-o --output)--output=[A .png, .svg or .pdf file]:FILE:_files' \
                        '(--width)--width=[Width in pixels (default 1280)]:PX: ' \
                        '(--height)--height=[Height in pixels (default\: as the lanes ask for)]:PX: ' \
                        '(--scale)--scale=[Image pixels per pixel, for PNG (default 1)]:X: ' \
                        '(--transparent)--transparent[No background]' \
                        '(--page)--page=[PDF page\: fit (default), A4, A3, letter]:SIZE:(fit A4 A3 letter)' \
                        '(--theme)--theme=[light (default), dark, colorblind, print, colorblind-dark, contrast, contrast-dark]:NAME:(light dark colorblind print colorblind-dark contrast contrast-dark)' \
                        '(--title)--title=[Instead of the schedule'\''s own title]:TEXT: ' \
                        '(--no-title)--no-title[Without the title]' \
                        '(--no-legend)--no-legend[Without the legend]' \
                        '(--no-metrics)--no-metrics[Without the metrics line]' \
                        '(--memory)--memory[Under each rank what it holds over time, with the memory limit]' \
                        '(--labels)--labels=[auto (default), all, none]:TEXT:(auto all none)' \
                        '(--from)--from=[Begin of the shown time]:T: ' \
                        '(--to)--to=[End of the shown time]:T: ' \
                        '(--rank-range)--rank-range=[Only these ranks, e.g. 0-3]:A-B: '
                    ;;
                convert)
                    _arguments \
                        ':INPUT:{_values value gpipe 1f1b eager-1f1b 1f1b-overlap seq1f1b interleaved-1f1b interleaved-1f1b-overlap group-interleaved-1f1b looped-bfs hanayo interleaved-zero-bubble zb-h1 zb-h2 zb-auto zbv zbv-handcrafted zbv-auto v-min v-half v-adaptive v1f1b dualpipe dualpipev chimera; _files}' \
                        '(-h --help)-h[Print this help message and exit]' \
                        '(-h --help)--help[Print this help message and exit]' \
                        '(--ranks)--ranks=[Pipeline ranks (default 4)]:N: ' \
                        '(--microbatches)--microbatches=[Microbatches (default 8)]:N: ' \
                        '(--stages-per-rank)--stages-per-rank=[Stages on each rank]:N: ' \
                        '(--placement)--placement=[loop, v, block or mirror]:NAME:(loop v block mirror)' \
                        '*--option=[An option of the schedule'\''s own]:KEY=VALUE: ' \
                        '(--costs)--costs=[Cost model from a cost file or a calibration]:FILE:_files' \
                        '(--stand-in-transfers)--stand-in-transfers[Take a calibration'\''s transfers within one device for real ones]' \
                        '(--profile)--profile=[strict, pp-schedule-visualization, pp-schedule-visualization-sync]:NAME:(strict pp-schedule-visualization pp-schedule-visualization-sync)' \
                        '(--forward)--forward=[Time of a forward (default 1)]:X: ' \
                        '(--backward)--backward=[Time of a full backward (default 2)]:X: ' \
                        '(--backward-input)--backward-input=[Time of an input-gradient backward (default 1)]:X: ' \
                        '(--backward-weight)--backward-weight=[Time of a weight-gradient backward (default 1)]:X: ' \
                        '(--overlap)--overlap=[Time of an overlapped block\: sum, max, or X]:sum|max|X:(sum max)' \
                        '(--p2p-latency)--p2p-latency=[Transfer time between ranks (default 0)]:X: ' \
                        '(--activation-kept-until-weight)--activation-kept-until-weight=[Share of an activation that only the weight gradient releases (default 1)]:X: ' \
                        '(--time-per)--time-per=[Times and sizes are those of one stage, or of a rank'\''s whole share]:stage|rank:(stage rank)' \
                        '(--memory-limit)--memory-limit=[Size that a rank may hold, as activations are sized]:X: ' \
                        '*--what-if=[Multiply times, the order staying as it is]:WHAT=FACTOR: ' \
                        '(-o --output)-o[A .csv, .bubble or .trace.json file, or - to print CSV]:FILE:_files' \
                        '(-o --output)--output=[A .csv, .bubble or .trace.json file, or - to print CSV]:FILE:_files'
                    ;;
                compare)
                    _arguments \
                        '*:INPUT:{_values value gpipe 1f1b eager-1f1b 1f1b-overlap seq1f1b interleaved-1f1b interleaved-1f1b-overlap group-interleaved-1f1b looped-bfs hanayo interleaved-zero-bubble zb-h1 zb-h2 zb-auto zbv zbv-handcrafted zbv-auto v-min v-half v-adaptive v1f1b dualpipe dualpipev chimera; _files}' \
                        '(-h --help)-h[Print this help message and exit]' \
                        '(-h --help)--help[Print this help message and exit]' \
                        '*--measured=[Profiled traces of one run, or folders of them]:FILES:_files' \
                        '(--json)--json[As JSON]' \
                        '(--ranks)--ranks=[Pipeline ranks (default 4)]:N: ' \
                        '(--microbatches)--microbatches=[Microbatches (default 8)]:N: ' \
                        '(--stages-per-rank)--stages-per-rank=[Stages on each rank]:N: ' \
                        '(--placement)--placement=[loop, v, block or mirror]:NAME:(loop v block mirror)' \
                        '*--option=[An option of the schedule'\''s own]:KEY=VALUE: ' \
                        '(--costs)--costs=[Cost model from a cost file or a calibration]:FILE:_files' \
                        '(--stand-in-transfers)--stand-in-transfers[Take a calibration'\''s transfers within one device for real ones]' \
                        '(--profile)--profile=[strict, pp-schedule-visualization, pp-schedule-visualization-sync]:NAME:(strict pp-schedule-visualization pp-schedule-visualization-sync)' \
                        '(--forward)--forward=[Time of a forward (default 1)]:X: ' \
                        '(--backward)--backward=[Time of a full backward (default 2)]:X: ' \
                        '(--backward-input)--backward-input=[Time of an input-gradient backward (default 1)]:X: ' \
                        '(--backward-weight)--backward-weight=[Time of a weight-gradient backward (default 1)]:X: ' \
                        '(--overlap)--overlap=[Time of an overlapped block\: sum, max, or X]:sum|max|X:(sum max)' \
                        '(--p2p-latency)--p2p-latency=[Transfer time between ranks (default 0)]:X: ' \
                        '(--activation-kept-until-weight)--activation-kept-until-weight=[Share of an activation that only the weight gradient releases (default 1)]:X: ' \
                        '(--time-per)--time-per=[A time is that of one stage, or a rank'\''s whole share (default\: the share, so that all do the same work]:stage|rank:(stage rank)' \
                        '(--memory-limit)--memory-limit=[Size that a rank may hold, as activations are sized]:X: ' \
                        '*--what-if=[Multiply times, the order staying as it is]:WHAT=FACTOR: ' \
                        '(--step)--step=[The step to take (default\: the last complete one)]:N: ' \
                        '*--pattern=[Names of records, a regular expression with the groups kind, stage, microbatch, rank and chunk, of which only kind must be there\: '\''step_(?<kind>\[FB\])(?<microbatch>\\d+)'\'']:REGEX: ' \
                        '*--rank=[The rank of a file that does not tell it]:FILE=N:_files' \
                        '(--keep-damaged)--keep-damaged[Of a damaged file keep what stands before the damage]' \
                        '(--max-size)--max-size=[Most bytes that a file may inflate to (default 16 GiB)]:BYTES: '
                    ;;
                sweep)
                    _arguments \
                        '*:NAME:(gpipe 1f1b eager-1f1b 1f1b-overlap seq1f1b interleaved-1f1b interleaved-1f1b-overlap group-interleaved-1f1b looped-bfs hanayo interleaved-zero-bubble zb-h1 zb-h2 zb-auto zbv zbv-handcrafted zbv-auto v-min v-half v-adaptive v1f1b dualpipe dualpipev chimera)' \
                        '(-h --help)-h[Print this help message and exit]' \
                        '(-h --help)--help[Print this help message and exit]' \
                        '(--ranks)--ranks=[Pipeline ranks\: 4,8,16 or a range\: 4..16, 4..64\:4, 4..64x2]:LIST: ' \
                        '(--microbatches)--microbatches=[Microbatches, likewise]:LIST:(Microbatches likewise)' \
                        '(--stages-per-rank)--stages-per-rank=[Stages on each rank, likewise (default\: each schedule'\''s own)]:LIST: ' \
                        '*--option=[An option of all the schedules]:KEY=VALUE: ' \
                        '(--costs)--costs=[Cost model from a cost file or a calibration]:FILE:_files' \
                        '(--stand-in-transfers)--stand-in-transfers[Take a calibration'\''s transfers within one device for real ones]' \
                        '(--profile)--profile=[strict, pp-schedule-visualization, pp-schedule-visualization-sync]:NAME:(strict pp-schedule-visualization pp-schedule-visualization-sync)' \
                        '(--forward)--forward=[Time of a forward (default 1)]:X: ' \
                        '(--backward)--backward=[Time of a full backward (default 2)]:X: ' \
                        '(--backward-input)--backward-input=[Time of an input-gradient backward (default 1)]:X: ' \
                        '(--backward-weight)--backward-weight=[Time of a weight-gradient backward (default 1)]:X: ' \
                        '(--overlap)--overlap=[Time of an overlapped block\: sum, max, or X]:sum|max|X:(sum max)' \
                        '(--p2p-latency)--p2p-latency=[Transfer times between ranks\: 0,0.1,0.25 (default\: as the costs say)]:LIST: ' \
                        '(--activation-kept-until-weight)--activation-kept-until-weight=[Share of an activation that only the weight gradient releases (default 1)]:X: ' \
                        '(--time-per)--time-per=[A time or size is that of a rank'\''s whole share (default), or of one stage]:stage|rank:(stage rank)' \
                        '(--memory-limit)--memory-limit=[Size that a rank may hold, as activations are sized]:X: ' \
                        '*--what-if=[Multiply times, the order staying as it is]:WHAT=FACTOR: ' \
                        '(-o --output)-o[The rows to write, .csv or .jsonl, or - to print them. A new FILE grows as they come]:FILE:_files' \
                        '(-o --output)--output=[The rows to write, .csv or .jsonl, or - to print them. A new FILE grows as they come]:FILE:_files' \
                        '(--resume)--resume[Go on behind the rows that a stopped sweep left in FILE.part or FILE]' \
                        '(--shard)--shard=[Only part I of N\: every N-th configuration, beginning with the I-th]:I/N: ' \
                        '*--join=[Put the files of all parts together, in any order, as the sweep without --shard writes them]:FILES:_files' \
                        '(--threads)--threads=[How many at once (default\: all processors)]:N: '
                    ;;
                search)
                    _arguments \
                        '(-h --help)-h[Print this help message and exit]' \
                        '(-h --help)--help[Print this help message and exit]' \
                        '(--ranks)--ranks=[Pipeline ranks (default 4)]:N: ' \
                        '(--microbatches)--microbatches=[Microbatches (default 8)]:N: ' \
                        '(--stages-per-rank)--stages-per-rank=[Stages on each rank (default\: whatever a schedule takes)]:N: ' \
                        '(--placement)--placement=[loop, v, block or mirror (default\: any)]:NAME:(gpipe 1f1b eager-1f1b 1f1b-overlap seq1f1b interleaved-1f1b interleaved-1f1b-overlap group-interleaved-1f1b looped-bfs hanayo interleaved-zero-bubble zb-h1 zb-h2 zb-auto zbv zbv-handcrafted zbv-auto v-min v-half v-adaptive v1f1b dualpipe dualpipev chimera)' \
                        '*--schedule=[Try this schedule alone]:NAME:(gpipe 1f1b eager-1f1b 1f1b-overlap seq1f1b interleaved-1f1b interleaved-1f1b-overlap group-interleaved-1f1b looped-bfs hanayo interleaved-zero-bubble zb-h1 zb-h2 zb-auto zbv zbv-handcrafted zbv-auto v-min v-half v-adaptive v1f1b dualpipe dualpipev chimera)' \
                        '(--layers)--layers=[Layers to be split over the stages]:N: ' \
                        '(--time-budget)--time-budget=[Seconds to search (default 10)]:S: ' \
                        '(--iterations)--iterations=[Changes to try under each limit up to the given one, instead of a time\: always the same result]:N: ' \
                        '(--objective)--objective=[What is to be short (default makespan)]:makespan|rank-span:(makespan rank-span)' \
                        '(--seed)--seed=[Of the changes that are tried (default 1)]:N: ' \
                        '(--threads)--threads=[Threads (default\: all processors)]:N: ' \
                        '(--json)--json[As JSON]' \
                        '(-o --output)-o[Write the order\: a .csv or .bubble file, or - to print CSV alone]:FILE:_files' \
                        '(-o --output)--output=[Write the order\: a .csv or .bubble file, or - to print CSV alone]:FILE:_files' \
                        '(--costs)--costs=[Cost model from a cost file or a calibration]:FILE:_files' \
                        '(--stand-in-transfers)--stand-in-transfers[Take a calibration'\''s transfers within one device for real ones]' \
                        '(--profile)--profile=[strict, pp-schedule-visualization, pp-schedule-visualization-sync]:NAME:(strict pp-schedule-visualization pp-schedule-visualization-sync)' \
                        '(--forward)--forward=[Time of a forward (default 1)]:X: ' \
                        '(--backward)--backward=[Time of a full backward (default 2)]:X: ' \
                        '(--backward-input)--backward-input=[Time of an input-gradient backward (default 1)]:X: ' \
                        '(--backward-weight)--backward-weight=[Time of a weight-gradient backward (default 1)]:X: ' \
                        '(--overlap)--overlap=[Time of an overlapped block\: sum, max, or X]:sum|max|X:(sum max)' \
                        '(--p2p-latency)--p2p-latency=[Transfer time between ranks (default 0)]:X: ' \
                        '(--activation-kept-until-weight)--activation-kept-until-weight=[Share of an activation that only the weight gradient releases (default 1)]:X: ' \
                        '(--time-per)--time-per=[Times and sizes are those of one stage, or of a rank'\''s whole share]:stage|rank:(stage rank)' \
                        '(--memory-limit)--memory-limit=[Size that a rank may hold, as activations are sized]:X: ' \
                        '*--what-if=[Multiply times, the order staying as it is]:WHAT=FACTOR: '
                    ;;
                trace)
                    _arguments \
                        '*:FILES:_files' \
                        '(-h --help)-h[Print this help message and exit]' \
                        '(-h --help)--help[Print this help message and exit]' \
                        '(--json)--json[As JSON]' \
                        '(--actions)--actions[With every action'\''s times]' \
                        '(--step)--step=[The step to take (default\: the last complete one)]:N: ' \
                        '*--pattern=[Names of records, a regular expression with the groups kind, stage, microbatch, rank and chunk, of which only kind must be there\: '\''step_(?<kind>\[FB\])(?<microbatch>\\d+)'\'']:REGEX: ' \
                        '*--rank=[The rank of a file that does not tell it]:FILE=N:_files' \
                        '(--keep-damaged)--keep-damaged[Of a damaged file keep what stands before the damage]' \
                        '(--max-size)--max-size=[Most bytes that a file may inflate to (default 16 GiB)]:BYTES: '
                    ;;
                calibrate)
                    _arguments \
                        '*:FILES:_files' \
                        '(-h --help)-h[Print this help message and exit]' \
                        '(-h --help)--help[Print this help message and exit]' \
                        '(-o --output)-o[The calibration to write, or - to print it]:FILE:_files' \
                        '(-o --output)--output=[The calibration to write, or - to print it]:FILE:_files' \
                        '(--step)--step=[The step to take (default\: the last complete one)]:N: ' \
                        '*--pattern=[Names of records, a regular expression with the groups kind, stage, microbatch, rank and chunk, of which only kind must be there\: '\''step_(?<kind>\[FB\])(?<microbatch>\\d+)'\'']:REGEX: ' \
                        '*--rank=[The rank of a file that does not tell it]:FILE=N:_files' \
                        '(--keep-damaged)--keep-damaged[Of a damaged file keep what stands before the damage]' \
                        '(--max-size)--max-size=[Most bytes that a file may inflate to (default 16 GiB)]:BYTES: '
                    ;;
                probe)
                    _arguments \
                        '(-h --help)-h[Print this help message and exit]' \
                        '(-h --help)--help[Print this help message and exit]' \
                        '(--version)--version[Display program version information and exit]' \
                        '(--model)--model=[A JSON file that describes the model]:FILE:_files' \
                        '(--preset)--preset=[A published model]:NAME:(gpt-3-175b llama-3-8b llama-3-70b llama-3-405b mixtral-8x7b-dense qwen2.5-72b)' \
                        '(--name)--name=[What the model is called in the result]:TEXT: ' \
                        '(--hidden)--hidden=[Width of the residual stream]:N: ' \
                        '(--ffn)--ffn=[Inner width of the feed-forward part, once also where it is gated]:N: ' \
                        '(--heads)--heads=[Attention heads]:N: ' \
                        '(--kv-heads)--kv-heads=[Heads of keys and values]:N: ' \
                        '(--head-dim)--head-dim=[Width of a head]:N: ' \
                        '(--seq)--seq=[Tokens of a sequence]:N: ' \
                        '(--micro-batch)--micro-batch=[Sequences of a micro-batch]:N: ' \
                        '(--vocab)--vocab=[Size of the vocabulary]:N: ' \
                        '(--tp)--tp=[Devices that share each layer]:N: ' \
                        '(--layers-per-stage)--layers-per-stage=[Layers of a stage, or 4,4,4,3 for each]:N: ' \
                        '*--gated[Feed-forward with a gate (SwiGLU)]' \
                        '*--no-gated[Feed-forward with a gate (SwiGLU)]' \
                        '*--causal[A token sees only those before it]' \
                        '*--no-causal[A token sees only those before it]' \
                        '*--bias[Linears and norms have biases]' \
                        '*--no-bias[Linears and norms have biases]' \
                        '*--tied-embedding[The head shares the embedding'\''s weights]' \
                        '*--no-tied-embedding[The head shares the embedding'\''s weights]' \
                        '(--recompute)--recompute=[What the backward computes again\: none, attention, full]:WHAT:(none attention full)' \
                        '(--dtype)--dtype=[bf16, fp16, tf32, fp32]:TYPE:(bf16 fp16 tf32 fp32)' \
                        '(--grad-dtype)--grad-dtype=[Of weight gradients\: fp32 (added up) or bf16]:TYPE:(fp32 bf16)' \
                        '(--estimate)--estimate=[No GPU\: a roofline for this device (--list-gpus), or for one that a JSON file describes]:GPU|FILE:{_values value a100 h100 h200 b200 l40s rtx4090 mi300x; _files}' \
                        '(--gemm-efficiency)--gemm-efficiency=[Share of the peak, or of a measured ceiling, that matrix products reach]:FLOAT: ' \
                        '(--attention-efficiency)--attention-efficiency=[The same of attention]:FLOAT: ' \
                        '(--attention-backward)--attention-backward=[FLOPs of attention'\''s backward, times those that count]:FLOAT: ' \
                        '(--bandwidth-efficiency)--bandwidth-efficiency=[Share of the memory'\''s rate]:FLOAT: ' \
                        '(--launch-us)--launch-us=[Before each kernel]:FLOAT: ' \
                        '(--link-latency-us)--link-latency-us=[Of a transfer]:FLOAT: ' \
                        '(--device)--device=[Which GPU]:I: ' \
                        '*--ops=[What to measure\: F,I,W,B,overlap,p2p,opt]:LIST:(F I W B overlap p2p opt)' \
                        '(--target-ci)--target-ci=[Half-width of the interval at which a time is good]:FLOAT: ' \
                        '(--max-seconds)--max-seconds=[Stop then, with what is measured]:FLOAT: ' \
                        '(--attention)--attention=[analytic, which auto is, computes it from the rate of products, unfused runs it over all scores]:TEXT:(auto cudnn unfused analytic)' \
                        '(--autotune)--autotune[Time up to 8 algorithms of each product and take the best]' \
                        '(--quick)--quick[A tenth of the rounds]' \
                        '(--seed)--seed=[Of the order and of the data]:UINT: ' \
                        '(--self-check)--self-check[Only hold small products against the CPU]' \
                        '(--require-idle)--require-idle[Refuse a device that others use]' \
                        '(--emulate)--emulate=[spin\: run simulated schedules on real streams and compare]:TEXT:(spin)' \
                        '(--library-path)--library-path=[Where CUDA'\''s libraries are, and nowhere else]:DIR:_files' \
                        '(-o --out)-o[The calibration to write]:FILE:_files' \
                        '(-o --out)--out=[The calibration to write]:FILE:_files' \
                        '(--dry-run)--dry-run[Tell what would be measured, and how long, and end]' \
                        '(--list-devices)--list-devices[The GPUs of this machine]' \
                        '(--list-gpus)--list-gpus[The devices that --estimate knows]' \
                        '(--list-presets)--list-presets[The models that --preset knows, with their sources]' \
                        '(--schema)--schema[The JSON Schema of what is written]'
                    ;;
            esac
            ;;
    esac
}

_bubblescope-cli "$@"
