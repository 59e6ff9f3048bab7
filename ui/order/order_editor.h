// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/evaluation.h"
#include "core/model/schedule.h"

#include <QObject>
#include <functional>
#include <optional>
#include <vector>

namespace bubblescope::ui {

class WindowServices;

/// Changes of the shown order, each one undo step: cutting and pasting actions, and what others make of it.
class OrderEditor : public QObject
{
    Q_OBJECT

public:
    /// Adds the commands to cut and paste.
    explicit OrderEditor(WindowServices& window);

    /// Runs a change of the shown order, as soon as what is shown is the document's state.
    void whenShown(std::function<void()> change);
    /// Whether what is shown is the document's order with its times; says why not.
    [[nodiscard]] bool mayEdit();
    /// `selected` in the new order, as soon as that is shown.
    void setOrder(Schedule order, const std::optional<ActionPosition>& selected, const QString& what);

signals:
    /// A new order is about to take the place of the shown one.
    void edited(const bubblescope::SchedulePtr& order);

private:
    void cutSelected();
    void paste();

    WindowServices& m_window;
    std::vector<std::function<void()>> m_changes; ///< wait for the order that they shall change
    SchedulePtr m_edited;                         ///< not shown yet
    std::optional<ActionPosition> m_selectInEdited;
};

} // namespace bubblescope::ui
