// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/comparison.h"

#include <optional>

class QDockWidget;
class QMainWindow;

namespace bubblescope::ui {

class CompareView;

/// The room of a comparison: makes the table under the timelines lower while several timelines want the
/// height more, and leaves it as it was when comparing ends.
class CompareRoom : public QObject
{
    Q_OBJECT

public:
    /// Belongs to the window; `dock` holds the table, at the window's bottom, among tabs or alone.
    CompareRoom(QMainWindow& window, QDockWidget& dock, const Comparison& comparison,
                const CompareView& view);

    /// What the timelines were given; for a window that closes.
    void giveBack();

private:
    [[nodiscard]] bool wantsRoom() const;
    void follow();
    void give();
    /// Which of the docks in its area is to be seen; null for none, and for one that floats.
    [[nodiscard]] QDockWidget* raisedDock() const;

    QMainWindow& m_window;
    QDockWidget& m_dock;
    const Comparison& m_comparison;
    const CompareView& m_view;
    std::optional<int> m_heightBefore; ///< of the docks, while some of it is given
    int m_heightLeft = 0;              ///< then; 0 until that is known
};

} // namespace bubblescope::ui
