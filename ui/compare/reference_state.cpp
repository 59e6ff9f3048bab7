// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/reference_state.h"

#include "ui/document/document.h"

#include <QJsonObject>
#include <cmath>

namespace bubblescope::ui {

namespace {

const QString kProjectKey = QStringLiteral("project"), kWhatIfKey = QStringLiteral("whatIf");
const QString kTransfersKey = QStringLiteral("transfers"), kFollowsKey = QStringLiteral("followsCosts");

template <typename Key>
QJsonObject factorsOf(const std::map<Key, double>& factors)
{
    QJsonObject object;
    for (const auto& [key, factor] : factors)
        object.insert(QString::number(static_cast<std::uint32_t>(key)), factor);
    return object;
}

/// What is no factor is left out: a session of another version is no error.
template <typename Key>
std::map<Key, double> factorsFrom(const QJsonObject& object)
{
    std::map<Key, double> factors;
    for (auto entry = object.begin(); entry != object.end(); ++entry) {
        bool isNumber = false;
        const unsigned key = entry.key().toUInt(&isNumber);
        if (const double factor = entry.value().toDouble(-1);
            isNumber && key <= 0xFFFF && std::isfinite(factor) && factor >= 0)
            factors[static_cast<Key>(key)] = factor;
    }
    return factors;
}

QJsonObject toJson(const WhatIf& whatIf)
{
    return {{QStringLiteral("kinds"), factorsOf(whatIf.kinds)},
            {QStringLiteral("stages"), factorsOf(whatIf.stages)},
            {QStringLiteral("ranks"), factorsOf(whatIf.ranks)},
            {kTransfersKey, whatIf.transfers}};
}

WhatIf whatIfFrom(const QJsonObject& object)
{
    WhatIf whatIf;
    const auto kinds = factorsFrom<std::uint32_t>(object.value(QStringLiteral("kinds")).toObject());
    for (const ActionKind kind :
         {ActionKind::Forward, ActionKind::BackwardInput, ActionKind::BackwardWeight, ActionKind::Backward})
        if (const auto found = kinds.find(static_cast<std::uint32_t>(kind)); found != kinds.end())
            whatIf.kinds[kind] = found->second;
    whatIf.stages = factorsFrom<std::uint32_t>(object.value(QStringLiteral("stages")).toObject());
    whatIf.ranks = factorsFrom<std::uint32_t>(object.value(QStringLiteral("ranks")).toObject());
    if (const double factor = object.value(kTransfersKey).toDouble(1); std::isfinite(factor) && factor >= 0)
        whatIf.transfers = factor;
    return whatIf;
}

} // namespace

std::optional<ReferenceState> stateOf(const CompareSide& side)
{
    if (!side.path.isEmpty())
        return ReferenceState{side.path, {}, {}, false};
    const EvaluationInput& input = side.evaluation->input;
    const auto* order = std::get_if<SchedulePtr>(&input.source);
    if (side.isRecorded || (order && side.evaluation->actionCount > kMostKeptActions))
        return std::nullopt;
    ProjectDocument project;
    if (order)
        project.source = **order;
    else
        project.source = std::get<ScheduleRequest>(input.source);
    project.costs = input.costs;
    project.passes = input.passes;
    if (side.identity)
        project.title = side.identity->title;
    return ReferenceState{
        {}, QString::fromStdString(writeDocument(project)), side.evaluation->whatIf, side.followsCosts};
}

QJsonValue toJson(const ReferenceState& reference)
{
    if (!reference.path.isEmpty())
        return reference.path;
    QJsonObject object{{kProjectKey, reference.project}};
    if (!reference.whatIf.isNeutral())
        object.insert(kWhatIfKey, toJson(reference.whatIf));
    if (reference.followsCosts)
        object.insert(kFollowsKey, true);
    return object;
}

ReferenceState referenceFrom(const QJsonValue& value)
{
    if (value.isString())
        return {value.toString(), {}, {}, false};
    const QJsonObject object = value.toObject();
    return {{},
            object.value(kProjectKey).toString(),
            whatIfFrom(object.value(kWhatIfKey).toObject()),
            object.value(kFollowsKey).toBool()};
}

std::optional<MadeReference> madeFrom(const ReferenceState& reference)
{
    Result<ProjectDocument> read = readDocument(reference.project.toStdString(), "session");
    if (!read)
        return std::nullopt;
    return MadeReference{std::move(*read), reference.whatIf, reference.followsCosts};
}

} // namespace bubblescope::ui
