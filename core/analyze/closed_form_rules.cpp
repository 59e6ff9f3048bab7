// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/closed_form_rules.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

using Case = ClosedFormCase;

/// Rounds of as many microbatches as ranks, as a rank's first forwards show.
bool hasRoundsOfRanks(const Case& x)
{
    return x.isEven() &&
           x.leadingForwards == std::min((x.chunks + 1) * x.ranks - 1, x.microbatches * x.chunks);
}

KnownTimes ofOneChunk(const Case& x)
{
    const double pair = x.forward + x.full;
    return {"(m + p - 1)(F + B)", (x.microbatches + x.ranks - 1) * pair, "(p - 1)(F + B)",
            (x.ranks - 1) * pair};
}

KnownTimes ofChunks(const Case& x)
{
    const double pair = x.forward + x.full;
    return {"(m v + p - 1)(F + B)", (x.microbatches * x.chunks + x.ranks - 1) * pair, "(p - 1)(F + B)",
            (x.ranks - 1) * pair};
}

std::optional<KnownTimes> ofFullBackward(const std::string& name, const Case& x)
{
    if (x.chunks == 1 && (name == "1f1b" || name == "gpipe" || name == "eager-1f1b"))
        return ofOneChunk(x);
    if (name == "interleaved-1f1b" && hasRoundsOfRanks(x))
        return ofChunks(x);
    if (name == "looped-bfs" && x.microbatches >= x.ranks)
        return ofChunks(x);
    return std::nullopt;
}

/// The way in and out in pairs, and between them blocks X: n of a rank's pairs are in no block.
std::optional<KnownTimes> ofBlocks(const std::string& name, const Case& x)
{
    const bool isChunked = name == "interleaved-1f1b-overlap" && hasRoundsOfRanks(x);
    if (x.block < 0 || (name != "1f1b-overlap" && !isChunked))
        return std::nullopt;
    const double pair = x.forward + x.full;
    const double n = x.ranks * (x.chunks - 1) + 1;
    return KnownTimes{isChunked ? "(p - 1 + n)(F + B) + (m v - n) X, n = p (v - 1) + 1"
                                : "p (F + B) + (m - 1) X",
                      (x.ranks - 1 + n) * pair + (x.microbatches * x.chunks - n) * x.block,
                      {},
                      0};
}

/// DeepSeek-V3 Technical Report (2024), Table 2. Both directions, or both arms of the V, meet where the last
/// stages of one and the first of the other are q ranks away from the ends; there a rank idles longest. The
/// paper's bubble is that rank's.
std::optional<KnownTimes> ofDualPipe(const std::string& name, const Case& x)
{
    const bool isV = name == "dualpipev";
    if (x.isFull || x.block < 0 || (name != "dualpipe" && !isV) || x.forward != x.input ||
        x.weight > x.forward || x.full != x.input + x.weight)
        return std::nullopt;
    // A rank runs all its stages for m microbatches of one direction, or its two stages for m / 2 of each.
    const double stages = isV ? 2 * x.ranks : x.ranks;
    const double pairs = isV ? 2 * x.microbatches : x.microbatches;
    const double blocks = pairs - stages - 1;
    if (x.mostBlocks != blocks || blocks < 1)
        return std::nullopt;
    const double idle = (stages / 2 - 1) * (x.block + x.full - 3 * x.weight);
    return KnownTimes{isV ? "(2 m - 2 p - 1) X + (2 p + 1)(F + B) + (p - 1)(X + B - 3 W)"
                          : "(m - p - 1) X + (p + 1)(F + B) + (p / 2 - 1)(X + B - 3 W)",
                      blocks * x.block + (stages + 1) * (x.forward + x.full) + idle,
                      {},
                      0,
                      isV ? "(p - 1)(X + B - 3 W)" : "(p / 2 - 1)(X + B - 3 W)",
                      idle};
}

KnownTimes ofSplitBubble(const Case& x, std::string formula, double bubble)
{
    const double work = x.microbatches * x.chunks * (x.forward + x.input + x.weight);
    return {"m v (F + I + W) + " + formula, work + bubble, std::move(formula), bubble};
}

