// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/schedule_groups.h"

#include "core/generate/parameters.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr const char* kTitles[kScheduleGroupCount] = {
    QT_TRANSLATE_NOOP("ScheduleGroups", "One stage per rank"),
    QT_TRANSLATE_NOOP("ScheduleGroups", "Several stages per rank"),
    QT_TRANSLATE_NOOP("ScheduleGroups", "V-shaped"),
    QT_TRANSLATE_NOOP("ScheduleGroups", "Bidirectional"),
    QT_TRANSLATE_NOOP("ScheduleGroups", "Searched for the costs"),
};

} // namespace

ScheduleGroup groupOf(const ScheduleInfo& schedule)
{
    if (schedule.isMadeForCosts)
        return ScheduleGroup::Searched;
    const PlacementKind placement =
        schedule.placements.empty() ? PlacementKind::Loop : schedule.placements.front();
    if (placement == PlacementKind::Mirror)
        return ScheduleGroup::Bidirectional;
    if (placement == PlacementKind::V)
        return ScheduleGroup::VShaped;
    const bool several =
        std::any_of(schedule.parameters.begin(), schedule.parameters.end(), [](const ParameterSpec& spec) {
            return spec.key == kStagesPerRankKey && spec.defaultValue != "1";
        });
    return several ? ScheduleGroup::SeveralStages : ScheduleGroup::OneStage;
}

QString groupTitle(ScheduleGroup group)
{
    return QCoreApplication::translate("ScheduleGroups", kTitles[static_cast<std::size_t>(group)]);
}

bool matchesFilter(const ScheduleInfo& schedule, const QString& filter)
{
    QString all = QString::fromStdString(schedule.title + ' ' + schedule.name + ' ' + schedule.origin);
    for (const std::string& alias : schedule.aliases)
        all += QLatin1Char(' ') + QString::fromStdString(alias);
    for (const VariantInfo& variant : schedule.variants)
        all += QLatin1Char(' ') + QString::fromStdString(variant.name);
    all += QLatin1Char(' ') + groupTitle(groupOf(schedule));
    const QStringList words = filter.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    return std::all_of(words.begin(), words.end(),
                       [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
}

} // namespace bubblescope::ui
