// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/core_text.h"

#include "ui/document/core_sentences.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <vector>

namespace bubblescope::ui {

namespace {

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

/// A sentence within one, a parameter's title, or a name or number as it is.
QString partText(const QString& part)
{
    const QString said = part.contains(QLatin1Char(' ')) ? coreSentence(part.toStdString()) : part;
    const bool isTitle = part.size() > 1 && part[0].isUpper() && part[1].isLower();
    return isTitle && said == part ? coreText(part.toStdString()) : said;
}

QString filledIn(const QString& sentence, const QRegularExpressionMatch& match)
{
    QString text;
    for (qsizetype i = 0; i < sentence.size(); ++i)
        if (sentence[i] == QLatin1Char('%') && i + 1 < sentence.size() && sentence[i + 1].isDigit()) {
            text += partText(match.captured(sentence[++i].digitValue()));
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

Error inWindowLanguage(Error error)
{
    error.message = coreSentence(error.message).toStdString();
    if (error.where)
        error.where->hint = coreSentence(error.where->hint).toStdString();
    return error;
}

} // namespace bubblescope::ui
