// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/cost_source.h"

#include <QDateTime>
#include <QStringList>
#include <map>
#include <memory>

namespace bubblescope::ui {

/// How far a time's interval goes beyond its median to either side, µs.
struct Spread
{
    double below = 0, above = 0;
};

/// A calibration as it is read, shown, applied and saved: its bytes, the costs that core makes of them, and
/// what these do not keep.
struct CalibrationFile
{
    std::string text;
    CostSource source;  ///< with both ways of taking its transfers
    QString provenance; ///< "measured", "estimate", "manual", "trace"
    QString model, device;
    QString created; ///< as the file has it
    /// How attention was measured or worked out, in words; empty where the file does not say.
    QString attention;
    QStringList assumptions;
    bool hasMemory = false;
    /// Of a block's or a stage's operation: "layer.F", "2.F". Only of those that have an interval.
    std::map<std::string, Spread> spreads;
    std::map<std::string, QStringList> flags;    ///< the same of what is to be known of a time
    std::map<std::string, Spread> overlapShares; ///< of a pair, as a share of its median

    [[nodiscard]] bool isEstimate() const { return provenance == QLatin1String("estimate"); }
    /// "Llama 3 8B on NVIDIA H200 (datasheet)".
    [[nodiscard]] QString title() const;
};
using CalibrationFilePtr = std::shared_ptr<const CalibrationFile>;

/// Errors with place, as the command line says them; a cost file is refused.
[[nodiscard]] Result<CalibrationFilePtr> readCalibrationText(std::string text, const QString& name);
[[nodiscard]] Result<CalibrationFilePtr> openCalibration(const QString& path);

} // namespace bubblescope::ui
