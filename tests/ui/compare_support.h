// SPDX-License-Identifier: Apache-2.0
// What tests of comparing share: the real window, its states and what stands in its dock.
#pragma once

#include "tests/ui/window_support.h"
#include "ui/compare/compare_model.h"
#include "ui/compare/compare_panel.h"
#include "ui/compare/compare_view.h"
#include "ui/compare/comparison.h"

#include <QStatusBar>

namespace bubblescope::test {

inline QString said(ShownWindow& w)
{
    return w->statusBar()->currentMessage();
}
inline void pressBackslash(ShownWindow& w, int times = 1)
{
    for (int i = 0; i < times; ++i)
        w.key(Qt::Key_Backslash);
}
inline QString checkedMode(ShownWindow& w)
{
    QStringList checked;
    for (const char* id : {"compare.off", "compare.split", "compare.overlay", "compare.difference"})
        if (w->commands().action(QLatin1String(id))->isChecked())
            checked << QLatin1String(id);
    return checked.join(QLatin1Char(' '));
}
inline void lookAtEachState(ShownWindow& w)
{
    for (int i = 0; i < 4; ++i) {
        pressBackslash(w);
        w.view().viewport()->grab();
    }
}
inline ui::TimelineView& other(ShownWindow& w)
{
    return *w->compareView()->referenceView();
}
inline void setMicrobatches(ShownWindow& w, std::uint32_t count)
{
    w.type(w.number("microbatches"), QString::number(count));
    QTRY_COMPARE(w.document().evaluation()->timeline->schedule->microbatchCount, count);
}
inline QString cell(ShownWindow& w, const QString& measure, int column, int role = Qt::DisplayRole)
{
    const ui::CompareModel& model = *w->comparePanel()->model();
    for (int row = 0; row < model.rowCount(); ++row)
        if (model.index(row, 0).data().toString() == measure)
            return model.index(row, column).data(role).toString();
    return QStringLiteral("no such row");
}

} // namespace bubblescope::test
