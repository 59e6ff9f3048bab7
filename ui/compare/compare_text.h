// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/compare_side.h"

#include <utility>

namespace bubblescope::ui {

/// What a reference is called: the document's name and what else made it what it is, passes and what-if.
[[nodiscard]] QString sideTitle(const QString& documentName, const Evaluation& evaluation);
/// The titles of both sides, current first, so that they differ: where the orders are called the same, by
/// where their costs come from.
[[nodiscard]] std::pair<QString, QString> distinctTitles(const CompareSide& current,
                                                         const CompareSide& reference);
/// "57 steps · bubble rate 18.8 %".
[[nodiscard]] QString sideFigures(const Evaluation& evaluation);
/// "+3 (+5.6 %)", "−0.5 (−1.2 %)", "no difference"; without a share of a reference of 0.
[[nodiscard]] QString differenceText(double current, double reference, int decimals = 3);
/// "+5.6 %"; empty where there is nothing to be a share of.
[[nodiscard]] QString differenceShare(double current, double reference);
/// A difference with its sign: "+3", "−0.5", "0".
[[nodiscard]] QString signedText(double difference, int decimals);
/// "3 steps longer (+5.6 %)", "as long as the reference", "in ms, the reference in steps".
[[nodiscard]] QString makespanDifference(const Evaluation& current, const Evaluation& reference);

} // namespace bubblescope::ui
