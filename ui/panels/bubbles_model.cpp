// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/bubbles_model.h"

#include "core/analyze/critical_path.h"
#include "ui/document/core_text.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/look.h"

#include <algorithm>
#include <utility>

namespace bubblescope::ui {

namespace {

/// So many are filtered and sorted before anyone sees a delay.
constexpr std::size_t kBubblesModelAtOnce = 10'000;
/// So many bubbles, evenly spread, tell how many decimals the times have.
constexpr std::size_t kBubblesModelMostMeasured = 1024;

/// A text as wide as any of these times: as many digits before the point as the largest has, and the most
/// behind it.
QString widestTime(const ExplanationPtr& explanation, Time Bubble::*time, const std::string& unit)
{
    if (!explanation)
        return {};
    if (unit != "step")
        return QStringLiteral("888.8 ms");
    qsizetype whole = 1;
    qsizetype decimals = 0; // the point counted
    const auto add = [&](Time value) {
        const QString text = timeCell(value, unit);
        const qsizetype point = text.indexOf(QLatin1Char('.'));
        whole = std::max(whole, point < 0 ? text.size() : point);
        decimals = std::max(decimals, point < 0 ? 0 : text.size() - point);
    };
    const std::vector<Bubble>& bubbles = explanation->ledger.bubbles;
    Time most = 0;
    for (const Bubble& bubble : bubbles)
        most = std::max(most, bubble.*time);
    add(most);
    const std::size_t step = std::max<std::size_t>(1, bubbles.size() / kBubblesModelMostMeasured);
    for (std::size_t i = 0; i < bubbles.size(); i += step)
        add(bubbles[i].*time);
    return QString(whole + decimals, QLatin1Char('0'));
}

/// Of equal ones the longest first.
template <typename Key>
auto risingThenLongest(Key key)
{
    return [key](const Bubble& a, const Bubble& b) {
        return a.*key == b.*key ? rising(&Bubble::length)(b, a) : rising(key)(a, b);
    };
}

} // namespace

BubblesModel::BubblesModel(QObject* parent) : ColumnModel(parent), m_job(*this)
{
    setColumns(makeColumns());
}

BubblesModel::~BubblesModel() = default;

std::vector<BubblesModel::ColumnType> BubblesModel::makeColumns() const
{
    const auto cause = [this](const Bubble& bubble) {
        return coreSentence(bubbleReason(*m_timeline, bubble));
    };
    const auto phase = [](const Bubble& bubble) { return BubbleWords::phase(bubble.phase); };
    const auto bar = [this](const Bubble& bubble) { return m_longest > 0 ? bubble.length / m_longest : 0; };
    const std::string unit = m_evaluation ? m_evaluation->timeline->unit : std::string("step");
    const auto onPath = [explanation = m_explanation,
                         timeline = m_evaluation ? m_evaluation->timeline : nullptr](const Bubble& bubble) {
        return pathShare(*timeline, explanation->criticalPath, bubble);
    };
    return {
        ColumnType(tr("Rank"), [](const Bubble& bubble) { return QString::number(bubble.rank.value); })
            .sortedBy(rising(&Bubble::rank))
            .atLeast(52)
            .asFigure()
            .fitting([this] {
                return m_explanation ? QString::number(m_explanation->ledger.idlePerRank.size()) : QString();
            }),
        ColumnType(tr("Start"), [unit](const Bubble& bubble) { return timeCell(bubble.start, unit); })
            .withHelp([unit](const Bubble& bubble) { return fullTimeText(bubble.start, unit); })
            .sortedBy(rising(&Bubble::start))
            .atLeast(unit == "step" ? 68 : 84)
            .asFigure()
            .fitting([this, unit] { return widestTime(m_explanation, &Bubble::start, unit); }),
        ColumnType(tr("Length"), [unit](const Bubble& bubble) { return timeCell(bubble.length, unit); })
            .withHelp([unit](const Bubble& bubble) { return fullTimeText(bubble.length, unit); })
            .sortedBy(rising(&Bubble::length))
            .atLeast(124)
            .asFigure()
            .withBar(bar)
            .fitting([this, unit] { return widestTime(m_explanation, &Bubble::length, unit); }),
        ColumnType(tr("When"), phase)
            .sortedBy(risingThenLongest(&Bubble::phase))
            .atLeast(96)
            .withHelp([phase](const Bubble& bubble) {
                return tr("%1: the phase of the rank's run that the gap is in.", "phase").arg(phase(bubble));
            })
            .withTitleHelp(tr("The phase of the rank's run that the gap is in, whatever it waits for: a gap "
                              "in the cool-down "
                              "may wait for another rank or have nothing left to do.")),
        ColumnType(tr("Why"), cause)
            .sortedBy(risingThenLongest(&Bubble::cause))
            .atLeast(200)
            .stretched()
            .withHelp([this](const Bubble& bubble) { return chainHelp(bubble); })
            .withTitleHelp(
                tr("What the gap waits for. The tool tip of a row has the whole reason; the buttons "
                   "above show the sum for each.")),
        ColumnType(tr("Share of bubble"),
                   [this](const Bubble& bubble) {
                       const Time total = m_listed->ledger.total;
                       return percentText(total > 0 ? bubble.length / total : 0);
                   })
            .sortedBy(rising(&Bubble::length))
            .atLeast(132)
            .withBar(bar),
        ColumnType(tr("Share of critical path"),
                   [onPath](const Bubble& bubble) { return percentText(onPath(bubble)); })
            .sortedBy(rising(onPath))
            .asFigure()
            .withTitleHelp(tr("How much of the critical path passes while the rank waits for it in this gap: "
                              "the length of the gap divided by the length of the path if the action that "
                              "ends the gap is on the path, otherwise 0 %.")),
    };
}

/// The whole reason: its sentence, and below it the chain.
QString BubblesModel::chainHelp(const Bubble& bubble) const
{
    const auto number = static_cast<std::size_t>(&bubble - m_listed->ledger.bubbles.data());
    const std::span<const Place> chain = m_listed->ledger.chains.of(number);
    const QString sentence = coreSentence(chainSentence(*m_timeline, bubble, chain));
    return chain.size() < 2
               ? sentence
               : sentence + QLatin1Char('\n') + QString::fromStdString(chainText(*m_timeline, chain));
}

void BubblesModel::setContent(EvaluationPtr evaluation, ExplanationPtr explanation)
{
    m_evaluation = std::move(evaluation);
    if (explanation == m_explanation)
        return;
    m_explanation = std::move(explanation);
    setColumns(makeColumns());
    m_longest = 0;
    if (m_explanation)
        for (const Bubble& bubble : m_explanation->ledger.bubbles)
            m_longest = std::max(m_longest, bubble.length);
    // Rows of another ledger are wrong, not just old; what is arranged at once takes their place without a
    // blink.
    if (m_listed && m_explanation && m_explanation->ledger.bubbles.size() > kBubblesModelAtOnce)
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
    if (column < 0 || column >= columnCount())
        return;
    m_sortColumn = column;
    m_isDescending = order == Qt::DescendingOrder;
    arrange();
}

void BubblesModel::arrange()
{
    m_job.drop();
    const BubbleOrder order{columns()[static_cast<std::size_t>(m_sortColumn)].compare, m_isDescending};
    if (!m_evaluation || !m_explanation) {
        take({});
        return;
    }
    if (m_explanation->ledger.bubbles.size() <= kBubblesModelAtOnce) {
        take(listBubbles(*m_evaluation->timeline, m_explanation->ledger, m_filter, order));
        return;
    }
    m_job.start(
        [timeline = m_evaluation->timeline, explanation = m_explanation, filter = m_filter,
         order](const CancelToken& cancel) {
            return listBubbles(*timeline, explanation->ledger, filter, order, cancel);
        },
        [this](BubbleList list) { take(std::move(list)); });
}

void BubblesModel::take(BubbleList list)
{
    reset([&] {
        m_list = std::move(list);
        m_listed = m_explanation;
        m_timeline = m_evaluation ? m_evaluation->timeline : nullptr;
    });
    emit arranged();
}

std::optional<std::size_t> BubblesModel::bubbleAt(const QModelIndex& index) const
{
    if (!index.isValid() || static_cast<std::size_t>(index.row()) >= m_list.rows.size())
        return std::nullopt;
    return m_list.rows[static_cast<std::size_t>(index.row())];
}

const Bubble* BubblesModel::recordAt(const QModelIndex& index) const
{
    const auto number = bubbleAt(index);
    return number ? &m_listed->ledger.bubbles[*number] : nullptr;
}

std::optional<Bubble> BubblesModel::bubbleOf(const QModelIndex& index) const
{
    const Bubble* bubble = recordAt(index);
    return bubble ? std::optional(*bubble) : std::nullopt;
}

void BubblesModel::setFaded(bool faded)
{
    if (std::exchange(m_isFaded, faded) == faded || m_list.rows.empty())
        return;
    emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1), {Qt::ForegroundRole});
}

QModelIndex BubblesModel::indexOf(std::size_t bubble) const
{
    const auto found = std::find(m_list.rows.begin(), m_list.rows.end(), bubble);
    return found == m_list.rows.end() ? QModelIndex()
                                      : index(static_cast<int>(found - m_list.rows.begin()), 0);
}

QString BubblesModel::csv(const std::vector<QModelIndex>& rows) const
{
    BubbleLedger part;
    for (const QModelIndex& row : rows)
        if (const auto number = bubbleAt(row)) {
            part.bubbles.push_back(m_listed->ledger.bubbles[*number]);
            part.chains.add(m_listed->ledger.chains.of(*number));
        }
    return m_timeline ? QString::fromStdString(bubblesCsv(*m_timeline, part)) : QString();
}

int BubblesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_list.rows.size());
}

QVariant BubblesModel::look(const Bubble& /*bubble*/, int /*column*/, int role) const
{
    const LookColors& colors = Look::instance().colors();
    return role == Qt::ForegroundRole && m_isFaded ? QVariant(mixed(colors.panel, colors.quiet, 0.7))
                                                   : QVariant();
}

} // namespace bubblescope::ui
