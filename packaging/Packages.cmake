# SPDX-License-Identifier: Apache-2.0
# cpack in the build folder makes a .tar.gz of all and a .deb of each component. SOURCE_DATE_EPOCH makes them the same
# bytes each time.
set(BUBBLESCOPE_MAINTAINER "Bubblescope maintainers <bubblescope@users.noreply.github.com>"
    CACHE STRING "Who answers for the packages")
mark_as_advanced(BUBBLESCOPE_MAINTAINER)

set(CPACK_GENERATOR "TGZ;DEB")
set(CPACK_PACKAGE_NAME bubblescope)
set(CPACK_PACKAGE_VENDOR Bubblescope)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # it would come before each package's own
string(TOLOWER "bubblescope-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}" CPACK_PACKAGE_FILE_NAME)
set(CPACK_PACKAGE_CONTACT "${BUBBLESCOPE_MAINTAINER}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_COMPONENTS_ALL bubblescope-cli)
if(BUBBLESCOPE_HAVE_QT)
    list(APPEND CPACK_COMPONENTS_ALL bubblescope)
endif()

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

# The first line of a description stands in lists, the rest where one package is looked at.
set(CPACK_DEBIAN_BUBBLESCOPE-CLI_PACKAGE_NAME bubblescope-cli)
set(CPACK_DEBIAN_BUBBLESCOPE-CLI_PACKAGE_SECTION science)
set(CPACK_COMPONENT_BUBBLESCOPE-CLI_DESCRIPTION "pipeline-parallel training schedules, command line
Generates the schedules of pipeline-parallel training, times them with a cost
model, checks and converts them, draws them as SVG, and holds profiles of real
runs against them. It needs no display.
.
It brings bubblescope-probe, which measures or estimates a model's times.")
set(CPACK_DEBIAN_BUBBLESCOPE-CLI_PACKAGE_SUGGESTS "bubblescope")

set(CPACK_DEBIAN_BUBBLESCOPE_PACKAGE_NAME bubblescope)
set(CPACK_DEBIAN_BUBBLESCOPE_PACKAGE_SECTION science)
set(CPACK_COMPONENT_BUBBLESCOPE_DESCRIPTION "make pipeline-parallel training schedules visible
Shows which rank of a training pipeline runs which action when, where it waits,
and for what. Schedules are generated, read from files or taken from profiles
of real runs; they can be compared, edited and exported as pictures.
.
With it the command line draws PNG and PDF, too.")
set(CPACK_DEBIAN_BUBBLESCOPE_PACKAGE_DEPENDS "bubblescope-cli (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_BUBBLESCOPE_PACKAGE_RECOMMENDS "qt6-wayland, qt6-translations-l10n, fonts-inter, fonts-noto-cjk")

include(CPack)
