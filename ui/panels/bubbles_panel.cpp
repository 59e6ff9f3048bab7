// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/bubbles_panel.h"

#include "ui/panels/bubbles_model.h"
#include "ui/widgets/clear_button.h"
#include "ui/widgets/csv_export.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/list_parts.h"
#include "ui/widgets/rank_choice.h"

#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>

namespace bubblescope::ui {

namespace {

/// What is worked out sooner need not be announced.
constexpr int kAgingMs = 400;
/// For "waits for 12B34 from rank 5".
constexpr int kLeastWhy = 200;
constexpr int kWhyPadding = 24, kMostReasonsRead = 200;

} // namespace

BubblesPanel::BubblesPanel(QWidget* parent)
    : QWidget(parent)
    , m_model(new BubblesModel(this))
    , m_summary(new ElidedLabel(this))
    , m_everyWhy(makeLink(tr("Show all"), tr("List bubbles of every reason"), this))
    , m_rank(new RankChoice(this))
    , m_inScope(new QCheckBox(this))
    , m_text(new QLineEdit(this))
    , m_bar(new QWidget(this))
    , m_pages(new QStackedWidget(this))
    , m_list(new TableView(QStringLiteral("bubbles-list"), tr("Bubbles"), m_model, this))
    , m_empty(new QLabel(this))
    , m_rest(new QLabel(this))
{
    setProperty("panel", true);
    setAttribute(Qt::WA_StyledBackground);
    makeList();
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setFocusPolicy(Qt::TabFocus); // in the list's place it takes the focus too
    m_empty->setProperty("quiet", true);
    m_empty->setObjectName(QStringLiteral("bubbles-empty"));
    m_rest->setProperty("quiet", true);
    m_rest->setObjectName(QStringLiteral("bubbles-rest"));
    m_rest->setContentsMargins(12, 0, 12, 4);
    m_pages->addWidget(m_list);
    m_pages->addWidget(m_empty);
    makeBar();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_bar);
    layout->addWidget(m_pages, 1);
    layout->addWidget(m_rest);
    setTabOrder(m_everyWhy, m_rank);
    setTabOrder(m_rank, m_text);
    setTabOrder(m_text, m_inScope);
    setTabOrder(m_inScope, m_list);
    m_aging.setSingleShot(true);
    m_aging.setInterval(kAgingMs);
    connect(&m_aging, &QTimer::timeout, this, [this] {
        m_isOld = true;
        m_model->setFaded(true);
        showState();
    });
    showState();
}

// A list that loses the focus tells that no row is pointed at: it is told while the panel is whole.
BubblesPanel::~BubblesPanel()
{
    hide();
}

void BubblesPanel::makeList()
{
    m_list->makeSortable(BubblesModel::kLengthColumn, Qt::DescendingOrder);
    m_list->fitColumns(*m_model);
    giveWayToReasons();
    m_list->offerRows(tr("Go to the bubble"), tr("Fit the bubble"));
    connect(m_list, &TableView::goAsked, this, &BubblesPanel::jump);
    connect(m_list, &TableView::fitAsked, this, &BubblesPanel::fit);
    connect(m_list, &TableView::copyAsked, this, &BubblesPanel::copy);
    offerFiles(*m_list,
               {QStringLiteral("bubbles"),
                [this] { return m_model->csv(m_list->rowsToCopy(false, m_model->list().rows.size())); },
                [this](const QString& said) { emit copied(said); }});
    connect(m_list, &TableView::pointed, this, [this](const QModelIndex& row) {
        const auto bubble = m_isKept ? std::nullopt : m_model->bubbleOf(row);
        emit pointed(bubble ? Hit{{}, Gap{bubble->rank, bubble->start, bubble->end()}} : Hit{});
    });
    connect(m_list, &QTreeView::activated, this, &BubblesPanel::jump);
    connect(m_list, &QTreeView::clicked, this, [this](const QModelIndex& index) {
        // More than one row is chosen to be copied, not to be gone to.
        if (m_list->selectionModel()->selectedRows().size() == 1)
            jump(index);
    });
    connect(m_list, &QTreeView::doubleClicked, this, &BubblesPanel::fit);
    connect(m_model, &BubblesModel::arranged, this, &BubblesPanel::showArranged);
}

void BubblesPanel::makeBar()
{
    m_summary->setObjectName(QStringLiteral("bubbles-summary"));
    m_rank->setObjectName(QStringLiteral("bubbles-rank"));
    m_rank->setAccessibleName(tr("Only this rank"));
    m_rank->setFixedWidth(112);
    m_text->setObjectName(QStringLiteral("bubbles-text"));
    m_text->setAccessibleName(tr("Filter by when and why"));
    m_text->setPlaceholderText(tr("Filter: 2F3, transfer…"));
    addClearButton(*m_text);
    m_text->setTextMargins(6, 0, 6, 0);
    m_text->setFixedWidth(160);
    m_everyWhy->setObjectName(QStringLiteral("bubbles-every-why"));
    m_everyWhy->hide();
    m_inScope->setObjectName(QStringLiteral("bubbles-in-scope"));
    m_inScope->setText(tr("In view"));
    m_inScope->setToolTip(tr("List only the bubbles in the shown range."));
    auto* row = new QHBoxLayout(m_bar);
    row->setContentsMargins(12, 0, 12, 0);
    row->setSpacing(8);
    row->addWidget(m_summary, 1);
    for (QWidget* part : std::initializer_list<QWidget*>{m_everyWhy, m_rank, m_text, m_inScope})
        row->addWidget(part);
    connect(m_everyWhy, &QPushButton::clicked, this, &BubblesPanel::everyWhyAsked);
    connect(m_inScope, &QCheckBox::toggled, this, &BubblesPanel::filter);
    connect(m_rank, &QComboBox::currentIndexChanged, this, &BubblesPanel::filter);
    connect(m_text, &QLineEdit::textChanged, this, &BubblesPanel::filter);
}

