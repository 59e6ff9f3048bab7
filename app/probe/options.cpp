// SPDX-License-Identifier: Apache-2.0
#include "app/probe/options.h"

#include "core/base/try.h"
#include "core/io/file.h"
#include "probe/plan/model_fields.h"
#include "probe/plan/model_json.h"
#include "probe/plan/model_presets.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bubblescope::probe {

namespace {

constexpr const char* kEstimateGroup = "Estimate";
constexpr const char* kMeasureGroup = "Measure";

/// "--micro-batch" for "micro_batch".
std::string flagOf(std::string_view key)
{
    std::string flag(key);
    std::replace(flag.begin(), flag.end(), '_', '-');
    return flag;
}

void addModelOptions(CLI::App& app, ProgramOptions& options)
{
    const char* group = "Model";
    app.add_option("--model", options.modelFile, "A JSON file that describes the model")
        ->type_name("FILE")
        ->group(group);
    app.add_option("--preset", options.preset, "A published model; --list-presets lists them")
        ->type_name("NAME")
        ->group(group);
    app.add_option("--name", options.name, "Name of the model in the result")
        ->type_name("TEXT")
        ->group(group);
    for (const NumberField& field : numberFields())
        app.add_option_function<std::int64_t>(
               "--" + flagOf(field.key),
               [&options, key = std::string(field.key)](const std::int64_t& value) {
                   options.numbers[key] = value;
               },
               std::string(field.help))
            ->type_name("N")
            ->group(group);
    app.add_option("--layers-per-stage", options.layers, "Layers per stage, or 4,4,4,3 for each")
        ->type_name("N")
        ->group(group);
    for (const SwitchField& field : switchFields()) {
        const std::string flag = flagOf(field.key);
        app.add_flag_function(
               fmt::format("--{0},!--no-{0}", flag),
               [&options, key = std::string(field.key)](std::int64_t count) {
                   options.switches[key] = count > 0;
               },
               std::string(field.help))
            ->group(group);
    }
    app.add_option("--recompute", options.recompute, "What the backward recomputes: none, attention, full")
        ->type_name("WHAT")
        ->group(group);
    app.add_option("--dtype", options.dtype, "bf16, fp16, tf32, fp32, or fp8: of products, beside bf16")
        ->type_name("TYPE")
        ->group(group);
    app.add_option("--fp8-scaling", options.fp8Scaling, "What shares a scale in fp8: tensor or block")
        ->type_name("WHAT")
        ->group(group);
    app.add_option(
           "--framework", options.framework,
           "Whose kernels run between products, and what is kept for them, as in PyTorch: compiled, eager")
        ->type_name("NAME")
        ->group(group);
    app.add_option("--grad-dtype", options.gradDtype, "Of weight gradients: fp32 (added up) or bf16")
        ->type_name("TYPE")
        ->group(group);
}

void addEstimateOptions(CLI::App& app, ProgramOptions& options)
{
    const char* group = kEstimateGroup;
    app.add_option("--estimate", options.estimate,
                   "Estimate without a GPU: a roofline for this device (--list-gpus), or for one described "
                   "in a JSON file")
        ->type_name("GPU|FILE")
        ->group(group);
    const auto addConstant = [&](const char* flag, double EstimatorConstants::*constant, const char* help) {
        app.add_option_function<double>(
               flag,
               [&options, constant](const double& value) { options.constants.emplace_back(constant, value); },
               help)
            ->type_name("FLOAT")
            ->group(group);
    };
    addConstant("--gemm-efficiency", &EstimatorConstants::gemm,
                "Share of the peak, or of a measured ceiling, that matrix products reach");
    addConstant("--fp8-efficiency", &EstimatorConstants::fp8, "The same for products in fp8, of their peak");
    addConstant("--attention-efficiency", &EstimatorConstants::attention, "The same for attention");
    addConstant("--attention-backward", &EstimatorConstants::attentionBackward,
                "FLOPs of attention's backward, relative to those that count");
    addConstant("--bandwidth-efficiency", &EstimatorConstants::bandwidth, "Share of the memory rate");
    addConstant("--launch-us", &EstimatorConstants::launchUs, "Before each kernel");
    addConstant("--link-latency-us", &EstimatorConstants::linkLatencyUs, "Latency of a transfer");
    addConstant("--hop-us", &EstimatorConstants::hopUs, "Of one step of a collective, beside its bytes");
}

void addMeasureOptions(CLI::App& app, ProgramOptions& options)
{
    const char* group = kMeasureGroup;
    MeasureRequest& request = options.request;
    app.add_option("--device", request.device, "Which GPU")
        ->type_name("I")
        ->check(CLI::NonNegativeNumber)
        ->group(group);
    app.add_option("--ops", options.ops, "What to measure: F,I,W,B,overlap,p2p,opt")
        ->delimiter(',')
        ->type_name("LIST")
        ->group(group);
    app.add_option("--target-ci", request.targetRelativeCi,
                   "Half-width of the interval at which a time is accepted")
        ->check(CLI::Range(1e-4, 0.5))
        ->group(group);
    app.add_option("--max-seconds", request.maxSeconds, "Time limit; what has been measured by then is kept")
        ->check(CLI::Range(1.0, 86400.0))
        ->group(group);
    app.add_option("--attention", request.attention,
                   "cudnn runs it fused, as auto does where cuDNN is; analytic computes it from the rate of "
                   "products; unfused runs it over all scores")
        ->check(CLI::IsMember({"auto", "cudnn", "unfused", "analytic"}))
        ->group(group);
    app.add_flag("--autotune", request.autotune,
                 "Time up to 8 algorithms of each product and use the fastest")
        ->group(group);
    app.add_flag("--quick", options.quick, "A tenth of the rounds")->group(group);
    app.add_option("--seed", request.seed, "Seed of the order and of the data")->group(group);
    app.add_flag("--self-check", options.selfCheck, "Only check small products against the CPU")
        ->group(group);
    app.add_flag("--require-idle", request.requireIdle, "Refuse a device that other programs use")
        ->group(group);
    app.add_option("--emulate", options.emulate,
                   "Run simulated schedules on real streams and compare: spin (of the measured "
                   "times), real (a layer's kernels, a part of the GPU for each rank)")
        ->check(CLI::IsMember({"spin", "real"}))
        ->group(group);
    app.add_option("--library-path", request.libraryPath,
                   "The only folders to search for the CUDA libraries, with : between them")
        ->type_name("DIR")
        ->group(group);
}

void addCompareOptions(CLI::App& app, ProgramOptions& options)
{
    CLI::App* compare = app.add_subcommand(
        "compare-torch",
        "Time the same layer and head with PyTorch, where it is installed, and print both side by side");
    compare->fallthrough();
    compare->callback([&options] { options.comparesTorch = true; });
    compare->add_option("--python", options.python, "The Python that has PyTorch")->type_name("PROGRAM");
    compare
        ->add_option("--calibration", options.compared,
                     "Compare this calibration instead of measuring; one per framework")
        ->type_name("FILE");
    compare->add_option("--torch-seconds", options.torchSeconds, "How long PyTorch measures each time")
        ->check(CLI::Range(0.1, 600.0));
}

/// The first of the given texts, as a value of the model.
template <typename Value>
Result<void> takeNamed(const std::string& text, Result<Value> (*fromName)(std::string_view), Value& value)
{
    if (text.empty())
        return {};
    TRY(value, fromName(text));
    return {};
}

Result<ModelShape> startOf(const ProgramOptions& options)
{
    if (!options.modelFile.empty() && !options.preset.empty())
        return invalidInput(
            {"probe-cli.model-preset-both-describe",
             "--model and --preset both describe a model: give one, and use flags to change it"});
    if (!options.preset.empty()) {
        TRY(ModelPreset preset, findPreset(options.preset));
        return std::move(preset.shape);
    }
    if (options.modelFile.empty())
        return ModelShape{};
    TRY(const std::string text, readFile(options.modelFile, std::uint64_t{16} << 20U));
    return readModel(text, options.modelFile);
}

} // namespace

