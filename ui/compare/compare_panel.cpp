// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_panel.h"

#include "ui/compare/compare_model.h"
#include "ui/compare/compare_text.h"
#include "ui/panels/figures.h"
#include "ui/panels/table_actions.h"
#include "ui/panels/table_csv.h"

#include <QHeaderView>
#include <QLabel>
#include <QStackedWidget>
#include <QTreeView>
#include <QVBoxLayout>

namespace bubblescope::ui {

namespace {

constexpr int kColumnWidths[] = {224, 112, 112, 128, 112};

} // namespace

ComparePanel::ComparePanel(const Comparison& comparison, QWidget* parent)
    : QWidget(parent)
    , m_comparison(comparison)
    , m_model(new CompareModel(this))
    , m_summary(new QLabel(this))
    , m_pages(new QStackedWidget(this))
    , m_list(new QTreeView(this))
    , m_empty(new QLabel(this))
{
    setProperty("panel", true);
    setAttribute(Qt::WA_StyledBackground);
    m_list->setObjectName(QStringLiteral("compare-list"));
    m_list->setAccessibleName(tr("Figures of both sides"));
    m_list->setModel(m_model);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAllColumnsShowFocus(true);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->header()->setSectionsMovable(false);
    m_list->header()->setStretchLastSection(false);
    for (int column = 0; column < static_cast<int>(std::size(kColumnWidths)); ++column)
        m_list->header()->resizeSection(column, kColumnWidths[column]);
    auto* actions = new TableActions(m_list, tr("Go to the rank"), tr("Go to the rank"));
    connect(m_list, &QTreeView::activated, this, &ComparePanel::jump);
    connect(actions, &TableActions::goAsked, this, &ComparePanel::jump);
    connect(actions, &TableActions::fitAsked, this, &ComparePanel::jump);
    connect(actions, &TableActions::copyAsked, this, &ComparePanel::copy);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setFocusPolicy(Qt::TabFocus); // in the list's place it takes the focus too
    m_empty->setProperty("quiet", true);
    m_empty->setObjectName(QStringLiteral("compare-empty"));
    m_empty->setText(tr("No reference yet: press \\ in the timeline, or choose View > Compare, and change a "
                        "parameter."));
    m_summary->setObjectName(QStringLiteral("compare-summary"));
    m_summary->setProperty("quiet", true);
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_summary->setContentsMargins(12, 0, 12, 0);
    m_pages->addWidget(m_list);
    m_pages->addWidget(m_empty);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_summary);
    layout->addWidget(m_pages, 1);
    for (const auto change : {&Comparison::sidesChanged, &Comparison::differenceChanged})
        connect(&comparison, change, this, &ComparePanel::follow);
    follow();
}

QString ComparePanel::emptyText() const
{
    return m_pages->currentWidget() == m_empty ? m_empty->text() : QString();
}

void ComparePanel::setSelected(const std::optional<ActionPosition>& action)
{
    if (action == m_selected)
        return;
    m_selected = action;
    follow();
}

void ComparePanel::follow()
{
    const bool isReady = m_comparison.isReady();
    // Rows come and go with the selection; what is looked at stays.
    const QString looked = m_list->currentIndex().siblingAtColumn(0).data().toString();
    m_model->show(m_comparison, isReady ? m_selected : std::nullopt);
    for (int row = 0; row < m_model->rowCount() && !looked.isEmpty(); ++row)
        if (m_model->index(row, 0).data().toString() == looked) {
            m_list->setCurrentIndex(m_model->index(row, 0));
            break;
        }
    m_summary->setVisible(isReady);
    m_pages->setCurrentWidget(isReady ? static_cast<QWidget*>(m_list) : m_empty);
    setFocusProxy(m_pages->currentWidget());
    if (!isReady)
        return;
    const QString summary =
        tr("Against %1: %2", "title, difference in makespan")
            .arg(m_comparison.reference()->title, makespanDifference(*m_comparison.current().evaluation,
                                                                     *m_comparison.reference()->evaluation));
    m_summary->setText(summary);
    m_summary->setToolTip(summary);
}

void ComparePanel::jump(const QModelIndex& index)
{
    if (const auto rank = m_model->rankAt(index))
        emit rankAsked(*rank);
}

void ComparePanel::copy(bool onlySelected)
{
    const std::size_t rows = copyTableRows(*m_list, onlySelected);
    emit copied(rows == 0   ? tr("There is nothing to compare yet.")
                : rows == 1 ? tr("1 row copied as CSV.")
                            : tr("%1 rows copied as CSV.").arg(countText(rows)));
}

} // namespace bubblescope::ui
