# SPDX-License-Identifier: Apache-2.0
# What is linked and where it is used is told in docs/dependencies.md.
find_package(fmt REQUIRED)
find_package(tl-expected REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(ZLIB REQUIRED)
find_package(Threads REQUIRED)

set(BUBBLESCOPE_HAVE_QT FALSE)
if(NOT BUBBLESCOPE_QT STREQUAL "OFF")
    if(BUBBLESCOPE_QT STREQUAL "ON")
        find_package(Qt6 6.4 REQUIRED COMPONENTS Core Gui Widgets Concurrent DBus Test)
    else()
        find_package(Qt6 6.4 QUIET COMPONENTS Core Gui Widgets Concurrent DBus Test)
    endif()
    set(BUBBLESCOPE_HAVE_QT ${Qt6_FOUND})
endif()
message(STATUS "Qt (window, PNG, PDF): ${BUBBLESCOPE_HAVE_QT}")
# Qt 6.4's moc cannot read libstdc++ 12's <concepts> when it comes first: its include guard keeps moc out.
set(CMAKE_AUTOMOC_MOC_OPTIONS -D_GLIBCXX_CONCEPTS)
