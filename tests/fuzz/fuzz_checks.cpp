// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/fuzz_checks.h"

#include <cstdio>
#include <cstdlib>

namespace bubblescope::test {

void require(bool holds, const char* what)
{
    if (holds)
        return;
    std::fprintf(stderr, "does not hold: %s\n", what);
    std::abort();
}

} // namespace bubblescope::test
