# SPDX-License-Identifier: Apache-2.0
if(BUBBLESCOPE_SANITIZE)
    add_compile_options(-fsanitize=${BUBBLESCOPE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${BUBBLESCOPE_SANITIZE})
endif()
