// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/stream_index.h"

#include "core/trace/plain_lanes.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <map>

namespace bubblescope::ui {

namespace {

struct StreamIndexTr
{
    Q_DECLARE_TR_FUNCTIONS(StreamIndex)
};

constexpr std::size_t kSpansBetweenLooks = 65'536;

Role roleOfSpan(PlainKind kind, const std::string& name)
{
    switch (kind) {
    case PlainKind::Phase:
        if (const auto phase = NameReader::readPhase(name))
            return roleOf(phase->second);
        return Role::Overlap;
    case PlainKind::Nccl:
    case PlainKind::Transfer:
        return Role::Communication;
    case PlainKind::Copy:
    case PlainKind::Sharding:
        return Role::Fsdp;
    case PlainKind::Compute:
        break;
    }
    return Role::Overlap;
}

/// Lanes of one name are told apart by a number: records of one thread may run at once.
std::vector<QString> numbered(std::vector<QString> names)
{
    std::map<QString, int> count, turn;
    for (const QString& name : names)
        ++count[name];
    for (QString& name : names)
        if (count[name] > 1)
            name = StreamIndexTr::tr("%1 #%2", "lane, number").arg(name, QString::number(++turn[name]));
    return names;
}

class IndexMaker
{
public:
    IndexMaker(const MeasuredRun& run, const CancelToken& cancel)
        : m_run(run)
        , m_cancel(cancel)
        , m_index(std::make_shared<StreamIndex>())
        , m_names(m_index->names)
    {
        // Those of the run keep their numbers.
        for (const std::string& name : run.plainNames)
            static_cast<void>(m_names.add(name));
    }

    StreamIndexPtr make()
    {
        m_index->microbatches = m_run.microbatchCount;
        for (const MeasuredRank& rank : m_run.ranks) {
            m_prefix = m_run.ranks.size() > 1 ? StreamIndexTr::tr("rank %1 · ").arg(rank.rank) : QString();
            addActions(rank);
            if (!addPlain(rank))
                return nullptr;
        }
        for (const StreamLane& lane : m_index->lanes)
            if (!lane.spans().empty()) {
                m_index->begin = std::min(m_index->begin, lane.spans().front().start);
                m_index->end = std::max(m_index->end, lane.spans().back().end);
            }
        return m_index;
    }

private:
    /// What the labels name: the streams below are read against it.
    void addActions(const MeasuredRank& rank)
    {
        std::vector<PlainSpan> spans;
        std::vector<PlainSpan*> places;
        for (const MeasuredAction& action : rank.actions)
            if (isCompute(action.action.kind()))
                spans.push_back({action.start, action.end, PlainKind::Phase, 0,
                                 m_names.add(actionText(action.action.id())),
                                 static_cast<std::uint32_t>(&action - rank.actions.data())});
        if (spans.empty())
            return;
        places.reserve(spans.size());
        for (PlainSpan& span : spans)
            places.push_back(&span);
        std::vector<std::vector<StreamSpan>> lanes(assignLanes(places));
        for (const PlainSpan& span : spans) {
            const Action& action = rank.actions[span.action].action;
            lanes[span.lane].push_back({span.start, span.end, span.name, roleOf(action.kind())});
            m_index->actionOfName.emplace(span.name, action);
        }
        const std::vector<QString> names =
            numbered(std::vector<QString>(lanes.size(), StreamIndexTr::tr("pipeline")));
        for (std::size_t lane = 0; lane < lanes.size(); ++lane)
            m_index->lanes.emplace_back(m_prefix + names[lane], std::move(lanes[lane]));
    }

    bool addPlain(const MeasuredRank& rank)
    {
        std::vector<std::vector<StreamSpan>> lanes(rank.plainLanes.size());
        std::map<std::pair<PlainKind, std::uint32_t>, Role> roles;
        std::size_t count = 0;
        for (const PlainSpan& span : rank.plain) {
            if (++count % kSpansBetweenLooks == 0 && m_cancel.isCancelled())
                return false;
            const auto [role, isNew] = roles.try_emplace({span.kind, span.name}, Role::Overlap);
            if (isNew)
                role->second = roleOfSpan(span.kind, m_run.plainNames[span.name]);
            lanes[span.lane].push_back({span.start, span.end, span.name, role->second});
        }
        std::vector<QString> names;
        for (const std::string& name : rank.plainLanes)
            names.push_back(QString::fromStdString(name));
        names = numbered(std::move(names));
        for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
            if (m_cancel.isCancelled())
                return false;
            m_index->lanes.emplace_back(m_prefix + names[lane], std::move(lanes[lane]));
        }
        return true;
    }

