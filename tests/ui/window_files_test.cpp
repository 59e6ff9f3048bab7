// SPDX-License-Identifier: Apache-2.0
#include "core/io/schedule_csv.h"
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/window_support.h"
#include "ui/compare/comparison.h"
#include "ui/messages/document_notices.h"

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

const QByteArray kWindowFilesCsv = "0F0,0F1,0B0,0B1\n1F0,1B0,1F1,1B1\n";

/// One rank's forwards and backwards: what takes a while to read and to write.
QByteArray longCsv()
{
    QByteArray text;
    for (const char* kind : {"F", "B"})
        for (int microbatch = 0; microbatch < 200'000; ++microbatch)
            text += (text.isEmpty() ? "0" : ",0") + QByteArray(kind) + QByteArray::number(microbatch);
    return text + '\n';
}

} // namespace

/// Opening and saving, without a single dialog.
class WindowFilesTest : public QObject
{
    Q_OBJECT

    FreshWindow w;

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    void opensACsv()
    {
        w.open("plan.csv", kWindowFilesCsv);
        QCOMPARE(w.ranks(), 2U);
        QVERIFY(w.view().evaluation() == w.document().evaluation());
        QCOMPARE(w->windowTitle(), "plan.csv[*] — Bubblescope");
        QVERIFY(!w->isWindowModified());
        QCOMPARE(w.gallery().list()->currentRow(), -1);
    }

    void whatIsReadAllTheSameIsNoFailure()
    {
        w->files().openFiles({w.write("plan.csv", "00F0,0B0\n")});
        QTRY_VERIFY(w->messages()->headline().startsWith("Read with 1 warning"));
        QCOMPARE(w->messages()->kind(), ui::MessageBar::Kind::Warning);
        w->compare().compareWith({w.write("other.csv", "00F0,0B0\n")});
        QTRY_COMPARE(w->comparison().references().size(), std::size_t{1});
        QCOMPARE(w->messages()->kind(), ui::MessageBar::Kind::Warning);
    }

    void opensByMenu()
    {
        const QString path = w.write("plan.csv", kWindowFilesCsv);
        w->questions.openPath = [path] { return path; };
        w.key(Qt::Key_O, Qt::ControlModifier);
        QTRY_COMPARE(w.ranks(), 2U);
    }

