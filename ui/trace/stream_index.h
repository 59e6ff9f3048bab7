// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/theme.h"
#include "core/trace/measured_run.h"

#include <QString>
#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace bubblescope::ui {

/// One bar of a lane, µs.
struct StreamSpan
{
    Time start = 0;
    Time end = 0;
    std::uint32_t name = 0; ///< index into StreamIndex::names
    Role role = Role::Overlap;
};

/// The bars of one lane by start, none over another, with sums of their time: what a range holds of each
/// colour costs two searches, however many bars there are.
class StreamLane
{
public:
    /// Of spans that do not overlap, in any order. O(n log n).
    StreamLane(QString name, std::vector<StreamSpan> spans);

    [[nodiscard]] const QString& name() const { return m_name; }
    [[nodiscard]] const std::vector<StreamSpan>& spans() const { return m_spans; }
    /// The colours of its bars, each once.
    [[nodiscard]] const std::vector<Role>& roles() const { return m_roles; }
    /// Time of the bars in [from, to), exact. O(log n).
    [[nodiscard]] Time busy(Time from, Time to) const;
    /// The first bar that ends after `time`; spans().size() without one. O(log n); faster near `hint`, which
    /// must not lie beyond it.
    [[nodiscard]] std::size_t firstAfter(Time time, std::size_t hint = 0) const;
    /// Time up to `time` of the bars of each of roles(), where `index` is firstAfter(time).
    void busyBefore(Time time, std::size_t index, std::vector<Time>& times) const;

private:
    QString m_name;
    std::vector<StreamSpan> m_spans;
    std::vector<Role> m_roles;
    std::vector<std::vector<Time>> m_sums; ///< of each role: time of the bars before this one
};

/// All lanes of a run, rank by rank: the pipeline's actions and what they send and receive where the profiles
/// have labels, phases, then the GPU's streams.
struct StreamIndex
{
    std::vector<StreamLane> lanes;
    std::vector<std::string> names;
    /// What the names of the pipeline's bars stand for; the kinds' colours tell no microbatch.
    std::map<std::uint32_t, Action> actionOfName;
    std::uint32_t microbatches = 0;
    Time begin = 0;
    Time end = 0;
};
using StreamIndexPtr = std::shared_ptr<const StreamIndex>;

/// Null if it was cancelled. O(n log n), for a worker unless there are few.
[[nodiscard]] StreamIndexPtr makeStreamIndex(const MeasuredRun& run, const CancelToken& cancel);
/// How many bars there will be.
[[nodiscard]] std::size_t streamSpanCount(const MeasuredRun& run);

/// What one pixel column of a lane shows: how much of it is covered, and in which colours.
struct StreamColumn
{
    double share = 0; ///< 0 … 1
    std::array<float, kRoleCount> roles{};
};
/// The columns of [from, to) divided evenly; shares of a column add up exactly. O(columns log n).
[[nodiscard]] std::vector<StreamColumn> streamColumns(const StreamLane& lane, Time from, Time to,
                                                      std::size_t columns);
/// Bars of at least `least` in [from, to), at most as many as fit there. O(bars found · log n).
[[nodiscard]] std::vector<std::size_t> longSpans(const StreamLane& lane, Time from, Time to, Time least);

} // namespace bubblescope::ui
