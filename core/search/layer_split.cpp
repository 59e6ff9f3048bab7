// SPDX-License-Identifier: Apache-2.0
#include "core/search/layer_split.h"

#include "core/analyze/memory_parts.h"
#include "core/lower/pass_costs.h"
#include "core/search/peak_memory.h"
#include "core/time/simulate.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace bubblescope::search {

namespace {

constexpr double kSplitRounding = 1e-9;

bool isLess(double a, double b)
{
    return a < b - kSplitRounding * std::max(std::abs(a), std::abs(b));
}

/// `total` over stages that take as much as `room` says before others get more; what is left over goes to
/// the front or to the back.
std::vector<std::uint32_t> spreadLayers(std::uint32_t total, std::vector<int> held, bool toTheBack)
{
    std::vector<std::uint32_t> decoders(held.size(), 0);
    for (; total > 0; --total) {
        const auto least = toTheBack ? held.rend() - 1 - std::min_element(held.rbegin(), held.rend())
                                     : std::min_element(held.begin(), held.end()) - held.begin();
        ++held[static_cast<std::size_t>(least)];
        ++decoders[static_cast<std::size_t>(least)];
    }
    return decoders;
}

/// Each layer in turn to the stage that it leaves the least burdened, counted by what layers take: kinds of
/// decoder layers by their mean.
std::vector<std::uint32_t> byWork(const CostModel& costs, std::uint32_t stageCount, std::uint32_t layers,
                                  std::uint32_t predictions)
{
    const auto workOf = [&](const std::string& layout, StageId stage) {
        CostModel given = costs;
        given.layersPerStage = CostModel().layersPerStage;
        given.layout = layout;
        const CostModel composed = given.forStages(2);
        return composed.durationOf(ActionKind::Forward, stage) +
               composed.durationOf(ActionKind::Backward, stage);
    };
    const double nothing = workOf("|", StageId{0});
    std::vector<double> held(stageCount, 0);
    held.front() += workOf("E|", StageId{0}) - nothing;
    held.back() += workOf("|" + std::string(predictions, Layout::kPrediction) + "L", StageId{1}) - nothing;
    const double layer =
        (workOf(std::string(layers, Layout::kDecoder) + "|", StageId{0}) - nothing) / std::max(layers, 1U);
    std::vector<std::uint32_t> decoders(stageCount, 0);
    for (std::uint32_t left = layers; left > 0; --left) {
        const auto least = held.rend() - 1 - std::min_element(held.rbegin(), held.rend());
        held[static_cast<std::size_t>(least)] += std::max(layer, std::numeric_limits<double>::min());
        ++decoders[static_cast<std::size_t>(least)];
    }
    return decoders;
}

/// One layer from a stage to another, or the prediction or the loss to the next or the previous stage.
struct SplitMove
{
    enum class What : std::uint8_t { Decoder, Prediction, Loss, PredictionAndLoss };
    What what = What::Decoder;
    std::uint32_t from = 0;
    std::uint32_t to = 0;
};

LayerSplit afterMove(LayerSplit split, const SplitMove& move)
{
    using enum SplitMove::What;
    if (move.what == Decoder) {
        --split.decoders[move.from];
        ++split.decoders[move.to];
    }
    if (move.what == Prediction || move.what == PredictionAndLoss)
        split.predictionStage = move.to;
    if (move.what == Loss || move.what == PredictionAndLoss)
        split.lossStage = move.to;
    return split;
}

std::vector<SplitMove> movesOf(const LayerSplit& split)
{
    using enum SplitMove::What;
    std::vector<SplitMove> moves;
    const std::uint32_t stages = split.stageCount();
    for (std::uint32_t distance = 1; distance < stages; ++distance)
        for (std::uint32_t from = 0; from < stages; ++from) {
            if (split.decoders[from] == 0)
                continue;
            if (from + distance < stages)
                moves.push_back({Decoder, from, from + distance});
            if (from >= distance)
                moves.push_back({Decoder, from, from - distance});
        }
    for (std::uint32_t to = 0; to < stages; ++to) {
        if (split.predictions > 0 && to != split.predictionStage) {
            moves.push_back({Prediction, split.predictionStage, to});
            moves.push_back({PredictionAndLoss, split.predictionStage, to});
        }
        if (to != split.lossStage)
            moves.push_back({Loss, split.lossStage, to});
    }
    return moves;
}

} // namespace

Layout layoutOf(const LayerSplit& split, std::uint32_t ranks)
{
    Layout layout;
    layout.ranks = ranks;
    for (std::uint32_t s = 0; s < split.stageCount(); ++s) {
        std::string& stage = layout.stages.emplace_back();
        if (s == 0)
            stage += Layout::kEmbedding;
        stage.append(split.decoders[s], Layout::kDecoder);
        if (s == split.predictionStage)
            stage.append(split.predictions, Layout::kPrediction);
        if (s == split.lossStage)
            stage += Layout::kLoss;
    }
    return layout;
}

std::optional<LayerSplit> splitOf(const Layout& layout)
{
    LayerSplit split;
    for (std::uint32_t s = 0; s < layout.stages.size(); ++s) {
        const std::string& stage = layout.stages[s];
        split.decoders.push_back(layersOf(stage, Layout::kDecoder));
        if (const std::uint32_t predictions = layersOf(stage, Layout::kPrediction); predictions > 0) {
            split.predictions = predictions;
            split.predictionStage = s;
        }
        if (layersOf(stage, Layout::kLoss) > 0)
            split.lossStage = s;
    }
    return layoutOf(split, layout.ranks).stages == layout.stages ? std::optional(split) : std::nullopt;
}

