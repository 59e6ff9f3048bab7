// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/range_totals.h"
#include "core/time/memory_curves.h"

#include <QStringList>
#include <QWidget>
#include <array>
#include <string>

class QLabel;
class QVBoxLayout;

namespace bubblescope::ui {

class ShareBars;

/// The inspector's page for a measured area: its time and ranks, its idle share, a bar for each kind of work
/// and for the ranks that are idle most. New totals change figures, not widgets: it follows a drag.
class InspectorRange : public QWidget
{
    Q_OBJECT

public:
    explicit InspectorRange(QWidget* parent = nullptr);

    void setTotals(const RangeTotals& totals, const std::string& unit, const MemoryCurves* memory);
    /// All that it says, a line each.
    [[nodiscard]] const QStringList& lines() const { return m_lines; }

private:
    enum Fact : std::uint8_t { From, To, Duration, Ranks, Idle, Rate, Actions, Whole, Memory, FactCount };

    QLabel* addHeading(QVBoxLayout* layout, const QString& text);
    void addFact(QVBoxLayout* layout, Fact fact, const QString& name);
    void setFact(Fact fact, const QString& value);
    void showKinds(const RangeTotals& totals, const std::string& unit);
    void showIdle(const RangeTotals& totals, const std::string& unit);

    std::array<QWidget*, FactCount> m_rows{};
    std::array<QLabel*, FactCount> m_names{};
    std::array<QLabel*, FactCount> m_values{};
    QLabel* m_idleHeading = nullptr;
    ShareBars* m_kinds = nullptr;
    ShareBars* m_idle = nullptr;
    QStringList m_lines;
};

/// "0 to 3, 6": numbers of ranks, runs of them together, no longer than `most` parts.
[[nodiscard]] QString ranksText(const std::vector<RankRangeTotals>& ranks, std::size_t most = 4);

} // namespace bubblescope::ui
