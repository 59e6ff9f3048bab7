// SPDX-License-Identifier: Apache-2.0
// The manual pages and completions are those of the programs. BUBBLESCOPE_UPDATE_GOLDEN=1 writes them anew.
#include <QTest>

#include "app/manual/completion.h"
#include "app/manual/cost_table.h"
#include "app/manual/man_options.h"
#include "app/manual/programs.h"
#include "tests/packaging/packaging_support.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <QRegularExpression>
#include <QSet>

using namespace bubblescope;
using namespace bubblescope::manual;
using namespace bubblescope::test;

namespace {

const QString kBegin = QStringLiteral(".\\\" Made from the options: BEGIN\n");
const QString kEnd = QStringLiteral(".\\\" Options: END\n");

CommandTable tableOfProgram(const QString& program)
{
    if (program == QLatin1String("bubblescope-cli"))
        return commandLineTable();
    return program == QLatin1String("bubblescope-probe") ? probeTable() : windowTable();
}

QString binaryOf(const QString& program)
{
    if (program == QLatin1String("bubblescope-cli"))
        return QStringLiteral(BUBBLESCOPE_CLI);
    return program == QLatin1String("bubblescope-probe") ? QStringLiteral(BUBBLESCOPE_PROBE)
                                                         : QStringLiteral(BUBBLESCOPE_WINDOW);
}

void addPrograms()
{
    QTest::addColumn<QString>("program");
    for (const char* program : {"bubblescope", "bubblescope-cli", "bubblescope-probe"})
        QTest::newRow(program) << program;
}

/// "--output" and "-o" where an entry of --help or of a page begins.
QSet<QString> optionsIn(const QString& text, const QRegularExpression& head)
{
    static const QRegularExpression name(QStringLiteral("(?<![\\w-])--?[a-z][a-z0-9-]*"));
    QSet<QString> options;
    for (auto entry = head.globalMatch(text); entry.hasNext();)
        for (auto each = name.globalMatch(entry.next().captured(1)); each.hasNext();)
            options << each.next().captured();
    return options;
}

QSet<QString> optionsOfHelp(const QString& help)
{
    // "  -o,--output FILE REQUIRED   A .csv": what follows "Needs:" or "Excludes:" is another's.
    static const QRegularExpression head(QStringLiteral("^  (-[^ ]*)"), QRegularExpression::MultilineOption);
    return optionsIn(help, head);
}

QSet<QString> optionsOfPage(QString page)
{
    static const QRegularExpression head(QStringLiteral("^\\.TP\\n(-.*)$"),
                                         QRegularExpression::MultilineOption);
    static const QRegularExpression font(QStringLiteral("\\\\f[A-Z]"));
    page.replace(QLatin1String("\\-"), QLatin1String("-")).remove(font);
    return optionsIn(page, head);
}

/// The part of a page from the heading to the next of its level or above.
QString partOf(const QString& page, const QString& heading)
{
    const qsizetype begin = page.indexOf(heading + QLatin1Char('\n'));
    if (begin < 0)
        return {};
    static const QRegularExpression next(QStringLiteral("^\\.S[HS] "), QRegularExpression::MultilineOption);
    const qsizetype end = page.indexOf(next, begin + heading.size());
    return page.mid(begin, end < 0 ? -1 : end - begin);
}

QString roff(const std::string& text)
{
    return QString::fromStdString(forRoff(text));
}

QStringList sorted(const QSet<QString>& names)
{
    QStringList list = names.values();
    list.sort();
    return list;
}

} // namespace

class ManualTest : public QObject
{
    Q_OBJECT

private slots:
    void pagesAreWhatTheOptionsSay_data() { addPrograms(); }

    void pagesAreWhatTheOptionsSay()
    {
        QFETCH(QString, program);
        const QString name = QStringLiteral("resources/man/%1.1").arg(program);
        const QString page = readText(sourcePath(name));
        const qsizetype begin = page.indexOf(kBegin);
        const qsizetype end = page.indexOf(kEnd);
        QVERIFY2(begin >= 0 && end > begin, qPrintable(name));
        compareWithSource(name, page.left(begin + kBegin.size()) +
                                    QString::fromStdString(optionsAsMan(tableOfProgram(program))) +
                                    page.mid(end));
    }

