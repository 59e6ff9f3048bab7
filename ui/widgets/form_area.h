// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

namespace bubblescope::ui {

/// Holds a form at its full height where there is room, and scrolls it where there is not.
class FormArea : public QScrollArea
{
    Q_OBJECT

public:
    explicit FormArea(QWidget* form, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
};

} // namespace bubblescope::ui
