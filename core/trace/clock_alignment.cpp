// SPDX-License-Identifier: Apache-2.0
#include "core/trace/clock_alignment.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

/// Shortest paths between all clocks, in place.
void close(std::vector<Time>& bound, std::size_t n, const CancelToken& cancel)
{
    for (std::size_t k = 0; k < n && !cancel.isCancelled(); ++k) {
        for (std::size_t i = 0; i < n; ++i) {
            const Time first = bound[i * n + k];
            if (first == kUnbounded)
                continue;
            for (std::size_t j = 0; j < n; ++j)
                bound[i * n + j] = std::min(bound[i * n + j], first + bound[k * n + j]);
        }
    }
}

/// Closed bounds after two clocks have been made one.
void join(std::vector<Time>& bound, std::size_t n, std::size_t a, std::size_t b)
{
    for (std::size_t i = 0; i < n; ++i) {
        const Time to = std::min(bound[i * n + a], bound[i * n + b]);
        bound[i * n + a] = bound[i * n + b] = to;
    }
    for (std::size_t i = 0; i < n; ++i) {
        const Time from = std::min(bound[a * n + i], bound[b * n + i]);
        bound[a * n + i] = bound[b * n + i] = from;
    }
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
            bound[i * n + j] = std::min(bound[i * n + j], bound[i * n + a] + bound[a * n + j]);
}

/// Makes each clock agree with the first before it that the bounds allow, where both may.
void agree(std::vector<Time>& bound, std::size_t n, const std::vector<bool>& mayAgree,
           std::vector<ClockSkew>& clocks, const CancelToken& cancel)
{
    for (std::size_t b = 1; b < n && !cancel.isCancelled(); ++b) {
        for (std::size_t a = 0; a < b && mayAgree[b]; ++a) {
            if (!mayAgree[a] || bound[a * n + b] < 0 || bound[b * n + a] < 0)
                continue;
            clocks[b].agrees = true;
            clocks[b].spare = std::max(bound[a * n + b], bound[b * n + a]);
            join(bound, n, a, b);
            break;
        }
    }
}

/// The middle of [-below, above]; with one side open the end that is known, or 0 where that is allowed.
ClockSkew middle(Time below, Time above)
{
    if (std::isfinite(below) && std::isfinite(above))
        return {(above - below) / 2, (above + below) / 2};
    if (std::isfinite(above))
        return {std::min<Time>(0, above), kUnbounded};
    if (std::isfinite(below))
        return {std::max<Time>(0, -below), kUnbounded};
    return {0, kUnbounded};
}

} // namespace

ClockAlignment alignClocks(std::size_t clocks, const std::vector<ClockBound>& bounds,
                           const CancelToken& cancel, const std::vector<bool>& mayAgree)
{
    ClockAlignment result;
    result.clocks.resize(clocks);
    std::vector<Time> bound(clocks * clocks, kUnbounded);
    for (std::size_t i = 0; i < clocks; ++i)
        bound[i * clocks + i] = 0;
    for (const ClockBound& given : bounds) {
        Time& most = bound[given.from * clocks + given.to];
        most = std::min(most, given.most);
    }
    close(bound, clocks, cancel);
    // A hair below 0 is what sums of halves of microseconds leave.
    constexpr Time kRounding = -1e-3;
    for (std::size_t i = 0; i < clocks; ++i)
        result.contradicts = result.contradicts || bound[i * clocks + i] < kRounding;
    if (result.contradicts)
        return result;
    if (!mayAgree.empty())
        agree(bound, clocks, mayAgree, result.clocks, cancel);
    for (std::size_t r = 1; r < clocks; ++r) {
        const ClockSkew found = middle(bound[r * clocks], bound[r]);
        result.clocks[r].skew = found.skew;
        result.clocks[r].halfWidth = found.halfWidth;
    }
    return result;
}

} // namespace bubblescope
