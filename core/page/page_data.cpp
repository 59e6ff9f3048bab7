// SPDX-License-Identifier: Apache-2.0
#include "core/page/page_data.h"

#include "core/analyze/number_json.h"
#include "core/page/packed_numbers.h"
#include "core/scene/memory_strip.h"
#include "core/time/dependencies.h"
#include "core/time/step_phases.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <map>

namespace bubblescope {

namespace {

/// So many ticks are a makespan where times are not kept exactly: rounding of that size is no gap (isGap()).
constexpr double kPageTicks = 1099511627776.0; // 2^40
constexpr std::size_t kPageBytesPerAction = 20;
constexpr std::size_t kSmallPageBytes = 1'000'000;

/// The distinct values of a side's times, or levels, rising: what else has one has its number.
class ValueTable
{
public:
    /// `ticks` in `whole` are told apart; 0 = every value.
    ValueTable(double whole, double ticks) : m_tick(ticks > 0 && whole > 0 ? whole / ticks : 0) {}

    void take(double value) { m_values.push_back(keyOf(value)); }
    void close()
    {
        std::sort(m_values.begin(), m_values.end());
        m_values.erase(std::unique(m_values.begin(), m_values.end()), m_values.end());
    }
    /// The value's number, or that of the next higher one.
    [[nodiscard]] std::uint32_t numberOf(double value) const
    {
        const auto found = std::lower_bound(m_values.begin(), m_values.end(), keyOf(value));
        return static_cast<std::uint32_t>(std::min<std::ptrdiff_t>(
            found - m_values.begin(), static_cast<std::ptrdiff_t>(m_values.size()) - 1));
    }
    [[nodiscard]] const std::vector<std::uint64_t>& keys() const { return m_values; }
    [[nodiscard]] double tick() const { return m_tick; }

private:
    /// Of doubles that are not negative the bits rise as they do.
    [[nodiscard]] std::uint64_t keyOf(double value) const
    {
        const double kept = std::max(0.0, value) + 0.0; // -0 is 0
        return m_tick > 0 ? static_cast<std::uint64_t>(std::llround(kept / m_tick))
                          : std::bit_cast<std::uint64_t>(kept);
    }

    double m_tick;
    std::vector<std::uint64_t> m_values;
};

/// What an action needs, by what it is itself: few forms for all actions.
class InputForms
{
public:
    [[nodiscard]] std::uint32_t numberOf(const Schedule& schedule, const Action& action,
                                         const InputList& inputs)
    {
        std::string form;
        for (const Input& input : inputs) {
            if (!input.producer)
                continue;
            const Action& producer = schedule.at(input.producer.position());
            const auto difference = [](std::uint32_t a, std::uint32_t b) {
                return static_cast<std::int64_t>(a) - static_cast<std::int64_t>(b);
            };
            fmt::format_to(std::back_inserter(form), "{}[{},{},{},{}]", form.empty() ? "" : ",",
                           static_cast<int>(producer.kind()),
                           difference(producer.stage().value, action.stage().value),
                           hasMicrobatch(action.kind())
                               ? difference(producer.microbatch().value, action.microbatch().value)
                               : 0,
                           input.transferred ? 1 : 0);
        }
        const auto [place, isNew] = m_numbers.try_emplace(form, m_numbers.size());
        if (isNew)
            m_json += fmt::format("{}[{}]", m_json.empty() ? "" : ",", form);
        return static_cast<std::uint32_t>(place->second);
    }
    [[nodiscard]] std::string json() const { return "[" + m_json + "]"; }

private:
    std::map<std::string, std::size_t> m_numbers;
    std::string m_json;
};

/// Packs one side with all times, or with ticks of them.
class PagePacker
{
public:
    PagePacker(const PageSide& side, const PageRows& rows, const Wording& wording, double ticks)
        : m_side(side)
        , m_wording(wording)
        , m_timeline(*side.evaluation->timeline)
        , m_rows(rows)
        , m_times(m_timeline.makespan, ticks)
        , m_levels(1, 0)
    {}

