// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "probe/plan/probe_plan.h"

#include <QStringList>

namespace bubblescope::ui {

/// Where bubblescope-probe is: beside this program, in the same build, or in a folder of PATH; empty =
/// nowhere.
[[nodiscard]] QString findProbe();

/// What to measure besides the model.
struct MeasureOptions
{
    int device = 0;
    double targetPercent = 1; ///< half-width of the interval at which a time is good
    double maxSeconds = 120;
    QString attention = QStringLiteral("auto");
    QString libraries; ///< folder of CUDA's libraries; empty = where the system looks
    bool overlap = true;
    bool transfers = true;
    bool optimizer = true;
    bool quick = false;
    bool autotune = false;
    bool requireIdle = false;

    bool operator==(const MeasureOptions&) const = default;
};

/// What of it the probe plans for.
[[nodiscard]] probe::ProbeScope scopeOf(const MeasureOptions& options);
/// The probe's command line for a measurement that is written to `out`. Requires a shape that passed.
[[nodiscard]] QStringList probeArguments(const probe::ModelShape& shape, const MeasureOptions& options,
                                         const QString& out);

} // namespace bubblescope::ui
