// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/csv_export.h"

#include "core/analyze/number_json.h"
#include "core/io/file.h"
#include "ui/widgets/save_dialog.h"

#include <QAction>
#include <QClipboard>
#include <QCoreApplication>
#include <QFileInfo>
#include <QGuiApplication>
#include <QRegularExpression>
#include <QStringList>
#include <QWidget>
#include <algorithm>
#include <utility>

namespace bubblescope::ui {

namespace {

struct CsvWords
{
    Q_DECLARE_TR_FUNCTIONS(CsvWords)
};

/// The fields of the line that begins at `at`, which is moved behind it; RFC 4180.
QStringList fieldsAt(const QString& csv, qsizetype& at)
{
    QStringList fields;
    for (bool isLast = false; !isLast;) {
        QString field;
        const bool isQuoted = at < csv.size() && csv[at] == QLatin1Char('"');
        for (bool isInside = isQuoted, isFirst = isQuoted; at < csv.size(); ++at) {
            const QChar c = csv[at];
            if (std::exchange(isFirst, false))
                continue;
            if (c == QLatin1Char('"') && isQuoted) {
                if (!isInside)
                    field += c; // the second of two
                isInside = !isInside;
            } else if (!isInside && (c == QLatin1Char(',') || c == QLatin1Char('\n'))) {
                break;
            } else {
                field += c;
            }
        }
        isLast = at >= csv.size() || csv[at] == QLatin1Char('\n');
        ++at;
        fields << field;
    }
    return fields;
}

QString jsonText(const QString& text)
{
    return QString::fromStdString(jsonString(text.toStdString()));
}

QString jsonValue(const QString& field)
{
    static const QRegularExpression number(
        QStringLiteral("^-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?$"));
    return field.isEmpty()                  ? QStringLiteral("null")
           : number.match(field).hasMatch() ? field
                                            : jsonText(field);
}

void addCsvAction(QWidget& widget, const QString& title, const std::function<void()>& work)
{
    auto* action = new QAction(title, &widget);
    widget.addAction(action);
    QObject::connect(action, &QAction::triggered, &widget, work);
}

void askSaveCsv(QWidget& widget, const CsvSource& source)
{
    const QString path =
        askSavePath(widget.window(), CsvWords::tr("Save figures"), source.name + QStringLiteral(".csv"),
                    {CsvWords::tr("CSV (*.csv)"), CsvWords::tr("JSON (*.json)")});
    if (path.isEmpty())
        return;
    const Result<void> written = writeCsv(path, source.csv());
    source.tell(written ? CsvWords::tr("Saved %1.", "file").arg(QFileInfo(path).fileName())
                        : QString::fromStdString(written.error().text()));
}

} // namespace

QString csvAsJson(const QString& csv)
{
    qsizetype at = 0;
    const QStringList titles = fieldsAt(csv, at);
    QString json = QStringLiteral("[");
    for (const char* before = "\n"; at < csv.size(); before = ",\n") {
        const QStringList fields = fieldsAt(csv, at);
        json += QLatin1String(before) + QLatin1String(" {");
        for (qsizetype i = 0; i < std::min(titles.size(), fields.size()); ++i)
            json += (i > 0 ? QStringLiteral(", ") : QString()) + jsonText(titles[i]) + QStringLiteral(": ") +
                    jsonValue(fields[i]);
        json += QLatin1Char('}');
    }
    return json + QStringLiteral("\n]\n");
}

Result<void> writeCsv(const QString& path, const QString& csv)
{
    const bool isJson = path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive);
    return writeFileAtomically(path.toStdString(), (isJson ? csvAsJson(csv) : csv).toStdString());
}

void offerFiles(QWidget& table, const CsvSource& source)
{
    addCsvAction(table, CsvWords::tr("Copy all as JSON"), [source] {
        QGuiApplication::clipboard()->setText(csvAsJson(source.csv()));
        source.tell(CsvWords::tr("Copied as JSON."));
    });
    addCsvAction(table, CsvWords::tr("Save all as CSV or JSON…"),
                 [source, &table] { askSaveCsv(table, source); });
}

void offerCsv(QWidget& widget, const CsvSource& source)
{
    addCsvAction(widget, CsvWords::tr("Copy all as CSV"), [source] {
        QGuiApplication::clipboard()->setText(source.csv());
        source.tell(CsvWords::tr("Copied as CSV."));
    });
    offerFiles(widget, source);
    widget.setContextMenuPolicy(Qt::ActionsContextMenu);
}

} // namespace bubblescope::ui
