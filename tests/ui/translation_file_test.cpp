// SPDX-License-Identifier: Apache-2.0
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/ui/translation_support.h"

#include <QtTest>

using namespace bubblescope::test;

namespace {

const QString kFolder = "resources/translations/";
const QString kChinese = "bubblescope_zh_CN.ts";
const QString kEnglish = "bubblescope_en.ts";

/// What of a text its translation has to have as well, sorted.
using Kept = QStringList (*)(const QString& text);

QStringList placeholders(const QString& text)
{
    return found(text, "%L?[1-9n]|\\{\\w+(?::[^}]*)?\\}");
}

/// The letter stays, so that keys are unique in a menu wherever they are in the source.
QStringList mnemonics(const QString& text)
{
    return found(text.toUpper(), "&[^&\\s]");
}

/// Tags, patterns of files, breaks; the spaces that texts are joined by; what means "asks more".
QStringList form(const QString& text)
{
    return found(text, "</?\\w+>|\\*\\.[\\w.]+|\n|;;|\\[\\*\\]|^ | $|…$");
}

} // namespace

/// The files of translations hold what the sources say, whole, and in the form in which the window can use
/// it.
class TranslationFileTest : public QObject
{
    Q_OBJECT

private slots:
    void everyTextIsThere_data() { files(); }

    void everyTextIsThere()
    {
        QFETCH(QString, file);
        QTemporaryDir folder;
        const QString copy = folder.filePath(file);
        QVERIFY(QFile::copy(sourceFile(kFolder + file), copy));
        QProcess update;
        update.start(sourceFile(kFolder + QStringLiteral("update.sh")), {copy});
        QVERIFY2(update.waitForFinished(120'000), qPrintable(update.errorString()));
        const QString said = QString::fromUtf8(update.readAllStandardError());
        if (update.exitCode() == 77)
            QSKIP(qPrintable(said.trimmed()));
        // What lupdate does not understand is in no file, or under a name that nobody asks for.
        QCOMPARE(said, QString());
        QCOMPARE(update.exitCode(), 0);
        const auto names = [](const QString& path) {
            QStringList all;
            for (const TsMessage& message : readTs(path))
                all << message.context + QStringLiteral(" | ") + message.name();
            return all;
        };
        const QStringList kept = names(sourceFile(kFolder + file));
        const QStringList wanted = names(copy);
        QStringList wrong;
        for (const QString& name : wanted)
            if (!kept.contains(name))
                wrong << QStringLiteral("is not translated: ") + name;
        for (const QString& name : kept)
            if (!wanted.contains(name))
                wrong << QStringLiteral("is in no source: ") + name;
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n')) +
                                             QStringLiteral("\nRun resources/translations/update.sh")));
        QVERIFY(!wanted.isEmpty());
    }

    void everyTextIsTranslated_data() { files(); }

    void everyTextIsTranslated()
    {
        QFETCH(QString, file);
        QStringList wrong;
        for (const TsMessage& message : readTs(sourceFile(kFolder + file))) {
            const bool isEmpty = message.forms.isEmpty() || message.forms.contains(QString());
            if (!message.isFinished || isEmpty)
                wrong << message.name() + (message.isFinished ? QStringLiteral(" is empty")
                                                              : QStringLiteral(" is unfinished"));
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
    }

    void formIsKept_data()
    {
        addRows<QString, Kept>({
            {"placeholders in chinese", kChinese, placeholders},
            {"placeholders in english", kEnglish, placeholders},
            {"mnemonics in chinese", kChinese, mnemonics},
            {"mnemonics in english", kEnglish, mnemonics},
            {"form in chinese", kChinese, form},
            {"form in english", kEnglish, form},
        });
    }

    void formIsKept()
    {
        const auto& [file, kept] = givenRow<QString, Kept>();
        QStringList wrong;
        for (const TsMessage& message : readTs(sourceFile(kFolder + file)))
            for (const QString& text : message.forms)
                if (kept(text) != kept(message.source))
                    wrong << QString("%1 → %2: [%3] became [%4]")
                                 .arg(message.name(), text, kept(message.source).join(' '),
                                      kept(text).join(' '));
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
    }

    void wordsAreThoseOfTheGlossary()
    {
        QFile page(sourceFile("docs/words.md"));
        QVERIFY(page.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(page.readAll()).section("## Terms", 1);
        const std::vector<TsMessage> messages = readTs(sourceFile(kFolder + kChinese));
        // | microbatch | 微批次 | … |: where a source has the word, its translation has that.
        const QRegularExpression row("^\\| ([a-z][a-z -]+[a-z]) \\| ([^|]+) \\|",
                                     QRegularExpression::MultilineOption);
        const QRegularExpression names("\\{\\w+(?::[^}]*)?\\}");
        QStringList wrong;
        int words = 0;
        for (auto each = row.globalMatch(text); each.hasNext();) {
            const QRegularExpressionMatch term = each.next();
            // Not within a name: zero-bubble, .bubble, (?<microbatch>…).
            const QRegularExpression english(
                QStringLiteral("(?<![\\w.<>|-])%1e?s?(?![\\w|-])").arg(term.captured(1)),
                QRegularExpression::CaseInsensitiveOption);
            const QStringList ours = term.captured(2).split(", ");
            ++words;
            for (const TsMessage& message : messages)
                // The name of an argument is no word.
                if (QString(message.source).remove(names).contains(english) &&
                    std::none_of(ours.begin(), ours.end(), [&](const QString& word) {
                        return message.forms.value(0).contains(word.trimmed(), Qt::CaseInsensitive);
                    }))
                    wrong << term.captured(1) + QStringLiteral(" is not ") + term.captured(2) +
                                 QStringLiteral(" in ") + message.name() + QStringLiteral(" → ") +
                                 message.forms.value(0);
        }
        QVERIFY(words >= 15);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
    }

private:
    static void files()
    {
        QTest::addColumn<QString>("file");
        QTest::newRow("simplified chinese") << kChinese;
        QTest::newRow("english plurals") << kEnglish;
    }
};

BUBBLESCOPE_TEST(TranslationFileTest)
#include "translation_file_test.moc"
