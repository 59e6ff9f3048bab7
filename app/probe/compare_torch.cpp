// SPDX-License-Identifier: Apache-2.0
#include "app/probe/compare_torch.h"

#include "core/base/try.h"
#include "core/io/file.h"

#include <array>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <sys/wait.h>

namespace bubblescope::probe {

namespace {

/// A folder for the script and what it says, removed with the object.
class WorkFolder
{
public:
    WorkFolder()
    {
        std::error_code error;
        std::string pattern = (std::filesystem::temp_directory_path(error) / "bubblescope-XXXXXX").string();
        if (::mkdtemp(pattern.data()) != nullptr)
            m_path = pattern;
    }
    WorkFolder(const WorkFolder&) = delete;
    WorkFolder& operator=(const WorkFolder&) = delete;
    ~WorkFolder()
    {
        std::error_code ignored;
        if (!m_path.empty())
            std::filesystem::remove_all(m_path, ignored);
    }
    [[nodiscard]] std::string file(const char* name) const { return m_path + '/' + name; }
    [[nodiscard]] bool isThere() const { return !m_path.empty(); }

private:
    std::string m_path;
};

std::string quoted(const std::string& text)
{
    std::string result = "'";
    for (const char c : text)
        result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + '\'';
}

std::string lastLineOf(const std::string& file)
{
    const Result<std::string> text = readFile(file, std::uint64_t{16} << 20U);
    if (!text)
        return {};
    const std::size_t end = text->find_last_not_of("\n ");
    if (end == std::string::npos)
        return {};
    const std::size_t begin = text->rfind('\n', end);
    return text->substr(begin == std::string::npos ? 0 : begin + 1,
                        end - (begin == std::string::npos ? 0 : begin + 1) + 1);
}

ComparisonOutcome failed(Exit exit, std::string code, std::string message)
{
    return {exit, std::move(code), std::move(message), {}, {}};
}

/// What the program printed, or why there is nothing.
std::optional<ComparisonOutcome> runPython(const ProgramOptions& options, const WorkFolder& folder,
                                           const std::vector<Framework>& frameworks, std::string& printed)
{
    const std::string script = folder.file("torch_layers.py"), request = folder.file("shape.json"),
                      said = folder.file("said.txt");
    const MeasureRequest& measured = options.request;
    if (!folder.isThere() || !writeFileAtomically(script, torchScript()) ||
        !writeFileAtomically(request,
                             torchRequest(measured.model, frameworks, measured.device, options.torchSeconds)))
        return failed(Exit::NotWritable, "not_writable",
                      "cannot write a script to the folder for temporary files");
    std::fprintf(stderr, "timing PyTorch: %s\n", options.python.c_str());
    const std::string command =
        fmt::format("{} {} {} 2>{}", quoted(options.python), quoted(script), quoted(request), quoted(said));
    std::FILE* const pipe = ::popen(command.c_str(), "r");
    if (pipe == nullptr)
        return failed(Exit::LibraryMissing, "no_python", fmt::format("cannot start {}", options.python));
    std::array<char, 4096> part{};
    for (std::size_t count = 0; (count = std::fread(part.data(), 1, part.size(), pipe)) > 0;)
        printed.append(part.data(), count);
    const int status = ::pclose(pipe);
    if (status == 0)
        return std::nullopt;
    constexpr int kNotFound = 127, kNotStarted = 126;
    const int exit = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    const std::string why = lastLineOf(said);
    if (exit == kNotFound || exit == kNotStarted || why.find("ModuleNotFoundError") != std::string::npos)
        return failed(
            Exit::LibraryMissing, "no_torch",
            fmt::format("there is no PyTorch to compare with ({}): name a Python that has it with --python",
                        why.empty() ? options.python : why));
    return failed(Exit::CudaError, "torch_failed",
                  fmt::format("PyTorch did not measure: {}", why.empty() ? "it said nothing" : why));
}

/// Measured, or read from the files that were given.
std::optional<ComparisonOutcome> ownFigures(const ProgramOptions& options,
                                            const std::vector<Framework>& frameworks,
                                            const CancelToken& cancel,
                                            std::vector<CalibrationFigures>& figures)
{
    for (const std::string& file : options.compared) {
        const Result<std::string> text = readFile(file, std::uint64_t{256} << 20U);
        if (!text)
            return failed(Exit::BadArguments, "bad_calibration", text.error().text());
        Result<CalibrationFigures> read = readFigures(*text, file);
        if (!read)
            return failed(Exit::BadArguments, "bad_calibration", read.error().text());
        figures.push_back(*std::move(read));
    }
    if (!options.compared.empty())
        return std::nullopt;
    ProtocolWriter silent([](const std::string&) {}, [] { return 0.0; });
    for (const Framework framework : frameworks) {
        MeasureRequest request = options.request;
        request.model.framework = framework;
        request.scope.overlap = request.scope.transfers = request.scope.optimizer = false;
        std::fprintf(stderr, "measuring as %s\n", std::string(frameworkName(framework)).c_str());
        MeasureOutcome outcome = measureModel(request, silent, cancel);
        if (!outcome.result)
            return failed(outcome.exit, outcome.code, outcome.message);
        for (const ProbeWarning& warning : outcome.result->warnings)
            std::fprintf(stderr, "warning: %s\n", warning.message.c_str());
        Result<CalibrationFigures> read = readFigures(calibrationText(*outcome.result), "calibration");
        if (!read)
            return failed(Exit::CudaError, "internal", read.error().text());
        figures.push_back(*std::move(read));
    }
    return std::nullopt;
}

} // namespace

ComparisonOutcome compareTorch(const ProgramOptions& options, const CancelToken& cancel)
{
    const MeasureRequest& request = options.request;
    if (options.compared.empty() && !isBuiltWithCuda())
        return failed(Exit::BuiltWithoutCuda, "built_without_cuda",
                      "this bubblescope-probe was built without CUDA: give a calibration to compare with "
                      "--calibration");
    std::vector<Framework> frameworks{Framework::Compiled, Framework::Eager};
    if (!options.framework.empty())
        frameworks = {request.model.framework};
    std::string printed;
    {
        const WorkFolder folder;
        if (auto failure = runPython(options, folder, frameworks, printed))
            return *std::move(failure);
    }
    const Result<TorchTimes> torch = readTorchTimes(printed);
    if (!torch)
        return failed(Exit::CudaError, "torch_failed", torch.error().text());
    std::vector<CalibrationFigures> figures;
    if (auto failure = ownFigures(options, frameworks, cancel, figures))
        return *std::move(failure);
    const std::vector<ComparedRow> rows = compared(*torch, figures);
    if (rows.empty())
        return failed(Exit::BadArguments, "nothing_in_common",
                      "PyTorch's times and the calibrations have no framework and block in common");
    return {isWithin(rows) ? Exit::Written : Exit::WrittenWithFlags,
            {},
            {},
            comparisonText(request.model, *torch, rows),
            comparisonJson(request.model, *torch, rows)};
}

} // namespace bubblescope::probe
