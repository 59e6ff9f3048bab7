// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/theme.h"
#include "ui/widgets/plot.h"

#include <QString>
#include <vector>

namespace bubblescope::ui {

/// A list of names, each with a bar for its share of a whole and a figure. Painted, so that new figures cost
/// no layout while their number stays.
class ShareBars : public PlotWidget
{
    Q_OBJECT

public:
    struct Bar
    {
        QString name;
        QString figure;
        double share = 0; ///< 0..1 of the bar's ground
        Role role = Role::Idle;
    };

    explicit ShareBars(QWidget* parent = nullptr);

    /// `rest` is a line under the bars, empty for none.
    void setBars(std::vector<Bar> bars, const QString& rest = {});
    [[nodiscard]] const std::vector<Bar>& bars() const { return m_bars; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintBar(QPainter& painter, const Bar& bar, int top) const;

    std::vector<Bar> m_bars;
    QString m_rest;
};

} // namespace bubblescope::ui
