// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/measured_run.h"

#include <QTest>
#include <string>

namespace bubblescope::test {

/// What a correct loader makes of a recording, from the times that its processes took themselves: of
/// "torch_cpu/zbv_p2_m4_straggler0". Waits are those of its labels, where it has any.
[[nodiscard]] MeasuredRun truthRun(const std::string& recording);

/// Of the recording that the row of a test with data is named by.
[[nodiscard]] inline MeasuredRun truthRun()
{
    return truthRun(QTest::currentDataTag());
}

/// A run of which only the order counts: a line a rank as in schedule_text.h, every action 10 µs long and
/// one after the other.
[[nodiscard]] MeasuredRun runOf(const std::string& order);

} // namespace bubblescope::test
