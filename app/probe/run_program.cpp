// SPDX-License-Identifier: Apache-2.0
#include "app/probe/run_program.h"
#include "app/cli/created_utc.h"
#include "app/cli/usage_error.h"
#include "app/probe/cancel_deadline.h"
#include "app/probe/compare_torch.h"
#include "app/probe/options.h"
#include "app/probe/report.h"
#include "core/base/interrupt.h"
#include "core/base/try.h"
#include "core/io/calibration.h"
#include "core/io/file.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fmt/format.h>
#include <new>
#include <unistd.h>

namespace bubblescope::probe {

namespace {

int statusOf(Exit exit)
{
    return static_cast<int>(exit);
}

class Program
{
public:
    Program(ProgramOptions options, std::vector<std::string> arguments)
        : m_options(std::move(options))
        , m_arguments(std::move(arguments))
        , m_begin(std::chrono::steady_clock::now())
        , m_protocol(
              [this](const std::string& line) { say(line); },
              [this] {
                  return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_begin).count();
              })
    {}

    Exit run()
    {
        if (m_options.listPresets)
            return print(presetsText());
        if (m_options.listGpus)
            return print(gpusText());
        if (m_options.schema)
            return print(std::string(calibrationSchema()));
        if (m_options.listDevices)
            return printDevices();
        return toldBy([this] { return work(); });
    }

    /// For arguments that make no sense: the same events as for a model that makes none.
    Exit refuse(const std::string& message)
    {
        return toldBy([&] { return fail(Exit::BadArguments, "bad_arguments", message); });
    }

private:
    template <typename Run>
    Exit toldBy(Run run)
    {
        m_protocol.hello(m_arguments);
        const Exit exit = run();
        m_protocol.bye(exit);
        return exit;
    }

    /// Events go where the result does not.
    void say(const std::string& line) const
    {
        if (m_options.out == "-")
            return;
        std::fputs(line.c_str(), stdout);
        std::fflush(stdout);
    }

    static Exit print(const std::string& text)
    {
        const bool isWritten = std::fputs(text.c_str(), stdout) >= 0 && std::fflush(stdout) == 0;
        return isWritten ? Exit::Written : Exit::NotWritable;
    }

    Exit fail(Exit exit, const std::string& code, const std::string& message)
    {
        fmt::print(stderr, "bubblescope-probe: error: {}\n", message);
        m_protocol.error(code, message, exit);
        return exit;
    }

    Exit printDevices()
    {
        const DeviceList list = probe::listDevices(m_options.request.libraryPath);
        if (list.exit != Exit::Written) {
            fmt::print(stderr, "bubblescope-probe: error: {}\n", list.message);
            return list.exit;
        }
        std::string text;
        for (std::size_t i = 0; i < list.devices.size(); ++i)
            text +=
                fmt::format("{}  {}  {} SMs  {:.0f} GB\n", i, list.devices[i].name, list.devices[i].smCount,
                            static_cast<double>(list.devices[i].memoryBytes) / 1e9);
        return print(text);
    }

    Exit work()
    {
        if (const auto ok = checkUse(m_options); !ok)
            return fail(Exit::BadArguments, "bad_arguments", ok.error().text());
        Result<ModelShape> shape = modelOf(m_options);
        if (!shape)
            return fail(Exit::BadArguments, "bad_model", shape.error().text());
        const Result<ProbeScope> scope = scopeOf(m_options);
        if (!scope)
            return fail(Exit::BadArguments, "bad_arguments", scope.error().text());
        if (const auto ok = checkConstants(constantsOf(m_options, DeviceSheet{})); !ok)
            return fail(Exit::BadArguments, "bad_arguments", ok.error().text());
        if (m_options.comparesTorch && (shape->isMoe() || shape->isFp8() || shape->mtpLayers > 0))
            return fail(
                Exit::Unsupported, "unsupported",
                "compare-torch times dense layers in bf16, fp16, tf32 or fp32: no experts, no fp8, no "
                "multi-token prediction");
        m_options.request.model = *shape;
        m_options.request.scope = *scope;
        m_options.request.scope.attention = attentionWayOf(m_options.request.attention, *shape);
        m_options.request.emulatesSpin = m_options.emulate == "spin";
        m_options.request.emulatesReal = m_options.emulate == "real";
        if (m_options.dryRun)
            return dryRun();
        if (m_options.comparesTorch)
            return compare();
        if (m_options.out.empty())
            return fail(Exit::BadArguments, "bad_arguments",
                        "--out FILE is missing: the file to write the calibration to (- prints it)");
        return m_options.estimate.empty() ? measure() : estimate();
    }