    void completionsAreWhatTheOptionsSay_data() { addPrograms(); }

    void completionsAreWhatTheOptionsSay()
    {
        QFETCH(QString, program);
        const CommandTable table =
            program == QLatin1String("bubblescope-cli") ? completedCommandLine() : tableOfProgram(program);
        const QString folder = QStringLiteral("resources/completions/");
        compareWithSource(folder + program + QStringLiteral(".bash"),
                          QString::fromStdString(bashCompletion(table)));
        compareWithSource(folder + program + QStringLiteral(".zsh"),
                          QString::fromStdString(zshCompletion(table)));
        compareWithSource(folder + program + QStringLiteral(".fish"),
                          QString::fromStdString(fishCompletion(table)));
    }

    void costFieldsAreWhatThePageSays()
    {
        const QString name = QStringLiteral("docs/file-formats.md");
        QString page = readText(sourcePath(name));
        for (const auto& [heading, rows] :
             {std::pair{QStringLiteral("| key | value | default |\n|---|---|---|\n"), costFieldRows()},
              std::pair{QStringLiteral("| key of `communicators` | value | default |\n|---|---|---|\n"),
                        costGroupRows("communicators")}}) {
            const qsizetype begin = page.indexOf(heading);
            const qsizetype end = page.indexOf(QLatin1String("\n\n"), begin);
            QVERIFY2(begin >= 0 && end > begin, qPrintable(name));
            page = page.left(begin + heading.size()) + QString::fromStdString(rows) + page.mid(end + 1);
        }
        compareWithSource(name, page);
    }

    void pagesNameWhatHelpLists_data()
    {
        QTest::addColumn<QString>("program");
        QTest::addColumn<QString>("command");
        for (const char* program : {"bubblescope", "bubblescope-cli", "bubblescope-probe"})
            QTest::newRow(program) << program << QString();
        for (const CommandTable& command : commandLineTable().commands)
            if (command.name != "probe") // its help is the probe's
                QTest::addRow("bubblescope-cli %s", command.name.c_str())
                    << QStringLiteral("bubblescope-cli") << QString::fromStdString(command.name);
    }

    void pagesNameWhatHelpLists()
    {
        QFETCH(QString, program);
        QFETCH(QString, command);
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.remove(QStringLiteral("DISPLAY")); // help wants none
        const QStringList arguments =
            command.isEmpty() ? QStringList{"--help"} : QStringList{command, "--help"};
        const ProgramRun run = runProgram(binaryOf(program), arguments, environment);
        QCOMPARE(run.status, 0);
        const QSet<QString> listed = optionsOfHelp(run.output);
        QVERIFY2(listed.contains(QStringLiteral("--help")), qPrintable(run.output));
        const QString page = readText(sourcePath(QStringLiteral("resources/man/%1.1").arg(program)));
        QSet<QString> named;
        if (!command.isEmpty()) {
            const QString part = partOf(page, ".SS " + command);
            named = optionsOfPage(part);
            static const QRegularExpression quoted(QStringLiteral("\\\\\\(lq(.*?)\\\\\\(rq"));
            for (auto group = quoted.globalMatch(part); group.hasNext();)
                named += optionsOfPage(partOf(page, ".SS " + group.next().captured(1)));
        } else if (program == QLatin1String("bubblescope-cli")) {
            named = optionsOfPage(partOf(page, QStringLiteral(".SH OPTIONS")));
        } else {
            // A command's own options are in its help.
            const qsizetype commands = page.indexOf(QLatin1String("\n.SH COMMANDS"));
            const qsizetype end = commands < 0 ? page.indexOf(kEnd) : commands;
            named = optionsOfPage(page.mid(page.indexOf(kBegin), end - page.indexOf(kBegin)));
        }
        QCOMPARE(sorted(named), sorted(listed));
    }

