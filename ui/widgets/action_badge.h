// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/action.h"

#include <QWidget>

namespace bubblescope::ui {

/// An action's name in its colour, as the timeline shows it.
class ActionBadge : public QWidget
{
    Q_OBJECT

public:
    ActionBadge(const Action& action, std::uint8_t chunk, bool large, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Action m_action;
    std::uint8_t m_chunk;
    bool m_large;
};

} // namespace bubblescope::ui
