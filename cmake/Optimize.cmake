# SPDX-License-Identifier: Apache-2.0
# bubblescope_compile_quickly(TARGET): for code that waits for people, files or other processes. -O1 compiles in two thirds of the
# time of -O3, which is for what counts actions: core and the painter of scenes.
function(bubblescope_compile_quickly target)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release,RelWithDebInfo>:-O1>)
endfunction()
