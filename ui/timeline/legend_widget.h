// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/lane_index.h"

#include <QWidget>
#include <array>

namespace bubblescope::ui {

class LegendItem;

/// What a legend is about.
struct LegendContent
{
    LaneIndexPtr index; ///< whose classes are offered; null = all of them
    FillMask shown = kAllFills;
    QString
        memoryLimit; ///< what the line across the memory strips means, as levelText(); empty = there is none
    QString source;  ///< what the times are taken from, as CostModel::source; empty = nothing to say
    bool pathShown = false;
    bool hasBlends = false; ///< a pixel shows several actions
    ThemeName theme = ThemeName::Light;
    bool operator==(const LegendContent&) const = default;
};

/// The legend that is also the filter: a swatch, letter and name for every class in use, and what else is
/// drawn: lighter tones, head and tail, idle, mixed pixels, the memory limit, the critical path; and what the
/// times are taken from where that is known.
/// Click (Space) hides or shows a class, Alt-click (Alt+Space, Alt+Return) shows it alone, and once more all
/// again; arrows move between the entries.
/// Where room is short the names go and the letters stay.
class LegendWidget : public QWidget
{
    Q_OBJECT

public:
    explicit LegendWidget(QWidget* parent = nullptr);

    void setContent(const LegendContent& content);
    /// What is shown beside it: its kinds stand in the legend, too.
    void setAlso(const std::vector<LaneIndexPtr>& others);
    [[nodiscard]] FillMask shownFills() const { return m_content.shown; }
    /// Classes on offer; bit i = FillClass i.
    [[nodiscard]] FillMask offeredFills() const { return m_offered; }
    /// The button of a class, for tests and focus.
    [[nodiscard]] QWidget* itemOf(FillClass fill) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void shownFillsChanged(bubblescope::FillMask shown);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void toggle(FillClass fill);
    void isolate(FillClass fill);
    void moveFocus(std::size_t item, int step);

    void updateItems();
    void arrange();
    /// The second kind of a class of two kinds: FSDP, T, combine, reload.
    static constexpr std::size_t kSecondCount = 4;
    static constexpr std::size_t kItemCount = kFillClassCount + kSecondCount + kStepPhaseCount + 8;
    /// Which entries show their letter alone.
    struct Compact
    {
        bool all = false;
        std::array<bool, kItemCount> items{};
    };
    [[nodiscard]] bool isOffered(std::size_t item) const;
    /// The kinds of what is shown.
    void offer();
    [[nodiscard]] int widthOf(bool compact) const;
    [[nodiscard]] int widthOfItems(const Compact& compact, int spacing) const;

    std::array<LegendItem*, kItemCount> m_items{}; ///< after the classes as legend_widget.cpp numbers them
    LegendContent m_content;
    std::vector<LaneIndexPtr> m_also;
    FillMask m_offered = kAllFills;
    bool m_hasTones = false;
    bool m_hasParts = false;
    /// Phases of steps, bit i = StepPhase i; all as one where no order has them as actions.
    unsigned m_phases = 0;
    bool m_hasTail = false;
    bool m_onlyReduces = false;       ///< gradients, and nothing of FSDP
    std::uint32_t m_stripFills = ~0U; ///< bit i = stripFill(i)
};

} // namespace bubblescope::ui
