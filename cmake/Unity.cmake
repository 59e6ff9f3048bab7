# SPDX-License-Identifier: Apache-2.0
# bubblescope_unity(TARGET): compiles up to twelve files of a folder at once where BUBBLESCOPE_UNITY is set, as ./test and ./run
# do, for a build from nothing takes half as long so; without it, which suits working on a file, each is compiled by itself.
# Call it when the target has all its sources.
option(BUBBLESCOPE_UNITY "Compile the libraries' files several at once: quicker from nothing, slower after a change" OFF)
include(UnityAlone)

# Names that two files have are one another's business here alone; a build without it looks for both. A library, for its options
# have to stand behind those of bubblescope_warnings.
add_library(bubblescope_unity_warnings INTERFACE)
target_compile_options(bubblescope_unity_warnings INTERFACE -Wno-shadow $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)

function(bubblescope_unity target)
    if(NOT BUBBLESCOPE_UNITY)
        return()
    endif()
    get_target_property(sources ${target} SOURCES)
    get_target_property(own_folder ${target} SOURCE_DIR)
    foreach(source IN LISTS sources)
        if(NOT source MATCHES "[.]cpp$" OR source MATCHES "^[$]")
            continue()
        endif()
        get_filename_component(path "${source}" ABSOLUTE BASE_DIR "${own_folder}")
        file(RELATIVE_PATH name "${PROJECT_SOURCE_DIR}" "${path}")
        if(name IN_LIST BUBBLESCOPE_UNITY_ALONE)
            continue()
        endif()
        get_filename_component(folder "${name}" DIRECTORY)
        string(MAKE_C_IDENTIFIER "${folder}" group)
        math(EXPR count_${group} "0${count_${group}} + 1")
        math(EXPR batch "(${count_${group}} - 1) / 12")
        set_source_files_properties("${path}" TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP "${group}_${batch}")
    endforeach()
    target_link_libraries(${target} PRIVATE bubblescope_unity_warnings)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