bool isAllowed(const LayerSplit& split, std::uint32_t ranks)
{
    std::uint32_t last = 0;
    for (std::uint32_t s = 0; s < split.stageCount(); ++s)
        if (split.decoders[s] > 0)
            last = s;
    if (split.predictions > 0) {
        if (split.predictionStage < last || split.predictionStage + ranks < split.stageCount())
            return false;
        last = split.predictionStage;
    }
    return split.lossStage >= last && split.lossStage < split.stageCount();
}

bool SplitTime::isBetterThan(const SplitTime& other) const
{
    if (isLess(beyondLimit, other.beyondLimit) || isLess(other.beyondLimit, beyondLimit))
        return isLess(beyondLimit, other.beyondLimit);
    if (isLess(makespan, other.makespan) || isLess(other.makespan, makespan))
        return isLess(makespan, other.makespan);
    return isLess(unevenness, other.unevenness);
}

SplitTime timeOf(const LayerSplit& split, const OrderToSplit& order, const CostModel& costs)
{
    constexpr double kNever = std::numeric_limits<double>::infinity();
    CostModel given = costs;
    given.layersPerStage = CostModel().layersPerStage;
    given.layout = layoutText(layoutOf(split, 1));
    given.memoryLimit = given.limitOfRanks();
    const CostModel composed =
        withPassCosts(std::move(given), {order.pass}, split.stageCount()).forStages(split.stageCount());
    const auto timeline = simulate(order.schedule, composed);
    if (!timeline)
        return {0, kNever, kNever};
    SplitTime time;
    time.makespan = timeline->makespan;
    if (composed.memoryLimit) {
        const double limit = composed.memoryLimit->highest();
        time.beyondLimit =
            std::max(0.0, peaksOf(*timeline, composed).againstLimit - limit * (1 + kSplitRounding));
    }
    const std::uint32_t ranks = order.schedule->rankCount();
    if (composed.hostMemory && !order.pass.empty()) {
        const std::vector<RankMemory> memory = memoryByPart(*timeline, composed);
        for (std::uint32_t r = 0; r < ranks; ++r) {
            const double room = composed.hostMemory->at(RankId{r}) * (1 + kSplitRounding);
            time.beyondLimit = std::max(time.beyondLimit, memory[r].host.level - room);
        }
    }
    for (std::uint32_t r = 0; r < ranks; ++r) {
        double work = 0;
        for (std::uint32_t s = r; s < split.stageCount(); s += ranks)
            work += composed.durationOf(ActionKind::Forward, StageId{s}) +
                    composed.durationOf(ActionKind::Backward, StageId{s});
        time.unevenness += work * work;
    }
    return time;
}

std::vector<LayerSplit> splitsToStart(const CostModel& costs, std::uint32_t ranks, std::uint32_t stageCount,
                                      std::uint32_t layers, std::uint32_t predictions)
{
    std::vector<LayerSplit> splits;
    const auto add = [&](std::vector<std::uint32_t> decoders, std::uint32_t predictionStage) {
        LayerSplit split{std::move(decoders), predictions, predictionStage, stageCount - 1};
        if (isAllowed(split, ranks) && std::find(splits.begin(), splits.end(), split) == splits.end())
            splits.push_back(std::move(split));
    };
    // How much embedding, prediction and loss count as layers; a stage that is full takes none.
    const int full = static_cast<int>(layers);
    const int ahead = static_cast<int>(predictions);
    const std::uint32_t last = stageCount - 1;
    for (const std::uint32_t predictionStage : {last, last > 0 && predictions > 0 ? last - 1 : last})
        for (const int embedding : {0, 1, full})
            for (const int prediction : {0, ahead, ahead + 1, full})
                for (const int loss : {0, 1, full})
                    for (const bool toTheBack : {false, true}) {
                        std::vector<int> held(stageCount, 0);
                        held.front() += embedding;
                        held[predictionStage] += predictions > 0 ? prediction : 0;
                        held.back() += loss;
                        add(spreadLayers(layers, std::move(held), toTheBack), predictionStage);
                    }
    add(byWork(costs, stageCount, layers, predictions), last);
    return splits;
}

LayerSplit climbed(LayerSplit split, const OrderToSplit& order, const CostModel& costs, std::size_t trials,
                   const CancelToken& cancel)
{
    SplitTime best = timeOf(split, order, costs);
    bool isMoving = true;
    while (isMoving) {
        isMoving = false;
        for (const SplitMove& move : movesOf(split)) {
            LayerSplit other = split;
            if (move.what == SplitMove::What::Decoder && split.decoders[move.from] == 0)
                continue;
            other = afterMove(std::move(other), move);
            if (!isAllowed(other, order.schedule->rankCount()))
                continue;
            if (trials-- == 0 || cancel.isCancelled())
                return split;
            const SplitTime time = timeOf(other, order, costs);
            if (!time.isBetterThan(best))
                continue;
            split = std::move(other);
            best = time;
            isMoving = true;
        }
    }
    return split;
}

} // namespace bubblescope::search
