// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/probe.h"

#include "app/cli/own_folder.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace bubblescope::cli {

namespace {

constexpr const char* kProgram = "bubblescope-probe";

} // namespace

std::optional<std::span<char*>> probeArguments(std::span<char*> arguments)
{
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        const std::string_view argument = arguments[i];
        if (argument == "probe")
            return arguments.subspan(i + 1);
        if (argument != "--quiet")
            break;
    }
    return std::nullopt;
}

Error becomeProbe(std::span<char*> arguments)
{
    std::string name = kProgram;
    std::vector<char*> passed{name.data()};
    passed.insert(passed.end(), arguments.begin(), arguments.end());
    passed.push_back(nullptr);
    if (const std::filesystem::path folder = ownFolder(); !folder.empty())
        for (const std::filesystem::path& place :
             {folder / kProgram, folder.parent_path() / "probe" / kProgram})
            if (::access(place.c_str(), X_OK) == 0 && std::filesystem::is_regular_file(place))
                ::execv(place.c_str(), passed.data());
    ::execvp(kProgram, passed.data());
    const int problem = errno;
    if (problem == ENOENT)
        return {ErrorKind::InvalidInput,
                Sentence({"cli.bubblescope-probe-not-found",
                          "bubblescope-probe was not found next to bubblescope-cli or in PATH: install it, "
                          "or build the target bubblescope-probe"}),
                std::nullopt};
    return {ErrorKind::InvalidInput,
            Sentence({"cli.bubblescope-probe-cannot-started", "could not start bubblescope-probe: {problem}"},
                     std::strerror(problem)),
            std::nullopt};
}

void addProbeCommand(CLI::App& app, const Chosen& chosen)
{
    // For the help alone: what follows it never comes here.
    CLI::App* command = app.add_subcommand(
        "probe", "Measure or estimate a model's times: passes all following arguments to bubblescope-probe");
    command->callback([chosen] {
        *chosen = [](const Environment&) -> Result<int> { return tl::unexpected(becomeProbe({})); };
    });
}

} // namespace bubblescope::cli
