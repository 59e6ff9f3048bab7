// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"

#include <cstdio>
#include <map>
#include <string>

namespace bubblescope::test {

namespace {

/// Made when the first class registers, whatever the order of the sources is.
std::map<std::string, TestRun, std::less<>>& registry()
{
    static std::map<std::string, TestRun, std::less<>> all;
    return all;
}

std::string baseName(std::string_view file)
{
    file.remove_prefix(file.find_last_of('/') + 1);
    return std::string(file.substr(0, file.find_last_of('.')));
}

} // namespace

TestRegistration::TestRegistration(std::string_view sourceFile, TestRun run)
{
    registry().emplace(baseName(sourceFile), run);
}

} // namespace bubblescope::test

int main(int argc, char** argv)
{
    const auto& tests = bubblescope::test::registry();
    if (argc < 2) {
        for (const auto& [name, run] : tests)
            std::puts(name.c_str());
        return 0;
    }
    const auto found = tests.find(std::string_view(argv[1]));
    if (found == tests.end()) {
        std::fprintf(stderr, "%s: no test %s; without an argument it lists them\n", argv[0], argv[1]);
        return 2;
    }
    // Qt takes the application's name from it, and settings and folders are named by that.
    return found->second(argc - 1, argv + 1);
}
