// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/compare_side.h"

#include <QStringList>
#include <utility>
#include <vector>

namespace bubblescope::ui {

/// Whether two figures differ by no more than adding up in another order makes.
[[nodiscard]] bool isSame(double a, double b);
/// As a document of this state would be called.
[[nodiscard]] QString nameOf(const DocumentIdentity& identity, const EvaluationInput& state);
/// What a reference is called: the document's name and what else made it what it is, passes and what-if.
[[nodiscard]] QString sideTitle(const QString& documentName, const Evaluation& evaluation);
/// The titles of both sides, current first, so that they differ: where the orders are called the same, by
/// where their costs come from.
[[nodiscard]] std::pair<QString, QString> distinctTitles(const CompareSide& current,
                                                         const CompareSide& reference);
/// Of all sides, current first, so that they differ also in what their schedules were asked for; references
/// that nothing tells apart are numbered.
[[nodiscard]] QStringList sideTitles(const CompareSide& current, const std::vector<CompareSide>& references);
/// "57 steps · idle 15.8 % · peak 5.5 act."; of an order that no request makes "4 × 8 · 57 steps · …".
[[nodiscard]] QString sideFigures(const Evaluation& evaluation);
/// "+3 (+5.6 %)", "−0.5 (−1.2 %)", "no difference"; without a share of a reference of 0.
[[nodiscard]] QString differenceText(double current, double reference, int decimals = 3);
/// Whether two schedules of as many ranks and microbatches run the same model, as far as anything tells: not
/// so where a stage takes as long on both sides and one has more stages. Other costs are no other work.
[[nodiscard]] bool haveSameWork(const Evaluation& one, const Evaluation& other);
/// Whether all sides of a comparison do the same work; what was measured did the work that it did.
[[nodiscard]] bool areOneWork(const CompareSide& current, const std::vector<CompareSide>& references);
/// Whether a side keeps costs of its own, other than the current side's: no edit changes its times.
[[nodiscard]] bool isFrozen(const CompareSide& side, const CompareSide& current);
/// The titles without what all sides have in common, as their sizes: where there is little room.
[[nodiscard]] QStringList shortTitles(const QStringList& titles);
/// Without what tells only that its costs are frozen, or that another's are: where marks say so.
[[nodiscard]] QString withoutCostState(const QString& title);
/// Which side is fastest, and what of it the other one differs in: "ZBV is fastest: 1.45 s, 22.7 % less than
/// 1F1B, with the same peak of 98 GB". `titles` as of sideTitles(), shortened.
[[nodiscard]] QString verdictText(const CompareSide& current, const std::vector<CompareSide>& references,
                                  std::size_t chosen, const QStringList& titles);
/// "+5.6 %"; empty where there is nothing to be a share of.
[[nodiscard]] QString differenceShare(double current, double reference);
/// A difference with its sign: "+3", "−0.5", "0".
[[nodiscard]] QString signedText(double difference, int decimals);
/// Of a reference to the current side, as all figures are: "3 steps longer (+5.6 %)", "as long as the current
/// one", "in ms, the current one in steps".
[[nodiscard]] QString makespanDifference(const Evaluation& side, const Evaluation& current);

} // namespace bubblescope::ui
