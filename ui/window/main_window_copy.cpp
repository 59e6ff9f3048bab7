// SPDX-License-Identifier: GPL-3.0-or-later
// What is copied as text: selections and rows of tables, as CSV.
#include "ui/charts/charts_panel.h"
#include "ui/compare/compare_panel.h"
#include "ui/panels/bubbles_panel.h"
#include "ui/panels/inspector_panel.h"
#include "ui/panels/problems_panel.h"
#include "ui/timeline/selection_csv.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/widgets/figures.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QClipboard>
#include <QStatusBar>
#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr int kSaidMs = 6000;

bool isIn(const QWidget* part, const QWidget* focused)
{
    return focused != nullptr && (focused == part || part->isAncestorOf(focused));
}

/// Lines behind the header: rows of which no field holds a line break.
std::size_t rowCountOf(const QString& csv)
{
    return static_cast<std::size_t>(std::max<qsizetype>(1, csv.count(QLatin1Char('\n'))) - 1);
}

} // namespace

void MainWindow::addCopyCommands()
{
    Command copy{QStringLiteral("edit.copyCsv"),
                 tr("Edit"),
                 tr("Copy as &CSV"),
                 QList<QKeySequence>{QKeySequence(Qt::CTRL | Qt::Key_C)},
                 CommandScope::Window,
                 [this] { copyCsv(); }};
    copy.menu = QStringLiteral("edit");
    copy.section = 1;
    copy.inContextMenu = true;
    copy.searchWords = tr("clipboard table rows selection");
    m_commands->add(copy);
    connect(m_bubbles, &BubblesPanel::copied, this, &MainWindow::say);
    connect(m_problems, &ProblemsPanel::copied, this, &MainWindow::say);
}

void MainWindow::copyCsv()
{
    const QWidget* focused = QApplication::focusWidget();
    if (isIn(m_bubbles, focused)) {
        m_bubbles->copyRows();
    } else if (isIn(m_problems, focused)) {
        m_problems->copyRows();
    } else if (isIn(m_comparePanel, focused)) {
        m_comparePanel->copyRows();
    } else if (isIn(m_charts, focused)) {
        m_charts->copy();
    } else if (isIn(m_inspector, focused)) {
        takeCsv(m_inspector->csv(), tr("Inspector copied as CSV."));
    } else {
        const QString csv = selectionCsv(*m_pane->view());
        const QString refusal = selectionCsvRefusal(*m_pane->view());
        if (!refusal.isEmpty())
            say(refusal);
        else if (csv.isEmpty())
            say(tr("Nothing is selected: choose an action, a gap or an area to copy."));
        else
            takeCsv(csv, rowCountOf(csv) == 1 ? tr("1 row copied as CSV.")
                                              : tr("%1 rows copied as CSV.").arg(countText(rowCountOf(csv))));
    }
}

void MainWindow::takeCsv(const QString& csv, const QString& said)
{
    QApplication::clipboard()->setText(csv);
    say(said);
}

void MainWindow::say(const QString& text)
{
    statusBar()->showMessage(text, kSaidMs);
}

} // namespace bubblescope::ui
