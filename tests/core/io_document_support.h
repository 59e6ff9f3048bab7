// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/document.h"
#include "tests/core/results_support.h"

#include <string>

namespace bubblescope::test {

/// GPipe on two ranks with three microbatches.
[[nodiscard]] inline ProjectDocument gpipe()
{
    ScheduleRequest request;
    request.schedule = "gpipe";
    request.ranks = 2;
    request.microbatches = 3;
    ProjectDocument document;
    document.source = request;
    return document;
}

/// The file of the same with these members, which stand on its third line.
[[nodiscard]] inline std::string gpipeWith(const std::string& members)
{
    return "{\"bubblescopeFormat\": 1,\n\"source\": {\"request\": {\"schedule\": \"gpipe\", "
           "\"ranks\": 2, \"microbatches\": 3}},\n" +
           members + "}";
}

/// What is read of the file that is written of it.
[[nodiscard]] inline ProjectDocument readAgain(const ProjectDocument& document)
{
    return *succeeded(readDocument(writeDocument(document), "p.bubble"));
}

} // namespace bubblescope::test
