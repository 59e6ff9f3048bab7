// SPDX-License-Identifier: Apache-2.0
// libFuzzer's entry: run as `fuzz_csv -dict=… CORPUS`.
#include "tests/fuzz/fuzz_targets.h"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const bubblescope::test::FuzzTarget target =
        bubblescope::test::fuzzTarget(BUBBLESCOPE_FUZZ_TARGET);
    target({reinterpret_cast<const char*>(data), size});
    return 0;
}