    PageData pack()
    {
        takeValues();
        m_numbers.addRising("times", m_times.keys());
        m_numbers.addRising("levels", m_levels.keys());
        packActions();
        packBubbles();
        packMemory();
        packPath();
        return {json(), packedBase64(m_numbers.bytes())};
    }

private:
    [[nodiscard]] bool isKept(std::uint32_t rank, std::size_t index) const
    {
        return rank < m_rows.size() && index < m_rows[rank];
    }
    /// Of what the page holds of a rank.
    [[nodiscard]] Time endOfRow(std::uint32_t rank) const
    {
        const LaneTimes& lane = m_timeline.lanes[rank];
        if (m_rows[rank] == lane.start.size())
            return m_timeline.makespan;
        return m_rows[rank] == 0 ? 0 : lane.end[m_rows[rank] - 1];
    }
    [[nodiscard]] std::vector<std::pair<const Bubble*, std::size_t>> keptBubbles() const
    {
        std::vector<std::pair<const Bubble*, std::size_t>> kept;
        if (!m_side.explanation)
            return kept;
        const std::vector<Bubble>& all = m_side.explanation->ledger.bubbles;
        for (std::size_t i = 0; i < all.size(); ++i)
            if (all[i].rank.value < m_rows.size() && m_rows[all[i].rank.value] > 0 &&
                all[i].end() <= endOfRow(all[i].rank.value) * (1 + 1e-12))
                kept.emplace_back(&all[i], i);
        return kept;
    }
    /// Exactly where the next action begins.
    [[nodiscard]] Time endOf(const Bubble& bubble) const
    {
        return bubble.next     ? std::min(m_timeline.startOf(bubble.next.position()), m_timeline.makespan)
               : bubble.before ? bubble.end()
                               : m_timeline.makespan;
    }

    void takeValues()
    {
        m_times.take(0);
        m_times.take(m_timeline.makespan);
        for (std::uint32_t r = 0; r < m_rows.size(); ++r) {
            for (std::size_t i = 0; i < m_rows[r]; ++i) {
                m_times.take(m_timeline.lanes[r].start[i]);
                m_times.take(m_timeline.lanes[r].end[i]);
            }
            for (const PhaseSpan& span : m_timeline.phasesOf(r)) {
                m_times.take(span.start);
                m_times.take(span.end);
            }
            for (const MemoryStep& step : stepsOf(r)) {
                m_times.take(step.time);
                m_levels.take(step.level);
            }
        }
        for (const auto& [bubble, number] : keptBubbles()) {
            m_times.take(bubble->start);
            m_times.take(endOf(*bubble));
        }
        m_times.close();
        m_levels.close();
    }

    void packActions()
    {
        const ActionTable table(*m_timeline.schedule);
        const CostModel& costs = m_side.evaluation->costs;
        const Dependencies dependencies(*m_timeline.schedule, table, dependencyRule(costs.profile),
                                        costs.transfer.mode);
        std::vector<std::uint32_t> kinds, stages, microbatches, starts, lengths, forms;
        std::uint32_t before = 0;
        for (std::uint32_t r = 0; r < m_rows.size(); ++r)
            for (std::size_t i = 0; i < m_rows[r]; ++i) {
                const Action& action = m_timeline.schedule->rows[r][i];
                // What ends the step is drawn as its phases.
                const ActionKind kind = action.hasTimeOfItsOwn() ? action.kind() : ActionKind::Bubble;
                kinds.push_back(static_cast<std::uint32_t>(kind) << 2U |
                                static_cast<std::uint32_t>(action.role()));
                stages.push_back(action.stage().value);
                microbatches.push_back(action.microbatch().value);
                const std::uint32_t start = m_times.numberOf(m_timeline.lanes[r].start[i]);
                const std::uint32_t end = m_times.numberOf(m_timeline.lanes[r].end[i]);
                starts.push_back(foldedStep(before, start));
                lengths.push_back(end - start);
                before = end;
                forms.push_back(action.isBubble() ? m_forms.numberOf(*m_timeline.schedule, action, {})
                                                  : m_forms.numberOf(*m_timeline.schedule, action,
                                                                     dependencies.inputsOf(action, r)));
            }
        m_numbers.add("kind", kinds);
        m_numbers.addSteps("stage", stages);
        m_numbers.addSteps("microbatch", microbatches);
        m_numbers.add("start", starts);
        m_numbers.add("length", lengths);
        m_numbers.add("form", forms);
    }

