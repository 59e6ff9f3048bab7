#compdef bubblescope-probe
# SPDX-License-Identifier: Apache-2.0
# Zsh completes bubblescope-probe. Made from its options; BUBBLESCOPE_UPDATE_GOLDEN=1 manual_test writes it anew.

_bubblescope-probe()
{
    local curcontext="$curcontext" state line
    typeset -A opt_args
    _arguments -C \
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
        '(--schema)--schema[The JSON Schema of the result]' \
        '1:command:->command' \
        '*::argument:->argument'
    case $state in
        command)
            local -a commands=(
                'compare-torch:Time the same layer and head with PyTorch, where it is installed, and print both side by side'
            )
            _describe -t commands command commands
            ;;
        argument)
            case $line[1] in
                compare-torch)
                    _arguments \
                        '(-h --help)-h[Print this help message and exit]' \
                        '(-h --help)--help[Print this help message and exit]' \
                        '(--python)--python=[The Python that has PyTorch]:PROGRAM: ' \
                        '*--calibration=[Compare this calibration instead of measuring]:FILE:_files' \
                        '(--torch-seconds)--torch-seconds=[How long PyTorch measures each time]:FLOAT: '
                    ;;
            esac
            ;;
    esac
}

_bubblescope-probe "$@"
