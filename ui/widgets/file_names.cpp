// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/file_names.h"

#include <QFileInfo>

namespace bubblescope::ui {

QString withEnding(const QString& path, const QString& ending)
{
    return QFileInfo(path).suffix().isEmpty() ? path + QLatin1Char('.') + ending : path;
}

QString fileNameFrom(const QString& name)
{
    QString result;
    for (const QChar c : name.toLower())
        result += c.isLetterOrNumber() ? c : c == QChar(0xD7) ? QLatin1Char('x') : QLatin1Char('-');
    while (result.contains(QStringLiteral("--")))
        result.replace(QStringLiteral("--"), QStringLiteral("-"));
    return result;
}

} // namespace bubblescope::ui
