// SPDX-License-Identifier: Apache-2.0
#include "app/cli/output.h"

#include "core/io/file.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace bubblescope::cli {

void print(const Environment& environment, std::string_view text)
{
    if (environment.caller != nullptr) {
        environment.caller->printed += text;
        return;
    }
    std::fwrite(text.data(), 1, text.size(), stdout);
}

Result<void> flushStandardOutput()
{
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
        return failure(ErrorKind::OutputFailed,
                       {"cli.cannot-write-output", "cannot write to standard output: {why}"},
                       std::strerror(errno));
    return {};
}

Result<void> writeOutput(const Environment& environment, const std::string& path, std::string_view bytes)
{
    if (path != "-")
        return writeFileAtomically(path, bytes);
    print(environment, bytes);
    return {};
}

std::string endingOf(const std::string& path)
{
    std::string name = path.substr(path.find_last_of('/') + 1);
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (name.ends_with(".trace.json"))
        return ".trace.json";
    const std::size_t dot = name.find_last_of('.');
    return dot == std::string::npos ? std::string{} : name.substr(dot);
}

} // namespace bubblescope::cli
