// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_panel.h"

#include "ui/compare/compare_model.h"
#include "ui/compare/compare_text.h"
#include "ui/widgets/csv_export.h"
#include "ui/widgets/figures.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QSet>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr int kMeasureWidth = 208, kCurrentWidth = 112, kReferenceWidth = 240, kLeastReference = 96;
/// Where the references would have less than that, the first two columns give way.
constexpr int kScarce = 160, kNarrowMeasure = 156, kNarrowCurrent = 88;
constexpr int kHeadingMargin = 16;

} // namespace

ComparePanel::ComparePanel(const Comparison& comparison, QWidget* parent)
    : QWidget(parent)
    , m_comparison(comparison)
    , m_model(new CompareModel(this))
    , m_summary(new QLabel(this))
    , m_pages(new QStackedWidget(this))
    , m_list(new TableView(QStringLiteral("compare-list"), tr("Figures of all sides"), m_model, this))
    , m_empty(new QLabel(this))
{
    setProperty("panel", true);
    setAttribute(Qt::WA_StyledBackground);
    m_list->viewport()->installEventFilter(this);
    m_list->offerRows(tr("Go to the rank"), tr("Go to the rank"));
    connect(m_list, &QTreeView::activated, this, &ComparePanel::jump);
    connect(m_list, &TableView::goAsked, this, &ComparePanel::jump);
    connect(m_list, &TableView::fitAsked, this, &ComparePanel::jump);
    connect(m_list, &TableView::copyAsked, this, &ComparePanel::copy);
    offerFiles(*m_list,
               {QStringLiteral("comparison"), [this] { return m_model->csv(m_list->rowsToCopy(false)); },
                [this](const QString& said) { emit copied(said); }});
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setFocusPolicy(Qt::TabFocus); // in the list's place it takes the focus too
    m_empty->setProperty("quiet", true);
    m_empty->setObjectName(QStringLiteral("compare-empty"));
    m_empty->setText(
        tr("No reference yet: + above adds a schedule, a file, a run, or the current one as it is."));
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
    fitColumns();
    m_summary->setText(summary());
    m_summary->setToolTip(summary());
}

QString ComparePanel::summary() const
{
    if (!m_model->isOneWork())
        return tr("Not the same work: a stage costs the same on each side, but the sides have different "
                  "numbers of stages. You can compare bubble rates, but not times.");
    const Evaluation& current = *m_comparison.current().evaluation;
    if (m_comparison.references().size() == 1)
        return tr("%1: %2", "title, difference in makespan")
            .arg(m_comparison.reference()->title,
                 makespanDifference(*m_comparison.reference()->evaluation, current));
    return tr("%n schedules; differences are relative to the current one; a dot marks the best", nullptr,
              static_cast<int>(m_comparison.references().size() + 1));
}

/// References share what the others leave; what does not fit is scrolled.
void ComparePanel::fitColumns()
{
    const int references = m_model->columnCount() - CompareModel::Reference;
    const int width = m_list->viewport()->width();
    const bool isNarrow = width - kMeasureWidth - kCurrentWidth < references * kScarce;
    const int measure = isNarrow ? kNarrowMeasure : kMeasureWidth;
    const int current = isNarrow ? kNarrowCurrent : kCurrentWidth;
    // Titles are whole where there is room.
    int widest = kReferenceWidth;
    for (const QString& title : m_model->titles())
        widest = std::max(widest, m_list->header()->fontMetrics().horizontalAdvance(title) + kHeadingMargin);
    const int each = std::clamp((width - measure - current) / references, kLeastReference, widest);
    m_list->header()->resizeSection(CompareModel::Measure, measure);
    m_list->header()->resizeSection(CompareModel::Current, current);
    m_model->setHeadings(shortened(each - kHeadingMargin));
    for (int i = 0; i < references; ++i)
        m_list->header()->resizeSection(CompareModel::Reference + i, each);
}

/// Titles often begin alike: where cut ends tell nothing apart, cut middles do.
QStringList ComparePanel::shortened(int width) const
{
    QStringList titles = m_model->titles();
    QStringList headings = titles;
    if (titles.isEmpty())
        return headings;
    const QFontMetrics metrics = m_list->header()->fontMetrics();
    const auto fits = [&](const QString& title) { return metrics.horizontalAdvance(title) <= width; };
    if (!std::all_of(titles.begin() + 1, titles.end(), fits))
        titles = shortTitles(titles);
    for (const Qt::TextElideMode mode : {Qt::ElideRight, Qt::ElideMiddle}) {
        headings.clear();
        for (const QString& title : titles)
            headings << metrics.elidedText(title, mode, width);
        // The first is headed by its role.
        if (QSet<QString>(headings.begin() + 1, headings.end()).size() == headings.size() - 1)
            return headings;
    }
    for (qsizetype i = 1; i < headings.size(); ++i)
        headings[i] = tr("Reference %1").arg(i);
    return headings;
}

bool ComparePanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_list->viewport() && event->type() == QEvent::Resize)
        fitColumns();
    return QWidget::eventFilter(watched, event);
}

void ComparePanel::jump(const QModelIndex& index)
{
    if (const auto rank = m_model->rankAt(index))
        emit rankAsked(*rank);
}

void ComparePanel::copy(bool onlySelected)
{
    const std::vector<QModelIndex> wanted = m_list->rowsToCopy(onlySelected);
    const std::size_t rows = wanted.size();
    if (rows > 0)
        QGuiApplication::clipboard()->setText(m_model->csv(wanted));
    emit copied(rows == 0   ? tr("There is nothing to compare yet.")
                : rows == 1 ? tr("1 row copied as CSV.")
                            : tr("%1 rows copied as CSV.").arg(countText(rows)));
}

} // namespace bubblescope::ui
