// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/calibrate/stage_times.h"

#include "core/base/try.h"
#include "core/time/stage_layers.h"
#include "ui/widgets/figures.h"

#include <QCoreApplication>
#include <algorithm>
#include <fmt/format.h>

namespace bubblescope::ui {

namespace {

struct StageTimesTr
{
    Q_DECLARE_TR_FUNCTIONS(StageTimes)
};

constexpr std::array<ActionKind, 4> kStageTimesKinds{ActionKind::Forward, ActionKind::BackwardInput,
                                                     ActionKind::BackwardWeight, ActionKind::Backward};
constexpr std::array<const char*, 4> kNames{"F", "I", "W", "B"};
/// The first of them that a file has is shown.
constexpr std::array<std::pair<ActionKind, const char*>, 3> kPairs{
    {{ActionKind::Backward, "F+B"}, {ActionKind::BackwardInput, "F+I"}, {ActionKind::BackwardWeight, "F+W"}}};

class Composer
{
public:
    Composer(const CalibrationFile& file, const CostModel& costs, std::uint32_t stageCount)
        : m_file(file)
        , m_costs(costs)
        , m_composed(costs.forStages(stageCount))
        , m_stageCount(stageCount)
    {
        if (costs.blocks)
            m_layers = stageLayersOf(costs, stageCount);
    }

    StageTimes make()
    {
        StageTimes made;
        made.stageCount = m_stageCount;
        for (const auto& [kind, name] : kPairs)
            if (made.overlapPair.isEmpty() && m_costs.overlap.times.contains({ActionKind::Forward, kind})) {
                made.overlapPair = QLatin1String(name);
                m_pair = {ActionKind::Forward, kind};
            }
        for (std::uint32_t stage = 0; stage < m_stageCount; ++stage) {
            StageGroup group = groupOf(stage);
            if (!made.groups.empty() && areAlike(made.groups.back(), group))
                made.groups.back().last = stage;
            else
                made.groups.push_back(std::move(group));
        }
        return made;
    }

private:
    static bool areAlike(const StageGroup& a, const StageGroup& b)
    {
        return a.layers == b.layers && a.hasEmbedding == b.hasEmbedding && a.hasHead == b.hasHead &&
               a.times == b.times && a.activation == b.activation && a.parameters == b.parameters &&
               a.gradients == b.gradients && a.optimizer == b.optimizer;
    }

    [[nodiscard]] StageGroup groupOf(std::uint32_t stage) const
    {
        StageGroup group;
        group.first = group.last = stage;
        if (m_costs.blocks) {
            const StageLayers& layers = m_layers[stage];
            group.layers = layers.dense + layers.experts + layers.prediction;
            group.hasEmbedding = layers.hasEmbedding && m_costs.blocks->embedding != BlockCost{};
            group.hasHead = layers.hasLoss && m_costs.blocks->head != BlockCost{};
        }
        for (std::size_t i = 0; i < kStageTimesKinds.size(); ++i)
            group.times[i] = timeOf(stage, i, group);
        if (m_pair)
            group.times[kStageTimesKinds.size()] = overlapOf(stage, group);
        if (m_file.hasMemory) {
            group.activation = m_composed.activation.at(StageId{stage});
            // 0 stands for a size that is not told.
            const auto told = [stage](const StageValues& sizes) {
                const double size = sizes.at(StageId{stage});
                return size > 0 ? std::optional(size) : std::nullopt;
            };
            group.parameters = told(m_composed.parameters);
            group.gradients = told(m_composed.gradients);
            group.optimizer = told(m_composed.optimizer);
        }
        return group;
    }

    [[nodiscard]] StageTime timeOf(std::uint32_t stage, std::size_t kind, const StageGroup& group) const
    {
        StageTime time{m_composed.durationOf(kStageTimesKinds[kind], StageId{stage}), {}, {}};
        if (!m_costs.blocks) {
            add(time, std::to_string(stage), kind, 1);
            return time;
        }
        add(time, "layer", kind, m_layers[stage].dense);
        add(time, "expert", kind, m_layers[stage].experts);
        add(time, "mtp", kind, m_layers[stage].prediction);
        if (group.hasEmbedding)
            add(time, "embedding", kind, 1);
        if (group.hasHead)
            add(time, "head", kind, 1);
        return time;
    }

