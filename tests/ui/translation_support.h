// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/conformance_data.h"

#include <QFile>
#include <QRegularExpression>
#include <QString>
#include <QStringList>
#include <QXmlStreamReader>
#include <vector>

namespace bubblescope::test {

/// One text of a .ts file.
struct TsMessage
{
    QString context, source, comment;
    QStringList forms; ///< the translation; several for a text with a number
    bool isFinished = true;

    /// "ModelForm: Hidden width".
    [[nodiscard]] QString name() const
    {
        return context.section(QStringLiteral("::"), -1) + QStringLiteral(": ") + source +
               (comment.isEmpty() ? QString() : QStringLiteral(" {%1}").arg(comment));
    }
};

[[nodiscard]] inline QString sourceFile(const QString& path)
{
    return QString::fromStdString(testsFolder().parent_path().string()) + QLatin1Char('/') + path;
}

[[nodiscard]] inline std::vector<TsMessage> readTs(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("cannot read %s", qPrintable(path));
    QXmlStreamReader xml(&file);
    std::vector<TsMessage> messages;
    QString context, text;
    bool isTranslation = false;
    while (!xml.atEnd()) {
        const QXmlStreamReader::TokenType token = xml.readNext();
        if (token == QXmlStreamReader::Characters && isTranslation)
            text += xml.text();
        if (token == QXmlStreamReader::EndElement && xml.name() == QLatin1String("translation")) {
            isTranslation = false;
            // Between the forms of a text with a number there are spaces alone.
            if (messages.back().forms.isEmpty() && !text.isEmpty())
                messages.back().forms << text;
        }
        if (token != QXmlStreamReader::StartElement)
            continue;
        const auto name = xml.name();
        if (name == QLatin1String("message"))
            messages.push_back({context, {}, {}, {}});
        else if (name == QLatin1String("name"))
            context = xml.readElementText();
        else if (name == QLatin1String("source"))
            messages.back().source = xml.readElementText();
        else if (name == QLatin1String("comment"))
            messages.back().comment = xml.readElementText();
        else if (name == QLatin1String("translation")) {
            messages.back().isFinished = !xml.attributes().hasAttribute(QStringLiteral("type"));
            isTranslation = true;
            text.clear();
        } else if (name == QLatin1String("numerusform"))
            messages.back().forms << xml.readElementText();
    }
    if (xml.hasError())
        qFatal("%s:%lld: %s", qPrintable(path), xml.lineNumber(), qPrintable(xml.errorString()));
    return messages;
}

/// What an expression finds, sorted.
[[nodiscard]] inline QStringList found(const QString& text, const QString& expression)
{
    QStringList all;
    const QRegularExpression wanted(expression);
    for (auto match = wanted.globalMatch(text); match.hasNext();)
        all << match.next().captured(0);
    all.sort();
    return all;
}

} // namespace bubblescope::test
