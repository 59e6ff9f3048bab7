// SPDX-License-Identifier: GPL-3.0-or-later
// How long the programs take to start: the window until its first frame is painted (DISPLAY, or
// QT_QPA_PLATFORM=offscreen), on its start page and with the example, and the command line for its version
// and for a small schedule. Best and median by the clock, and the least processor time of the process, which
// other work on the machine does not lengthen. Limits to compare with: 500 ms for the window, 10 ms for the
// command line.
#include <algorithm>
#include <benchmark/benchmark.h>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <spawn.h>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;
constexpr int kRuns = 15;
constexpr double kWindowLimitMs = 500;
constexpr double kCommandLimitMs = 10;

struct Taken
{
    double wallMs = 0;
    double processorMs = 0;
};

double processorMs(const timeval& time)
{
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) * 1e-3;
}

/// Until the program ends, or until it has written `until` to its errors, if that is not empty; nothing if it
/// ended without.
Taken timed(std::vector<std::string> command, const std::string& until)
{
    std::vector<char*> arguments;
    for (std::string& argument : command)
        arguments.push_back(argument.data());
    arguments.push_back(nullptr);
    int errors[2];
    if (pipe(errors) != 0)
        return {};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", 1, 0); // 1 = to write
    posix_spawn_file_actions_adddup2(&actions, errors[1], STDERR_FILENO);
    posix_spawn_file_actions_addclose(&actions, errors[0]);
    posix_spawn_file_actions_addclose(&actions, errors[1]);
    const auto begin = Clock::now();
    pid_t child = 0;
    const bool isStarted =
        posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    close(errors[1]);
    std::string said;
    char part[256];
    bool isSeen = until.empty();
    for (ssize_t count = 1; isStarted && count > 0 && (until.empty() || !isSeen);) {
        count = read(errors[0], part, sizeof part);
        said.append(part, static_cast<std::size_t>(std::max<ssize_t>(0, count)));
        isSeen = until.empty() || said.find(until) != std::string::npos;
    }
    double wall = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
    close(errors[0]);
    if (!isStarted)
        return {};
    if (!until.empty())
        kill(child, SIGKILL);
    int status = 0;
    rusage usage{};
    wait4(child, &status, 0, &usage);
    if (until.empty())
        wall = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
    const bool isGood = until.empty() ? WIFEXITED(status) && WEXITSTATUS(status) == 0 : isSeen;
    return isGood ? Taken{wall, processorMs(usage.ru_utime) + processorMs(usage.ru_stime)} : Taken{};
}

void starts(benchmark::State& state, const std::vector<std::string>& command, const std::string& until,
            double limit)
{
    for (auto _ : state) {
        std::vector<double> wall;
        double least = 0;
        for (int run = 0; run < kRuns; ++run) {
            const Taken taken = timed(command, until);
            if (!(taken.wallMs > 0))
                return state.SkipWithError((command[0] + " does not start").c_str());
            wall.push_back(taken.wallMs);
            least = run == 0 ? taken.processorMs : std::min(least, taken.processorMs);
        }
        std::sort(wall.begin(), wall.end());
        state.counters["best_ms"] = wall.front();
        state.counters["median_ms"] = wall[wall.size() / 2];
        state.counters["processor_ms"] = least;
        state.counters["limit_ms"] = limit;
        state.SetIterationTime(wall.front() / 1e3);
    }
}

} // namespace

int main(int argc, char** argv)
{
    namespace fs = std::filesystem;
    const fs::path apps = fs::read_symlink("/proc/self/exe").parent_path().parent_path() / "app";
    const std::string window = apps / "gui" / "bubblescope";
    const std::string command = apps / "cli" / "bubblescope-cli";
    // The window of someone who starts it for the first time, and whose settings stay as they are.
    const fs::path home = fs::temp_directory_path() / ("bubblescope-start-" + std::to_string(getpid()));
    fs::create_directories(home);
    if (const char* const own = getenv("HOME"))
        setenv("XAUTHORITY", (fs::path(own) / ".Xauthority").c_str(), 0);
    for (const char* const name : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
        setenv(name, home.c_str(), 1);
    setenv("QT_LOGGING_RULES", "bubblescope.ui.start.debug=true", 1);
    const auto add = [](const char* name, std::vector<std::string> line, const std::string& until,
                        double limit) {
        benchmark::RegisterBenchmark(name,
                                     [=](benchmark::State& state) { starts(state, line, until, limit); })
            ->UseManualTime()
            ->Unit(benchmark::kMillisecond)
            ->Iterations(1);
    };
    add("window", {window}, "first frame", kWindowLimitMs);
    add("window_example", {window, "--example"}, "first frame", kWindowLimitMs);
    add("command_version", {command, "--version"}, "", kCommandLimitMs);
    add("command_simulate", {command, "simulate", "1f1b:ranks=4,microbatches=8"}, "", kCommandLimitMs);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    fs::remove_all(home);
    return 0;
}
