// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/bubbles_model.h"

#include "ui/document/core_text.h"
#include "ui/panels/metrics_strip.h"
#include "ui/widgets/look.h"

#include <algorithm>
#include <utility>

namespace bubblescope::ui {

namespace {

/// So many are filtered and sorted before anyone sees a delay.
constexpr std::size_t kAtOnce = 10'000;

} // namespace

BubblesModel::BubblesModel(QObject* parent) : QAbstractTableModel(parent), m_job(*this) {}

BubblesModel::~BubblesModel() = default;

void BubblesModel::setContent(EvaluationPtr evaluation, ExplanationPtr explanation)
{
    m_evaluation = std::move(evaluation);
    if (explanation == m_explanation)
        return;
    m_explanation = std::move(explanation);
    m_longest = 0;
    if (m_explanation)
        for (const Bubble& bubble : m_explanation->ledger.bubbles)
            m_longest = std::max(m_longest, bubble.length);
    // Rows of another ledger are wrong, not just old; what is arranged at once takes their place without a
    // blink.
    if (m_listed && m_explanation && m_explanation->ledger.bubbles.size() > kAtOnce)
        take({});
    arrange();
}

void BubblesModel::setFilter(const BubbleFilter& filter)
{
    if (filter == m_filter)
        return;
    m_filter = filter;
    arrange();
}

void BubblesModel::sort(int column, Qt::SortOrder order)
{
    if (column < 0 || column >= kBubbleColumnCount)
        return;
    m_order = {static_cast<BubbleColumn>(column), order == Qt::DescendingOrder};
    arrange();
}

void BubblesModel::arrange()
{
    m_job.drop();
    if (!m_evaluation || !m_explanation) {
        take({});
        return;
    }
    if (m_explanation->ledger.bubbles.size() <= kAtOnce) {
        take(listBubbles(*m_evaluation->timeline, m_explanation->ledger, m_filter, m_order));
        return;
    }
    m_job.start(
        [timeline = m_evaluation->timeline, explanation = m_explanation, filter = m_filter,
         order = m_order](const CancelToken& cancel) {
            return listBubbles(*timeline, explanation->ledger, filter, order, cancel);
        },
        [this](BubbleList list) { take(std::move(list)); });
}

void BubblesModel::take(BubbleList list)
{
    beginResetModel();
    m_list = std::move(list);
    m_listed = m_explanation;
    m_timeline = m_evaluation ? m_evaluation->timeline : nullptr;
    endResetModel();
    emit arranged();
}

std::optional<std::size_t> BubblesModel::bubbleAt(const QModelIndex& index) const
{
    if (!index.isValid() || static_cast<std::size_t>(index.row()) >= m_list.rows.size())
        return std::nullopt;
    return m_list.rows[static_cast<std::size_t>(index.row())];
}

std::optional<Bubble> BubblesModel::bubbleOf(const QModelIndex& index) const
{
    const auto number = bubbleAt(index);
    return number ? std::optional(m_listed->ledger.bubbles[*number]) : std::nullopt;
}

void BubblesModel::setFaded(bool faded)
{
    if (std::exchange(m_isFaded, faded) == faded || m_list.rows.empty())
        return;
    emit dataChanged(index(0, 0), index(rowCount() - 1, kBubbleColumnCount - 1), {Qt::ForegroundRole});
}

QModelIndex BubblesModel::indexOf(std::size_t bubble) const
{
    const auto found = std::find(m_list.rows.begin(), m_list.rows.end(), bubble);
    return found == m_list.rows.end() ? QModelIndex()
                                      : index(static_cast<int>(found - m_list.rows.begin()), 0);
}

QString BubblesModel::csv(const std::vector<int>& rows) const
{
    BubbleLedger part;
    for (const int row : rows)
        if (const auto number = bubbleAt(index(row, 0)))
            part.bubbles.push_back(m_listed->ledger.bubbles[*number]);
    return m_timeline ? QString::fromStdString(bubblesCsv(*m_timeline, part)) : QString();
}

int BubblesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_list.rows.size());
}

int BubblesModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kBubbleColumnCount;
}

QString BubblesModel::text(const Bubble& bubble, BubbleColumn column) const
{
    switch (column) {
    case BubbleColumn::Rank:
        return QString::number(bubble.rank.value);
    case BubbleColumn::Start:
        return timeText(bubble.start);
    case BubbleColumn::Length:
        return timeText(bubble.length);
    case BubbleColumn::Phase:
        return BubbleWords::phase(bubble.phase);
    case BubbleColumn::Cause:
        return coreSentence(bubbleReason(*m_timeline, bubble));
    case BubbleColumn::Share:
        break;
    }
    const Time total = m_listed->ledger.total;
    return percentText(total > 0 ? bubble.length / total : 0);
}

QVariant BubblesModel::data(const QModelIndex& index, int role) const
{
    const auto number = bubbleAt(index);
    if (!number)
        return {};
    const Bubble& bubble = m_listed->ledger.bubbles[*number];
    const auto column = static_cast<BubbleColumn>(index.column());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return text(bubble, column);
    case Qt::ToolTipRole:
        if (column == BubbleColumn::Cause)
            return tr("%1: %2", "cause, what is waited for")
                .arg(BubbleWords::cause(bubble.cause), text(bubble, column));
        return column == BubbleColumn::Phase
                   ? QVariant(tr("%1: where in the rank's run the gap lies. Its cause is %2.", "phase, cause")
                                  .arg(text(bubble, column), BubbleWords::cause(bubble.cause).toLower()))
                   : QVariant();
    case Qt::TextAlignmentRole:
        return column <= BubbleColumn::Length ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case Qt::ForegroundRole:
        return m_isFaded
                   ? QVariant(mixed(Look::instance().colors().panel, Look::instance().colors().quiet, 0.7))
                   : QVariant();
    case kBarRole:
        return column == BubbleColumn::Length || column == BubbleColumn::Share
                   ? QVariant(m_longest > 0 ? bubble.length / m_longest : 0)
                   : QVariant();
    default:
        return {};
    }
}

QVariant BubblesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return section <= static_cast<int>(BubbleColumn::Start) ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                                                                : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == static_cast<int>(BubbleColumn::Phase))
        return tr(
            "Where in the rank's run the gap lies, whatever its cause: a gap of the cool-down may wait for "
            "another rank or have nothing left to do. The buttons above count causes.");
    if (role == Qt::ToolTipRole && section == static_cast<int>(BubbleColumn::Cause))
        return tr("What the gap waits for; the buttons above sum up the causes.");
    if (role != Qt::DisplayRole)
        return {};
    const QString titles[kBubbleColumnCount] = {tr("Rank"),  tr("Start"), tr("Length"),
                                                tr("Phase"), tr("Cause"), tr("Share of bubble")};
    return titles[section];
}

} // namespace bubblescope::ui
