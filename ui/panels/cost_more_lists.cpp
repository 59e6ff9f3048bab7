// SPDX-License-Identifier: GPL-3.0-or-later
// The lists of the further costs: links, stragglers, times of overlapped pairs.
#include "ui/document/document.h"
#include "ui/panels/cost_more.h"
#include "ui/panels/overlap_rows.h"
#include "ui/widgets/entry_rows.h"

#include <QVBoxLayout>
#include <algorithm>
#include <set>

namespace bubblescope::ui {

namespace {

std::uint32_t asRank(double number)
{
    return static_cast<std::uint32_t>(std::min(number, 4e9));
}

} // namespace

void CostMore::makeLinks()
{
    m_links = new EntryRows(
        tr("Links that differ"), tr("a latency of its own from one rank to another"), "cost-links",
        {{tr("From rank"), true}, {tr("To rank"), true}, {tr("Latency")}},
        [this](const std::vector<Entry>& entries) { return linkProblem(entries); },
        [this](const std::vector<Entry>& entries) {
            const double last = entries.empty() ? 0 : entries.back()[0] + 1;
            const double from = last + 1 < rankCount() ? last : 0;
            return Entry{from, from + 1, m_document.state().costs.transfer.latency};
        },
        this);
    connect(m_links, &EntryRows::edited, this, [this](const std::vector<Entry>& entries) {
        CostModel costs = m_document.state().costs;
        std::vector<LinkCost> links;
        for (const Entry& entry : entries) {
            const std::uint32_t from = asRank(entry[0]);
            const std::uint32_t to = asRank(entry[1]);
            // A file's sizes of the same link stay.
            const auto known =
                std::find_if(costs.transfer.links.begin(), costs.transfer.links.end(),
                             [&](const LinkCost& link) { return link.from == from && link.to == to; });
            LinkCost& link = links.emplace_back(
                known == costs.transfer.links.end() ? LinkCost{from, to, {}, {}, {}} : *known);
            link.latency = entry[2];
        }
        costs.transfer.links = std::move(links);
        m_document.setCosts(costs, tr("Links"));
    });
    connect(m_links, &EntryRows::editingFinished, this, [this] { m_document.endTyping(); });
    m_layout->addWidget(m_links);
}

QString CostMore::linkProblem(const std::vector<Entry>& entries) const
{
    std::set<std::pair<double, double>> seen;
    for (const Entry& entry : entries) {
        for (const double rank : {entry[0], entry[1]})
            if (rank >= rankCount())
                return tr("rank %1: the schedule has ranks 0 to %2").arg(rank).arg(rankCount() - 1);
        if (entry[0] == entry[1])
            return tr("a link is between two ranks, not from rank %1 to itself").arg(entry[0]);
        if (!seen.emplace(entry[0], entry[1]).second)
            return tr("the link from rank %1 to rank %2 is there twice").arg(entry[0]).arg(entry[1]);
    }
    return {};
}

void CostMore::makeStragglers()
{
    m_stragglers = new EntryRows(
        tr("Stragglers"), tr("a factor on all times of one rank"), "cost-stragglers",
        {{tr("Rank"), true}, {tr("Factor")}},
        [this](const std::vector<Entry>& entries) { return stragglerProblem(entries); },
        [](const std::vector<Entry>& entries) {
            double rank = 0;
            while (std::any_of(entries.begin(), entries.end(),
                               [rank](const Entry& entry) { return entry[0] == rank; }))
                ++rank;
            return Entry{rank, 1.5};
        },
        this);
    connect(m_stragglers, &EntryRows::edited, this, [this](const std::vector<Entry>& entries) {
        CostModel costs = m_document.state().costs;
        costs.rankFactor.clear();
        for (const Entry& entry : entries)
            costs.rankFactor[asRank(entry[0])] = entry[1];
        m_document.setCosts(costs, tr("Stragglers"));
    });
    connect(m_stragglers, &EntryRows::editingFinished, this, [this] { m_document.endTyping(); });
    m_layout->addWidget(m_stragglers);
}

QString CostMore::stragglerProblem(const std::vector<Entry>& entries) const
{
    std::set<double> seen;
    for (const Entry& entry : entries) {
        if (entry[0] >= rankCount())
            return tr("rank %1: the schedule has ranks 0 to %2").arg(entry[0]).arg(rankCount() - 1);
        if (!seen.insert(entry[0]).second)
            return tr("rank %1 is there twice").arg(entry[0]);
    }
    return {};
}

void CostMore::makeOverlaps()
{
    // Begins with what such a block takes now.
    const auto propose = [this](const KindPair& pair) {
        const EvaluationPtr& evaluation = m_document.evaluation();
        const CostModel& costs = m_document.state().costs;
        const std::uint32_t stages = evaluation ? evaluation->timeline->schedule->stageCount : 1;
        if (!costs.check(stages))
            return StageValues(1.0);
        const CostModel made = costs.forStages(stages);
        const double first = made.durationOf(pair.first, StageId{0});
        const double second = made.durationOf(pair.second, StageId{0});
        const bool sums = costs.overlap.fallback == OverlapRule::Fallback::Sum;
        return StageValues(sums ? first + second : std::max(first, second));
    };
    m_overlaps = new OverlapRows(propose, this);
    connect(m_overlaps, &OverlapRows::edited, this, [this](const OverlapTimes& times) {
        CostModel costs = m_document.state().costs;
        costs.overlap.times = times;
        m_document.setCosts(costs, tr("Overlap times"));
    });
    connect(m_overlaps, &OverlapRows::editingFinished, this, [this] { m_document.endTyping(); });
    m_layout->addWidget(m_overlaps);
}

} // namespace bubblescope::ui
