// SPDX-License-Identifier: Apache-2.0
#include "core/lower/fsdp.h"

#include "core/base/number_parse.h"
#include "core/base/parallel_for.h"
#include "core/lower/order_check.h"
#include "core/lower/stage_window.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace bubblescope {

namespace {

constexpr std::uint32_t kFsdpCellsPerLook = 1U << 16U;

bool countsAlways(std::span<const Action>)
{
    return true;
}

// hyper_parallel takes OVERLAP_F_B apart and leaves its own OVERLAP_B_F closed.
bool isOpen(std::span<const Action> cell)
{
    return cell.front().role() != CellRole::OverlapBackwardForward;
}

bool endsWeight(ActionKind kind)
{
    return kind == ActionKind::Backward || kind == ActionKind::BackwardWeight;
}

/// Which stages of a row are whole, and the UNSHARD and RESHARD that make it so.
class Shards
{
public:
    Shards(const Row& row, StageUses& uses, std::uint32_t kept, std::uint32_t fetched, StageWindow::End end)
        : m_uses(uses)
        , m_kept(row, uses, kept, end)
        , m_fetched(row, uses, fetched, end)
        , m_activeSince(uses.stageCount(), kInactive)
    {}

    /// What is to be done before the cell at the place.
    void turnTo(Row& out)
    {
        m_kept.fill(m_added);
        m_fetched.fill(m_added);
        letGo(out, [&](std::uint32_t stage) { return !m_kept.holds(stage); });
        m_passed.clear();
        for (const std::uint32_t stage : m_added)
            if (m_activeSince[stage] == kInactive) {
                m_activeSince[stage] = ++m_clock;
                out.emplace_back(m_uses.stage(stage), ActionKind::Unshard);
            }
    }

    void pass(std::uint32_t begin, std::uint32_t end)
    {
        for (std::uint32_t i = begin; i < end; ++i) {
            if (const std::uint32_t stage = m_uses.used(i); stage != StageUses::kNoStage)
                m_passed.push_back(stage);
            m_kept.pass(i);
            m_fetched.pass(i);
            m_uses.pass(i);
        }
    }

    void letGoOfAll(Row& out)
    {
        m_passed.clear();
        for (std::uint32_t stage = 0; stage < m_activeSince.size(); ++stage)
            m_passed.push_back(stage);
        letGo(out, [](std::uint32_t) { return true; });
    }

private:
    static constexpr std::uint32_t kInactive = 0;

    /// Only a stage that was used just now can fall out of what is kept: the window never moves back.
    template <typename Condition>
    void letGo(Row& out, Condition&& isDue)
    {
        std::erase_if(m_passed, [&](std::uint32_t stage) {
            return m_activeSince[stage] == kInactive || !isDue(stage);
        });
        std::sort(m_passed.begin(), m_passed.end(),
                  [&](std::uint32_t a, std::uint32_t b) { return m_activeSince[a] < m_activeSince[b]; });
        for (const std::uint32_t stage : m_passed) {
            if (m_activeSince[stage] == kInactive)
                continue;
            m_activeSince[stage] = kInactive;
            out.emplace_back(m_uses.stage(stage), ActionKind::Reshard);
        }
    }

    StageUses& m_uses;
    StageWindow m_kept;
    StageWindow m_fetched;
    std::vector<std::uint32_t> m_activeSince; ///< when it was gathered, counting from 1
    std::uint32_t m_clock = 0;
    std::vector<std::uint32_t> m_added;
    std::vector<std::uint32_t> m_passed; ///< stages of the cell before the place
};

/// PyTorch's gradient reductions: each stage's behind its last weight gradient of the row.
class Reductions
{
public:
    Reductions(const StageUses& uses, bool deferWait) : m_left(uses.stageCount(), 0), m_deferWait(deferWait)
    {}