    void opensByDrop()
    {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(w.write("plan.csv", kWindowFilesCsv))});
        QDragEnterEvent enter(QPoint(300, 300), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&w.window(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(300, 300), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&w.window(), &drop);
        QTRY_COMPARE(w.ranks(), 2U);
        QMimeData text;
        text.setText("0F0");
        QDragEnterEvent other(QPoint(300, 300), Qt::CopyAction, &text, Qt::LeftButton, {});
        other.ignore();
        QApplication::sendEvent(&w.window(), &other);
        QVERIFY(!other.isAccepted());
    }

    void refusesWhatItCannotRead()
    {
        const EvaluationPtr before = w.document().evaluation();
        w.open("run.json", "{\"traceEvents\": []}");
        QCOMPARE(w->messages()->headline(),
                 QStringLiteral("no pipeline labels: searched for those of PyTorch (\"PP:3F0\", \"Forward "
                                "3\"), d9d, zero-bubble (\"F3.1.0\"), Megatron (\"forward_step\") and "
                                "DeepSpeed; give a pattern for labels of your own"));
        QVERIFY(w.document().evaluation() == before);
    }

    void aFileWithoutARightCellIsRefusedWithLineAndCaret()
    {
        const EvaluationPtr before = w.document().evaluation();
        const QString title = w->windowTitle();
        const QByteArray broken = ",,\n1X0,,0F\n";
        w.open("broken.csv", broken);
        const auto expected = readScheduleCsv(broken.toStdString(), "broken.csv");
        QVERIFY(!expected);
        const QString text = QString::fromStdString(expected.error().text());
        QVERIFY(w->messages()->isVisible());
        // And that what is under it is something else.
        QCOMPARE(w->messages()->headline(),
                 text.section('\n', 0, 0) +
                     QString("\nStill showing Interleaved 1F1B · 4 ranks × 8 microbatches."));
        QVERIFY(w->messages()->headline().startsWith("broken.csv:2:"));
        QCOMPARE(w->messages()->excerpt(), text.section('\n', 1));
        QVERIFY(w->messages()->excerpt().contains('^'));
        QVERIFY(w.document().evaluation() == before);
        QCOMPARE(w->windowTitle(), title);
        QVERIFY(Settings::recentFiles().isEmpty());
    }

    void deadlockIsTold()
    {
        w.open("stuck.csv", "0B0,0F0\n1F0,1B0\n");
        QVERIFY(!w->messages()->isVisible());
        QVERIFY(w->notices().broken()->isVisible());
        verifyContains(w->notices().broken()->headline(), {"deadlock: "});
        QCOMPARE(w.ranks(), 2U);
        QCOMPARE(Settings::recentFiles().size(), 1);
    }

    void missingFileIsTold()
    {
        w.openFile(w.path("nothing.csv"));
        QVERIFY(w->messages()->headline().contains("nothing.csv"));
    }

    void severalFilesOpenTheFirst()
    {
        const QString first = w.write("plan.csv", kWindowFilesCsv);
        w->files().openFiles({first, w.write("other.csv", kWindowFilesCsv)});
        QTRY_COMPARE(w.ranks(), 2U);
        QCOMPARE(w.document().filePath(), first);
        // The others are compared with it.
        QTRY_VERIFY(w->comparison().mode() == CompareMode::Split && !w->compare().maker().isBusy());
        QCOMPARE(w->comparison().reference()->title, "other.csv");
    }

    void savesAndReopens()
    {
        w.type(w.number("ranks"), "2");
        w.type(*w->findChild<NumberField*>("cost-latency"), "0.25");
        QTRY_COMPARE(w.document().state().costs.transfer.latency, 0.25);
        const DocumentState before = w.document().state();
        const QString path = w.path("mine.bubble");
        w->questions.savePath = [&](const QString& suggested) {
            [&] { verifyEnds(suggested, "interleaved-1f1b-2-ranks-x-8-microbatches.bubble"); }();
            return path;
        };
        w.trigger("file.save");
        QVERIFY(!w->isWindowModified());
        QCOMPARE(w.document().savePath(), path);
        w->files().startNew({});
        w.openFile(path);
        QVERIFY(w.document().state() == before);
        QVERIFY(!w->isWindowModified());
        w.trigger("file.save");
        const QByteArray bytes = ShownWindow::read(path);
        QVERIFY(bytes.contains("\"bubblescopeFormat\""));
    }

    void savesALoadedOrder()
    {
        w.open("plan.csv", kWindowFilesCsv);
        const Schedule before = w.schedule();
        const QString path = w.path("plan.bubble");
        w->questions.savePath = [path](const QString&) { return path; };
        w.trigger("file.saveAs");
        w->files().startNew({});
        w.openFile(path);
        QCOMPARE(w->messages()->headline(), QString());
        QVERIFY(w.schedule().rows == before.rows);
    }

    void saveFailsInWords()
    {
        w.type(w.number("ranks"), "2");
        QVERIFY(!w->files().saveTo(w.path("no/such/folder.bubble")));
        QVERIFY(w->messages()->headline().startsWith("folder.bubble was not written."));
        QVERIFY(w->isWindowModified());
    }

    void whatLoadsDuringASaveWaits()
    {
        w.open("long.csv", longCsv());
        const SchedulePtr order = w.document().evaluation()->timeline->schedule;
        const QString path = w.path("long.bubble");
        w->files().openFiles({w.write("plan.csv", kWindowFilesCsv)});
        QVERIFY(w->files().saveTo(path));
        QVERIFY(w.document().evaluation()->timeline->schedule == order);
        QCOMPARE(w.document().savePath(), path);
        QTRY_COMPARE(w.ranks(), 2U);
        QCOMPARE(w.document().savePath(), QString());
        QCOMPARE(w->windowTitle(), "plan.csv[*] — Bubblescope");
    }

    void closingWaitsForTheSave()
    {
        w.open("long.csv", longCsv());
        bool closed = true;
        QTimer::singleShot(0, &w.window(), [&] { closed = w->close(); });
        QVERIFY(w->files().saveTo(w.path("long.bubble")));
        QVERIFY(!closed);
        QVERIFY(w->isVisible());
        QTRY_VERIFY(!w->isVisible());
    }

    void whatLoadsDuringAQuestionWaits()
    {
        w->files().openFiles({w.write("plan.csv", kWindowFilesCsv)});
        const QString path = w.path("first.bubble");
        w->questions.savePath = [&](const QString&) {
            workersEnd(); // the file is read
            [&] { QCOMPARE(w.ranks(), 4U); }();
            return path;
        };
        w.trigger("file.saveAs");
        QCOMPARE(w.document().savePath(), path);
        QTRY_COMPARE(w.ranks(), 2U);
        QCOMPARE(w.document().savePath(), QString());
    }

    void staleSaveMarksNothing()
    {
        Document document;
        document.startNew({});
        const std::uint64_t revision = document.revision();
        CostModel costs;
        costs.transfer.latency = 1;
        document.setCosts(costs, "Latency");
        QVERIFY(!document.markSaved("/old.bubble", revision, {}));
        QCOMPARE(document.savePath(), QString());
        QVERIFY(document.isModified());
        QVERIFY(document.markSaved("/new.bubble", document.revision(), {}));
        QCOMPARE(document.savePath(), "/new.bubble");
        QVERIFY(!document.isModified());
    }

    void editsWhileLoadingAreAskedFor()
    {
        const QString file = w.write("plan.csv", kWindowFilesCsv);
        int asked = 0;
        SaveAnswer answer = SaveAnswer::Cancel;
        w->questions.saveChanges = [&](const QString&) {
            ++asked;
            return answer;
        };
        w->files().openFiles({file});
        w.type(w.number("ranks"), "3");
        QTRY_VERIFY(!w->isLoading());
        QCOMPARE(asked, 1);
        QTRY_COMPARE(w.ranks(), 3U);
        QVERIFY(w->isWindowModified());
        answer = SaveAnswer::Discard;
        w.openFile(file);
        QCOMPARE(asked, 2); // before, and not again when nothing was edited meanwhile
        QCOMPARE(w.ranks(), 2U);
    }

    void newScheduleEndsALoad()
    {
        w->files().openFiles({w.write("plan.csv", kWindowFilesCsv)});
        w.trigger("file.new");
        QVERIFY(!w->isLoading());
        workersEnd();
        QVERIFY(w.document().isGenerated());
    }

    void asksBeforeLosingChanges()
    {
        w.type(w.number("ranks"), "2");
        QTRY_VERIFY(w->isWindowModified());
        int asked = 0;
        SaveAnswer answer = SaveAnswer::Cancel;
        w->questions.saveChanges = [&](const QString& name) {
            ++asked;
            [&] { QCOMPARE(name, "Interleaved 1F1B · 2 ranks × 8 microbatches"); }();
            return answer;
        };
        QVERIFY(!w->close());
        QCOMPARE(asked, 1);
        w->files().openFiles({w.write("plan.csv", kWindowFilesCsv)});
        QCOMPARE(asked, 2);
        QVERIFY(!w->isLoading());
        answer = SaveAnswer::Save;
        QVERIFY(!w->close()); // Save asks where, and nobody says
        answer = SaveAnswer::Discard;
        QVERIFY(w->close());
    }

    void asksByTheFilesName()
    {
        const QString path = w.path("mine.bubble");
        QVERIFY(w->files().saveTo(path));
        QCOMPARE(w->windowTitle(), "mine.bubble[*] — Bubblescope");
        w.type(w.number("ranks"), "2");
        QTRY_VERIFY(w->isWindowModified());
        QString asked;
        w->questions.saveChanges = [&](const QString& name) {
            asked = name;
            return SaveAnswer::Cancel;
        };
        QVERIFY(!w->close());
        QCOMPARE(asked, "mine.bubble");
        w->questions.saveChanges = [](const QString&) { return SaveAnswer::Discard; };
    }

    void remembersRecentFiles()
    {
        const QString path = w.write("plan.csv", kWindowFilesCsv);
        const QString gone = w.write("gone.csv", kWindowFilesCsv);
        w.openFile(gone);
        w.openFile(path);
        QFile::remove(gone);
        w.reopen();
        QCOMPARE(Settings::recentFiles(), QStringList({path, gone}));
        auto* menu = w->findChild<QMenu*>("recent-menu");
        emit menu->aboutToShow();
        const QList<QAction*> actions = menu->actions();
        QCOMPARE(actions.at(0)->text(), "plan.csv");
        QVERIFY(actions.at(0)->isEnabled());
        QCOMPARE(actions.at(1)->text(), "gone.csv");
        QVERIFY(!actions.at(1)->isEnabled());
        actions.at(0)->trigger();
        QTRY_COMPARE(w.ranks(), 2U);
        actions.last()->trigger();
        QVERIFY(Settings::recentFiles().isEmpty());
    }

    void recentFilesOfOneNameAreToldApart()
    {
        for (const char* folder : {"one", "two & more"})
            QVERIFY(QDir(w.path({})).mkpath(QLatin1String(folder)));
        for (const char* name : {"one/plan.csv", "two & more/plan.csv", "other.csv"})
            w.open(QLatin1String(name), kWindowFilesCsv);
        auto* menu = w->findChild<QMenu*>("recent-menu");
        emit menu->aboutToShow();
        QStringList texts;
        for (const QAction* action : menu->actions().mid(0, 3))
            texts << action->text();
        QCOMPARE(texts, (QStringList{"other.csv", "plan.csv — two && more", "plan.csv — one"}));
    }

    void remembersTheme()
    {
        w.trigger("view.theme.dark");
        QCOMPARE(w.view().themeName(), ThemeName::Dark);
        QVERIFY(w->palette().color(QPalette::Window).lightness() < 64);
        QCOMPARE(Settings::theme(), ThemeChoice::Dark);
        w.trigger("view.theme.light");
        QCOMPARE(w.view().themeName(), ThemeName::Light);
        QVERIFY(w->palette().color(QPalette::Window).lightness() > 192);
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowFilesTest)
#include "window_files_test.moc"
