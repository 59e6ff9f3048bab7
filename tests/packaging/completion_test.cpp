// SPDX-License-Identifier: Apache-2.0
// The shells read the completions, and complete with them.
#include <QTest>

#include "tests/packaging/packaging_support.h"
#include "tests/support/test_program.h"

#include <QRegularExpression>

using namespace bubblescope::test;

namespace {

QString scriptOf(const QString& program, const QString& shell)
{
    return sourcePath(QStringLiteral("resources/completions/%1.%2").arg(program, shell));
}

void addLines()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("offered");
    QTest::newRow("commands") << "bubblescope-cli"
                              << "bubblescope-cli c"
                              << "calibrate compare convert";
    QTest::newRow("options") << "bubblescope-cli"
                             << "bubblescope-cli render --t"
                             << "--theme --time-per --title --to --transparent";
    QTest::newRow("words of an option") << "bubblescope-cli"
                                        << "bubblescope-cli generate zbv --placement "
                                        << "block loop mirror v";
    QTest::newRow("schedules") << "bubblescope-cli"
                               << "bubblescope-cli simulate zbv"
                               << "zbv zbv-auto zbv-handcrafted";
    QTest::newRow("the probe's options") << "bubblescope-cli"
                                         << "bubblescope-cli probe --list-"
                                         << "--list-devices --list-gpus --list-presets";
    QTest::newRow("words of the probe") << "bubblescope-probe"
                                        << "bubblescope-probe --recompute "
                                        << "attention full none";
    QTest::newRow("themes of the window") << "bubblescope"
                                          << "bubblescope --theme "
                                          << "colorblind dark light system";
}

QString sortedLines(const QString& text)
{
    QStringList words;
    for (const QString& line : text.split(QLatin1Char('\n'), Qt::SkipEmptyParts))
        words << line.section(QLatin1Char('\t'), 0, 0).trimmed();
    words.sort();
    return words.join(QLatin1Char(' '));
}

} // namespace

class CompletionTest : public QObject
{
    Q_OBJECT

private slots:
    void shellsReadThem_data()
    {
        QTest::addColumn<QString>("shell");
        QTest::addColumn<QString>("program");
        for (const char* shell : {"bash", "zsh", "fish"})
            for (const char* program : {"bubblescope", "bubblescope-cli", "bubblescope-probe"})
                QTest::addRow("%s, %s", shell, program) << shell << program;
    }

    void shellsReadThem()
    {
        QFETCH(QString, shell);
        QFETCH(QString, program);
        const QString path = QStandardPaths::findExecutable(shell);
        if (path.isEmpty())
            QSKIP(qPrintable(QStringLiteral("there is no %1 here: apt-get install %1").arg(shell)));
        const ProgramRun run = runProgram(path, {"-n", scriptOf(program, shell)});
        QCOMPARE(run.errors, QString());
        QCOMPARE(run.status, 0);
    }

    void bashCompletes_data()
    {
        addLines();
        QTest::newRow("after =") << "bubblescope-cli"
                                 << "bubblescope-cli render --theme = pr"
                                 << "print";
        QTest::newRow("nothing after a number's option") << "bubblescope-cli"
                                                         << "bubblescope-cli render --width "
                                                         << "";
    }

    void bashCompletes()
    {
        QFETCH(QString, program);
        QFETCH(QString, line);
        QFETCH(QString, offered);
        const QString bash = QStandardPaths::findExecutable(QStringLiteral("bash"));
        if (bash.isEmpty())
            QSKIP("there is no bash here");
        const QString function =
            QLatin1Char('_') + QString(program).replace(QLatin1Char('-'), QLatin1Char('_'));
        QStringList words = line.split(QLatin1Char(' '));
        for (QString& word : words)
            word = QLatin1Char('\'') + word + QLatin1Char('\'');
        const ProgramRun run = runProgram(
            bash,
            {"--norc", "-c",
             QStringLiteral("cd /var/empty 2>/dev/null || cd \"$(mktemp -d)\"; source '%1'; COMP_WORDS=(%2); "
                            "COMP_CWORD=%3; %4; printf '%s\\n' \"${COMPREPLY[@]}\"")
                 .arg(scriptOf(program, QStringLiteral("bash")), words.join(QLatin1Char(' ')))
                 .arg(words.size() - 1)
                 .arg(function)});
        QCOMPARE(run.errors, QString());
        QCOMPARE(sortedLines(run.output), offered);
    }

    void fishCompletes_data() { addLines(); }

    void fishCompletes()
    {
        QFETCH(QString, program);
        QFETCH(QString, line);
        QFETCH(QString, offered);
        const QString fish = QStandardPaths::findExecutable(QStringLiteral("fish"));
        if (fish.isEmpty())
            QSKIP("there is no fish here: apt-get install fish");
        const ProgramRun run =
            runProgram(fish, {"--no-config", "-c",
                              QStringLiteral("cd (mktemp -d); source '%1'; complete -C '%2'")
                                  .arg(scriptOf(program, QStringLiteral("fish")), line)});
        QCOMPARE(run.status, 0);
        QCOMPARE(sortedLines(run.output), offered);
    }

    void zshOffers_data() { addLines(); }

    /// What the function says to zsh's _arguments, whose own work is not ours to test.
    void zshOffers()
    {
        QFETCH(QString, program);
        QFETCH(QString, offered);
        const QString zsh = QStandardPaths::findExecutable(QStringLiteral("zsh"));
        if (zsh.isEmpty())
            QSKIP("there is no zsh here: apt-get install zsh");
        QFETCH(QString, line);
        const QString command =
            program == QLatin1String("bubblescope-cli") ? line.section(QLatin1Char(' '), 1, 1) : QString();
        const QString state =
            line.count(QLatin1Char(' ')) == 1 ? QStringLiteral("command") : QStringLiteral("argument");
        const ProgramRun run =
            runProgram(zsh, {"-f", "-c",
                             QStringLiteral("_arguments() { print -rl -- \"$@\"; state=%1; line=(%2) }\n"
                                            "_describe() { print -rl -- \"${(P@)4}\" }\nsource '%3'")
                                 .arg(state, command, scriptOf(program, QStringLiteral("zsh")))});
        QCOMPARE(run.errors, QString());
        for (const QString& word : offered.split(QLatin1Char(' ')))
            QVERIFY2(run.output.contains(word), qPrintable(word + QLatin1Char('\n') + run.output));
        // What _arguments evaluates: a bar would start a second program.
        static const QRegularExpression pipe(QStringLiteral(R"(\{_values [^ ]*\|)"));
        QVERIFY2(!run.output.contains(pipe), qPrintable(run.output));
    }
};

BUBBLESCOPE_TEST(CompletionTest)
#include "completion_test.moc"