    void packBubbles()
    {
        std::vector<std::uint32_t> ranks, starts, lengths, causes, waitRanks, waits;
        std::string reasons;
        for (const auto& [bubble, number] : keptBubbles()) {
            ranks.push_back(bubble->rank.value);
            starts.push_back(m_times.numberOf(bubble->start));
            lengths.push_back(m_times.numberOf(endOf(*bubble)) - starts.back());
            causes.push_back(static_cast<std::uint32_t>(bubble->cause) << 2U |
                             static_cast<std::uint32_t>(bubble->phase));
            const Place& waitsFor = bubble->waitsFor;
            const bool isThere = waitsFor && isKept(waitsFor.rank, waitsFor.index);
            waitRanks.push_back(isThere ? waitsFor.rank + 1 : 0);
            waits.push_back(isThere ? waitsFor.index : 0);
            reasons += bubbleReason(m_timeline, *bubble).text(m_wording) + '\n';
        }
        m_numbers.addSteps("bubbleRank", ranks);
        m_numbers.addSteps("bubbleStart", starts);
        m_numbers.add("bubbleLength", lengths);
        m_numbers.add("bubbleCause", causes);
        m_numbers.add("waitRank", waitRanks);
        m_numbers.addSteps("waitIndex", waits);
        m_numbers.addText("reasons", reasons);
    }

    [[nodiscard]] std::vector<MemoryStep> stepsOf(std::uint32_t rank) const
    {
        std::vector<MemoryStep> kept;
        const MemoryCurvesPtr& memory = m_side.evaluation->memory;
        if (!memory || m_rows[rank] == 0)
            return kept;
        const Time until = endOfRow(rank);
        for (const MemoryStep& step : memory->steps(RankId{rank}))
            if (step.time <= until)
                kept.push_back(step);
        return kept;
    }

    void packMemory()
    {
        std::vector<std::uint32_t> counts, times, levels;
        for (std::uint32_t r = 0; r < m_rows.size(); ++r) {
            const std::vector<MemoryStep> steps = stepsOf(r);
            counts.push_back(static_cast<std::uint32_t>(steps.size()));
            for (const MemoryStep& step : steps) {
                times.push_back(m_times.numberOf(step.time));
                levels.push_back(m_levels.numberOf(step.level));
            }
        }
        m_numbers.add("memoryCount", counts);
        m_numbers.addSteps("memoryTime", times);
        m_numbers.addSteps("memoryLevel", levels);
    }

    void packPath()
    {
        std::vector<std::uint32_t> ranks, indices;
        if (m_side.explanation)
            for (const ActionPosition& at : m_side.explanation->criticalPath.actions)
                if (isKept(at.rank.value, at.index)) {
                    ranks.push_back(at.rank.value);
                    indices.push_back(static_cast<std::uint32_t>(at.index));
                }
        m_numbers.addSteps("pathRank", ranks);
        m_numbers.addSteps("pathIndex", indices);
    }

    [[nodiscard]] std::string memoryJson() const
    {
        const MemoryCurvesPtr& memory = m_side.evaluation->memory;
        if (!memory)
            return "null";
        std::string peaks, limits;
        for (std::uint32_t r = 0; r < m_rows.size(); ++r) {
            peaks += (r > 0 ? "," : "") + scriptString(levelText(memory->peak(RankId{r}).level, *memory));
            if (const auto limit = memory->limit(RankId{r}))
                limits += fmt::format("{}{}", limits.empty() ? "" : ",", *limit);
        }
        return fmt::format(R"({{"top":{},"share":{},"bytes":{},"peaks":[{}],"limits":[{}]}})",
                           memoryScale(*memory), memory->perShare(),
                           memory->unit() == MemoryUnit::Bytes ? "true" : "false", peaks, limits);
    }