void addOptions(CLI::App& app, ProgramOptions& options)
{
    addModelOptions(app, options);
    addEstimateOptions(app, options);
    addMeasureOptions(app, options);
    addCompareOptions(app, options);
    app.add_option("-o,--out", options.out, "The calibration to write; - prints it in place of the events")
        ->type_name("FILE");
    app.add_flag("--dry-run", options.dryRun,
                 "Print what would be measured and how long it takes, then exit");
    app.add_flag("--list-devices", options.listDevices, "The GPUs of this machine");
    app.add_flag("--list-gpus", options.listGpus, "The devices that --estimate knows");
    app.add_flag("--list-presets", options.listPresets, "The models that --preset knows, with their sources");
    app.add_flag("--schema", options.schema, "The JSON Schema of the result");
}

void noteGiven(const CLI::App& app, ProgramOptions& options)
{
    for (const CLI::Option* option : app.get_options()) {
        if (option->count() == 0)
            continue;
        if (option->get_group() == kMeasureGroup)
            options.measureFlags.push_back(option->get_name());
        else if (option->get_group() == kEstimateGroup && option->get_name() != "--estimate")
            options.estimateFlags.push_back(option->get_name());
    }
}

Result<void> checkUse(const ProgramOptions& options)
{
    // A plan is of a measurement, and says how long it takes on the device of an estimate: it listens to
    // both.
    if (options.dryRun)
        return {};
    if (options.comparesTorch && !options.estimate.empty())
        return invalidInput(
            {"probe-cli.compare-torch-measures", "compare-torch measures: --estimate has no effect with it"});
    if (!options.estimate.empty() && !options.measureFlags.empty())
        return invalidInput({"probe-cli.no-effect-estimate-which",
                             "{measure_flags} has no effect with --estimate, which measures nothing"},
                            fmt::format("{}", fmt::join(options.measureFlags, ", ")));
    if (options.estimate.empty() && !options.estimateFlags.empty())
        return invalidInput({"probe-cli.no-effect-without-estimate",
                             "{estimate_flags} has no effect without --estimate: times are measured"},
                            fmt::format("{}", fmt::join(options.estimateFlags, ", ")));
    return {};
}

