// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/core_text.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <vector>

namespace bubblescope::ui {

namespace {

/// The first that fits is taken: those with more words stand first. What stands for %1 may be a sentence
/// itself.
constexpr const char* kSentences[] = {
    QT_TRANSLATE_NOOP("CoreSentence", "%1, %2 of it transfer"),
    QT_TRANSLATE_NOOP("CoreSentence", "waits for %1 from rank %2"),
    QT_TRANSLATE_NOOP("CoreSentence", "waits for %1, which no rank runs"),
    QT_TRANSLATE_NOOP("CoreSentence", "waits for %1"),
    QT_TRANSLATE_NOOP("CoreSentence", "transfer of %1 from rank %2"),
    QT_TRANSLATE_NOOP("CoreSentence", "transfer of %1"),
    QT_TRANSLATE_NOOP("CoreSentence", "waits to receive %1 from rank %2"),
    QT_TRANSLATE_NOOP("CoreSentence", "receives %1 from rank %2"),
    QT_TRANSLATE_NOOP("CoreSentence", "receives %1"),
    QT_TRANSLATE_NOOP("CoreSentence", "waits to send %1 to rank %2, which does %3 first"),
    QT_TRANSLATE_NOOP("CoreSentence", "waits to send %1 to rank %2"),
    QT_TRANSLATE_NOOP("CoreSentence", "sends %1 to rank %2, which does %3 first"),
    QT_TRANSLATE_NOOP("CoreSentence", "sends %1 to rank %2"),
    QT_TRANSLATE_NOOP("CoreSentence", "sends %1"),
    QT_TRANSLATE_NOOP("CoreSentence", "waits until rank %1, which does %2 first, takes %3"),
    QT_TRANSLATE_NOOP("CoreSentence", "waits until stage %1's gradients are reduced (%2)"),
    QT_TRANSLATE_NOOP("CoreSentence", "waits until rank %1 takes %2"),
    QT_TRANSLATE_NOOP("CoreSentence", "gathers stage %1's parameters (%2)"),
    QT_TRANSLATE_NOOP("CoreSentence", "frees stage %1's parameters (%2)"),
    QT_TRANSLATE_NOOP("CoreSentence", "reduces stage %1's gradients (%2)"),
    QT_TRANSLATE_NOOP("CoreSentence", "nothing left to do"),
    QT_TRANSLATE_NOOP("CoreSentence", "waits"),
    QT_TRANSLATE_NOOP("CoreSentence", "rank %1 runs %2 (cell %3) before %4 (cell %5)"),
    QT_TRANSLATE_NOOP("CoreSentence", "rank %1 runs %2 twice, in cells %3 and %4"),
    QT_TRANSLATE_NOOP("CoreSentence", "rank %1 runs %2 (cell %3), but stage %4 lives on rank %5"),
    QT_TRANSLATE_NOOP("CoreSentence", "rank %1 does not run %2"),
};

struct Pattern
{
    const char* sentence;
    QRegularExpression expression;
};

const std::vector<Pattern>& patterns()
{
    static const std::vector<Pattern> made = [] {
        static const QRegularExpression place(QStringLiteral("%\\d"));
        std::vector<Pattern> all;
        for (const char* const sentence : kSentences) {
            QStringList parts = QString::fromLatin1(sentence).split(place);
            for (QString& part : parts)
                part = QRegularExpression::escape(part);
            all.push_back(
                {sentence, QRegularExpression(QRegularExpression::anchoredPattern(parts.join("(.+)")))});
        }
        return all;
    }();
    return made;
}

QString filledIn(const QString& sentence, const QRegularExpressionMatch& match)
{
    QString text;
    for (qsizetype i = 0; i < sentence.size(); ++i)
        if (sentence[i] == QLatin1Char('%') && i + 1 < sentence.size() && sentence[i + 1].isDigit()) {
            const QString part = match.captured(sentence[++i].digitValue());
            text += part.contains(QLatin1Char(' ')) ? coreSentence(part.toStdString()) : part;
        } else {
            text += sentence[i];
        }
    return text;
}

} // namespace

QString coreText(std::string_view english)
{
    // An empty text would be the file's own heading.
    return english.empty() ? QString() : QCoreApplication::translate("Core", std::string(english).c_str());
}

QString coreSentence(const std::string& english)
{
    QString text = QString::fromStdString(english);
    // A language has all of them or none.
    if (QCoreApplication::translate("CoreSentence", kSentences[0]) == QLatin1String(kSentences[0]))
        return text;
    for (const Pattern& pattern : patterns())
        if (const QRegularExpressionMatch match = pattern.expression.match(text); match.hasMatch())
            return filledIn(QCoreApplication::translate("CoreSentence", pattern.sentence), match);
    return text;
}

} // namespace bubblescope::ui