std::optional<KnownTimes> ofSplitBackward(const std::string& name, const Case& x)
{
    const double others = x.ranks - 1;
    const bool isShort = x.weight <= std::min(x.forward, x.input);
    const KnownTimes ofH1 = ofSplitBubble(x, "(p - 1)(F + I - W)", others * (x.forward + x.input - x.weight));
    const KnownTimes ofEqual = ofSplitBubble(x, "(p - 1) F", others * x.forward);
    if (name == "interleaved-zero-bubble" && x.isEven() && isShort)
        return ofH1;
    // At a limit of p activations the peak is p; the limit itself is not in the order.
    if (name == "zb-auto" && x.microbatches >= x.ranks && x.peak == x.ranks && isShort)
        return ofH1;
    if (name == "zb-auto" && x.microbatches >= x.ranks && x.peak >= x.ranks && x.isEqual())
        return ofEqual;
    const bool isV = (name == "zbv" && x.microbatches >= 2 * x.ranks - 1) ||
                     (name == "zbv-handcrafted" && x.microbatches >= 2 * x.ranks - 1) ||
                     (name == "zbv-auto" && x.microbatches >= x.ranks && x.peak == 2 * x.ranks);
    if (isV && x.isEqual())
        return KnownTimes{"(6 m + p - 1) F", (6 * x.microbatches + others) * x.forward, "(p - 1) F",
                          others * x.forward};
    return std::nullopt;
}

} // namespace

bool ClosedFormCase::isEven() const
{
    return std::fmod(microbatches, ranks) == 0;
}

std::optional<KnownTimes> knownTimes(const std::string& schedule, const ClosedFormCase& x)
{
    if (x.isFull && x.hasBlocks)
        return ofBlocks(schedule, x);
    if (x.hasBlocks)
        return ofDualPipe(schedule, x);
    return x.isFull ? ofFullBackward(schedule, x) : x.isSplit ? ofSplitBackward(schedule, x) : std::nullopt;
}

std::optional<KnownPeak> knownPeak(const std::string& name, const ClosedFormCase& x)
{
    const double p = x.ranks;
    const double m = x.microbatches;
    const double all = x.microbatches * x.chunks;
    if (name == "looped-bfs" || name == "gpipe")
        return KnownPeak{x.chunks == 1 ? "m" : "m v", all};
    if (name == "1f1b" || name == "zb-h1")
        return KnownPeak{"min(p, m)", std::min(p, m)};
    if (name == "eager-1f1b" || name == "zb-h2")
        return KnownPeak{"min(2 p - 1, m)", std::min(2 * p - 1, m)};
    if (name == "interleaved-1f1b" && !x.hasBlocks && hasRoundsOfRanks(x))
        return KnownPeak{"min((v + 1) p - 1, m v)", std::min((x.chunks + 1) * p - 1, all)};
    if (name == "1f1b-overlap")
        return KnownPeak{"min(2 p, m)", std::min(2 * p, m)};
    if (name == "interleaved-1f1b-overlap" && hasRoundsOfRanks(x))
        return KnownPeak{"min((v + 1) p, m v)", std::min((x.chunks + 1) * p, all)};
    // At a higher limit zbv-auto holds more.
    if (name == "zbv" || name == "zbv-handcrafted" || (name == "zbv-auto" && x.peak <= 2 * p))
        return KnownPeak{"2 min(p, m)", 2 * std::min(p, m)};
    if (name == "v-half")
        return KnownPeak{"min(2 floor(p / 2) + 2, 2 m)", std::min(2 * std::floor(p / 2) + 2, all)};
    if (name == "v-min")
        return KnownPeak{"min(2 floor((p + 1) / 3) + 2, 2 m)",
                         std::min(2 * std::floor((p + 1) / 3) + 2, all)};
    if (name == "dualpipe" && m >= 2 * p)
        return KnownPeak{"p + 1", p + 1};
    if (name == "dualpipev" && m >= 2 * p)
        return KnownPeak{"2 p + 1", 2 * p + 1};
    return std::nullopt;
}

} // namespace bubblescope
