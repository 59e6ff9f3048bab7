// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/elided_label.h"

#include <QWidget>
#include <memory>

class QLabel;

namespace bubblescope {
struct MeasuredRun;
}

namespace bubblescope::ui {

class StreamLanes;

/// The streams of a run under what is told of all of them. What tells the shown range stands wherever the
/// owner puts it.
class StreamPage : public QWidget
{
    Q_OBJECT

public:
    explicit StreamPage(QWidget* parent = nullptr);

    void setRun(std::shared_ptr<const MeasuredRun> run);
    [[nodiscard]] StreamLanes* lanes() const { return m_lanes; }
    [[nodiscard]] ElidedLabel* range() const { return m_range; }

private:
    void showRange();

    QLabel* m_text;
    StreamLanes* m_lanes;
    ElidedLabel* m_range;
};

} // namespace bubblescope::ui
