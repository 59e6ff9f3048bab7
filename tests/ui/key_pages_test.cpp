// SPDX-License-Identifier: Apache-2.0
#include "tests/support/golden.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/ui/translation_support.h"
#include "tests/ui/window_support.h"
#include "ui/actions/key_tables.h"

using namespace bubblescope::test;
using namespace bubblescope::ui;

/// The man page and docs/keys.md say what the registry says. BUBBLESCOPE_UPDATE_GOLDEN=1 writes them anew.
class KeyPagesTest : public QObject
{
    Q_OBJECT

private slots:
    void pagesAreWhatTheRegistrySays_data()
    {
        addRows<QString, QString, QString, bool>({
            {"man page", "resources/man/bubblescope.1", ".\\\" Made from the command registry: BEGIN",
             ".\\\" END", true},
            {"keys.md", "docs/keys.md", "<!-- BEGIN -->", "<!-- END -->", false},
        });
    }

    void pagesAreWhatTheRegistrySays()
    {
        const auto& [path, begin, end, isMan] = givenRow<QString, QString, QString, bool>();
        ShownWindow w;
        const QString page = QString::fromUtf8(ShownWindow::read(sourceFile(path)));
        const CommandRegistry& commands = w->commands();
        const auto made =
            withGeneratedPart(page, begin, end, isMan ? keysAsMan(commands) : keysAsMarkdown(commands));
        QVERIFY2(made, qPrintable(path));
        compareWithFile(sourceFile(path), made->toUtf8());
    }

    void nothingIsAnInstruction()
    {
        QWidget window;
        CommandRegistry registry(&window, &window);
        registry.add({"a.dot",
                      ".Group",
                      ".text with \\ and -",
                      {QKeySequence(Qt::Key_Period), QKeySequence(Qt::Key_Backslash)}});
        registry.addGesture({".Group", "Pan | zoom", "drag → right…"});
        registry.add({"a.none", "Other", "no keys", {}});
        QCOMPARE(keysAsMan(registry), ".SS \\&.Group\n"
                                      ".TP\n\\&.  \\e\n\\&.text with \\e and \\-\n"
                                      ".TP\nDrag \\[u2192] right...\nPan | zoom\n");
        QCOMPARE(keysAsMarkdown(registry), "\n## .Group\n\n| keys or mouse | what it does |\n|---|---|\n"
                                           "| `.` `\\` | .text with \\ and - |\n"
                                           "| Drag → right… | Pan \\| zoom |\n");
    }

    void thePartBetweenMarksIsReplaced()
    {
        const QString page = "head\n# BEGIN\nold\n# END\ntail\n";
        QCOMPARE(withGeneratedPart(page, "# BEGIN", "# END", "new\n"),
                 std::optional<QString>("head\n# BEGIN\nnew\n# END\ntail\n"));
        QVERIFY(!withGeneratedPart(page, "# START", "# END", "new\n"));
        QVERIFY(!withGeneratedPart("# BEGIN\nold\n", "# BEGIN", "# END", "new\n"));
    }

    void manReadsItWithoutAWarning()
    {
        const QString man = QStandardPaths::findExecutable("man");
        if (man.isEmpty())
            QSKIP("there is no man here");
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("MANWIDTH", "80");
        process.setProcessEnvironment(environment);
        process.start(man, {"--warnings", "-P", "cat", "-l", sourceFile("resources/man/bubblescope.1")});
        QVERIFY(process.waitForFinished());
        const QString errors = QString::fromUtf8(process.readAllStandardError());
        QCOMPARE(errors, QString());
        QCOMPARE(process.exitCode(), 0);
        const QString shown = QString::fromUtf8(process.readAllStandardOutput());
        QVERIFY2(shown.contains(QRegularExpression("Zoom in")), qPrintable(shown));
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, KeyPagesTest)
#include "key_pages_test.moc"
