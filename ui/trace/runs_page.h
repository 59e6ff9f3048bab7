// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/trace/figure_table.h"
#include "ui/trace/second_run.h"

#include <QWidget>
#include <array>

class QComboBox;
class QLabel;
class QStackedWidget;

namespace bubblescope::ui {

class SegmentedChoice;

/// Two runs against each other: in a sentence what changed, and where each rank, kind and action gained and
/// lost.
class RunsPage : public QWidget
{
    Q_OBJECT

public:
    enum List { Ranks, Kinds, Actions };
    static constexpr std::size_t kListCount = 3;

    explicit RunsPage(QWidget* parent = nullptr);

    /// The second run is `second`, which has to stay. Before that, the page is empty.
    void follow(SecondRun& second);
    [[nodiscard]] FigureTable* table(List list) const { return m_tables[list]; }
    [[nodiscard]] List list() const;
    void setList(List list);
    /// "B is 4.1 % faster; rank 2 gained most, 12 ms, in its backwards."
    [[nodiscard]] QString sentence() const;
    [[nodiscard]] QComboBox* steps() const { return m_steps; }

signals:
    void targetAsked(const bubblescope::ui::TraceTarget& target);
    void closeAsked();
    void copied(const QString& said);

private:
    void show();
    void showSteps();
    void showList();

    SecondRun* m_second = nullptr;
    QLabel* m_sentence;
    QLabel* m_names;
    QComboBox* m_steps;
    SegmentedChoice* m_choice;
    QStackedWidget* m_filters;
    QStackedWidget* m_pages;
    std::array<FigureTable*, kListCount> m_tables{};
    std::array<bool, kListCount> m_isFilled{};
};

} // namespace bubblescope::ui
