# SPDX-License-Identifier: Apache-2.0
# bubblescope_moc(TARGET): moc reads the sources of the target, and only those. Qt's headers, which take it half a second a
# source, hold nothing that our classes' slots and signals depend on.
set(CMAKE_AUTOGEN_ORIGIN_DEPENDS OFF) # what moc reads is no product of the libraries that a program links
if(TARGET Qt6::moc)
    get_target_property(BUBBLESCOPE_MOC Qt6::moc LOCATION)
    configure_file("${CMAKE_CURRENT_LIST_DIR}/moc.sh.in" "${PROJECT_BINARY_DIR}/moc.sh" @ONLY
        FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
endif()
function(bubblescope_moc target)
    set_target_properties(${target} PROPERTIES AUTOMOC ON AUTOMOC_EXECUTABLE "${PROJECT_BINARY_DIR}/moc.sh")
endfunction()
