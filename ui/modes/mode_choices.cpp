// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/modes/mode_choices.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace bubblescope::ui {

namespace {

constexpr std::array<const char*, kWindowModeCount> kModeNames{"design", "profile", "compare"};
constexpr std::array<const char*, 3> kWishNames{"auto", "open", "folded"};

} // namespace

QString modeName(WindowMode mode)
{
    return QLatin1String(kModeNames[static_cast<std::size_t>(mode)]);
}

ModeChoices firstChoices()
{
    const auto names = [](const char* list) { return QString::fromLatin1(list).split(QLatin1Char(' ')); };
    return {{{
                {names("schedule-dock bubbles-dock problems-dock"), QStringLiteral("bubbles-dock")},
                {names("run-dock trace-dock bubbles-dock"), QStringLiteral("trace-dock")},
                {names("schedule-dock compare-dock"), QStringLiteral("compare-dock")},
            }},
            InspectorWish::Auto};
}

QByteArray choicesText(const ModeChoices& choices)
{
    QJsonObject object{{QStringLiteral("inspector"),
                        QLatin1String(kWishNames[static_cast<std::size_t>(choices.inspector)])}};
    for (std::size_t i = 0; i < kWindowModeCount; ++i)
        object.insert(
            QLatin1String(kModeNames[i]),
            QJsonObject{{QStringLiteral("shown"), QJsonArray::fromStringList(choices.docks[i].shown)},
                        {QStringLiteral("front"), choices.docks[i].front}});
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

ModeChoices choicesFrom(const QByteArray& text)
{
    const QJsonObject object = QJsonDocument::fromJson(text).object();
    ModeChoices choices = firstChoices();
    for (std::size_t i = 0; i < kWindowModeCount; ++i) {
        const QJsonObject mode = object.value(QLatin1String(kModeNames[i])).toObject();
        if (!mode.value(QStringLiteral("shown")).isArray())
            continue;
        choices.docks[i] = {{}, mode.value(QStringLiteral("front")).toString()};
        for (const QJsonValue& name : mode.value(QStringLiteral("shown")).toArray())
            choices.docks[i].shown << name.toString();
    }
    for (std::size_t i = 0; i < kWishNames.size(); ++i)
        if (object.value(QStringLiteral("inspector")).toString() == QLatin1String(kWishNames[i]))
            choices.inspector = static_cast<InspectorWish>(i);
    return choices;
}

} // namespace bubblescope::ui