    [[nodiscard]] std::string phasesJson() const
    {
        std::string text;
        for (std::uint32_t r = 0; r < m_rows.size(); ++r)
            for (const PhaseSpan& span : m_timeline.phasesOf(r))
                if (m_rows[r] > 0)
                    text += fmt::format("{}[{},\"{}\",{},{}]", text.empty() ? "" : ",", r,
                                        stepPhaseId(span.phase), m_times.numberOf(span.start),
                                        m_times.numberOf(span.end));
        return "[" + text + "]";
    }

    /// The step's end is in the order.
    [[nodiscard]] bool hasTail() const
    {
        const std::vector<Row>& rows = m_timeline.schedule->rows;
        return std::any_of(rows.begin(), rows.end(),
                           [](const Row& row) { return !row.empty() && isTail(row.back().kind()); });
    }

    [[nodiscard]] std::string json() const
    {
        const Schedule& schedule = *m_timeline.schedule;
        std::string rows;
        for (const std::size_t count : m_rows)
            rows += fmt::format("{}{}", rows.empty() ? "" : ",", count);
        const bool isCut = m_rows != rowsWithin(schedule, schedule.actionCount() + kMostPageActions);
        return fmt::format(
            R"({{"title":{},"unit":{},"makespan":{},"tick":{},"ranks":{},"stages":{},"microbatches":{},)"
            R"("cut":{},"rows":[{}],"forms":{},"phases":{},"tail":{},"memory":{},"arrays":{}}})",
            scriptString(m_side.title), scriptString(m_timeline.unit), m_timeline.makespan, m_times.tick(),
            schedule.rankCount(), schedule.stageCount, schedule.microbatchCount, isCut ? "true" : "false",
            rows, m_forms.json(), phasesJson(), hasTail() ? "true" : "false", memoryJson(),
            m_numbers.shapes());
    }

    const PageSide& m_side;
    const Wording& m_wording;
    const Timeline& m_timeline;
    const PageRows& m_rows;
    ValueTable m_times, m_levels;
    InputForms m_forms;
    PackedNumbers m_numbers;
};

} // namespace

PageRows rowsWithin(const Schedule& schedule, std::size_t most)
{
    PageRows rows;
    for (const Row& row : schedule.rows) {
        // Whole ranks, but for the first.
        const std::size_t kept = row.size() <= most ? row.size() : rows.empty() ? most : 0;
        rows.push_back(kept);
        most = kept < row.size() ? 0 : most - kept;
    }
    return rows;
}

Sentence leftOutText(const Schedule& schedule, const PageRows& rows)
{
    std::size_t whole = 0, kept = 0, all = 0;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        whole += whole == r && rows[r] == schedule.rows[r].size() ? 1 : 0;
        kept += rows[r];
        all += schedule.rows[r].size();
    }
    if (kept == all)
        return {};
    const Sentence shown = whole == 0   ? Sentence({"page.beginning-of-rank", "only the beginning of rank 0"})
                           : whole == 1 ? Sentence({"page.first-rank", "only rank 0"})
                                        : Sentence({"page.first-ranks", "only ranks 0 to {last}"}, whole - 1);
    return {{"page.left-out",
             "This page draws {shown} of {ranks} ranks ({kept} of {all} actions): more would be too large to "
             "send. The figures are those of all ranks."},
            shown,
            rows.size(),
            kept,
            all};
}

std::string scriptString(const std::string& text)
{
    std::string quoted;
    for (const char c : jsonString(text))
        if (c == '<' || c == '>' || c == '&')
            quoted += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        else
            quoted += c;
    return quoted;
}

PageData pageData(const PageSide& side, const PageRows& rows, const Wording& wording)
{
    PageData exact = PagePacker(side, rows, wording, 0).pack();
    std::size_t actions = 0;
    for (const std::size_t count : rows)
        actions += count;
    if (exact.packed.size() <= std::max(kSmallPageBytes, kPageBytesPerAction * actions))
        return exact;
    return PagePacker(side, rows, wording, kPageTicks).pack();
}

} // namespace bubblescope
