// SPDX-License-Identifier: Apache-2.0
// The shells read the completions, and complete with them.
#include <QTest>

#include "tests/packaging/packaging_support.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <QRegularExpression>

using namespace bubblescope::test;

namespace {

QString scriptOf(const QString& program, const QString& shell)
{
    return sourcePath(QStringLiteral("resources/completions/%1.%2").arg(program, shell));
}

const std::initializer_list<std::tuple<const char*, QString, QString, QString>> kLines{
    {"commands", "bubblescope-cli", "bubblescope-cli c", "calibrate compare convert"},
    {"options", "bubblescope-cli", "bubblescope-cli render --t",
     "--target --theme --tied-embedding --time-per --title --to --transparent"},
    {"words of an option", "bubblescope-cli", "bubblescope-cli generate zbv --placement ",
     "block loop mirror v"},
    {"schedules", "bubblescope-cli", "bubblescope-cli simulate zbv", "zbv zbv-auto zbv-handcrafted"},
    {"the probe's options", "bubblescope-cli", "bubblescope-cli probe --list-",
     "--list-devices --list-gpus --list-presets"},
    {"words of the probe", "bubblescope-probe", "bubblescope-probe --recompute ", "attention full none"},
    {"themes of the window", "bubblescope", "bubblescope --theme ", "colorblind dark light system"},
};
/// What bash alone completes.
const std::initializer_list<std::tuple<const char*, QString, QString, QString>> kLinesOfBash{
    {"after =", "bubblescope-cli", "bubblescope-cli render --theme = pr", "print"},
    {"nothing after a number's option", "bubblescope-cli", "bubblescope-cli render --width ", ""},
};

/// The shell, or a skip of the test where it is not installed.
QString shellNamed(const QString& name)
{
    const QString path = QStandardPaths::findExecutable(name);
    if (path.isEmpty())
        QTest::qSkip(qPrintable(QStringLiteral("there is no %1 here: apt-get install %1").arg(name)),
                     __FILE__, __LINE__);
    return path;
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
        const QString path = shellNamed(shell);
        if (path.isEmpty())
            return;
        const ProgramRun run = runProgram(path, {"-n", scriptOf(program, shell)});
        QCOMPARE(run.errors, QString());
        QCOMPARE(run.status, 0);
    }

    void bashCompletes_data()
    {
        addRows<QString, QString, QString>(kLinesOfBash);
        for (const auto& [name, program, line, offered] : kLines)
            QTest::newRow(name) << std::tuple(program, line, offered);
    }

    void bashCompletes()
    {
        const auto& [program, line, offered] = givenRow<QString, QString, QString>();
        const QString bash = shellNamed("bash");
        if (bash.isEmpty())
            return;
        const QString function =
            QLatin1Char('_') + QString(program).replace(QLatin1Char('-'), QLatin1Char('_'));
        QStringList words = line.split(QLatin1Char(' '));
        for (QString& word : words)
            word = QLatin1Char('\'') + word + QLatin1Char('\'');
        const ProgramRun run = runProgram(
            bash, {"--norc", "-c",
                   QStringLiteral("cd /var/empty 2>/dev/null || cd \"$(mktemp -d)\"; source '%1'; "
                                  "COMP_WORDS=(%2); COMP_CWORD=%3; %4; printf '%s\\n' \"${COMPREPLY[@]}\"")
                       .arg(scriptOf(program, QStringLiteral("bash")), words.join(QLatin1Char(' ')))
                       .arg(words.size() - 1)
                       .arg(function)});
        QCOMPARE(run.errors, QString());
        QCOMPARE(sortedLines(run.output), offered);
    }

    void fishCompletes_data() { addRows<QString, QString, QString>(kLines); }

    void fishCompletes()
    {
        const auto& [program, line, offered] = givenRow<QString, QString, QString>();
        const QString fish = shellNamed("fish");
        if (fish.isEmpty())
            return;
        const ProgramRun run =
            runProgram(fish, {"--no-config", "-c",
                              QStringLiteral("cd (mktemp -d); source '%1'; complete -C '%2'")
                                  .arg(scriptOf(program, QStringLiteral("fish")), line)});
        QCOMPARE(run.status, 0);
        QCOMPARE(sortedLines(run.output), offered);
    }

    void zshOffers_data() { addRows<QString, QString, QString>(kLines); }

    /// What the function says to zsh's _arguments, whose own work is not ours to test.
    void zshOffers()
    {
        const auto& [program, line, offered] = givenRow<QString, QString, QString>();
        const QString zsh = shellNamed("zsh");
        if (zsh.isEmpty())
            return;
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
