// SPDX-License-Identifier: Apache-2.0
#include "app/cli/full_program.h"

#include "app/cli/own_folder.h"
#include "app/cli/raster_picture.h"

#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <unistd.h>

namespace bubblescope::cli {

std::filesystem::path fullProgram()
{
    const std::filesystem::path folder = ownFolder();
    if (canDrawRaster() || folder.empty())
        return {};
    std::filesystem::path program = folder.parent_path() / "libexec" / "bubblescope" / "bubblescope-cli";
    std::error_code problem;
    if (!std::filesystem::is_regular_file(program, problem) || ::access(program.c_str(), X_OK) != 0)
        return {};
    return program;
}

Error becomeFullProgram(const std::vector<std::string>& arguments)
{
    std::string program = fullProgram().string();
    std::vector<std::string> copies = arguments;
    std::vector<char*> passed{program.data()};
    for (std::string& argument : copies)
        passed.push_back(argument.data());
    passed.push_back(nullptr);
    ::execv(program.c_str(), passed.data());
    return {
        ErrorKind::InvalidInput,
        Sentence({"cli.cannot-started", "could not start {program}: {errno}"}, program, std::strerror(errno)),
        std::nullopt};
}

} // namespace bubblescope::cli
