// SPDX-License-Identifier: Apache-2.0
#include "core/base/vector_registers.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace bubblescope {

#if defined(__x86_64__)
namespace {

__attribute__((target("avx"))) void clearUpper()
{
    _mm256_zeroupper();
}

} // namespace

void clearUpperRegisters()
{
    static const bool hasUpper = __builtin_cpu_supports("avx") != 0;
    if (hasUpper)
        clearUpper();
}
#else
void clearUpperRegisters() {}
#endif

} // namespace bubblescope