Result<ModelShape> modelOf(const ProgramOptions& options)
{
    Result<ModelShape> shape = startOf(options);
    if (!shape)
        return shape;
    for (const NumberField& field : numberFields())
        if (const auto given = options.numbers.find(std::string(field.key)); given != options.numbers.end())
            (*shape).*field.value = given->second;
    for (const SwitchField& field : switchFields())
        if (const auto given = options.switches.find(std::string(field.key)); given != options.switches.end())
            (*shape).*field.value = given->second;
    if (!options.name.empty())
        shape->name = options.name;
    TRY_VOID(takeNamed(options.layers, &layersFromText, shape->layersPerStage));
    TRY_VOID(takeNamed(options.recompute, &recomputeFromName, shape->recompute));
    TRY_VOID(takeNamed(options.dtype, &dataTypeFromName, shape->dataType));
    TRY_VOID(takeNamed(options.gradDtype, &dataTypeFromName, shape->gradientType));
    TRY_VOID(takeNamed(options.fp8Scaling, &fp8ScalingFromName, shape->fp8Scaling));
    TRY_VOID(takeNamed(options.framework, &frameworkFromName, shape->framework));
    TRY_VOID(checkShape(*shape));
    return shape;
}

Result<DeviceSheet> deviceOf(const std::string& name)
{
    std::error_code error;
    const bool isFile = name.ends_with(".json") || name.find('/') != std::string::npos ||
                        std::filesystem::exists(name, error);
    if (Result<DeviceSheet> known = findDevice(name); known || !isFile)
        return known;
    TRY(const std::string text, readFile(name, std::uint64_t{16} << 20U));
    return readDevice(text, name);
}

EstimatorConstants constantsOf(const ProgramOptions& options, const DeviceSheet& device)
{
    EstimatorConstants constants = usualConstants(device);
    for (const auto& [constant, value] : options.constants)
        constants.*constant = value;
    return constants;
}

Result<ProbeScope> scopeOf(const ProgramOptions& options)
{
    ProbeScope scope;
    scope.quick = options.quick;
    scope.selfCheckOnly = options.selfCheck;
    if (options.ops.empty())
        return scope;
    scope.operations = scope.overlap = scope.transfers = scope.optimizer = false;
    for (const std::string& op : options.ops) {
        if (op == "F" || op == "I" || op == "W" || op == "B")
            scope.operations = true;
        else if (op == "overlap")
            scope.overlap = true;
        else if (op == "p2p")
            scope.transfers = true;
        else if (op == "opt")
            scope.optimizer = true;
        else
            return invalidInput({"probe-cli.ops-none-f-i",
                                 "--ops: unknown operation \"{op}\"; expected F, I, W, B, overlap, p2p, opt"},
                                op);
    }
    return scope;
}

} // namespace bubblescope::probe
