# SPDX-License-Identifier: Apache-2.0
# bubblescope_precompile(TARGET [HEADER…]): what most of our sources read, and what those of the target do, is read once.
# No header of ours is in it, so that a change of one compiles no more than what includes it; sources still include what they use.
function(bubblescope_precompile target)
    target_precompile_headers(${target} PRIVATE <algorithm> <array> <cmath> <cstddef> <cstdint> <functional> <limits> <map>
        <memory> <numeric> <optional> <set> <span> <string> <string_view> <tuple> <unordered_map> <utility> <variant> <vector>
        <fmt/format.h> <fmt/ranges.h> <tl/expected.hpp> ${ARGN})
    bubblescope_precompile_options(${target})
endfunction()

# For a target of few groups, which uses the headers that core has precompiled. The compiler takes them only if the target, too, is
# position-independent and has what simdjson defines for core.
function(bubblescope_precompiled_by_core target)
    target_compile_options(${target} PRIVATE -fPIC)
    if(BUBBLESCOPE_FUZZERS) # clang takes none with other instrumentation, and core is instrumented for libFuzzer
        return()
    endif()
    if(BUBBLESCOPE_TRACES)
        target_compile_definitions(${target} PRIVATE $<TARGET_PROPERTY:simdjson::simdjson,INTERFACE_COMPILE_DEFINITIONS>)
    endif()
    target_precompile_headers(${target} REUSE_FROM bubblescope_core)
    bubblescope_precompile_options(${target})
endfunction()

# For a target that reuses another's: g++ 12 takes what is precompiled for our own code, and warns of what it believes to see in
# the library's strings. That it collects garbage above 1.5 GB only saves a twentieth of the time. clang's precompiled headers
# have a time in them, with which no compiler cache finds them again.
function(bubblescope_precompile_options target)
    target_compile_options(${target} PRIVATE
        $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds> $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow>
        $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overread>
        "$<$<CXX_COMPILER_ID:GNU>:SHELL:--param ggc-min-expand=300 --param ggc-min-heapsize=1500000>"
        "$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>")
endfunction()
