// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/theme.h"

#include <QWidget>

namespace bubblescope::ui {

/// A small square in the colour of a role of the timeline.
class Swatch : public QWidget
{
    Q_OBJECT

public:
    static constexpr int kWidth = 20;

    explicit Swatch(Role role, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Role m_role;
};

} // namespace bubblescope::ui
