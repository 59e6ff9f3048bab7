# SPDX-License-Identifier: Apache-2.0
if(BUBBLESCOPE_SANITIZE)
    # Instrumented code makes g++ 12 warn of uninitialised members inside the standard library.
    add_compile_options(-fsanitize=${BUBBLESCOPE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer
        $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
    add_link_options(-fsanitize=${BUBBLESCOPE_SANITIZE})
endif()