    [[nodiscard]] Result<Estimator> estimatorFor(const std::string& name) const
    {
        TRY(DeviceSheet sheet, deviceOf(name));
        const EstimatorConstants constants = constantsOf(m_options, sheet);
        return Estimator::make(std::move(sheet), m_options.request.model.dataType, constants);
    }

    Exit dryRun()
    {
        const bool isNamed = !m_options.estimate.empty();
        if (const auto refusal = refusalOf(m_options.request); refusal && !isNamed)
            return fail(refusal->exit, refusal->code, refusal->message);
        // Only how long depends on the device; one that is not there is taken as a common one.
        const Result<Estimator> estimator = estimatorFor(isNamed ? m_options.estimate : "h100");
        if (!estimator)
            return fail(Exit::BadArguments, "bad_device", estimator.error().text());
        const ProbePlan plan = planOf(m_options.request.model, m_options.request.scope, *estimator);
        m_protocol.plan(plan.points.size(), plan.etaSeconds);
        fmt::print(stderr, "{}", planText(m_options.request.model, plan, estimator->device().name));
        return checkRoom(plan, *estimator, isNamed);
    }

    /// What no device can hold is refused as measuring would; what the common one cannot is reported.
    Exit checkRoom(const ProbePlan& plan, const Estimator& estimator, bool isNamed)
    {
        DeviceSheet roomiest = estimator.device();
        if (!isNamed)
            roomiest = *std::max_element(
                deviceSheets().begin(), deviceSheets().end(),
                [](const DeviceSheet& a, const DeviceSheet& b) { return a.memoryBytes < b.memoryBytes; });
        if (const std::string said = lackOfRoom(plan, estimator, roomiest); !said.empty())
            return fail(Exit::OutOfMemory, "out_of_memory", said);
        if (const std::string said = lackOfRoom(plan, estimator, estimator.device()); !said.empty()) {
            fmt::print(stderr, "warning: {}\n", said);
            m_protocol.warning({"out_of_memory", said, ""});
        }
        return Exit::Written;
    }

    [[nodiscard]] std::string lackOfRoom(const ProbePlan& plan, const Estimator& estimator,
                                         const DeviceSheet& device) const
    {
        constexpr double kShare = 0.9;
        if (device.memoryBytes <= 0 ||
            static_cast<double>(plan.deviceBytes) <= kShare * static_cast<double>(device.memoryBytes))
            return {};
        const std::string fits =
            whatWouldFit(m_options.request.model, m_options.request.scope, estimator, device.memoryBytes);
        return fmt::format("this needs {:.2f} GB of device memory, but {} has {:.0f} GB; {}",
                           static_cast<double>(plan.deviceBytes) / 1e9, device.name,
                           static_cast<double>(device.memoryBytes) / 1e9,
                           fits.empty() ? "not even one token would fit" : fits);
    }

    Exit estimate()
    {
        const Result<Estimator> estimator = estimatorFor(m_options.estimate);
        if (!estimator)
            return fail(Exit::BadArguments, "bad_device", estimator.error().text());
        if (const auto ok = checkLink(m_options.request.model, estimator->device()); !ok)
            return fail(Exit::BadArguments, "bad_device", ok.error().text());
        return write(estimateModel(m_options.request.model, *estimator, cli::createdUtc()));
    }

    Exit compare()
    {
        if (const auto refusal = refusalOf(m_options.request))
            return fail(refusal->exit, refusal->code, refusal->message);
        if (!m_options.out.empty() && m_options.out != "-")
            if (const auto ok = checkWritable(m_options.out); !ok)
                return fail(Exit::NotWritable, "not_writable", ok.error().text());
        const CancelToken& cancel = cancelOnInterrupt();
        const ComparisonOutcome outcome = compareTorch(m_options, cancel);
        if (cancel.isCancelled()) // PyTorch was ended by the same signal
            return fail(Exit::Cancelled, "cancelled", "cancelled");
        if (!outcome.message.empty())
            return fail(outcome.exit, outcome.code, outcome.message);
        fmt::print(stderr, "{}", outcome.text);
        if (m_options.out == "-")
            return print(outcome.json) == Exit::Written ? outcome.exit : Exit::NotWritable;
        if (!m_options.out.empty()) {
            if (const auto written = writeFileAtomically(m_options.out, outcome.json); !written)
                return fail(Exit::NotWritable, "not_writable", written.error().text());
            m_protocol.result(m_options.out);
        }
        return outcome.exit;
    }

