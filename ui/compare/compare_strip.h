// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/comparison.h"

#include <QWidget>
#include <vector>

class QHBoxLayout;
class QToolButton;

namespace bubblescope::ui {

class ElidedLabel;
class SegmentedChoice;
class SideTab;
class WorkBadge;

/// Above the timelines of a comparison: a tab for each side and one to add another, whether all do the same
/// work, how they are shown, and in one sentence what comes of it.
class CompareStrip : public QWidget
{
    Q_OBJECT

public:
    /// `comparison` has to stay.
    explicit CompareStrip(Comparison& comparison, QWidget* parent = nullptr);

    /// The current side's first.
    [[nodiscard]] SideTab* tab(std::size_t side) const { return m_tabs[side]; }
    [[nodiscard]] std::size_t tabCount() const { return m_tabs.size(); }
    [[nodiscard]] QToolButton* addButton() const { return m_add; }
    [[nodiscard]] SegmentedChoice* modes() const { return m_modes; }
    /// "ZBV is fastest: …".
    [[nodiscard]] QString verdict() const;
    /// "same work"; empty where that is no question.
    [[nodiscard]] QString badge() const;

signals:
    void addAsked();
    void removeAsked(std::size_t reference);
    void menuAsked(std::size_t reference, const QPoint& globalPosition);
    void modeAsked(bubblescope::ui::CompareMode mode);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void follow();
    void showTabs(const QStringList& titles);
    void addTab();

    Comparison& m_comparison;
    std::vector<SideTab*> m_tabs;
    QHBoxLayout* m_tabRow;
    QToolButton* m_add;
    WorkBadge* m_badge;
    SegmentedChoice* m_modes;
    ElidedLabel* m_verdict;
};

} // namespace bubblescope::ui
