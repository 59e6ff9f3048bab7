// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace bubblescope::ui {

/// The frame that lights up around the window while a file hovers over it.
class DropFrame : public QWidget
{
    Q_OBJECT

public:
    explicit DropFrame(QWidget* parent);

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace bubblescope::ui
