// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/find/find_words.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;

namespace bubblescope::ui {

class ElidedLabel;

/// The best schedule so far in figures: how long it takes, what no order is below, the gap between both, the
/// peak against the limit; and under them what it is.
class FindFigures : public QWidget
{
    Q_OBJECT

public:
    explicit FindFigures(QWidget* parent = nullptr);

    struct Content
    {
        FoundSchedulePtr found; ///< null for none
        SearchObjective objective = SearchObjective::Makespan;
        Time bound = 0; ///< 0 = unknown
        QString boundHelp;
        std::optional<double> limit;
        FindUnit unit = FindUnit::Own;
        std::string timeUnit = "step";
        bool isComing = true; ///< there may be one, or a better one, soon
        QString remark = {};  ///< behind what it is
    };
    void setContent(const Content& content);
    /// "objective", "bound", "gap", "peak", "origin": as it is shown.
    [[nodiscard]] QString value(const QString& name) const;

private:
    struct Figure
    {
        QLabel* title = nullptr;
        QLabel* value = nullptr;
    };
    Figure addFigure(QHBoxLayout& line, const QString& title, const char* name, const QString& help);
    static void setFigure(const Figure& figure, const QString& value);

    Figure m_objective, m_bound, m_gap, m_peak;
    ElidedLabel* m_origin;
};

} // namespace bubblescope::ui
