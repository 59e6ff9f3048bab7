// SPDX-License-Identifier: Apache-2.0
// Dialogs, lists and menus.
#include "tests/ui/find_support.h"
#include "tests/ui/gallery/scenes.h"
#include "ui/actions/quick_list.h"
#include "ui/actions/shortcut_sheet.h"
#include "ui/calibrate/calibrate_controller.h"
#include "ui/calibrate/calibrate_dialog.h"
#include "ui/commands/look_controller.h"
#include "ui/exports/export_controller.h"
#include "ui/find/found_picture.h"
#include "ui/panels/export_dialog.h"
#include "ui/sweep/sweep_dialog.h"
#include "ui/sweep/sweep_results.h"
#include "ui/widgets/run_row.h"

#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QTabWidget>
#include <QTimer>
#include <QTreeView>

namespace bubblescope::test {

namespace {

void showExport(ShownWindow& w, const LookAt& look)
{
    settle(w);
    ui::ExportDialog dialog(w.document().evaluation(), w->exports().pictureSettings(), &w.window());
    dialog.show();
    QTest::qWait(300); // the preview
    look(dialog);
}

void showCalibrate(ShownWindow& w, const LookAt& look, ui::CalibrateDialog::Mode mode)
{
    settle(w);
    w->questions.probeProgram = [] { return QString(); };
    w.trigger("tools.calibrate");
    ui::CalibrateDialog& dialog = *w->calibrate().dialog();
    dialog.setMode(mode);
    QTest::qWait(600); // the estimate
    auto* tabs = dialog.findChild<QTabWidget*>(QStringLiteral("calibrate-tabs"));
    for (int i = 0; tabs && i < tabs->count(); ++i) {
        if (!tabs->isTabVisible(i))
            continue;
        tabs->setCurrentIndex(i);
        QTest::qWait(50);
        look(dialog);
    }
    if (!tabs)
        look(dialog);
    dialog.close();
}

std::function<void(ShownWindow&, const LookAt&)> calibrate(ui::CalibrateDialog::Mode mode)
{
    return [mode](ShownWindow& w, const LookAt& look) { showCalibrate(w, look, mode); };
}

/// The dialog that finds schedules: before a search, in the middle of one, after it, and where nothing fits.
void showFind(ShownWindow& w, const LookAt& look)
{
    begin(w, "interleaved-1f1b:ranks=4,microbatches=8,stages-per-rank=2");
    FakeSearch search;
    w->finder().setSearch(search.function());
    w.trigger("tools.find");
    ui::FindDialog& dialog = *w->findChild<ui::FindDialog*>();
    QCoreApplication::processEvents();
    look(dialog);
    const auto rested = [&dialog] { return dialog.picture()->drawn() && dialog.picture()->isUpToDate(); };
    dialog.runRow()->startButton()->click();
    search.tellBest(foundOf("1f1b:ranks=4,microbatches=8"), 27);
    QTRY_VERIFY(rested());
    const FoundSchedulePtr best = foundOf("zb-h2:ranks=4,microbatches=8", {}, 12);
    search.tellBest(best, 26.5);
    QTRY_VERIFY(dialog.picture()->drawn() == best && rested());
    look(dialog);
    const std::vector<std::pair<const char*, const char*>> tried{
        {"zb-h2:ranks=4,microbatches=8", ""},
        {"zb-h1:ranks=4,microbatches=8", ""},
        {"interleaved-1f1b:ranks=4,microbatches=8,stages-per-rank=2,variant=torch", ""},
        {"1f1b:ranks=4,microbatches=8", ""},
        {"gpipe:ranks=4,microbatches=8", "holds 8, more than 5.5"}};
    search.end(resultOf(best, 26.5, tried));
    QTRY_VERIFY(!dialog.runner()->isRunning());
    look(dialog);
    search.end(resultOf(nullptr, 0, {tried.back()}));
    dialog.runRow()->startButton()->click();
    QTRY_VERIFY(!dialog.runner()->isRunning());
    look(dialog);
    dialog.close();
    // The fake ends before the window does.
    w->finder().setSearch({});
}

void showSweep(ShownWindow& w, const LookAt& look, const QString& ranks, const QString& microbatches,
               const QString& stages)
{
    settle(w);
    w.trigger("tools.sweep");
    auto& dialog = *w->findChild<ui::SweepDialog*>();
    dialog.resize(dialog.size().boundedTo(QSize(1280, 760)));
    dialog.findChild<QLineEdit*>(QStringLiteral("sweep-ranks"))->setText(ranks);
    dialog.findChild<QLineEdit*>(QStringLiteral("sweep-microbatches"))->setText(microbatches);
    dialog.findChild<QLineEdit*>(QStringLiteral("sweep-stages"))->setText(stages);
    QWidget* limit = dialog.findChild<QWidget*>(QStringLiteral("sweep-limit"));
    limit->setFocus();
    QTest::keyClicks(limit, QStringLiteral("12"));
    dialog.runRow()->startButton()->click();
    QTRY_VERIFY_WITH_TIMEOUT(!dialog.isRunning(), 60'000);
    QTreeView& table = *dialog.results()->table();
    table.setCurrentIndex(table.model()->index(2, 0));
    QCoreApplication::processEvents();
    look(dialog);
    dialog.close();
}

/// Twenty points, or two thousand.
std::function<void(ShownWindow&, const LookAt&)> sweep(const char* ranks, const char* microbatches,
                                                       const char* stages)
{
    return [=](ShownWindow& w, const LookAt& look) {
        showSweep(w, look, QLatin1String(ranks), QLatin1String(microbatches), QLatin1String(stages));
    };
}

void showShortcuts(ShownWindow& w, const LookAt& look)
{
    ui::ShortcutSheet sheet(w->commands(), &w.window());
    sheet.show();
    QCoreApplication::processEvents();
    look(sheet);
}

std::function<void(ShownWindow&, const LookAt&)> list(const char* command, const char* name,
                                                      const char* typed)
{
    return [=](ShownWindow& w, const LookAt& look) {
        settle(w);
        w.trigger(command);
        auto* shown = w->findChild<QWidget*>(QLatin1String(name));
        QTRY_VERIFY(shown->isVisible());
        QTest::keyClicks(QApplication::focusWidget(), QLatin1String(typed));
        QCoreApplication::processEvents();
        look(*shown);
    };
}

/// Runs what opens a dialog and waits for its end, looks at it, and closes it.
void lookAtModal(ShownWindow& w, const LookAt& look, const std::function<void()>& open)
{
    settle(w);
    bool wasShown = false;
    QTimer::singleShot(100, &w.window(), [&] {
        auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
        if (!dialog)
            return;
        wasShown = true;
        look(*dialog);
        dialog->reject();
    });
    open();
    QVERIFY(wasShown);
}

void showAbout(ShownWindow& w, const LookAt& look)
{
    lookAtModal(w, look, [&w] { w.trigger("help.about"); });
}

/// A question as the window asks it where no test answers.
std::function<void(ShownWindow&, const LookAt&)>
question(const std::function<void(ui::WindowQuestions&)>& ask)
{
    return [ask](ShownWindow& w, const LookAt& look) {
        lookAtModal(w, look, [&w, &ask] {
            ui::MainWindow asking(w->look().themeChoice());
            ask(asking.questions);
        });
    };
}

std::function<void(ShownWindow&, const LookAt&)> menu(const char* name)
{
    return [name](ShownWindow& w, const LookAt& look) {
        settle(w);
        auto* shown = w->findChild<QMenu*>(QLatin1String(name));
        QVERIFY(shown);
        shown->popup(w->mapToGlobal(QPoint(20, 30)));
        QCoreApplication::processEvents();
        look(*shown);
        shown->close();
    };
}

} // namespace

std::vector<Exhibit> dialogScenes()
{
    const auto save = [](ui::WindowQuestions& ask) {
        ask.saveChanges(QStringLiteral("zbv-memory-limit.bubble"));
    };
    const auto replace = [](ui::WindowQuestions& ask) {
        ask.replaceFile(
            QStringLiteral("zbv.bubble has been changed by another program since it was opened."));
    };
    const auto unread = [](ui::WindowQuestions& ask) {
        ask.replaceUnread(QStringLiteral("3 cells of plan.csv were not read and would be lost."));
    };
    const auto mixture = [](ui::WindowQuestions& ask) {
        ask.matchSchedules(QStringLiteral("plan.csv and profiles were opened together."));
    };
    using Mode = ui::CalibrateDialog::Mode;
    return {
        {"dialog-export", showExport},
        {"dialog-calibrate-estimate", calibrate(Mode::Estimate)},
        {"dialog-calibrate-measure", calibrate(Mode::Measure)},
        {"dialog-find", showFind},
        {"dialog-sweep", sweep("4", "4..32x2", "1, 2")},
        {"dialog-sweep-many", sweep("2..16:2", "8..120:2", "")},
        {"dialog-shortcuts", showShortcuts},
        {"list-commands", list("help.palette", "command-palette", "com")},
        {"list-lanes", list("lanes.find", "lane-finder", "")},
        {"dialog-about", showAbout},
        {"question-save", question(save)},
        {"question-replace", question(replace)},
        {"question-unread", question(unread)},
        {"question-mixture", question(mixture)},
        {"menu-file", menu("file")},
        {"menu-edit", menu("edit")},
        {"menu-view", menu("view")},
        {"menu-theme", menu("view.theme")},
        {"menu-lanes", menu("lanes")},
        {"menu-selection", menu("selection")},
        {"menu-help", menu("help")},
    };
}

} // namespace bubblescope::test