    void manReadsThemWithoutAWarning_data() { addPrograms(); }

    void manReadsThemWithoutAWarning()
    {
        QFETCH(QString, program);
        const QString man = QStandardPaths::findExecutable(QStringLiteral("man"));
        if (man.isEmpty())
            QSKIP("there is no man here: apt-get install man-db");
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("MANWIDTH"), QStringLiteral("80"));
        const ProgramRun run = runProgram(
            man,
            {"--warnings", "-P", "cat", "-l", sourcePath(QStringLiteral("resources/man/%1.1").arg(program))},
            environment);
        QCOMPARE(run.errors, QString());
        QCOMPARE(run.status, 0);
        QVERIFY2(run.output.contains(QStringLiteral("--help")), qPrintable(run.output));
    }

    void wordsAreFoundInHelpTexts_data()
    {
        addRows<QString, QString>({
            {"a list", "loop, v, block or mirror", "loop v block mirror"},
            {"remarks in brackets", "light (default), dark, print", "light dark print"},
            {"after a colon", "PDF page: fit (default), A4", "fit A4"},
            {"up to a semicolon", "bf16, fp16; to estimate also fp8", "bf16 fp16"},
            {"not a number's letter", "Time of a block: sum, max, or X", "sum max"},
            {"a sentence with a comma", "Layers per stage, or 4,4,4,3 for each", ""},
            {"one word", "Microbatches (default 8)", ""},
        });
    }

    void wordsAreFoundInHelpTexts()
    {
        const auto& [help, words] = givenRow<QString, QString>();
        QStringList found;
        for (const std::string& word : listedWords(help.toStdString()))
            found << QString::fromStdString(word);
        QCOMPARE(found.join(QLatin1Char(' ')), words);
    }

    void nothingIsAnInstruction()
    {
        QCOMPARE(roff(".csv"), "\\&.csv");
        QCOMPARE(roff("'quoted'"), "\\&\\(aqquoted\\(aq");
        QCOMPARE(roff("a\\b --c…"), "a\\eb \\-\\-c...");
    }

    void optionsThatDifferStandWithTheirCommand()
    {
        CLI::App app("A program", "program");
        for (const char* name : {"one", "two"}) {
            CLI::App* command = app.add_subcommand(name, "Does");
            command->add_flag("--same")->description("Alike")->group("Alike");
            command->add_flag("--other")->description(name)->group("Unlike");
            command->add_flag("--hidden")->group("");
        }
        QCOMPARE(optionsAsMan(tableOf(app)),
                 ".SH OPTIONS\n.TP\n\\fB\\-h\\fR, \\fB\\-\\-help\\fR\nPrint this help message and exit\n"
                 ".SH COMMANDS\n"
                 ".SS one\n\\fBprogram one\\fR [\\fIOPTION\\fR...]\n.PP\nDoes.\n"
                 ".TP\n\\fB\\-h\\fR, \\fB\\-\\-help\\fR\nPrint this help message and exit\n"
                 ".PP\nUnlike:\n.TP\n\\fB\\-\\-other\\fR\none\n"
                 ".PP\nIt also takes the options of \\(lqAlike\\(rq below.\n"
                 ".SS two\n\\fBprogram two\\fR [\\fIOPTION\\fR...]\n.PP\nDoes.\n"
                 ".TP\n\\fB\\-h\\fR, \\fB\\-\\-help\\fR\nPrint this help message and exit\n"
                 ".PP\nUnlike:\n.TP\n\\fB\\-\\-other\\fR\ntwo\n"
                 ".PP\nIt also takes the options of \\(lqAlike\\(rq below.\n"
                 ".SH SHARED OPTIONS\n.SS Alike\n.TP\n\\fB\\-\\-same\\fR\nAlike\n");
    }
};

BUBBLESCOPE_TEST(ManualTest)
#include "manual_test.moc"
