// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>

namespace bubblescope::ui {

/// A thin bar that shows how much of something is used.
class LevelBar : public QWidget
{
    Q_OBJECT

public:
    explicit LevelBar(QWidget* parent = nullptr);

    /// 1 = all of it; nothing = there is no bar, but its room.
    void setLevel(std::optional<double> level, bool isTooMuch);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::optional<double> m_level;
    bool m_isTooMuch = false;
};

} // namespace bubblescope::ui
