// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/residual_lane.h"

#include <QWidget>

namespace bubblescope::ui {

/// What the colours of the residual lanes mean, with the times where they change. Where there is little room
/// the words between the ends are left out, then entries; the tool tip has all of it, and how many actions
/// have which.
class ResidualLegend : public QWidget
{
    Q_OBJECT

public:
    explicit ResidualLegend(QWidget* parent = nullptr);

    void setLane(const ResidualLanePtr& lane);
    void setThemeName(ThemeName theme);
    /// "> 330 µs shorter · shorter · within 100 µs · longer · > 330 µs longer".
    [[nodiscard]] QString text() const;
    /// What is painted at the present width.
    [[nodiscard]] QString shownText() const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Entry
    {
        DeltaLevel level = DeltaLevel::Same;
        QString text;
        QString brief; ///< may be empty: then its swatch touches the one before
        QString end;   ///< the word at either end, where there is no room for figures
        QString none;  ///< always empty: the colors alone
    };
    using Words = QString Entry::*;
    [[nodiscard]] Words words() const; ///< the longest of all entries that there is room for
    [[nodiscard]] int widthOf(const QString& text) const; ///< with its swatch
    [[nodiscard]] int widthOf(Words words) const;         ///< of all

    std::vector<Entry> m_entries;
    ThemeName m_theme = ThemeName::Light;
};

} // namespace bubblescope::ui