void BubblesPanel::filter()
{
    BubbleFilter filter;
    filter.why = m_why;
    filter.rank = m_rank->rank();
    filter.text = m_text->text();
    if (isScoped()) {
        filter.range = m_scope;
        filter.ranks = m_scopeRanks;
    }
    m_model->setFilter(filter);
    showState();
}

void BubblesPanel::setWhy(std::optional<BubbleWhy> why)
{
    m_why = why;
    m_everyWhy->setVisible(why.has_value());
    filter();
}

void BubblesPanel::setScope(const TimeRange& range, const std::vector<RankId>& ranks, bool isArea)
{
    m_scope = range;
    m_scopeRanks = ranks;
    m_inScope->setText(isArea ? tr("In the area") : tr("In view"));
    m_inScope->setToolTip(isArea ? tr("List only the bubbles in the measured area.")
                                 : tr("List only the bubbles in the shown range."));
    if (isScoped())
        filter();
}

bool BubblesPanel::isScoped() const
{
    return m_inScope->isChecked();
}

void BubblesPanel::setContent(const EvaluationPtr& evaluation, const ExplanationPtr& explanation, bool failed)
{
    m_evaluation = evaluation;
    m_explanation = explanation;
    m_failed = failed;
    m_aging.stop();
    m_isKept = false;
    m_isOld = false;
    m_model->setFaded(false);
    m_current.reset();
    if (evaluation)
        m_rank->setRankCount(evaluation->timeline->schedule->rankCount());
    m_model->setContent(evaluation, explanation);
    if (explanation) {
        m_list->fitColumns(*m_model, true);
        giveWayToReasons();
    }
    showState();
    emit countChanged();
}

/// Shares go before a reason is cut.
void BubblesPanel::giveWayToReasons()
{
    int widest = kLeastWhy;
    const QFontMetrics metrics(m_list->font());
    for (int row = 0; row < std::min(m_model->rowCount(), kMostReasonsRead); ++row)
        widest = std::max(widest, metrics.horizontalAdvance(
                                      m_model->index(row, BubblesModel::kWhyColumn).data().toString()) +
                                      kWhyPadding);
    m_list->giveWay({BubblesModel::kPathColumn, BubblesModel::kShareColumn}, widest);
}

void BubblesPanel::keepContent()
{
    m_isKept = true;
    if (!m_isOld && !m_aging.isActive())
        m_aging.start();
}

std::optional<std::size_t> BubblesPanel::bubbleCount() const
{
    return m_explanation ? std::optional(m_explanation->ledger.bubbles.size()) : std::nullopt;
}

void BubblesPanel::setCurrent(std::optional<std::size_t> bubble)
{
    m_current = bubble;
    const QModelIndex row = bubble ? m_model->indexOf(*bubble) : QModelIndex();
    if (!row.isValid())
        m_list->selectionModel()->clear();
    else if (row.row() != m_list->currentIndex().row() || !m_list->selectionModel()->isRowSelected(row.row()))
        m_list->setCurrentIndex(row);
    if (row.isValid())
        m_list->scrollTo(row);
    showRest();
}

void BubblesPanel::showArranged()
{
    setCurrent(m_current);
    showState();
}

void BubblesPanel::jump(const QModelIndex& index)
{
    const auto bubble = m_model->bubbleAt(index);
    if (!bubble)
        return;
    m_current = bubble;
    emit bubbleAsked(*bubble);
}

void BubblesPanel::fit(const QModelIndex& index)
{
    if (const auto bubble = m_model->bubbleAt(index))
        emit fitAsked(*bubble);
}

void BubblesPanel::copy(bool onlySelected)
{
    const std::vector<QModelIndex> rows = m_list->rowsToCopy(onlySelected, m_model->list().rows.size());
    if (rows.empty() || m_isOld) {
        emit copied(m_isOld ? tr("The bubbles are still being computed: nothing was copied.")
                            : tr("There are no bubbles to copy."));
        return;
    }
    QGuiApplication::clipboard()->setText(m_model->csv(rows));
    const BubbleList& list = m_model->list();
    const std::size_t leftOut = rows.size() == list.rows.size() ? list.matched - rows.size() : 0;
    if (leftOut > 0)
        emit copied(tr("The longest %1 bubbles were copied as CSV; %2 shorter ones were left out.")
                        .arg(countText(rows.size()), countText(leftOut)));
    else
        emit copied(rows.size() == 1 ? tr("1 bubble copied as CSV.")
                                     : tr("%1 bubbles copied as CSV.").arg(countText(rows.size())));
}

} // namespace bubblescope::ui
