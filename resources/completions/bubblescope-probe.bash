# SPDX-License-Identifier: Apache-2.0
# Bash completes bubblescope-probe. Made from its options; BUBBLESCOPE_UPDATE_GOLDEN=1 manual_test writes it anew.

_bubblescope_probe()
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
            compare-torch)
                command=${COMP_WORDS[index]}
                break
                ;;
        esac
    done
    case $command in
        '')
            options='-h --help --version --model --preset --name --hidden --ffn --heads --kv-heads --head-dim --seq --micro-batch --vocab --tp --experts --top-k --expert-ffn --shared-experts --ep --dense-layers --expert-every --mtp-layers --layers-per-stage --gated --no-gated --causal --no-causal --bias --no-bias --tied-embedding --no-tied-embedding --sequence-parallel --no-sequence-parallel --with-collectives --no-with-collectives --recompute --dtype --fp8-scaling --framework --grad-dtype --estimate --gemm-efficiency --fp8-efficiency --attention-efficiency --attention-backward --bandwidth-efficiency --launch-us --link-latency-us --hop-us --device --ops --target-ci --max-seconds --attention --autotune --quick --seed --self-check --require-idle --emulate --library-path -o --out --dry-run --list-devices --list-gpus --list-presets --schema'
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
        compare-torch)
            options='-h --help --python --calibration --torch-seconds'
            case $before in
                --python) value=yes ;;
                --calibration) value=yes files=yes ;;
                --torch-seconds) value=yes ;;
            esac
            ;;
    esac
    [[ -n $command$value ]] || commands='compare-torch'
    local found=()
    if [[ $current == -* && -z $value ]]; then
        mapfile -t found < <(compgen -W "$options" -- "$current")
    else
        mapfile -t found < <(compgen -W "$commands $words" -- "$current"; [[ -z $files ]] || compgen -f -- "$current")
        [[ -z $files ]] || compopt -o filenames 2>/dev/null
    fi
    COMPREPLY=("${found[@]}")
}
complete -F _bubblescope_probe bubblescope-probe
