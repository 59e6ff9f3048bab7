// SPDX-License-Identifier: Apache-2.0
// Dialogs, lists and menus.
#include "tests/ui/find_support.h"
#include "tests/ui/gallery/scenes.h"
#include "ui/actions/quick_list.h"
#include "ui/actions/shortcut_sheet.h"
#include "ui/calibrate/calibrate_controller.h"
#include "ui/calibrate/calibrate_dialog.h"
#include "ui/calibrate/result_panel.h"
#include "ui/commands/look_controller.h"
#include "ui/exports/export_controller.h"
#include "ui/find/found_picture.h"
#include "ui/panels/export_dialog.h"
#include "ui/sweep/sweep_dialog.h"
#include "ui/sweep/sweep_results.h"
#include "ui/widgets/run_row.h"

#include <QtWidgets>

namespace bubblescope::test {

namespace {

void showExport(ShownWindow& w, const LookAt& look)
{
    settle(w);
    ui::ExportDialog dialog(w.document().evaluation(), w->exports().pictureSettings(), &w.window());
    dialog.show();
    const auto* preview = dialog.findChild<QLabel*>("export-preview");
    QTRY_VERIFY(!preview->pixmap().isNull());
    look(dialog);
}

void showCalibrate(ShownWindow& w, const LookAt& look, const ui::CalibrateDialog::Mode& mode)
{
    settle(w);
    w->questions.probeProgram = [] { return QString(); };
    w.trigger("tools.calibrate");
    ui::CalibrateDialog& dialog = *w->calibrate().dialog();
    dialog.setMode(mode);
    if (mode == ui::CalibrateDialog::Mode::Estimate)
        QTRY_VERIFY(dialog.results()->file());
    else
        settle(w);
    auto* tabs = dialog.findChild<QTabWidget*>("calibrate-tabs");
    for (int i = 0; tabs && i < tabs->count(); ++i) {
        if (!tabs->isTabVisible(i))
            continue;
        tabs->setCurrentIndex(i);
        settle(w);
        look(dialog);
    }
    if (!tabs)
        look(dialog);
    dialog.close();
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
    QCoreApplication::processEvents(); // the layout follows
    look(dialog);
    search.end(resultOf(nullptr, 0, {tried.back()}));
    dialog.runRow()->startButton()->click();
    QTRY_VERIFY(!dialog.runner()->isRunning());
    QCoreApplication::processEvents(); // the layout follows
    look(dialog);
    dialog.close();
    // The fake ends before the window does.
    w->finder().setSearch({});
}

void showGallery(ShownWindow& w, const LookAt& look)
{
    settle(w);
    ui::ScheduleGallery& gallery = w.gallery();
    const auto made = [&] {
        return !w.card(scheduleCatalog().back().name.c_str())
                    ->data(Qt::AccessibleTextRole)
                    .toString()
                    .endsWith("…");
    };
    QTRY_VERIFY_WITH_TIMEOUT(made(), 60'000);
    w.card("interleaved-1f1b");
    look(gallery);
    QTest::keyClicks(gallery.filter(), "v-shaped");
    // The pointer on a card offers to compare with it.
    QTest::mouseMove(gallery.list()->viewport(), gallery.list()->visualItemRect(w.card("zbv")).center());
    QCoreApplication::processEvents();
    look(gallery);
    gallery.filter()->setText("nothing like that");
    look(gallery);
    gallery.close();
}

struct SweepFields
{
    QString ranks, microbatches, stages;
};

void showSweep(ShownWindow& w, const LookAt& look, const SweepFields& fields)
{
    settle(w);
    w.trigger("tools.sweep");
    auto& dialog = *w->findChild<ui::SweepDialog*>();
    dialog.resize(dialog.size().boundedTo(QSize(1280, 760)));
    dialog.findChild<QLineEdit*>("sweep-ranks")->setText(fields.ranks);
    dialog.findChild<QLineEdit*>("sweep-microbatches")->setText(fields.microbatches);
    dialog.findChild<QLineEdit*>("sweep-stages")->setText(fields.stages);
    QWidget* limit = dialog.findChild<QWidget*>("sweep-limit");
    limit->setFocus();
    QTest::keyClicks(limit, "12");
    dialog.runRow()->startButton()->click();
    QTRY_VERIFY_WITH_TIMEOUT(!dialog.isRunning(), 60'000);
    QTreeView& table = *dialog.results()->table();
    table.setCurrentIndex(table.model()->index(2, 0));
    QCoreApplication::processEvents();
    look(dialog);
    dialog.close();
}

/// What `show` shows, given more.
template <typename More>
Exhibit exhibit(const char* name, void (*show)(ShownWindow&, const LookAt&, const More&), const More& more)
{
    return {name, [show, more](ShownWindow& w, const LookAt& look) { show(w, look, more); }};
}

void showShortcuts(ShownWindow& w, const LookAt& look)
{
    ui::ShortcutSheet sheet(w->commands(), &w.window());
    sheet.show();
    QCoreApplication::processEvents();
    look(sheet);
}

struct ShownList
{
    const char* command;
    const char* name;
    const char* typed;
};

void showList(ShownWindow& w, const LookAt& look, const ShownList& list)
{
    settle(w);
    w.trigger(list.command);
    auto* shown = w->findChild<QWidget*>(list.name);
    QTRY_VERIFY(shown->isVisible());
    QTest::keyClicks(QApplication::focusWidget(), list.typed);
    QCoreApplication::processEvents();
    look(*shown);
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

using Ask = std::function<void(ui::WindowQuestions&)>;

/// A question as the window asks it where no test answers.
void showQuestion(ShownWindow& w, const LookAt& look, const Ask& ask)
{
    lookAtModal(w, look, [&w, &ask] {
        ui::MainWindow asking(w->look().themeChoice());
        ask(asking.questions);
    });
}

Exhibit menu(const char* name, const char* id)
{
    return {name, [id](ShownWindow& w, const LookAt& look) {
                settle(w);
                auto* shown = w->findChild<QMenu*>(id);
                QVERIFY(shown);
                shown->popup(w->mapToGlobal(QPoint(20, 30)));
                QCoreApplication::processEvents();
                look(*shown);
                shown->close();
            }};
}

} // namespace

std::vector<Exhibit> dialogScenes()
{
    using Questions = ui::WindowQuestions;
    const Ask save = [](Questions& ask) { ask.saveChanges("zbv-memory-limit.bubble"); };
    const Ask replace = [](Questions& ask) {
        ask.replaceFile("zbv.bubble has been changed by another program since it was opened.");
    };
    const Ask unread = [](Questions& ask) {
        ask.replaceUnread("3 cells of plan.csv were not read and would be lost.");
    };
    const Ask mixture = [](Questions& ask) {
        ask.matchSchedules("plan.csv and profiles were opened together.");
    };
    using Mode = ui::CalibrateDialog::Mode;
    return {
        {"dialog-export", showExport},
        exhibit("dialog-calibrate-estimate", showCalibrate, Mode::Estimate),
        exhibit("dialog-calibrate-measure", showCalibrate, Mode::Measure),
        {"dialog-schedules", showGallery},
        {"dialog-find", showFind},
        // Twenty points, and two thousand.
        exhibit("dialog-sweep", showSweep, {"4", "4..32x2", "1, 2"}),
        exhibit("dialog-sweep-many", showSweep, {"2..16:2", "8..120:2", ""}),
        {"dialog-shortcuts", showShortcuts},
        exhibit("list-commands", showList, {"help.palette", "command-palette", "com"}),
        exhibit("list-lanes", showList, {"lanes.find", "lane-finder", ""}),
        {"dialog-about", showAbout},
        exhibit("question-save", showQuestion, save),
        exhibit("question-replace", showQuestion, replace),
        exhibit("question-unread", showQuestion, unread),
        exhibit("question-mixture", showQuestion, mixture),
        menu("menu-file", "file"),
        menu("menu-edit", "edit"),
        menu("menu-view", "view"),
        menu("menu-theme", "view.theme"),
        menu("menu-lanes", "view.lanes"),
        menu("menu-tools", "tools"),
        menu("menu-selection", "selection"),
        menu("menu-help", "help"),
    };
}

} // namespace bubblescope::test
