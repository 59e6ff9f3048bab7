// SPDX-License-Identifier: Apache-2.0
#include "app/cli/created_utc.h"
#include "app/cli/interrupt.h"
#include "app/cli/usage_error.h"
#include "app/probe/options.h"
#include "app/probe/report.h"
#include "core/io/calibration_schema.h"
#include "core/io/file.h"

#include <chrono>
#include <cstdio>
#include <fmt/format.h>
#include <new>

namespace {

using namespace bubblescope;
using namespace bubblescope::probe;

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
        m_protocol.hello(m_arguments);
        const Exit exit = work();
        m_protocol.bye(exit);
        return exit;
    }

private:
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
        Result<ModelShape> shape = modelOf(m_options);
        if (!shape)
            return fail(Exit::BadArguments, "bad_model", shape.error().text());
        const Result<ProbeScope> scope = scopeOf(m_options);
        if (!scope)
            return fail(Exit::BadArguments, "bad_arguments", scope.error().text());
        if (const auto ok = checkConstants(constantsOf(m_options, DeviceSheet{})); !ok)
            return fail(Exit::BadArguments, "bad_arguments", ok.error().text());
        if (shape->isMoe)
            return fail(
                Exit::Unsupported, "moe",
                "a mixture of experts cannot be measured or estimated yet: describe its dense part, with "
                "\"moe\": null");
        m_options.request.model = *shape;
        m_options.request.scope = *scope;
        m_options.request.emulatesSpin = !m_options.emulate.empty();
        if (m_options.dryRun)
            return dryRun();
        if (m_options.out.empty())
            return fail(Exit::BadArguments, "bad_arguments",
                        "--out FILE is missing: where the calibration is to be written (- prints it)");
        return m_options.estimate.empty() ? measure() : estimate();
    }

    [[nodiscard]] Result<Estimator> estimatorFor(const std::string& name) const
    {
        Result<DeviceSheet> sheet = deviceOf(name);
        if (!sheet)
            return tl::unexpected(sheet.error());
        const EstimatorConstants constants = constantsOf(m_options, *sheet);
        return Estimator::make(*std::move(sheet), m_options.request.model.dataType, constants);
    }

    Exit dryRun()
    {
        // Only how long depends on the device; one that is not there is taken as a common one.
        const Result<Estimator> estimator =
            estimatorFor(m_options.estimate.empty() ? "h100" : m_options.estimate);
        if (!estimator)
            return fail(Exit::BadArguments, "bad_device", estimator.error().text());
        const ProbePlan plan = planOf(m_options.request.model, m_options.request.scope, *estimator);
        m_protocol.plan(plan.points.size(), plan.etaSeconds);
        fmt::print(stderr, "{}", planText(m_options.request.model, plan, estimator->device().name));
        return Exit::Written;
    }

    Exit estimate()
    {
        const Result<Estimator> estimator = estimatorFor(m_options.estimate);
        if (!estimator)
            return fail(Exit::BadArguments, "bad_device", estimator.error().text());
        return write(estimateModel(m_options.request.model, *estimator, cli::createdUtc()));
    }

    Exit measure()
    {
        if (m_options.request.model.dataType == DataType::Fp8)
            return fail(Exit::Unsupported, "unsupported", "fp8 can be estimated, not measured");
        MeasureOutcome outcome = measureModel(m_options.request, m_protocol, cli::cancelOnInterrupt());
        if (!outcome.result)
            return fail(outcome.exit, outcome.code, outcome.message);
        outcome.result->createdUtc = cli::createdUtc();
        return write(*std::move(outcome.result));
    }

    Exit write(CalibrationResult result)
    {
        result.arguments = m_arguments;
        fmt::print(stderr, "{}", resultText(result));
        const std::string text = calibrationText(result);
        if (m_options.out == "-") {
            if (print(text) != Exit::Written)
                return fail(Exit::NotWritable, "not_writable",
                            "the calibration could not be written to standard output");
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

int runProgram(int argc, char** argv)
{
    CLI::App app{kDescription, kProgramName};
    app.footer(
        "Events are JSON lines on standard output, text for people is on standard error.\n"
        "Exit status: 0 written, 2 wrong arguments or model, 3 written with flags, 10 not writable, 19 "
        "built\n"
        "without CUDA, 20 no driver, 21 driver too old, 22 no device, 23 CUDA error, 24 library missing,\n"
        "25 out of memory, 26 unsupported, 27 device busy, 28 time limit, 130 cancelled.");
    app.set_version_flag("--version", fmt::format("bubblescope-probe {} ({})", BUBBLESCOPE_VERSION,
                                                  isBuiltWithCuda() ? "CUDA" : "without CUDA"));
    ProgramOptions options;
    addOptions(app, options);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& request) { // --help, --version
        return app.exit(request);
    } catch (const CLI::ParseError& error) {
        fmt::print(stderr, "bubblescope-probe: error: {}\n", cli::usageMessage(app, argc, argv, error));
        return statusOf(Exit::BadArguments);
    }
    return statusOf(Program(std::move(options), {argv + 1, argv + argc}).run());
}

} // namespace

int main(int argc, char** argv)
{
    try {
        return runProgram(argc, argv);
    } catch (const std::bad_alloc&) {
        std::fputs("bubblescope-probe: error: not enough memory\n", stderr);
    } catch (const std::exception& error) {
        fmt::print(stderr, "bubblescope-probe: error: {}\n", error.what());
    }
    return statusOf(Exit::BadArguments);
}
