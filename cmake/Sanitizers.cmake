# SPDX-License-Identifier: Apache-2.0
if(BUBBLESCOPE_SANITIZE)
    # Instrumented code makes g++ 12 warn of uninitialised members inside the standard library.
    add_compile_options(-fsanitize=${BUBBLESCOPE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer
        $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
    # A wild pointer ends what is fuzzed anyway, and a check of each access is a third of the time to compile.
    if(BUBBLESCOPE_FUZZERS)
        add_compile_options(-fno-sanitize=null,alignment,vptr,object-size)
    endif()
    add_link_options(-fsanitize=${BUBBLESCOPE_SANITIZE})
endif()
