// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/translation_support.h"

#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace bubblescope::test;

namespace {

const QString kFolder = QStringLiteral("resources/translations/");
const QString kChinese = QStringLiteral("bubblescope_zh_CN.ts");

/// Of the fetched file what `faultOf` finds wrong, a line for each text; empty if there is nothing.
template <typename Fault>
QString faults(Fault faultOf)
{
    const QString file = *static_cast<QString*>(QTest::qData("file", QMetaType::fromType<QString>().id()));
    QStringList all;
    for (const TsMessage& message : readTs(sourceFile(kFolder + file)))
        for (const QString& form : message.forms)
            if (const QString fault = faultOf(message.source, form); !fault.isEmpty())
                all << message.name() + QStringLiteral(" → ") + form + QStringLiteral(": ") + fault;
    return all.join(QLatin1Char('\n'));
}

QString difference(const QStringList& source, const QStringList& translation)
{
    return source == translation
               ? QString()
               : QStringLiteral("[%1] became [%2]")
                     .arg(source.join(QLatin1Char(' ')), translation.join(QLatin1Char(' ')));
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
        // What lupdate cannot make sense of stands in no file, or under a name that nobody asks for.
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

    void placeholdersAreKept_data() { files(); }

    void placeholdersAreKept()
    {
        const QString wrong = faults([](const QString& source, const QString& translation) {
            const QString place = QStringLiteral("%L?[1-9n]|\\{\\w+(?::[^}]*)?\\}");
            return difference(found(source, place), found(translation, place));
        });
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }

    void mnemonicsAreKept_data() { files(); }

    void mnemonicsAreKept()
    {
        // The letter stays, so that keys are unique in a menu wherever they are in the source.
        const QString wrong = faults([](const QString& source, const QString& translation) {
            const QString letter = QStringLiteral("&[^&\\s]");
            return difference(found(source.toUpper(), letter), found(translation.toUpper(), letter));
        });
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }

    void formIsKept_data() { files(); }

    void formIsKept()
    {
        const QString wrong = faults([](const QString& source, const QString& translation) {
            const auto formOf = [](const QString& text) {
                // Tags, patterns of files, breaks; the spaces that texts are joined by; what means "asks
                // more".
                QStringList form = found(text, QStringLiteral("</?\\w+>|\\*\\.[\\w.]+|\n|;;|\\[\\*\\]"));
                if (text.startsWith(QLatin1Char(' ')))
                    form << QStringLiteral("space before");
                if (text.endsWith(QLatin1Char(' ')))
                    form << QStringLiteral("space after");
                if (text.endsWith(QStringLiteral("…")))
                    form << QStringLiteral("…");
                return form;
            };
            return difference(formOf(source), formOf(translation));
        });
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }

    void wordsAreThoseOfTheGlossary()
    {
        QFile page(sourceFile(QStringLiteral("docs/words.md")));
        QVERIFY(page.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(page.readAll()).section(QStringLiteral("## Terms"), 1);
        const std::vector<TsMessage> messages = readTs(sourceFile(kFolder + kChinese));
        // | microbatch | 微批次 | … |: where a source has the word, its translation has that.
        const QRegularExpression row(QStringLiteral("^\\| ([a-z][a-z -]+[a-z]) \\| ([^|]+) \\|"),
                                     QRegularExpression::MultilineOption);
        const QRegularExpression names(QStringLiteral("\\{\\w+(?::[^}]*)?\\}"));
        QStringList wrong;
        int words = 0;
        for (auto each = row.globalMatch(text); each.hasNext();) {
            const QRegularExpressionMatch term = each.next();
            // Not within a name: zero-bubble, .bubble, (?<microbatch>…).
            const QRegularExpression english(
                QStringLiteral("(?<![\\w.<>|-])%1e?s?(?![\\w|-])").arg(term.captured(1)),
                QRegularExpression::CaseInsensitiveOption);
            const QStringList ours = term.captured(2).split(QStringLiteral(", "));
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
        QTest::newRow("english plurals") << QStringLiteral("bubblescope_en.ts");
    }
};

BUBBLESCOPE_TEST(TranslationFileTest)
#include "translation_file_test.moc"
