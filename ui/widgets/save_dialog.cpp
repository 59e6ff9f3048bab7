// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/save_dialog.h"

#include <QFileInfo>
#include <QRegularExpression>
#include <utility>

namespace bubblescope::ui {

namespace {

/// "json" of "trace.json".
QString lastPart(const QString& ending)
{
    return ending.section(QLatin1Char('.'), -1);
}

} // namespace

SaveDialog::SaveDialog(QWidget* parent, const QString& title, const QString& suggested,
                       const QStringList& filters)
    : QFileDialog(parent, title, QFileInfo(suggested).absolutePath())
{
    for (const QString& filter : filters)
        m_endings << endingOfFilter(filter);
    setAcceptMode(QFileDialog::AcceptSave);
    setFileMode(QFileDialog::AnyFile);
    setNameFilters(filters);
    const QString ending = endingIn(suggested);
    if (const qsizetype chosen = m_endings.indexOf(ending); chosen >= 0) {
        selectNameFilter(filters[chosen]);
        setDefaultSuffix(ending);
        m_ending = ending;
    }
    selectFile(QFileInfo(suggested).fileName());
    connect(this, &QFileDialog::filterSelected, this, &SaveDialog::takeFilter);
}

QString SaveDialog::endingOfFilter(const QString& filter)
{
    static const QRegularExpression pattern(QStringLiteral("\\(\\*\\.([^ )]+)"));
    return pattern.match(filter).captured(1);
}

QString SaveDialog::endingIn(const QString& name) const
{
    QString longest;
    for (const QString& ending : m_endings)
        if (ending.size() > longest.size() && name.endsWith(QLatin1Char('.') + ending, Qt::CaseInsensitive))
            longest = ending;
    return longest;
}

QString SaveDialog::name() const
{
    return selectedFiles().value(0);
}

void SaveDialog::takeFilter(const QString& filter)
{
    const QString before = std::exchange(m_ending, endingOfFilter(filter));
    setDefaultSuffix(m_ending);
    QString file = QFileInfo(name()).fileName();
    const auto drop = [&file](const QString& ending) {
        if (!ending.isEmpty() && file.endsWith(QLatin1Char('.') + ending, Qt::CaseInsensitive))
            file.chop(ending.size() + 1);
    };
    // Qt's own dialog has changed what follows the last dot already.
    const QString known = endingIn(file);
    drop(known.isEmpty() ? lastPart(m_ending) : known);
    drop(before.chopped(lastPart(before).size()).chopped(before.contains(QLatin1Char('.')) ? 1 : 0));
    if (!file.isEmpty())
        selectFile(file + QLatin1Char('.') + m_ending);
}

void SaveDialog::accept()
{
    // "run.v2" has an ending, but none that says what it holds.
    const QString path = name();
    if (!path.isEmpty() && !QFileInfo(path).isDir() && endingIn(path).isEmpty())
        selectFile(QFileInfo(path).fileName() + QLatin1Char('.') + endingOfFilter(selectedNameFilter()));
    QFileDialog::accept();
}

QString askSavePath(QWidget* parent, const QString& title, const QString& suggested,
                    const QStringList& filters)
{
    SaveDialog dialog(parent, title, suggested, filters);
    return dialog.exec() == QDialog::Accepted ? dialog.selectedFiles().value(0) : QString();
}

} // namespace bubblescope::ui