    Exit measure()
    {
        const CancelToken& cancel = cancelOnInterrupt();
        if (const auto refusal = refusalOf(m_options.request))
            return fail(refusal->exit, refusal->code, refusal->message);
        // A mistyped folder is not to cost the minutes of a measurement.
        if (m_options.out != "-")
            if (const auto ok = checkWritable(m_options.out); !ok)
                return fail(Exit::NotWritable, "not_writable", ok.error().text());
        MeasureOutcome outcome;
        {
            constexpr std::chrono::milliseconds kPatience{1500};
            const CancelDeadline deadline(cancel, kPatience, [this] { endAtOnce(); });
            outcome = measureModel(m_options.request, m_protocol, cancel);
        }
        if (cancel.isCancelled())
            return fail(Exit::Cancelled, "cancelled", "cancelled");
        if (!outcome.result)
            return fail(outcome.exit, outcome.code, outcome.message);
        outcome.result->createdUtc = cli::createdUtc();
        return write(*std::move(outcome.result));
    }

    /// After a cancel, while the device or a library is waited for. Nothing is written yet.
    [[noreturn]] void endAtOnce()
    {
        // Where another thread is in the middle of a line, none is begun.
        if (::ftrylockfile(stdout) == 0) {
            m_protocol.error("cancelled", "cancelled", Exit::Cancelled);
            m_protocol.bye(Exit::Cancelled);
        }
        ::_exit(statusOf(Exit::Cancelled));
    }

    Exit write(CalibrationResult result)
    {
        result.arguments = m_arguments;
        fmt::print(stderr, "{}", resultText(result));
        const std::string text = calibrationText(result);
        if (m_options.out == "-") {
            if (print(text) != Exit::Written)
                return fail(Exit::NotWritable, "not_writable",
                            "could not write the calibration to standard output");
        } else if (const auto written = writeFileAtomically(m_options.out, text); !written) {
            return fail(Exit::NotWritable, "not_writable", written.error().text());
        } else {
            m_protocol.result(m_options.out);
        }
        for (const ProbeWarning& warning : result.warnings)
            m_protocol.warning(warning);
        return result.isFlagged() ? Exit::WrittenWithFlags : Exit::Written;
    }

    ProgramOptions m_options;
    std::vector<std::string> m_arguments;
    std::chrono::steady_clock::time_point m_begin;
    ProtocolWriter m_protocol;
};

/// Whether arguments that could not all be read want standard output for the result.
bool printsResult(const std::vector<std::string>& arguments)
{
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& argument = arguments[i];
        if (argument == "--out=-" || argument == "-o-" || argument == "-o=-" ||
            ((argument == "--out" || argument == "-o") && i + 1 < arguments.size() &&
             arguments[i + 1] == "-"))
            return true;
    }
    return false;
}

int statusOf(int argc, char** argv)
{
    CLI::App app{kDescription, kProgramName};
    app.footer(
        "Events are printed as JSON lines on standard output, messages for people on standard error.\nExit "
        "status: 0 written, 2 wrong arguments or model, 3 written with flags, 10 not writable, 19 "
        "built\nwithout CUDA, 20 no driver, 21 driver too old, 22 no device, 23 CUDA error, 24 library "
        "missing,\n25 out of memory, 26 unsupported, 27 device busy, 28 time limit, 130 cancelled.");
    app.set_version_flag("--version", fmt::format("bubblescope-probe {} ({})", BUBBLESCOPE_VERSION,
                                                  isBuiltWithCuda() ? "CUDA" : "without CUDA"));
    ProgramOptions options;
    addOptions(app, options);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& request) { // --help, --version
        return app.exit(request);
    } catch (const CLI::ParseError& error) {
        const std::vector<std::string> given(argv + 1, argv + argc);
        options.out = printsResult(given) ? "-" : "";
        return statusOf(Program(std::move(options), given).refuse(cli::usageMessage(app, argc, argv, error)));
    }
    noteGiven(app, options);
    return statusOf(Program(std::move(options), {argv + 1, argv + argc}).run());
}

} // namespace

int runProgram(int argc, char** argv)
{
    try {
        return statusOf(argc, argv);
    } catch (const std::bad_alloc&) {
        std::fputs("bubblescope-probe: error: not enough memory\n", stderr);
    } catch (const std::exception& error) {
        fmt::print(stderr, "bubblescope-probe: error: {}\n", error.what());
    }
    return statusOf(Exit::BadArguments);
}

} // namespace bubblescope::probe
