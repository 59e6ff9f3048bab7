// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/session_state.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <array>

namespace bubblescope::ui {

namespace {

constexpr int kVersion = 1;
constexpr std::array<const char*, kCompareModeCount> kSessionStateModes{"off", "split", "overlay",
                                                                        "difference"};

constexpr std::array<const char*, kWindowModeCount> kWindowModes{"design", "profile", "compare"};

CompareMode modeFrom(const QString& name)
{
    for (std::size_t i = 0; i < kSessionStateModes.size(); ++i)
        if (name == QLatin1String(kSessionStateModes[i]))
            return static_cast<CompareMode>(i);
    return CompareMode::Off;
}

QStringList textsOf(const QJsonValue& list)
{
    QStringList texts;
    for (const QJsonValue& text : list.toArray())
        texts << text.toString();
    return texts;
}

/// As text: a number of JSON does not hold all of them.
std::optional<std::uint64_t> stepFrom(const QJsonValue& value)
{
    bool isNumber = false;
    const qulonglong step = value.toString().toULongLong(&isNumber);
    return isNumber ? std::optional<std::uint64_t>(step) : std::nullopt;
}

} // namespace

WindowMode SessionState::windowMode() const
{
    return window                     ? *window
           : mode != CompareMode::Off ? WindowMode::Compare
           : measuredAlone            ? WindowMode::Profile
                                      : WindowMode::Design;
}

QByteArray sessionText(const SessionState& state)
{
    // Request and view as a project has them: one way to write and to check them is enough.
    ProjectDocument project;
    project.source = state.request.value_or(ScheduleRequest{});
    project.view = state.view;
    QJsonArray references;
    for (const ReferenceState& reference : state.references)
        references.append(toJson(reference));
    QJsonObject object{
        {QStringLiteral("version"), kVersion},
        {QStringLiteral("file"), state.file},
        {QStringLiteral("profiles"), QJsonArray::fromStringList(state.profiles)},
        {QStringLiteral("generated"), state.request.has_value()},
        {QStringLiteral("project"), QString::fromStdString(writeDocument(project))},
        {QStringLiteral("compare"), QLatin1String(kSessionStateModes[static_cast<std::size_t>(state.mode)])},
        {QStringLiteral("references"), references},
        {QStringLiteral("measuredAlone"), state.measuredAlone}};
    if (state.window)
        object.insert(QStringLiteral("mode"),
                      QLatin1String(kWindowModes[static_cast<std::size_t>(*state.window)]));
    if (!state.against.isEmpty())
        object.insert(QStringLiteral("against"), QJsonArray::fromStringList(state.against));
    if (state.step)
        object.insert(QStringLiteral("step"), QString::number(*state.step));
    if (state.againstStep)
        object.insert(QStringLiteral("againstStep"), QString::number(*state.againstStep));
    if (state.rank)
        object.insert(QStringLiteral("rank"), static_cast<qint64>(state.rank->value));
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

SessionState sessionFrom(const QByteArray& text)
{
    const QJsonObject object = QJsonDocument::fromJson(text).object();
    if (object.value(QStringLiteral("version")).toInt() != kVersion)
        return {};
    SessionState state;
    state.file = object.value(QStringLiteral("file")).toString();
    state.profiles = textsOf(object.value(QStringLiteral("profiles")));
    state.against = textsOf(object.value(QStringLiteral("against")));
    state.step = stepFrom(object.value(QStringLiteral("step")));
    state.againstStep = stepFrom(object.value(QStringLiteral("againstStep")));
    const std::string project = object.value(QStringLiteral("project")).toString().toStdString();
    if (const Result<ProjectDocument> read = readDocument(project, "session")) {
        state.view = read->view;
        const auto* request = std::get_if<ScheduleRequest>(&read->source);
        if (request && object.value(QStringLiteral("generated")).toBool())
            state.request = *request;
    }
    if (const qint64 rank = object.value(QStringLiteral("rank")).toInteger(-1); rank >= 0)
        state.rank = RankId{static_cast<std::uint32_t>(rank)};
    state.mode = modeFrom(object.value(QStringLiteral("compare")).toString());
    for (const QJsonValue& reference : object.value(QStringLiteral("references")).toArray())
        state.references.push_back(referenceFrom(reference));
    for (std::size_t i = 0; i < kWindowModes.size(); ++i)
        if (object.value(QStringLiteral("mode")).toString() == QLatin1String(kWindowModes[i]))
            state.window = static_cast<WindowMode>(i);
    state.measuredAlone = object.value(QStringLiteral("measuredAlone")).toBool();
    return state;
}

} // namespace bubblescope::ui