    void expectForward(std::uint32_t local) { ++m_left[local]; }
    void count(std::uint32_t local, StageId stage, Row& out)
    {
        if (m_left[local] == 0 || --m_left[local] > 0)
            return;
        finish(out);
        out.emplace_back(stage, ActionKind::ReduceGrad);
        m_pending = stage;
        m_isPending = true;
        if (!m_deferWait)
            finish(out);
    }
    void finish(Row& out)
    {
        if (m_isPending)
            out.emplace_back(m_pending, ActionKind::WaitReduceGrad);
        m_isPending = false;
    }

private:
    std::vector<std::uint32_t> m_left; ///< microbatches of the stage whose weight gradient is still to come
    bool m_deferWait;
    StageId m_pending;
    bool m_isPending = false;
};

std::size_t differentStages(std::span<const Action> cell)
{
    std::vector<StageId> stages;
    for (const Action& action : cell)
        if (std::find(stages.begin(), stages.end(), action.stage()) == stages.end())
            stages.push_back(action.stage());
    return stages.size();
}

/// The first cell that uses more stages than may be whole at once.
std::optional<Error> tooManyAtOnce(const Schedule& schedule, std::uint32_t maxActiveStages)
{
    for (std::uint32_t r = 0; r < schedule.rankCount(); ++r) {
        const Row& row = schedule.rows[r];
        for (std::uint32_t i = 0; i < row.size(); ++i) {
            if (!row[i].isOverlapped() || !row[i].startsCell())
                continue;
            const auto cell = std::span(row).subspan(i, cellEnd(row, i) - i);
            if (const std::size_t stages = differentStages(cell); stages > maxActiveStages)
                return errorAt(
                    ErrorKind::InvalidInput, schedule, {r, i},
                    Sentence({"lower.uses-stages-once-max", "{cell} uses {stages} stages at once, but "
                                                            "max_active_stages is {most}"},
                             cellText(cell), stages, maxActiveStages));
        }
    }
    return std::nullopt;
}

Row torchRow(const Row& row, std::uint32_t maxActiveStages, std::uint32_t lookahead, bool deferWait,
             const CancelToken& cancel)
{
    StageUses uses(row, countsAlways);
    Shards shards(row, uses, maxActiveStages, lookahead, StageWindow::End::WholeCell);
    Reductions reductions(uses, deferWait);
    for (std::uint32_t i = 0; i < row.size(); ++i)
        if (isForward(row[i].kind()))
            reductions.expectForward(uses.used(i));
    Row out;
    out.reserve(row.size() + row.size() / 4);
    std::uint32_t cells = 0;
    for (std::uint32_t i = 0; i < row.size();) {
        const auto end = static_cast<std::uint32_t>(cellEnd(row, i));
        if (!row[i].isBubble()) {
            shards.turnTo(out);
            out.insert(out.end(), row.begin() + i, row.begin() + end);
            for (std::uint32_t k = i; k < end; ++k)
                if (endsWeight(row[k].kind()))
                    reductions.count(uses.used(k), row[k].stage(), out);
        }
        shards.pass(i, end);
        i = end;
        if (++cells % kFsdpCellsPerLook == 0 && cancel.isCancelled())
            return {};
    }
    shards.letGoOfAll(out);
    reductions.finish(out);
    return out;
}

Row hyperParallelRow(const Row& row, std::uint32_t maxActiveStages, std::uint32_t lastMicrobatch,
                     const CancelToken& cancel)
{
    StageUses uses(row, isOpen);
    Shards shards(row, uses, maxActiveStages, maxActiveStages, StageWindow::End::Exact);
    Row out;
    out.reserve(row.size() + row.size() / 4);
    std::uint32_t cells = 0;
    for (std::uint32_t i = 0; i < row.size();) {
        const auto end = static_cast<std::uint32_t>(cellEnd(row, i));
        shards.turnTo(out);
        out.insert(out.end(), row.begin() + i, row.begin() + end);
        for (std::uint32_t k = i; k < end && isOpen(std::span(row).subspan(i, end - i)); ++k)
            if (endsWeight(row[k].kind()) && row[k].microbatch().value == lastMicrobatch)
                out.emplace_back(row[k].stage(), ActionKind::ReduceGrad);
        shards.pass(i, end);
        i = end;
        if (++cells % kFsdpCellsPerLook == 0 && cancel.isCancelled())
            return {};
    }
    shards.letGoOfAll(out);
    return out;
}

template <typename LowerRow>
Result<Schedule> eachRow(const Schedule& schedule, const CancelToken& cancel, LowerRow&& lowerRow)
{
    Schedule lowered = emptied(schedule);
    if (!parallelFor(schedule.rankCount(), [&](std::uint32_t rank) { lowered.rows[rank] = lowerRow(rank); },
                     {.cancel = &cancel}))
        return tl::unexpected(cancelledLowering());
    return lowered;
}

tl::unexpected<Error> wrongLookahead(const std::string& text, std::string_view need)
{
    return invalidInput(
        {"lower.unshard-lookahead-needs", "unshard_lookahead is '{text}', but it needs {need}"}, text, need);
}

} // namespace

Result<std::vector<std::uint32_t>> fsdpLookahead(const std::string& text, std::uint32_t ranks,
                                                 std::uint32_t maxActiveStages)
{
    std::vector<std::uint32_t> lookahead(ranks, maxActiveStages);
    if (text == "full")
        return lookahead;
    if (text == "auto") {
        for (std::uint32_t r = 0; r < ranks; ++r)
            lookahead[r] = std::min(r + 2, maxActiveStages);
        return lookahead;
    }
    std::vector<std::uint32_t> given;
    for (std::string_view rest = text;;) {
        const std::size_t comma = rest.find(',');
        const std::int64_t number = wholeNumberFrom(rest.substr(0, comma)).value_or(0);
        if (number < 1 || number > maxActiveStages)
            return wrongLookahead(text,
                                  fmt::format("numbers from 1 to max_active_stages ({})", maxActiveStages));
        given.push_back(static_cast<std::uint32_t>(number));
        if (comma == std::string_view::npos)
            break;
        rest.remove_prefix(comma + 1);
    }
    if (given.size() == 1)
        given.assign(ranks, given.front());
    if (given.size() != ranks)
        return wrongLookahead(text, fmt::format("one number, or one for each rank ({})", ranks));
    return given;
}

Result<Schedule> addFsdp(const Schedule& schedule, const FsdpOptions& options, const CancelToken& cancel)
{
    if (auto error = tooManyAtOnce(schedule, options.maxActiveStages))
        return tl::unexpected(*std::move(error));
    return eachRow(schedule, cancel, [&](std::uint32_t rank) {
        return torchRow(schedule.rows[rank], options.maxActiveStages, options.lookahead[rank],
                        options.deferWait, cancel);
    });
}

Result<Schedule> addFsdpAsHyperParallel(const Schedule& schedule, std::uint32_t maxActiveStages,
                                        const CancelToken& cancel)
{
    return eachRow(schedule, cancel, [&](std::uint32_t rank) {
        return hyperParallelRow(schedule.rows[rank], maxActiveStages, schedule.microbatchCount - 1, cancel);
    });
}

} // namespace bubblescope