    const MeasuredRun& m_run;
    const CancelToken& m_cancel;
    std::shared_ptr<StreamIndex> m_index;
    PlainNames m_names;
    QString m_prefix;
};

} // namespace

StreamLane::StreamLane(QString name, std::vector<StreamSpan> spans)
    : m_name(std::move(name))
    , m_spans(std::move(spans))
{
    std::sort(m_spans.begin(), m_spans.end(), [](const StreamSpan& a, const StreamSpan& b) {
        return a.start != b.start ? a.start < b.start : a.end < b.end;
    });
    for (const StreamSpan& span : m_spans)
        if (std::find(m_roles.begin(), m_roles.end(), span.role) == m_roles.end())
            m_roles.push_back(span.role);
    m_sums.resize(m_roles.size());
    for (std::size_t role = 0; role < m_roles.size(); ++role) {
        std::vector<Time>& sums = m_sums[role];
        sums.reserve(m_spans.size() + 1);
        sums.push_back(0);
        for (const StreamSpan& span : m_spans)
            sums.push_back(sums.back() + (span.role == m_roles[role] ? span.end - span.start : 0));
    }
}

std::size_t StreamLane::firstAfter(Time time, std::size_t hint) const
{
    // Columns follow each other: the next one is mostly a few bars on.
    std::size_t low = hint;
    std::size_t step = 1;
    while (low + step <= m_spans.size() && m_spans[low + step - 1].end <= time) {
        low += step;
        step *= 2;
    }
    const auto begin = m_spans.begin() + static_cast<std::ptrdiff_t>(low);
    const auto end = m_spans.begin() + static_cast<std::ptrdiff_t>(std::min(m_spans.size(), low + step));
    return static_cast<std::size_t>(
        std::partition_point(begin, end, [&](const StreamSpan& span) { return span.end <= time; }) -
        m_spans.begin());
}

void StreamLane::busyBefore(Time time, std::size_t index, std::vector<Time>& times) const
{
    times.resize(m_roles.size());
    for (std::size_t role = 0; role < m_roles.size(); ++role) {
        times[role] = m_sums[role][index];
        if (index < m_spans.size() && m_spans[index].start < time && m_spans[index].role == m_roles[role])
            times[role] += time - m_spans[index].start;
    }
}

Time StreamLane::busy(Time from, Time to) const
{
    std::vector<Time> before, after;
    const std::size_t first = firstAfter(from);
    busyBefore(from, first, before);
    busyBefore(to, firstAfter(to, first), after);
    Time sum = 0;
    for (std::size_t role = 0; role < m_roles.size(); ++role)
        sum += after[role] - before[role];
    return sum;
}

StreamIndexPtr makeStreamIndex(const MeasuredRun& run, const CancelToken& cancel)
{
    return IndexMaker(run, cancel).make();
}

std::size_t streamSpanCount(const MeasuredRun& run)
{
    std::size_t count = 0;
    for (const MeasuredRank& rank : run.ranks)
        count += rank.plain.size() + rank.actions.size();
    return count;
}

std::vector<StreamColumn> streamColumns(const StreamLane& lane, Time from, Time to, std::size_t columns)
{
    std::vector<StreamColumn> picture(columns);
    if (!(to > from) || columns == 0)
        return picture;
    const Time width = (to - from) / static_cast<double>(columns);
    std::vector<Time> before, after;
    std::size_t index = lane.firstAfter(from);
    lane.busyBefore(from, index, before);
    for (std::size_t i = 0; i < columns; ++i) {
        const Time end = from + width * static_cast<double>(i + 1);
        index = lane.firstAfter(end, index);
        lane.busyBefore(end, index, after);
        for (std::size_t role = 0; role < lane.roles().size(); ++role) {
            const double share = std::clamp((after[role] - before[role]) / width, 0.0, 1.0);
            picture[i].roles[static_cast<std::size_t>(lane.roles()[role])] = static_cast<float>(share);
            picture[i].share += share;
        }
        picture[i].share = std::min(1.0, picture[i].share);
        std::swap(before, after);
    }
    return picture;
}

std::vector<std::size_t> longSpans(const StreamLane& lane, Time from, Time to, Time least)
{
    std::vector<std::size_t> found;
    if (!(least > 0) || !(to > from))
        return found;
    const auto& spans = lane.spans();
    // A bar of that length lies over one of the places that are half of it apart.
    std::size_t index = lane.firstAfter(from);
    while (index < spans.size() && spans[index].start < to) {
        if (spans[index].end - spans[index].start >= least) {
            found.push_back(index++);
            continue;
        }
        const std::size_t next = lane.firstAfter(spans[index].start + least / 2, index);
        index = std::max(index + 1, next);
    }
    return found;
}

} // namespace bubblescope::ui
