// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/base/result.h"

#include <CLI/CLI.hpp>
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace bubblescope::cli {

inline constexpr int kExitDone = 0;
inline constexpr int kExitDoesNotHold = 1;
inline constexpr int kExitUsage = 2;
inline constexpr int kExitOutputFailed = 3;
inline constexpr int kExitInterrupted = 130;

struct Input;

/// Another program in which a command runs, in the place of a terminal: the Python package.
struct Caller
{
    std::string printed;               ///< what goes to standard output else
    std::vector<std::string> warnings; ///< without "warning: "
    CancelToken cancel;                ///< in the place of signals
    std::atomic<double> share = 0;     ///< how far the command is, 0 to 1
    /// Orders that are in memory, by the text that stands for them as INPUT.
    std::map<std::string, std::shared_ptr<const Input>> inputs;
};

/// What every command knows of the program.
struct Environment
{
    bool quiet = false;                 ///< no warnings, no progress
    std::vector<std::string> arguments; ///< as they were given, without the program's name
    Caller* caller = nullptr;           ///< null in a program of its own
    /// What it has warned of, where a command asks the same of several inputs: said once. Null: say all.
    std::shared_ptr<std::set<std::string>> warnedOf = nullptr;
};

/// Runs one command; an exit status, or an error that the caller prints and turns into one.
using Command = std::function<Result<int>(const Environment&)>;
/// Where a command that was chosen on the command line leaves itself.
using Chosen = std::shared_ptr<Command>;

[[nodiscard]] int exitStatusOf(ErrorKind kind);
/// What stops a command: the caller, or the signals that are handled from now on.
[[nodiscard]] const CancelToken& cancelOf(const Environment& environment);
/// "bubblescope-cli: error: …" on standard error.
void printError(const Error& error);
/// "bubblescope-cli: warning: …" on standard error, unless quiet.
void printWarning(const Environment& environment, const Error& warning);
/// The same of a text, and of the file that it is about, if any.
void printWarning(const Environment& environment, const std::string& warning, const std::string& file = {});

void addLayoutCommand(CLI::App& app, const Chosen& chosen);
void addSchedulesCommand(CLI::App& app, const Chosen& chosen);
void addGenerateCommand(CLI::App& app, const Chosen& chosen);
void addSimulateCommand(CLI::App& app, const Chosen& chosen);
void addValidateCommand(CLI::App& app, const Chosen& chosen);
void addRenderCommand(CLI::App& app, const Chosen& chosen);
void addConvertCommand(CLI::App& app, const Chosen& chosen);
void addTraceCommand(CLI::App& app, const Chosen& chosen);
void addSlowdownCommand(CLI::App& app, const Chosen& chosen);
void addCalibrateCommand(CLI::App& app, const Chosen& chosen);
void addProbeCommand(CLI::App& app, const Chosen& chosen);
void addCompareCommand(CLI::App& app, const Chosen& chosen);
void addSweepCommand(CLI::App& app, const Chosen& chosen);
void addSearchCommand(CLI::App& app, const Chosen& chosen);

} // namespace bubblescope::cli
