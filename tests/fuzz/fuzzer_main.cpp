// SPDX-License-Identifier: Apache-2.0
// libFuzzer's entry, one program for every target: fuzz --target=chrome -max_total_time=60 NEW-FINDS CORPUS
#include "tests/fuzz/fuzz_targets.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace {

// libFuzzer has no other way to hand it from its start to each run.
bubblescope::test::FuzzTarget theTarget = nullptr;

} // namespace

// libFuzzer itself leaves out what begins with two dashes.
extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv)
{
    constexpr std::string_view option = "--target=";
    for (int i = 1; i < *argc; ++i)
        if (const std::string_view argument = (*argv)[i]; argument.starts_with(option))
            theTarget = bubblescope::test::fuzzTarget(argument.substr(option.size()));
    if (theTarget == nullptr) {
        std::fputs("give --target=NAME: a folder of tests/fuzz/corpus\n", stderr);
        std::exit(2);
    }
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    theTarget({reinterpret_cast<const char*>(data), size});
    return 0;
}
