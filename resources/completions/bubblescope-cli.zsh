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
                'layout:Show and check which layers each stage holds in a layout of Megatron-Core'
                'render:Draw a schedule'\''s timeline as PDF, SVG, PNG or LaTeX (TikZ), or write it as a page (HTML)'
                'convert:Convert between .csv and .bubble, or to a trace for Perfetto (.trace.json, .pftrace)'
                'compare:Compare schedules with each other, or with a measured training run'
                'sweep:Time every combination of schedules and numbers on all processors, one row each'
                'search:Search for the fastest schedule that fits in memory'
                'trace:Load profiled traces of a training run and show their contents'
                'slowdown:Show what a training run loses to slow ranks, stages, kinds of operations and launches'
                'calibrate:Fit times to profiled traces and write a file for --costs'
                'probe:Measure or estimate a model'\''s times\: passes all following arguments to bubblescope-probe'
            )
            _describe -t commands command commands
            ;;
        argument)
            case $line[1] in
                schedules)
                    _arguments \
                        ':NAME:(gpipe 1f1b eager-1f1b 1f1b-overlap seq1f1b interleaved-1f1b interleaved-1f1b-overlap megatron-interleaved group-interleaved-1f1b looped-bfs hanayo interleaved-zero-bubble zb-h1 zb-h2 zb-auto zbv zbv-handcrafted zbv-auto v-min v-half v-adaptive v1f1b dualpipe dualpipev chimera)' \
                        '(-h --help)-h[Print this help message and exit]' \
                        '(-h --help)--help[Print this help message and exit]' \
                        '(--json)--json[As JSON\: all of them, or the one named]'
                    ;;
                generate)
                    _arguments \
                        ':INPUT:{_values value gpipe 1f1b eager-1f1b 1f1b-overlap seq1f1b interleaved-1f1b interleaved-1f1b-overlap megatron-interleaved group-interleaved-1f1b looped-bfs hanayo interleaved-zero-bubble zb-h1 zb-h2 zb-auto zbv zbv-handcrafted zbv-auto v-min v-half v-adaptive v1f1b dualpipe dualpipev chimera; _files}' \
                        '(-h --help)-h[Print this help message and exit]' \
                        '(-h --help)--help[Print this help message and exit]' \
                        '(--ranks)--ranks=[Pipeline ranks (default 4)]:N: ' \
                        '(--microbatches)--microbatches=[Microbatches (default 8)]:N: ' \
                        '(--stages-per-rank)--stages-per-rank=[Stages on each rank]:N: ' \
                        '(--placement)--placement=[loop, v, block or mirror]:NAME:(loop v block mirror)' \
                        '*--option=[An option of the schedule]:KEY=VALUE: ' \
                        '(--costs)--costs=[Cost model from a cost file or a calibration]:FILE:_files' \
                        '(--stand-in-transfers)--stand-in-transfers[Use a calibration'\''s transfers within one device as if they were real ones]' \
                        '(--profile)--profile=[strict, pp-schedule-visualization, pp-schedule-visualization-sync]:NAME:(strict pp-schedule-visualization pp-schedule-visualization-sync)' \
                        '(--forward)--forward=[Time of a forward (default 1)]:X: ' \
                        '(--backward)--backward=[Time of a full backward (default 2)]:X: ' \
                        '(--backward-input)--backward-input=[Time of an input-gradient backward (default 1)]:X: ' \
                        '(--backward-weight)--backward-weight=[Time of a weight-gradient backward (default 1)]:X: ' \
                        '(--overlap)--overlap=[Time of an overlapped block\: sum, max, or X]:sum|max|X:(sum max)' \
                        '(--p2p-latency)--p2p-latency=[Transfer time between ranks (default 0)]:X: ' \
                        '(--activation-kept-until-weight)--activation-kept-until-weight=[Share of an activation that is released only by the weight gradient (default 1)]:X: ' \
                        '(--time-per)--time-per=[Times and sizes are given per stage, or for the whole share of a rank]:stage|rank:(stage rank)' \
                        '(--memory-limit)--memory-limit=[Size that a rank may hold, in the unit of the activations]:X: ' \
                        '(--host-factor)--host-factor=[Multiplies the host'\''s times of a measured run\: what the profiler added is in them]:X: ' \
                        '(--step-head)--step-head=[Time of a rank before its first action]:X: ' \
                        '(--reduce-gradients)--reduce-gradients=[Time of reducing a stage'\''s gradients over the replicas, after the last action]:X: ' \
                        '(--tied-embedding)--tied-embedding=[Time of summing the gradients of an embedding that first and last stage share]:X: ' \
                        '(--clip)--clip=[Time of clipping a stage'\''s gradients by their norm over all ranks]:X: ' \
                        '(--optimizer)--optimizer=[Time of the optimizer for a stage]:X: ' \
                        '(--gather-parameters)--gather-parameters=[Time of gathering a stage'\''s parameters over the replicas]:X: ' \
                        '(--step-finish)--step-finish=[Time of a rank from there until its step ends]:X: ' \
                        '(--recompute)--recompute=[Time of a recomputation R (default that of the forward)]:X: ' \
                        '(--activation-recomputed)--activation-recomputed=[Share of an activation that its F gives back where an R makes it again (default 1)]:X: ' \
                        '(--offload)--offload=[Time of moving a stage'\''s activation to the host, and of moving it back (default 0)]:X: ' \
                        '(--communicator-buffers)--communicator-buffers=[Size of the buffers of a rank'\''s communicators (default 0)]:X: ' \
                        '(--workspace)--workspace=[Size of what a rank'\''s kernels work in (default 0)]:X: ' \
                        '(--device-memory)--device-memory=[Memory of a rank'\''s device\: its limit where --memory-limit gives none]:X: ' \
                        '(--host-memory)--host-memory=[What a rank may move to the host]:X: ' \
                        '(--microbatch-times)--microbatch-times=[By what the times of each microbatch are multiplied\: 1,0.8,1.2,1 or a file of numbers]:LIST|FILE:_files' \
                        '(--microbatch-lengths)--microbatch-lengths=[Length of each microbatch, as a share of the length that the costs are of\: 1,0.5,1.5,1 or a file of numbers]:LIST|FILE:_files' \
                        '(--attention-share)--attention-share=[Share of the times that grows with the square of a microbatch'\''s length (default 0)]:X: ' \
                        '(--sequence-slices)--sequence-slices=[How many microbatches that follow each other are slices of one sequence (default 1)]:N: ' \
                        '(--offload-bandwidth)--offload-bandwidth=[Size of an activation that moves to the host, or back, per unit of time]:X: ' \
                        '(--offloads-in-flight)--offloads-in-flight=[How many copies to the host a rank'\''s compute leaves under way (default any number)]:N: ' \
                        '*--what-if=[Multiply times without changing the order]:WHAT=FACTOR: ' \
                        '(--device)--device=[Limit each rank to the memory of a device of the probe'\''s table, e.g. h100]:DEVICE: ' \
                        '(--layout)--layout=[Layers of each stage as Megatron writes them, e.g. '\''Et*3|tt|L'\'', in the place of the file'\''s layers per stage]:STRING: ' \
                        '(-o --output)-o[A .csv or .bubble file, or - to print CSV]:FILE:_files' \
                        '(-o --output)--output=[A .csv or .bubble file, or - to print CSV]:FILE:_files' \
                        '*--with=[A pass over the order, NAME or NAME\:KEY=VALUE\:…]:PASS:(send-recv fsdp torch strip merge-backward recompute offload vocabulary parts tail)' \
                        '(--padded --spaced)--padded[Keep the bubbles that the original generator writes]' \
                        '(--spaced --padded)--spaced[Write the unit grid\: F 1, I 1, W 1, B 2, overlap the sum of its parts]'
                    ;;
                simulate)
                    _arguments \
                        ':INPUT:{_values value gpipe 1f1b eager-1f1b 1f1b-overlap seq1f1b interleaved-1f1b interleaved-1f1b-overlap megatron-interleaved group-interleaved-1f1b looped-bfs hanayo interleaved-zero-bubble zb-h1 zb-h2 zb-auto zbv zbv-handcrafted zbv-auto v-min v-half v-adaptive v1f1b dualpipe dualpipev chimera; _files}' \
                        '(-h --help)-h[Print this help message and exit]' \
                        '(-h --help)--help[Print this help message and exit]' \
                        '(--ranks)--ranks=[Pipeline ranks (default 4)]:N: ' \
                        '(--microbatches)--microbatches=[Microbatches (default 8)]:N: ' \
                        '(--stages-per-rank)--stages-per-rank=[Stages on each rank]:N: ' \
                        '(--placement)--placement=[loop, v, block or mirror]:NAME:(loop v block mirror)' \
                        '*--option=[An option of the schedule]:KEY=VALUE: ' \
                        '(--costs)--costs=[Cost model from a cost file or a calibration]:FILE:_files' \
                        '(--stand-in-transfers)--stand-in-transfers[Use a calibration'\''s transfers within one device as if they were real ones]' \
                        '(--profile)--profile=[strict, pp-schedule-visualization, pp-schedule-visualization-sync]:NAME:(strict pp-schedule-visualization pp-schedule-visualization-sync)' \
                        '(--forward)--forward=[Time of a forward (default 1)]:X: ' \
                        '(--backward)--backward=[Time of a full backward (default 2)]:X: ' \
                        '(--backward-input)--backward-input=[Time of an input-gradient backward (default 1)]:X: ' \
                        '(--backward-weight)--backward-weight=[Time of a weight-gradient backward (default 1)]:X: ' \
                        '(--overlap)--overlap=[Time of an overlapped block\: sum, max, or X]:sum|max|X:(sum max)' \
                        '(--p2p-latency)--p2p-latency=[Transfer time between ranks (default 0)]:X: ' \
                        '(--activation-kept-until-weight)--activation-kept-until-weight=[Share of an activation that is released only by the weight gradient (default 1)]:X: ' \
                        '(--time-per)--time-per=[Times and sizes are given per stage, or for the whole share of a rank]:stage|rank:(stage rank)' \
                        '(--memory-limit)--memory-limit=[Size that a rank may hold, in the unit of the activations]:X: ' \
                        '(--host-factor)--host-factor=[Multiplies the host'\''s times of a measured run\: what the profiler added is in them]:X: ' \
                        '(--step-head)--step-head=[Time of a rank before its first action]:X: ' \
                        '(--reduce-gradients)--reduce-gradients=[Time of reducing a stage'\''s gradients over the replicas, after the last action]:X: ' \
                        '(--tied-embedding)--tied-embedding=[Time of summing the gradients of an embedding that first and last stage share]:X: ' \
                        '(--clip)--clip=[Time of clipping a stage'\''s gradients by their norm over all ranks]:X: ' \
                        '(--optimizer)--optimizer=[Time of the optimizer for a stage]:X: ' \
                        '(--gather-parameters)--gather-parameters=[Time of gathering a stage'\''s parameters over the replicas]:X: ' \
                        '(--step-finish)--step-finish=[Time of a rank from there until its step ends]:X: ' \
                        '(--recompute)--recompute=[Time of a recomputation R (default that of the forward)]:X: ' \
                        '(--activation-recomputed)--activation-recomputed=[Share of an activation that its F gives back where an R makes it again (default 1)]:X: ' \
                        '(--offload)--offload=[Time of moving a stage'\''s activation to the host, and of moving it back (default 0)]:X: ' \
                        '(--communicator-buffers)--communicator-buffers=[Size of the buffers of a rank'\''s communicators (default 0)]:X: ' \
                        '(--workspace)--workspace=[Size of what a rank'\''s kernels work in (default 0)]:X: ' \
                        '(--device-memory)--device-memory=[Memory of a rank'\''s device\: its limit where --memory-limit gives none]:X: ' \
                        '(--host-memory)--host-memory=[What a rank may move to the host]:X: ' \
                        '(--microbatch-times)--microbatch-times=[By what the times of each microbatch are multiplied\: 1,0.8,1.2,1 or a file of numbers]:LIST|FILE:_files' \
                        '(--microbatch-lengths)--microbatch-lengths=[Length of each microbatch, as a share of the length that the costs are of\: 1,0.5,1.5,1 or a file of numbers]:LIST|FILE:_files' \
                        '(--attention-share)--attention-share=[Share of the times that grows with the square of a microbatch'\''s length (default 0)]:X: ' \
                        '(--sequence-slices)--sequence-slices=[How many microbatches that follow each other are slices of one sequence (default 1)]:N: ' \
                        '(--offload-bandwidth)--offload-bandwidth=[Size of an activation that moves to the host, or back, per unit of time]:X: ' \
                        '(--offloads-in-flight)--offloads-in-flight=[How many copies to the host a rank'\''s compute leaves under way (default any number)]:N: ' \
                        '*--what-if=[Multiply times without changing the order]:WHAT=FACTOR: ' \
                        '(--device)--device=[Limit each rank to the memory of a device of the probe'\''s table, e.g. h100]:DEVICE: ' \
                        '(--layout)--layout=[Layers of each stage as Megatron writes them, e.g. '\''Et*3|tt|L'\'', in the place of the file'\''s layers per stage]:STRING: ' \
                        '*--with=[A pass over the order, NAME or NAME\:KEY=VALUE\:…]:PASS:(send-recv fsdp torch strip merge-backward recompute offload vocabulary parts tail)' \
                        '(--json)--json[As JSON]' \
                        '(--actions)--actions[With start, end and slack of every action]' \
                        '(--bubbles)--bubbles[With every gap of a rank and what it waited for]' \
                        '(--memory)--memory[With what each rank holds at its peak, by part, and whether it fits]'
                    ;;
                validate)
                    _arguments \
                        ':INPUT:{_values value gpipe 1f1b eager-1f1b 1f1b-overlap seq1f1b interleaved-1f1b interleaved-1f1b-overlap megatron-interleaved group-interleaved-1f1b looped-bfs hanayo interleaved-zero-bubble zb-h1 zb-h2 zb-auto zbv zbv-handcrafted zbv-auto v-min v-half v-adaptive v1f1b dualpipe dualpipev chimera; _files}' \
                        '(-h --help)-h[Print this help message and exit]' \
                        '(-h --help)--help[Print this help message and exit]' \
                        '(--ranks)--ranks=[Pipeline ranks (default 4)]:N: ' \
                        '(--microbatches)--microbatches=[Microbatches (default 8)]:N: ' \
                        '(--stages-per-rank)--stages-per-rank=[Stages on each rank]:N: ' \
                        '(--placement)--placement=[loop, v, block or mirror]:NAME:(loop v block mirror)' \
                        '*--option=[An option of the schedule]:KEY=VALUE: ' \
                        '(--costs)--costs=[Cost model from a cost file or a calibration]:FILE:_files' \
                        '(--stand-in-transfers)--stand-in-transfers[Use a calibration'\''s transfers within one device as if they were real ones]' \
                        '(--profile)--profile=[strict, pp-schedule-visualization, pp-schedule-visualization-sync]:NAME:(strict pp-schedule-visualization pp-schedule-visualization-sync)' \
                        '(--forward)--forward=[Time of a forward (default 1)]:X: ' \
                        '(--backward)--backward=[Time of a full backward (default 2)]:X: ' \
                        '(--backward-input)--backward-input=[Time of an input-gradient backward (default 1)]:X: ' \
                        '(--backward-weight)--backward-weight=[Time of a weight-gradient backward (default 1)]:X: ' \
                        '(--overlap)--overlap=[Time of an overlapped block\: sum, max, or X]:sum|max|X:(sum max)' \
                        '(--p2p-latency)--p2p-latency=[Transfer time between ranks (default 0)]:X: ' \
                        '(--activation-kept-until-weight)--activation-kept-until-weight=[Share of an activation that is released only by the weight gradient (default 1)]:X: ' \
                        '(--time-per)--time-per=[Times and sizes are given per stage, or for the whole share of a rank]:stage|rank:(stage rank)' \
                        '(--memory-limit)--memory-limit=[Size that a rank may hold, in the unit of the activations]:X: ' \
                        '(--host-factor)--host-factor=[Multiplies the host'\''s times of a measured run\: what the profiler added is in them]:X: ' \
                        '(--step-head)--step-head=[Time of a rank before its first action]:X: ' \
                        '(--reduce-gradients)--reduce-gradients=[Time of reducing a stage'\''s gradients over the replicas, after the last action]:X: ' \
                        '(--tied-embedding)--tied-embedding=[Time of summing the gradients of an embedding that first and last stage share]:X: ' \
                        '(--clip)--clip=[Time of clipping a stage'\''s gradients by their norm over all ranks]:X: ' \
                        '(--optimizer)--optimizer=[Time of the optimizer for a stage]:X: ' \
                        '(--gather-parameters)--gather-parameters=[Time of gathering a stage'\''s parameters over the replicas]:X: ' \
                        '(--step-finish)--step-finish=[Time of a rank from there until its step ends]:X: ' \
                        '(--recompute)--recompute=[Time of a recomputation R (default that of the forward)]:X: ' \
                        '(--activation-recomputed)--activation-recomputed=[Share of an activation that its F gives back where an R makes it again (default 1)]:X: ' \
                        '(--offload)--offload=[Time of moving a stage'\''s activation to the host, and of moving it back (default 0)]:X: ' \
                        '(--communicator-buffers)--communicator-buffers=[Size of the buffers of a rank'\''s communicators (default 0)]:X: ' \
                        '(--workspace)--workspace=[Size of what a rank'\''s kernels work in (default 0)]:X: ' \
                        '(--device-memory)--device-memory=[Memory of a rank'\''s device\: its limit where --memory-limit gives none]:X: ' \
                        '(--host-memory)--host-memory=[What a rank may move to the host]:X: ' \
                        '(--microbatch-times)--microbatch-times=[By what the times of each microbatch are multiplied\: 1,0.8,1.2,1 or a file of numbers]:LIST|FILE:_files' \
                        '(--microbatch-lengths)--microbatch-lengths=[Length of each microbatch, as a share of the length that the costs are of\: 1,0.5,1.5,1 or a file of numbers]:LIST|FILE:_files' \
                        '(--attention-share)--attention-share=[Share of the times that grows with the square of a microbatch'\''s length (default 0)]:X: ' \
                        '(--sequence-slices)--sequence-slices=[How many microbatches that follow each other are slices of one sequence (default 1)]:N: ' \
                        '(--offload-bandwidth)--offload-bandwidth=[Size of an activation that moves to the host, or back, per unit of time]:X: ' \
                        '(--offloads-in-flight)--offloads-in-flight=[How many copies to the host a rank'\''s compute leaves under way (default any number)]:N: ' \
                        '*--what-if=[Multiply times without changing the order]:WHAT=FACTOR: ' \
                        '(--device)--device=[Limit each rank to the memory of a device of the probe'\''s table, e.g. h100]:DEVICE: ' \
                        '(--layout)--layout=[Layers of each stage as Megatron writes them, e.g. '\''Et*3|tt|L'\'', in the place of the file'\''s layers per stage]:STRING: ' \
                        '(--json)--json[As JSON]' \
                        '(--sends)--sends=[buffered (default) or rendezvous]:TEXT:(buffered rendezvous)' \
                        '*--with=[A pass over the order, NAME or NAME\:KEY=VALUE\:…]:PASS:(send-recv fsdp torch strip merge-backward recompute offload vocabulary parts tail)'
                    ;;
                layout)
                    _arguments \
                        ':STRING: ' \
                        '(-h --help)-h[Print this help message and exit]' \
                        '(-h --help)--help[Print this help message and exit]' \
                        '(--ranks)--ranks=[Pipeline ranks]:N: ' \
                        '(--stages-per-rank)--stages-per-rank=[Fail unless each rank holds that many stages]:N: ' \
                        '(--layers)--layers=[Fail unless there are that many decoder layers]:N: ' \
                        '(--mtp-layers)--mtp-layers=[Fail unless there are that many layers of multi-token prediction (default 0)]:N: ' \
                        '(--order)--order=[Tell what each rank does layer by layer in this schedule, on the layout'\''s ranks and stages\: 3 forward of its third layer, -3 backward]:NAME:(gpipe 1f1b eager-1f1b 1f1b-overlap seq1f1b interleaved-1f1b interleaved-1f1b-overlap megatron-interleaved group-interleaved-1f1b looped-bfs hanayo interleaved-zero-bubble zb-h1 zb-h2 zb-auto zbv zbv-handcrafted zbv-auto v-min v-half v-adaptive v1f1b dualpipe dualpipev chimera)' \
                        '(--weight-gradients)--weight-gradients[Tell weight gradients apart from backwards\: -3.5 that of the third layer]' \
                        '(--json)--json[As JSON]'
                    ;;
                render)
                    _arguments \
                        ':INPUT:{_values value gpipe 1f1b eager-1f1b 1f1b-overlap seq1f1b interleaved-1f1b interleaved-1f1b-overlap megatron-interleaved group-interleaved-1f1b looped-bfs hanayo interleaved-zero-bubble zb-h1 zb-h2 zb-auto zbv zbv-handcrafted zbv-auto v-min v-half v-adaptive v1f1b dualpipe dualpipev chimera; _files}' \
                        '(-h --help)-h[Print this help message and exit]' \
                        '(-h --help)--help[Print this help message and exit]' \
                        '(--ranks)--ranks=[Pipeline ranks (default 4)]:N: ' \
                        '(--microbatches)--microbatches=[Microbatches (default 8)]:N: ' \
                        '(--stages-per-rank)--stages-per-rank=[Stages on each rank]:N: ' \
                        '(--placement)--placement=[loop, v, block or mirror]:NAME:(loop v block mirror)' \
                        '*--option=[An option of the schedule]:KEY=VALUE: ' \
                        '(--costs)--costs=[Cost model from a cost file or a calibration]:FILE:_files' \
                        '(--stand-in-transfers)--stand-in-transfers[Use a calibration'\''s transfers within one device as if they were real ones]' \
                        '(--profile)--profile=[strict, pp-schedule-visualization, pp-schedule-visualization-sync]:NAME:(strict pp-schedule-visualization pp-schedule-visualization-sync)' \
                        '(--forward)--forward=[Time of a forward (default 1)]:X: ' \
                        '(--backward)--backward=[Time of a full backward (default 2)]:X: ' \
                        '(--backward-input)--backward-input=[Time of an input-gradient backward (default 1)]:X: ' \
                        '(--backward-weight)--backward-weight=[Time of a weight-gradient backward (default 1)]:X: ' \
                        '(--overlap)--overlap=[Time of an overlapped block\: sum, max, or X]:sum|max|X:(sum max)' \
                        '(--p2p-latency)--p2p-latency=[Transfer time between ranks (default 0)]:X: ' \
                        '(--activation-kept-until-weight)--activation-kept-until-weight=[Share of an activation that is released only by the weight gradient (default 1)]:X: ' \
                        '(--time-per)--time-per=[Times and sizes are given per stage, or for the whole share of a rank]:stage|rank:(stage rank)' \
                        '(--memory-limit)--memory-limit=[Size that a rank may hold, in the unit of the activations]:X: ' \
                        '(--host-factor)--host-factor=[Multiplies the host'\''s times of a measured run\: what the profiler added is in them]:X: ' \
                        '(--step-head)--step-head=[Time of a rank before its first action]:X: ' \
                        '(--reduce-gradients)--reduce-gradients=[Time of reducing a stage'\''s gradients over the replicas, after the last action]:X: ' \
                        '(--tied-embedding)--tied-embedding=[Time of summing the gradients of an embedding that first and last stage share]:X: ' \
                        '(--clip)--clip=[Time of clipping a stage'\''s gradients by their norm over all ranks]:X: ' \
                        '(--optimizer)--optimizer=[Time of the optimizer for a stage]:X: ' \
                        '(--gather-parameters)--gather-parameters=[Time of gathering a stage'\''s parameters over the replicas]:X: ' \
                        '(--step-finish)--step-finish=[Time of a rank from there until its step ends]:X: ' \
                        '(--recompute)--recompute=[Time of a recomputation R (default that of the forward)]:X: ' \
                        '(--activation-recomputed)--activation-recomputed=[Share of an activation that its F gives back where an R makes it again (default 1)]:X: ' \
                        '(--offload)--offload=[Time of moving a stage'\''s activation to the host, and of moving it back (default 0)]:X: ' \
                        '(--communicator-buffers)--communicator-buffers=[Size of the buffers of a rank'\''s communicators (default 0)]:X: ' \
                        '(--workspace)--workspace=[Size of what a rank'\''s kernels work in (default 0)]:X: ' \
                        '(--device-memory)--device-memory=[Memory of a rank'\''s device\: its limit where --memory-limit gives none]:X: ' \
                        '(--host-memory)--host-memory=[What a rank may move to the host]:X: ' \
                        '(--microbatch-times)--microbatch-times=[By what the times of each microbatch are multiplied\: 1,0.8,1.2,1 or a file of numbers]:LIST|FILE:_files' \
                        '(--microbatch-lengths)--microbatch-lengths=[Length of each microbatch, as a share of the length that the costs are of\: 1,0.5,1.5,1 or a file of numbers]:LIST|FILE:_files' \
                        '(--attention-share)--attention-share=[Share of the times that grows with the square of a microbatch'\''s length (default 0)]:X: ' \
                        '(--sequence-slices)--sequence-slices=[How many microbatches that follow each other are slices of one sequence (default 1)]:N: ' \
                        '(--offload-bandwidth)--offload-bandwidth=[Size of an activation that moves to the host, or back, per unit of time]:X: ' \
                        '(--offloads-in-flight)--offloads-in-flight=[How many copies to the host a rank'\''s compute leaves under way (default any number)]:N: ' \
                        '*--what-if=[Multiply times without changing the order]:WHAT=FACTOR: ' \
                        '(--device)--device=[Limit each rank to the memory of a device of the probe'\''s table, e.g. h100]:DEVICE: ' \
                        '(--layout)--layout=[Layers of each stage as Megatron writes them, e.g. '\''Et*3|tt|L'\'', in the place of the file'\''s layers per stage]:STRING: ' \
                        '*--with=[A pass over the order, NAME or NAME\:KEY=VALUE\:…]:PASS:(send-recv fsdp torch strip merge-backward recompute offload vocabulary parts tail)' \
                        '(-o --output)-o[A .pdf, .svg, .png, .tex or .tikz file]:FILE:_files' \
                        '(-o --output)--output=[A .pdf, .svg, .png, .tex or .tikz file]:FILE:_files' \
                        '(--target)--target=[Where it is shown\: screen (default), one-column, two-columns, slide]:NAME:(one-column two-columns slide screen)' \
                        '(--font-size)--font-size=[Size of the labels in points, as printed (default\: 7, 8, 14]:PT:(7 8 14)' \
                        '(--width)--width=[Width in pixels (default 1280, or that of the target)]:PX: ' \
                        '(--height)--height=[Height in pixels (default\: what the lanes need)]:PX: ' \
                        '(--scale)--scale=[Image pixels per pixel of 1/96 inch, for PNG (default 1]:X: ' \
                        '(--transparent)--transparent[No background]' \
                        '(--page)--page=[PDF page or its color\: fit (default), A4, A3, letter, white, transparent]:SIZE:(fit A4 A3 letter white transparent)' \
                        '(--theme)--theme=[light (default), dark, colorblind, print, colorblind-dark, contrast, contrast-dark]:NAME:(light dark colorblind print colorblind-dark contrast contrast-dark)' \
                        '(--title)--title=[Title instead of that of the schedule]:TEXT: ' \
                        '(--no-title)--no-title[Omit the title]' \
                        '(--no-legend)--no-legend[Omit the legend]' \
                        '(--no-metrics)--no-metrics[Omit the metrics line]' \
                        '(--memory)--memory[Show under each rank what it holds over time, with the memory limit]' \
                        '(--memory-parts)--memory-parts[As --memory, with its parts (parameters, gradients, activations) on each other]' \
                        '(--labels)--labels=[auto (default), all, none]:TEXT:(auto all none)' \
                        '(--from)--from=[Start of the shown range]:T: ' \
                        '(--to)--to=[End of the shown range]:T: ' \
                        '(--rank-range)--rank-range=[Only these ranks, e.g. 0-3]:A-B: '
                    ;;
                convert)
                    _arguments \
                        ':INPUT:{_values value gpipe 1f1b eager-1f1b 1f1b-overlap seq1f1b interleaved-1f1b interleaved-1f1b-overlap megatron-interleaved group-interleaved-1f1b looped-bfs hanayo interleaved-zero-bubble zb-h1 zb-h2 zb-auto zbv zbv-handcrafted zbv-auto v-min v-half v-adaptive v1f1b dualpipe dualpipev chimera; _files}' \
                        '(-h --help)-h[Print this help message and exit]' \
                        '(-h --help)--help[Print this help message and exit]' \
                        '(--ranks)--ranks=[Pipeline ranks (default 4)]:N: ' \
                        '(--microbatches)--microbatches=[Microbatches (default 8)]:N: ' \
                        '(--stages-per-rank)--stages-per-rank=[Stages on each rank]:N: ' \
                        '(--placement)--placement=[loop, v, block or mirror]:NAME:(loop v block mirror)' \
                        '*--option=[An option of the schedule]:KEY=VALUE: ' \
                        '(--costs)--costs=[Cost model from a cost file or a calibration]:FILE:_files' \
                        '(--stand-in-transfers)--stand-in-transfers[Use a calibration'\''s transfers within one device as if they were real ones]' \
                        '(--profile)--profile=[strict, pp-schedule-visualization, pp-schedule-visualization-sync]:NAME:(strict pp-schedule-visualization pp-schedule-visualization-sync)' \
                        '(--forward)--forward=[Time of a forward (default 1)]:X: ' \
                        '(--backward)--backward=[Time of a full backward (default 2)]:X: ' \
                        '(--backward-input)--backward-input=[Time of an input-gradient backward (default 1)]:X: ' \
                        '(--backward-weight)--backward-weight=[Time of a weight-gradient backward (default 1)]:X: ' \
                        '(--overlap)--overlap=[Time of an overlapped block\: sum, max, or X]:sum|max|X:(sum max)' \
                        '(--p2p-latency)--p2p-latency=[Transfer time between ranks (default 0)]:X: ' \
                        '(--activation-kept-until-weight)--activation-kept-until-weight=[Share of an activation that is released only by the weight gradient (default 1)]:X: ' \
                        '(--time-per)--time-per=[Times and sizes are given per stage, or for the whole share of a rank]:stage|rank:(stage rank)' \
                        '(--memory-limit)--memory-limit=[Size that a rank may hold, in the unit of the activations]:X: ' \
                        '(--host-factor)--host-factor=[Multiplies the host'\''s times of a measured run\: what the profiler added is in them]:X: ' \
                        '(--step-head)--step-head=[Time of a rank before its first action]:X: ' \
                        '(--reduce-gradients)--reduce-gradients=[Time of reducing a stage'\''s gradients over the replicas, after the last action]:X: ' \
                        '(--tied-embedding)--tied-embedding=[Time of summing the gradients of an embedding that first and last stage share]:X: ' \
                        '(--clip)--clip=[Time of clipping a stage'\''s gradients by their norm over all ranks]:X: ' \
                        '(--optimizer)--optimizer=[Time of the optimizer for a stage]:X: ' \
                        '(--gather-parameters)--gather-parameters=[Time of gathering a stage'\''s parameters over the replicas]:X: ' \
                        '(--step-finish)--step-finish=[Time of a rank from there until its step ends]:X: ' \
                        '(--recompute)--recompute=[Time of a recomputation R (default that of the forward)]:X: ' \
                        '(--activation-recomputed)--activation-recomputed=[Share of an activation that its F gives back where an R makes it again (default 1)]:X: ' \
                        '(--offload)--offload=[Time of moving a stage'\''s activation to the host, and of moving it back (default 0)]:X: ' \
                        '(--communicator-buffers)--communicator-buffers=[Size of the buffers of a rank'\''s communicators (default 0)]:X: ' \
                        '(--workspace)--workspace=[Size of what a rank'\''s kernels work in (default 0)]:X: ' \
                        '(--device-memory)--device-memory=[Memory of a rank'\''s device\: its limit where --memory-limit gives none]:X: ' \
                        '(--host-memory)--host-memory=[What a rank may move to the host]:X: ' \
                        '(--microbatch-times)--microbatch-times=[By what the times of each microbatch are multiplied\: 1,0.8,1.2,1 or a file of numbers]:LIST|FILE:_files' \
                        '(--microbatch-lengths)--microbatch-lengths=[Length of each microbatch, as a share of the length that the costs are of\: 1,0.5,1.5,1 or a file of numbers]:LIST|FILE:_files' \
                        '(--attention-share)--attention-share=[Share of the times that grows with the square of a microbatch'\''s length (default 0)]:X: ' \
                        '(--sequence-slices)--sequence-slices=[How many microbatches that follow each other are slices of one sequence (default 1)]:N: ' \
                        '(--offload-bandwidth)--offload-bandwidth=[Size of an activation that moves to the host, or back, per unit of time]:X: ' \
                        '(--offloads-in-flight)--offloads-in-flight=[How many copies to the host a rank'\''s compute leaves under way (default any number)]:N: ' \
                        '*--what-if=[Multiply times without changing the order]:WHAT=FACTOR: ' \
                        '(--device)--device=[Limit each rank to the memory of a device of the probe'\''s table, e.g. h100]:DEVICE: ' \
                        '(--layout)--layout=[Layers of each stage as Megatron writes them, e.g. '\''Et*3|tt|L'\'', in the place of the file'\''s layers per stage]:STRING: ' \
                        '(-o --output)-o[A .csv, .bubble, .trace.json (Chrome) or .pftrace (Perfetto) file, or - to print CSV]:FILE:_files' \
                        '(-o --output)--output=[A .csv, .bubble, .trace.json (Chrome) or .pftrace (Perfetto) file, or - to print CSV]:FILE:_files'
                    ;;
                compare)
                    _arguments \
                        '*:INPUT:{_values value gpipe 1f1b eager-1f1b 1f1b-overlap seq1f1b interleaved-1f1b interleaved-1f1b-overlap megatron-interleaved group-interleaved-1f1b looped-bfs hanayo interleaved-zero-bubble zb-h1 zb-h2 zb-auto zbv zbv-handcrafted zbv-auto v-min v-half v-adaptive v1f1b dualpipe dualpipev chimera; _files}' \
                        '(-h --help)-h[Print this help message and exit]' \
                        '(-h --help)--help[Print this help message and exit]' \
                        '*--measured=[Profiled traces of one run, or folders of them]:FILES:_files' \
                        '*--against=[Profiled traces of another run\: the first one is compared with it, action by action]:FILES:_files' \
                        '(--against-step)--against-step=[The step of --against to use (default\: its last complete one)]:N: ' \
                        '(--json)--json[As JSON]' \
                        '(-o --output --measured)-o[An .html file, too\: a page that draws the schedules one under the other]:FILE:_files' \
                        '(-o --output --measured)--output=[An .html file, too\: a page that draws the schedules one under the other]:FILE:_files' \
                        '(--profiled)--profiled[With --measured\: as a step takes with the profiler, whose part of the host'\''s time is left out otherwise]' \
                        '(--seed)--seed=[With --measured\: seed of the range that the spread of the measured times gives (default 1)]:N: ' \
                        '(--ranks)--ranks=[Pipeline ranks (default 4)]:N: ' \
                        '(--microbatches)--microbatches=[Microbatches (default 8)]:N: ' \
                        '(--stages-per-rank)--stages-per-rank=[Stages on each rank]:N: ' \
                        '(--placement)--placement=[loop, v, block or mirror]:NAME:(loop v block mirror)' \
                        '*--option=[An option of the schedule]:KEY=VALUE: ' \
                        '(--costs)--costs=[Cost model from a cost file or a calibration]:FILE:_files' \
                        '(--stand-in-transfers)--stand-in-transfers[Use a calibration'\''s transfers within one device as if they were real ones]' \
                        '(--profile)--profile=[strict, pp-schedule-visualization, pp-schedule-visualization-sync]:NAME:(strict pp-schedule-visualization pp-schedule-visualization-sync)' \
                        '(--forward)--forward=[Time of a forward (default 1)]:X: ' \
                        '(--backward)--backward=[Time of a full backward (default 2)]:X: ' \
                        '(--backward-input)--backward-input=[Time of an input-gradient backward (default 1)]:X: ' \
                        '(--backward-weight)--backward-weight=[Time of a weight-gradient backward (default 1)]:X: ' \
                        '(--overlap)--overlap=[Time of an overlapped block\: sum, max, or X]:sum|max|X:(sum max)' \
                        '(--p2p-latency)--p2p-latency=[Transfer time between ranks (default 0)]:X: ' \
                        '(--activation-kept-until-weight)--activation-kept-until-weight=[Share of an activation that is released only by the weight gradient (default 1)]:X: ' \
                        '(--time-per)--time-per=[Whether a time is that of one stage or of a rank'\''s whole share (default\: the share, so that all do the same work]:stage|rank:(stage rank)' \
                        '(--memory-limit)--memory-limit=[Size that a rank may hold, in the unit of the activations]:X: ' \
                        '(--host-factor)--host-factor=[Multiplies the host'\''s times of a measured run\: what the profiler added is in them]:X: ' \
                        '(--step-head)--step-head=[Time of a rank before its first action]:X: ' \
                        '(--reduce-gradients)--reduce-gradients=[Time of reducing a stage'\''s gradients over the replicas, after the last action]:X: ' \
                        '(--tied-embedding)--tied-embedding=[Time of summing the gradients of an embedding that first and last stage share]:X: ' \
                        '(--clip)--clip=[Time of clipping a stage'\''s gradients by their norm over all ranks]:X: ' \
                        '(--optimizer)--optimizer=[Time of the optimizer for a stage]:X: ' \
                        '(--gather-parameters)--gather-parameters=[Time of gathering a stage'\''s parameters over the replicas]:X: ' \
                        '(--step-finish)--step-finish=[Time of a rank from there until its step ends]:X: ' \
                        '(--recompute)--recompute=[Time of a recomputation R (default that of the forward)]:X: ' \
                        '(--activation-recomputed)--activation-recomputed=[Share of an activation that its F gives back where an R makes it again (default 1)]:X: ' \
                        '(--offload)--offload=[Time of moving a stage'\''s activation to the host, and of moving it back (default 0)]:X: ' \
                        '(--communicator-buffers)--communicator-buffers=[Size of the buffers of a rank'\''s communicators (default 0)]:X: ' \
                        '(--workspace)--workspace=[Size of what a rank'\''s kernels work in (default 0)]:X: ' \
                        '(--device-memory)--device-memory=[Memory of a rank'\''s device\: its limit where --memory-limit gives none]:X: ' \
                        '(--host-memory)--host-memory=[What a rank may move to the host]:X: ' \
                        '(--microbatch-times)--microbatch-times=[By what the times of each microbatch are multiplied\: 1,0.8,1.2,1 or a file of numbers]:LIST|FILE:_files' \
                        '(--microbatch-lengths)--microbatch-lengths=[Length of each microbatch, as a share of the length that the costs are of\: 1,0.5,1.5,1 or a file of numbers]:LIST|FILE:_files' \
                        '(--attention-share)--attention-share=[Share of the times that grows with the square of a microbatch'\''s length (default 0)]:X: ' \
                        '(--sequence-slices)--sequence-slices=[How many microbatches that follow each other are slices of one sequence (default 1)]:N: ' \
                        '(--offload-bandwidth)--offload-bandwidth=[Size of an activation that moves to the host, or back, per unit of time]:X: ' \
                        '(--offloads-in-flight)--offloads-in-flight=[How many copies to the host a rank'\''s compute leaves under way (default any number)]:N: ' \
                        '*--what-if=[Multiply times without changing the order]:WHAT=FACTOR: ' \
                        '(--device)--device=[Limit each rank to the memory of a device of the probe'\''s table, e.g. h100]:DEVICE: ' \
                        '(--layout)--layout=[Layers of each stage as Megatron writes them, e.g. '\''Et*3|tt|L'\'', in the place of the file'\''s layers per stage]:STRING: ' \
                        '(--step)--step=[The step to use (default\: the last complete one)]:N: ' \
                        '(--replica)--replica=[The pipeline to use of several that run beside each other, counted from 0 (default\: the first complete one)]:N: ' \
                        '*--pattern=[Names of records\: a regular expression with the groups kind, stage, microbatch, rank and chunk, of which only kind is required\: '\''step_(?<kind>\[FB\])(?<microbatch>\\d+)'\'']:REGEX: ' \
                        '*--rank=[The rank of a file that does not say it]:FILE=N:_files' \
                        '(--keep-damaged)--keep-damaged[Keep the part of a damaged file before the damage]' \
                        '(--max-size)--max-size=[The most bytes that a file may inflate to (default 16 GiB), or that come from a pipe (256 MiB)]:BYTES: '
                    ;;
                sweep)
                    _arguments \
                        '*:NAME:(gpipe 1f1b eager-1f1b 1f1b-overlap seq1f1b interleaved-1f1b interleaved-1f1b-overlap megatron-interleaved group-interleaved-1f1b looped-bfs hanayo interleaved-zero-bubble zb-h1 zb-h2 zb-auto zbv zbv-handcrafted zbv-auto v-min v-half v-adaptive v1f1b dualpipe dualpipev chimera)' \
                        '(-h --help)-h[Print this help message and exit]' \
                        '(-h --help)--help[Print this help message and exit]' \
                        '(--ranks)--ranks=[Pipeline ranks\: 4,8,16 or a range\: 4..16, 4..64\:4, 4..64x2]:LIST: ' \
                        '(--microbatches)--microbatches=[Microbatches, likewise]:LIST:(Microbatches likewise)' \
                        '(--stages-per-rank)--stages-per-rank=[Stages on each rank, likewise (default\: each schedule'\''s own)]:LIST: ' \
                        '*--option=[An option of all schedules]:KEY=VALUE: ' \
                        '*--try=[Try each order also with this pass, recompute or offload]:PASS: ' \
                        '(--costs)--costs=[Cost model from a cost file or a calibration]:FILE:_files' \
                        '(--stand-in-transfers)--stand-in-transfers[Use a calibration'\''s transfers within one device as if they were real ones]' \
                        '(--profile)--profile=[strict, pp-schedule-visualization, pp-schedule-visualization-sync]:NAME:(strict pp-schedule-visualization pp-schedule-visualization-sync)' \
                        '(--forward)--forward=[Time of a forward (default 1)]:X: ' \
                        '(--backward)--backward=[Time of a full backward (default 2)]:X: ' \
                        '(--backward-input)--backward-input=[Time of an input-gradient backward (default 1)]:X: ' \
                        '(--backward-weight)--backward-weight=[Time of a weight-gradient backward (default 1)]:X: ' \
                        '(--overlap)--overlap=[Time of an overlapped block\: sum, max, or X]:sum|max|X:(sum max)' \
                        '(--p2p-latency)--p2p-latency=[Transfer times between ranks\: 0,0.1,0.25 (default\: as in the costs)]:LIST: ' \
                        '(--activation-kept-until-weight)--activation-kept-until-weight=[Share of an activation that is released only by the weight gradient (default 1)]:X: ' \
                        '(--time-per)--time-per=[Whether a time or size is that of a rank'\''s whole share (default) or of one stage]:stage|rank:(stage rank)' \
                        '(--memory-limit)--memory-limit=[Size that a rank may hold, in the unit of the activations]:X: ' \
                        '(--host-factor)--host-factor=[Multiplies the host'\''s times of a measured run\: what the profiler added is in them]:X: ' \
                        '(--step-head)--step-head=[Time of a rank before its first action]:X: ' \
                        '(--reduce-gradients)--reduce-gradients=[Time of reducing a stage'\''s gradients over the replicas, after the last action]:X: ' \
                        '(--tied-embedding)--tied-embedding=[Time of summing the gradients of an embedding that first and last stage share]:X: ' \
                        '(--clip)--clip=[Time of clipping a stage'\''s gradients by their norm over all ranks]:X: ' \
                        '(--optimizer)--optimizer=[Time of the optimizer for a stage]:X: ' \
                        '(--gather-parameters)--gather-parameters=[Time of gathering a stage'\''s parameters over the replicas]:X: ' \
                        '(--step-finish)--step-finish=[Time of a rank from there until its step ends]:X: ' \
                        '(--recompute)--recompute=[Time of a recomputation R (default that of the forward)]:X: ' \
                        '(--activation-recomputed)--activation-recomputed=[Share of an activation that its F gives back where an R makes it again (default 1)]:X: ' \
                        '(--offload)--offload=[Time of moving a stage'\''s activation to the host, and of moving it back (default 0)]:X: ' \
                        '(--communicator-buffers)--communicator-buffers=[Size of the buffers of a rank'\''s communicators (default 0)]:X: ' \
                        '(--workspace)--workspace=[Size of what a rank'\''s kernels work in (default 0)]:X: ' \
                        '(--device-memory)--device-memory=[Memory of a rank'\''s device\: its limit where --memory-limit gives none]:X: ' \
                        '(--host-memory)--host-memory=[What a rank may move to the host]:X: ' \
                        '(--microbatch-times)--microbatch-times=[By what the times of each microbatch are multiplied\: 1,0.8,1.2,1 or a file of numbers]:LIST|FILE:_files' \
                        '(--microbatch-lengths)--microbatch-lengths=[Length of each microbatch, as a share of the length that the costs are of\: 1,0.5,1.5,1 or a file of numbers]:LIST|FILE:_files' \
                        '(--attention-share)--attention-share=[Share of the times that grows with the square of a microbatch'\''s length (default 0)]:X: ' \
                        '(--sequence-slices)--sequence-slices=[How many microbatches that follow each other are slices of one sequence (default 1)]:N: ' \
                        '(--offload-bandwidth)--offload-bandwidth=[Size of an activation that moves to the host, or back, per unit of time]:X: ' \
                        '(--offloads-in-flight)--offloads-in-flight=[How many copies to the host a rank'\''s compute leaves under way (default any number)]:N: ' \
                        '*--what-if=[Multiply times without changing the order]:WHAT=FACTOR: ' \
                        '(--device)--device=[Limit each rank to the memory of a device of the probe'\''s table, e.g. h100]:DEVICE: ' \
                        '(-o --output)-o[The rows to write, .csv or .jsonl, or - to print them. A new FILE grows as they arrive]:FILE:_files' \
                        '(-o --output)--output=[The rows to write, .csv or .jsonl, or - to print them. A new FILE grows as they arrive]:FILE:_files' \
                        '(--resume)--resume[Continue after the rows that a stopped sweep left in FILE.part or FILE]' \
                        '(--shard)--shard=[Only part I of N\: every N-th configuration, starting with the I-th]:I/N: ' \
                        '*--join=[Combine the files of all parts, in any order, into what the sweep writes without --shard]:FILES:_files' \
                        '(--threads)--threads=[How many to run at once (default\: all processors)]:N: '
                    ;;
                search)
                    _arguments \
                        '(-h --help)-h[Print this help message and exit]' \
                        '(-h --help)--help[Print this help message and exit]' \
                        '(--ranks)--ranks=[Pipeline ranks (default 4)]:N: ' \
                        '(--microbatches)--microbatches=[Microbatches (default 8)]:N: ' \
                        '(--stages-per-rank)--stages-per-rank=[Stages on each rank (default\: any number that a schedule takes)]:N: ' \
                        '(--placement)--placement=[loop, v, block or mirror (default\: any)]:NAME:(gpipe 1f1b eager-1f1b 1f1b-overlap seq1f1b interleaved-1f1b interleaved-1f1b-overlap megatron-interleaved group-interleaved-1f1b looped-bfs hanayo interleaved-zero-bubble zb-h1 zb-h2 zb-auto zbv zbv-handcrafted zbv-auto v-min v-half v-adaptive v1f1b dualpipe dualpipev chimera)' \
                        '*--schedule=[Try only this schedule]:NAME:(gpipe 1f1b eager-1f1b 1f1b-overlap seq1f1b interleaved-1f1b interleaved-1f1b-overlap megatron-interleaved group-interleaved-1f1b looped-bfs hanayo interleaved-zero-bubble zb-h1 zb-h2 zb-auto zbv zbv-handcrafted zbv-auto v-min v-half v-adaptive v1f1b dualpipe dualpipev chimera)' \
                        '*--try=[Try each order also with this pass, recompute or offload]:PASS: ' \
                        '(--layers)--layers=[Layers to split over the stages]:N: ' \
                        '(--layout)--layout=[Find the layout of the layers, too, as Megatron writes it]:STRING: ' \
                        '(--mtp-layers)--mtp-layers=[Layers of multi-token prediction of the layout (default 0)]:N: ' \
                        '(--time-budget)--time-budget=[Seconds to search (default 10)]:S: ' \
                        '(--iterations)--iterations=[Changes to try under each limit up to the given one, instead of a time\: the result is always the same]:N: ' \
                        '(--objective)--objective=[What to minimize (default makespan)]:makespan|rank-span:(makespan rank-span)' \
                        '(--seed)--seed=[Seed of the changes that are tried (default 1)]:N: ' \
                        '(--threads)--threads=[Threads (default\: all processors)]:N: ' \
                        '(--json)--json[As JSON]' \
                        '(-o --output)-o[Write the order\: a .csv or .bubble file, or - to print only CSV]:FILE:_files' \
                        '(-o --output)--output=[Write the order\: a .csv or .bubble file, or - to print only CSV]:FILE:_files' \
                        '(--costs)--costs=[Cost model from a cost file or a calibration]:FILE:_files' \
                        '(--stand-in-transfers)--stand-in-transfers[Use a calibration'\''s transfers within one device as if they were real ones]' \
                        '(--profile)--profile=[strict, pp-schedule-visualization, pp-schedule-visualization-sync]:NAME:(strict pp-schedule-visualization pp-schedule-visualization-sync)' \
                        '(--forward)--forward=[Time of a forward (default 1)]:X: ' \
                        '(--backward)--backward=[Time of a full backward (default 2)]:X: ' \
                        '(--backward-input)--backward-input=[Time of an input-gradient backward (default 1)]:X: ' \
                        '(--backward-weight)--backward-weight=[Time of a weight-gradient backward (default 1)]:X: ' \
                        '(--overlap)--overlap=[Time of an overlapped block\: sum, max, or X]:sum|max|X:(sum max)' \
                        '(--p2p-latency)--p2p-latency=[Transfer time between ranks (default 0)]:X: ' \
                        '(--activation-kept-until-weight)--activation-kept-until-weight=[Share of an activation that is released only by the weight gradient (default 1)]:X: ' \
                        '(--time-per)--time-per=[Times and sizes are given per stage, or for the whole share of a rank]:stage|rank:(stage rank)' \
                        '(--memory-limit)--memory-limit=[Size that a rank may hold, in the unit of the activations]:X: ' \
                        '(--host-factor)--host-factor=[Multiplies the host'\''s times of a measured run\: what the profiler added is in them]:X: ' \
                        '(--step-head)--step-head=[Time of a rank before its first action]:X: ' \
                        '(--reduce-gradients)--reduce-gradients=[Time of reducing a stage'\''s gradients over the replicas, after the last action]:X: ' \
                        '(--tied-embedding)--tied-embedding=[Time of summing the gradients of an embedding that first and last stage share]:X: ' \
                        '(--clip)--clip=[Time of clipping a stage'\''s gradients by their norm over all ranks]:X: ' \
                        '(--optimizer)--optimizer=[Time of the optimizer for a stage]:X: ' \
                        '(--gather-parameters)--gather-parameters=[Time of gathering a stage'\''s parameters over the replicas]:X: ' \
                        '(--step-finish)--step-finish=[Time of a rank from there until its step ends]:X: ' \
                        '(--recompute)--recompute=[Time of a recomputation R (default that of the forward)]:X: ' \
                        '(--activation-recomputed)--activation-recomputed=[Share of an activation that its F gives back where an R makes it again (default 1)]:X: ' \
                        '(--offload)--offload=[Time of moving a stage'\''s activation to the host, and of moving it back (default 0)]:X: ' \
                        '(--communicator-buffers)--communicator-buffers=[Size of the buffers of a rank'\''s communicators (default 0)]:X: ' \
                        '(--workspace)--workspace=[Size of what a rank'\''s kernels work in (default 0)]:X: ' \
                        '(--device-memory)--device-memory=[Memory of a rank'\''s device\: its limit where --memory-limit gives none]:X: ' \
                        '(--host-memory)--host-memory=[What a rank may move to the host]:X: ' \
                        '(--microbatch-times)--microbatch-times=[By what the times of each microbatch are multiplied\: 1,0.8,1.2,1 or a file of numbers]:LIST|FILE:_files' \
                        '(--microbatch-lengths)--microbatch-lengths=[Length of each microbatch, as a share of the length that the costs are of\: 1,0.5,1.5,1 or a file of numbers]:LIST|FILE:_files' \
                        '(--attention-share)--attention-share=[Share of the times that grows with the square of a microbatch'\''s length (default 0)]:X: ' \
                        '(--sequence-slices)--sequence-slices=[How many microbatches that follow each other are slices of one sequence (default 1)]:N: ' \
                        '(--offload-bandwidth)--offload-bandwidth=[Size of an activation that moves to the host, or back, per unit of time]:X: ' \
                        '(--offloads-in-flight)--offloads-in-flight=[How many copies to the host a rank'\''s compute leaves under way (default any number)]:N: ' \
                        '(--device)--device=[Limit each rank to the memory of a device of the probe'\''s table, e.g. h100]:DEVICE: '
                    ;;
                trace)
                    _arguments \
                        '*:FILES:_files' \
                        '(-h --help)-h[Print this help message and exit]' \
                        '(-h --help)--help[Print this help message and exit]' \
                        '(--json)--json[As JSON]' \
                        '(--actions)--actions[Include the times of every action]' \
                        '(--step)--step=[The step to use (default\: the last complete one)]:N: ' \
                        '(--replica)--replica=[The pipeline to use of several that run beside each other, counted from 0 (default\: the first complete one)]:N: ' \
                        '*--pattern=[Names of records\: a regular expression with the groups kind, stage, microbatch, rank and chunk, of which only kind is required\: '\''step_(?<kind>\[FB\])(?<microbatch>\\d+)'\'']:REGEX: ' \
                        '*--rank=[The rank of a file that does not say it]:FILE=N:_files' \
                        '(--keep-damaged)--keep-damaged[Keep the part of a damaged file before the damage]' \
                        '(--max-size)--max-size=[The most bytes that a file may inflate to (default 16 GiB), or that come from a pipe (256 MiB)]:BYTES: '
                    ;;
                slowdown)
                    _arguments \
                        '*:FILES:_files' \
                        '(-h --help)-h[Print this help message and exit]' \
                        '(-h --help)--help[Print this help message and exit]' \
                        '(--json)--json[As JSON]' \
                        '(--steps)--steps=[The steps to use (default\: all complete ones)]:A..B: ' \
                        '*--pattern=[Names of records\: a regular expression with the groups kind, stage, microbatch, rank and chunk, of which only kind is required\: '\''step_(?<kind>\[FB\])(?<microbatch>\\d+)'\'']:REGEX: ' \
                        '*--rank=[The rank of a file that does not say it]:FILE=N:_files' \
                        '(--keep-damaged)--keep-damaged[Keep the part of a damaged file before the damage]' \
                        '(--max-size)--max-size=[The most bytes that a file may inflate to (default 16 GiB), or that come from a pipe (256 MiB)]:BYTES: '
                    ;;
                calibrate)
                    _arguments \
                        '*:FILES:_files' \
                        '(-h --help)-h[Print this help message and exit]' \
                        '(-h --help)--help[Print this help message and exit]' \
                        '(-o --output)-o[The calibration to write, or - to print it]:FILE:_files' \
                        '(-o --output)--output=[The calibration to write, or - to print it]:FILE:_files' \
                        '(--unprofiled)--unprofiled[Leave out what the profiler adds on the host, as compare --measured does]' \
                        '(--step)--step=[The step to use (default\: the last complete one)]:N: ' \
                        '(--replica)--replica=[The pipeline to use of several that run beside each other, counted from 0 (default\: the first complete one)]:N: ' \
                        '*--pattern=[Names of records\: a regular expression with the groups kind, stage, microbatch, rank and chunk, of which only kind is required\: '\''step_(?<kind>\[FB\])(?<microbatch>\\d+)'\'']:REGEX: ' \
                        '*--rank=[The rank of a file that does not say it]:FILE=N:_files' \
                        '(--keep-damaged)--keep-damaged[Keep the part of a damaged file before the damage]' \
                        '(--max-size)--max-size=[The most bytes that a file may inflate to (default 16 GiB), or that come from a pipe (256 MiB)]:BYTES: '
                    ;;
                probe)
                    _arguments \
                        '(-h --help)-h[Print this help message and exit]' \
                        '(-h --help)--help[Print this help message and exit]' \
                        '(--version)--version[Display program version information and exit]' \
                        '(--model)--model=[A JSON file that describes the model]:FILE:_files' \
                        '(--preset)--preset=[A published model]:NAME:(gpt-3-175b llama-3-8b llama-3-70b llama-3-405b mixtral-8x7b-dense mixtral-8x7b deepseek-v3 qwen2.5-72b)' \
                        '(--name)--name=[Name of the model in the result]:TEXT: ' \
                        '(--hidden)--hidden=[Width of the residual stream]:N: ' \
                        '(--ffn)--ffn=[Inner width of the feed-forward part]:N: ' \
                        '(--heads)--heads=[Attention heads]:N: ' \
                        '(--kv-heads)--kv-heads=[Heads of keys and values]:N: ' \
                        '(--head-dim)--head-dim=[Width of a head]:N: ' \
                        '(--seq)--seq=[Tokens of a sequence]:N: ' \
                        '(--micro-batch)--micro-batch=[Sequences of a microbatch]:N: ' \
                        '(--vocab)--vocab=[Size of the vocabulary]:N: ' \
                        '(--tp)--tp=[Devices that share each layer]:N: ' \
                        '(--experts)--experts=[Experts of a mixture]:N: ' \
                        '(--top-k)--top-k=[Experts that each token meets]:N: ' \
                        '(--expert-ffn)--expert-ffn=[Inner width of an expert]:N: ' \
                        '(--shared-experts)--shared-experts=[Experts that every token meets]:N: ' \
                        '(--ep)--ep=[Devices that share the experts]:N: ' \
                        '(--dense-layers)--dense-layers=[Decoder layers before the first one with experts]:N: ' \
                        '(--expert-every)--expert-every=[One in how many of the decoder layers behind them has experts]:N: ' \
                        '(--mtp-layers)--mtp-layers=[Layers of multi-token prediction]:N: ' \
                        '(--layers-per-stage)--layers-per-stage=[Layers per stage, or 4,4,4,3 for each]:N: ' \
                        '*--gated[Feed-forward with a gate (SwiGLU)]' \
                        '*--no-gated[Feed-forward with a gate (SwiGLU)]' \
                        '*--causal[A token attends only to tokens before it]' \
                        '*--no-causal[A token attends only to tokens before it]' \
                        '*--bias[Linears and norms have biases]' \
                        '*--no-bias[Linears and norms have biases]' \
                        '*--tied-embedding[The head uses the embedding'\''s weights]' \
                        '*--no-tied-embedding[The head uses the embedding'\''s weights]' \
                        '*--sequence-parallel[Devices that share a layer share the tokens of its norms]' \
                        '*--no-sequence-parallel[Devices that share a layer share the tokens of its norms]' \
                        '*--with-collectives[Times contain the communication within a layer, estimated]' \
                        '*--no-with-collectives[Times contain the communication within a layer, estimated]' \
                        '(--recompute)--recompute=[What the backward recomputes\: none, attention, full]:WHAT:(none attention full)' \
                        '(--dtype)--dtype=[bf16, fp16, tf32, fp32, or fp8\: of products, beside bf16]:TYPE: ' \
                        '(--fp8-scaling)--fp8-scaling=[What shares a scale in fp8\: tensor or block]:WHAT:(tensor block)' \
                        '(--framework)--framework=[Whose kernels run between products, and what is kept for them, as in PyTorch\: compiled, eager]:NAME:(compiled eager)' \
                        '(--grad-dtype)--grad-dtype=[Of weight gradients\: fp32 (added up) or bf16]:TYPE:(fp32 bf16)' \
                        '(--estimate)--estimate=[Estimate without a GPU\: a roofline for this device (--list-gpus), or for one described in a JSON file]:GPU|FILE:{_values value a100 h100 h200 b200 l40s rtx4090 mi300x; _files}' \
                        '(--gemm-efficiency)--gemm-efficiency=[Share of the peak, or of a measured ceiling, that matrix products reach]:FLOAT: ' \
                        '(--fp8-efficiency)--fp8-efficiency=[The same for products in fp8, of their peak]:FLOAT: ' \
                        '(--attention-efficiency)--attention-efficiency=[The same for attention]:FLOAT: ' \
                        '(--attention-backward)--attention-backward=[FLOPs of attention'\''s backward, relative to those that count]:FLOAT: ' \
                        '(--bandwidth-efficiency)--bandwidth-efficiency=[Share of the memory rate]:FLOAT: ' \
                        '(--launch-us)--launch-us=[Before each kernel]:FLOAT: ' \
                        '(--link-latency-us)--link-latency-us=[Latency of a transfer]:FLOAT: ' \
                        '(--hop-us)--hop-us=[Of one step of a collective, beside its bytes]:FLOAT: ' \
                        '(--device)--device=[Which GPU]:I: ' \
                        '*--ops=[What to measure\: F,I,W,B,overlap,p2p,opt]:LIST:(F I W B overlap p2p opt)' \
                        '(--target-ci)--target-ci=[Half-width of the interval at which a time is accepted]:FLOAT: ' \
                        '(--max-seconds)--max-seconds=[Time limit]:FLOAT: ' \
                        '(--attention)--attention=[cudnn runs it fused, as auto does where cuDNN is]:TEXT:(auto cudnn unfused analytic)' \
                        '(--autotune)--autotune[Time up to 8 algorithms of each product and use the fastest]' \
                        '(--quick)--quick[A tenth of the rounds]' \
                        '(--seed)--seed=[Seed of the order and of the data]:UINT: ' \
                        '(--self-check)--self-check[Only check small products against the CPU]' \
                        '(--require-idle)--require-idle[Refuse a device that other programs use]' \
                        '(--emulate)--emulate=[Run simulated schedules on real streams and compare\: spin (of the measured times), real (a layer'\''s kernels, a part of the GPU for each rank)]:TEXT:(spin real)' \
                        '(--library-path)--library-path=[The only folders to search for the CUDA libraries, with \: between them]:DIR:_files' \
                        '(-o --out)-o[The calibration to write]:FILE:_files' \
                        '(-o --out)--out=[The calibration to write]:FILE:_files' \
                        '(--dry-run)--dry-run[Print what would be measured and how long it takes, then exit]' \
                        '(--list-devices)--list-devices[The GPUs of this machine]' \
                        '(--list-gpus)--list-gpus[The devices that --estimate knows]' \
                        '(--list-presets)--list-presets[The models that --preset knows, with their sources]' \
                        '(--schema)--schema[The JSON Schema of the result]'
                    ;;
            esac
            ;;
    esac
}

_bubblescope-cli "$@"
