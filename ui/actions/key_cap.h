// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

class QPainter;

namespace bubblescope::ui {

/// A key as it stands on a keyboard.
class KeyCap : public QLabel
{
    Q_OBJECT

public:
    KeyCap(const QString& text, QWidget* parent);

protected:
    void paintEvent(QPaintEvent* event) override;
};

/// The same in a painted row, right-aligned at `right`; returns its left edge.
int drawKeyCap(QPainter& painter, int right, int middle, const QString& text, bool enabled);

} // namespace bubblescope::ui
