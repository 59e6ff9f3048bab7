// SPDX-License-Identifier: Apache-2.0
#include "core/lower/stage_window.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// The stages among `used`, rising, without memory for all uses.
std::vector<std::uint32_t> differentOnes(const std::vector<std::uint32_t>& used)
{
    constexpr std::size_t kFirstSort = 4096;
    std::vector<std::uint32_t> stages;
    const auto sortOut = [&] {
        std::sort(stages.begin(), stages.end());
        stages.erase(std::unique(stages.begin(), stages.end()), stages.end());
    };
    std::size_t full = kFirstSort;
    for (const std::uint32_t stage : used) {
        if (stage == StageUses::kNoStage || (!stages.empty() && stages.back() == stage))
            continue;
        stages.push_back(stage);
        if (stages.size() < full)
            continue;
        sortOut();
        full = 2 * stages.size() + kFirstSort;
    }
    sortOut();
    return stages;
}

} // namespace

StageUses::StageUses(const Row& row, const std::function<bool(std::span<const Action>)>& counts)
    : m_used(row.size(), kNoStage)
    , m_following(row.size(), kNever)
{
    for (std::size_t i = 0; i < row.size();) {
        const std::size_t end = cellEnd(row, i);
        if (counts(std::span(row).subspan(i, end - i)))
            for (std::size_t k = i; k < end; ++k)
                if (isCompute(row[k].kind()))
                    m_used[k] = row[k].stage().value;
        i = end;
    }
    m_stages = differentOnes(m_used);
    m_nextUse.assign(m_stages.size(), kNever);
    for (std::size_t i = row.size(); i-- > 0;)
        if (m_used[i] != kNoStage) {
            m_used[i] = static_cast<std::uint32_t>(
                std::lower_bound(m_stages.begin(), m_stages.end(), m_used[i]) - m_stages.begin());
            m_following[i] = m_nextUse[m_used[i]];
            m_nextUse[m_used[i]] = static_cast<std::uint32_t>(i);
        }
}

void StageWindow::fill(std::vector<std::uint32_t>& added)
{
    added.clear();
    while (m_end < m_row.size()) {
        const bool inCell = m_endsAt == End::WholeCell && m_end > 0 && !m_row[m_end].startsCell();
        if (m_stages >= m_size && !inCell)
            return;
        const std::uint32_t local = m_uses.used(m_end);
        if (local != StageUses::kNoStage && m_uses.nextUse(local) == m_end) {
            ++m_stages;
            added.push_back(local);
        }
        ++m_end;
    }
}

void StageWindow::pass(std::uint32_t index)
{
    if (index >= m_end) {
        m_end = index + 1;
        return;
    }
    const std::uint32_t following = m_uses.following(index);
    if (m_uses.used(index) != StageUses::kNoStage && following >= m_end)
        --m_stages;
}

} // namespace bubblescope