    /// The intervals of what is added up are added up: as if all were wrong to the same side.
    void add(StageTime& time, const std::string& block, std::size_t kind, double count) const
    {
        if (count <= 0)
            return;
        std::vector<std::string> parts{block + "." + kNames[kind]};
        // A backward that was not measured as one is its halves.
        if (kStageTimesKinds[kind] == ActionKind::Backward && !m_file.spreads.contains(parts.front()))
            parts = {block + ".I", block + ".W"};
        for (const std::string& part : parts) {
            if (const auto spread = m_file.spreads.find(part); spread != m_file.spreads.end()) {
                if (!time.spread)
                    time.spread = Spread{};
                time.spread->below += count * spread->second.below;
                time.spread->above += count * spread->second.above;
            }
            if (const auto flags = m_file.flags.find(part); flags != m_file.flags.end())
                for (const QString& flag : flags->second)
                    time.flags << QStringLiteral("%1: %2").arg(QString::fromStdString(part), flag);
        }
    }

    [[nodiscard]] StageTime overlapOf(std::uint32_t stage, const StageGroup& group) const
    {
        const OverlapTime& rule = m_costs.overlap.times.at(*m_pair);
        const auto kind = std::find(kStageTimesKinds.begin(), kStageTimesKinds.end(), m_pair->second) -
                          kStageTimesKinds.begin();
        const double serial = group.times[0]->us + group.times[static_cast<std::size_t>(kind)]->us;
        const double value = rule.time.at(StageId{stage});
        StageTime time{rule.isShareOfSum ? value * serial : value, {}, {}};
        const std::string pair = fmt::format("F+{}", kNames[static_cast<std::size_t>(kind)]);
        if (const auto share = m_file.overlapShares.find(pair); share != m_file.overlapShares.end())
            time.spread = Spread{share->second.below * time.us, share->second.above * time.us};
        if (const auto flags = m_file.flags.find(pair); flags != m_file.flags.end())
            for (const QString& flag : flags->second)
                time.flags << QStringLiteral("%1: %2").arg(QString::fromStdString(pair), flag);
        return time;
    }

    const CalibrationFile& m_file;
    const CostModel& m_costs;
    CostModel m_composed;
    std::uint32_t m_stageCount;
    std::vector<StageLayers> m_layers; ///< by stage, where costs are by block
    std::optional<std::pair<ActionKind, ActionKind>> m_pair;
};

} // namespace

const StageGroup& StageTimes::at(std::uint32_t stage) const
{
    return *std::find_if(groups.begin(), groups.end(),
                         [stage](const StageGroup& group) { return stage <= group.last; });
}

Result<StageTimes> stageTimes(const CalibrationFile& file, std::uint32_t stageCount,
                              const StageValues* layers)
{
    CostModel costs = file.source.file.costs;
    QString note;
    const bool fits =
        costs.layersPerStage.isUniform() || costs.layersPerStage.values.size() == std::size_t{stageCount};
    if (costs.blocks && !fits && layers) {
        note = StageTimesTr::tr("%1 has layers for %2 stages; the layers of the shown calibration are used.",
                                "file, count")
                   .arg(file.source.name)
                   .arg(costs.layersPerStage.values.size());
        costs.layersPerStage = *layers;
    }
    TRY_VOID(checkPlaced(costs, stageCount, file.source.file.lists));
    StageTimes made = Composer(file, costs, stageCount).make();
    made.note = note;
    return made;
}

QString stageName(const StageGroup& group)
{
    return group.first == group.last
               ? StageTimesTr::tr("Stage %1").arg(group.first)
               : StageTimesTr::tr("Stages %1–%2", "first, last").arg(group.first).arg(group.last);
}

QString stageContent(const StageGroup& group)
{
    QStringList parts;
    if (group.layers)
        parts << (*group.layers == 1 ? StageTimesTr::tr("1 layer")
                                     : StageTimesTr::tr("%1 layers").arg(figureText(*group.layers, 0)));
    if (group.hasEmbedding)
        parts << StageTimesTr::tr("embedding");
    if (group.hasHead)
        parts << StageTimesTr::tr("head");
    return parts.join(QStringLiteral(", "));
}

QString stageOpName(StageOp op, const QString& overlapPair)
{
    return op == StageOp::Overlap ? overlapPair : QLatin1String(kNames[static_cast<std::size_t>(op)]);
}

StageUnit unitOf(const StageTimes& times)
{
    constexpr double kLong = 10'000;
    double most = 0;
    for (const StageGroup& group : times.groups)
        for (const std::optional<StageTime>& time : group.times)
            most = std::max(most, time ? time->us : 0);
    return most >= kLong ? StageUnit{1000, QStringLiteral("ms")} : StageUnit{1, QStringLiteral("µs")};
}

QString bytesText(double bytes)
{
    return memoryText(bytes, MemoryUnit::Bytes);
}

} // namespace bubblescope::ui
