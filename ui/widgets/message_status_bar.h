// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStatusBar>

namespace bubblescope::ui {

/// A status bar whose messages stand where its first label's text stands.
class MessageStatusBar : public QStatusBar
{
    Q_OBJECT

public:
    using QStatusBar::QStatusBar;

    /// Where a message is written: from the indent of labels to the first widget that stays beside it.
    [[nodiscard]] QRect messageRect() const;

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace bubblescope::ui
