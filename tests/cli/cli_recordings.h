// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/trace_data.h"

#include <QStringList>

namespace bubblescope::test {

/// The profiles of a recording, or of some of its ranks.
inline QStringList filesOf(const char* recording, const QList<int>& only = {})
{
    QStringList files;
    const std::vector<std::string> all = traceFiles(recording);
    for (std::size_t i = 0; i < all.size(); ++i)
        if (only.isEmpty() || only.contains(static_cast<int>(i)))
            files << QString::fromStdString(all[i]);
    return files;
}

} // namespace bubblescope::test
