// SPDX-License-Identifier: Apache-2.0
// What tests of comparing share: the real window, its states and what its dock shows.
#pragma once

#include "tests/ui/window_support.h"
#include "ui/compare/compare_model.h"
#include "ui/compare/compare_panel.h"
#include "ui/compare/compare_view.h"
#include "ui/compare/comparison.h"
#include "ui/panels/schedule_gallery.h"

#include <QApplication>
#include <QMenu>
#include <QStatusBar>
#include <QTimer>

namespace bubblescope::test {

inline QString said(ShownWindow& w)
{
    return w->statusBar()->currentMessage();
}
/// Chooses an entry of the menu that is about to open, by its text.
inline void chooseInMenu(const QString& name, const QString& text)
{
    QTimer::singleShot(0, qApp, [name, text] {
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        if (!menu || menu->objectName() != name)
            qFatal("no menu %s", qPrintable(name));
        for (QAction* action : menu->actions())
            if (ui::plainText(action->text()) == text) {
                menu->setActiveAction(action);
                QTest::keyClick(menu, Qt::Key_Return);
                return;
            }
        qFatal("no entry %s", qPrintable(text));
    });
}
/// Without a reference it asks for one: then the present schedule is kept as that.
inline void pressBackslash(ShownWindow& w, int times = 1)
{
    for (int i = 0; i < times; ++i) {
        w.key(Qt::Key_Backslash);
        ui::ScheduleGallery& gallery = *w->schedulePanel()->gallery();
        if (gallery.isVisible())
            QTest::mouseClick(gallery.findChild<QPushButton*>("gallery-shown"), Qt::LeftButton);
        // Without a window manager nobody else does it after a dialog.
        w->activateWindow();
        (void)QTest::qWaitForWindowActive(&w.window());
    }
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
    return *w->compare().view()->referenceView();
}
inline void setMicrobatches(ShownWindow& w, std::uint32_t count)
{
    w.type(w.number("microbatches"), QString::number(count));
    QTRY_COMPARE(w.document().evaluation()->timeline->schedule->microbatchCount, count);
}
inline QString cell(ShownWindow& w, const QString& measure, int column, int role = Qt::DisplayRole)
{
    const ui::CompareModel& model = *w->compare().panel()->model();
    for (int row = 0; row < model.rowCount(); ++row)
        if (model.index(row, 0).data().toString() == measure)
            return model.index(row, column).data(role).toString();
    return QStringLiteral("no such row");
}

} // namespace bubblescope::test
