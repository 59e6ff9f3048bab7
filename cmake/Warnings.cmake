# SPDX-License-Identifier: Apache-2.0
# Carried by every target of ours; never by what we link.
add_library(bubblescope_warnings INTERFACE)
target_compile_options(bubblescope_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor -Woverloaded-virtual
    -Wcast-align -Wold-style-cast
    # g++ 12 sees overlaps in std::string, and members of a std::variant's other alternatives, that are not there.
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict> $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
if(BUBBLESCOPE_WARNINGS_AS_ERRORS)
    target_compile_options(bubblescope_warnings INTERFACE -Werror)
endif()
