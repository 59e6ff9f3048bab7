// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/request_form.h"

#include "core/generate/parameters.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace bubblescope::ui {

namespace {

// 8 bytes an order's action, 16 its times, 24 its block: about 5 GB.
constexpr double kMostActions = 100e6;

std::optional<std::int64_t> integerFrom(const std::string& text)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

const ParameterSpec* findParameter(const ScheduleInfo& schedule, const std::string& key)
{
    const auto found = std::find_if(schedule.parameters.begin(), schedule.parameters.end(),
                                    [&](const ParameterSpec& spec) { return spec.key == key; });
    return found == schedule.parameters.end() ? nullptr : &*found;
}

/// That of the request's variant; nothing for a schedule or variant that there is not.
std::optional<std::string> defaultStagesPerRank(const ScheduleRequest& request)
{
    const ScheduleInfo* schedule = findSchedule(request.schedule);
    if (schedule == nullptr || schedule->variants.empty())
        return std::nullopt;
    const auto option = request.options.find("variant");
    const std::string& name =
        option == request.options.end() ? schedule->variants.front().name : option->second;
    for (const VariantInfo& variant : schedule->variants)
        if (variant.name == name)
            return std::to_string(variant.stagesPerRank);
    return std::nullopt;
}

} // namespace

std::string parameterValue(const ScheduleRequest& request, const ParameterSpec& parameter)
{
    if (parameter.isOption) {
        const auto option = request.options.find(parameter.key);
        return option == request.options.end() ? parameter.defaultValue : option->second;
    }
    if (parameter.key == "ranks")
        return std::to_string(request.ranks);
    if (parameter.key == "microbatches")
        return std::to_string(request.microbatches);
    if (parameter.key == "stages-per-rank" && request.stagesPerRank)
        return std::to_string(*request.stagesPerRank);
    if (parameter.key == "stages-per-rank")
        return defaultStagesPerRank(request).value_or(parameter.defaultValue);
    if (parameter.key == "placement" && request.placement)
        return std::string(placementName(*request.placement));
    return parameter.defaultValue;
}

bool setParameterValue(ScheduleRequest& request, const ParameterSpec& parameter, const std::string& text)
{
    if (parameter.isOption) {
        // A value that is the default is not said, so that equal requests compare equal.
        if (text == parameter.defaultValue)
            request.options.erase(parameter.key);
        else
            request.options[parameter.key] = text;
        return true;
    }
    if (parameter.key == "placement") {
        const auto placement = placementFromName(text);
        if (placement)
            request.placement = *placement;
        return placement.has_value();
    }
    const auto number = integerFrom(text);
    if (!number)
        return false;
    if (parameter.key == "ranks")
        request.ranks = *number;
    else if (parameter.key == "microbatches")
        request.microbatches = *number;
    else if (parameter.key == "stages-per-rank")
        request.stagesPerRank = *number;
    else
        return false;
    return true;
}

namespace {

/// Whether the request's variant knows the option at all.
bool variantTakes(const ScheduleRequest& request, const ParameterSpec& parameter)
{
    if (parameter.variants.empty())
        return true;
    const ScheduleInfo* schedule = findSchedule(request.schedule);
    const ParameterSpec* variant = schedule ? findParameter(*schedule, kVariantKey) : nullptr;
    const std::string chosen = variant ? parameterValue(request, *variant) : std::string();
    return std::find(parameter.variants.begin(), parameter.variants.end(), chosen) !=
           parameter.variants.end();
}

} // namespace

bool takesAnotherValue(const ScheduleRequest& request, const ParameterSpec& parameter)
{
    if (!variantTakes(request, parameter))
        return false;
    if (parameter.type == ParameterType::Integer || parameter.type == ParameterType::Real)
        return true;
    const std::vector<std::string> values = parameter.type == ParameterType::Boolean
                                                ? std::vector<std::string>{"false", "true"}
                                                : parameter.choices;
    return std::any_of(values.begin(), values.end(), [&](const std::string& value) {
        ScheduleRequest other = request;
        if (value == parameter.defaultValue || !setParameterValue(other, parameter, value))
            return false;
        const auto problems = checkRequest(other);
        return std::none_of(problems.begin(), problems.end(), [&](const ParameterProblem& problem) {
            return problem.parameter == parameter.key;
        });
    });
}

namespace {

/// Each round mends one field other than the kept one; a rule may tie two of them together.
void mend(FittedRequest& fitted, const ScheduleInfo& schedule, const std::string& kept)
{
    for (int round = 0; round < 6; ++round) {
        const auto problems = checkRequest(fitted.request);
        fitted.admissible = problems.empty();
        const auto found = std::find_if(problems.begin(), problems.end(),
                                        [&](const ParameterProblem& one) { return one.parameter != kept; });
        if (found == problems.end())
            return;
        ParameterProblem problem = *found;
        const ParameterSpec* parameter = findParameter(schedule, problem.parameter);
        if (!parameter)
            return;
        // What the chosen variant does not take at all goes back to its default.
        const std::string& value =
            problem.nearest.empty() ? parameter->defaultValue : problem.nearest.front();
        if ((problem.nearest.empty() && !parameter->isOption) ||
            !setParameterValue(fitted.request, *parameter, value))
            return;
        problem.message = inTitles(std::move(problem.message), schedule);
        fitted.adapted.push_back(std::move(problem));
    }
}

} // namespace

FittedRequest fitRequest(const ScheduleRequest& base, const ScheduleInfo& schedule)
{
    FittedRequest fitted;
    fitted.request.schedule = schedule.name;
    fitted.request.ranks = base.ranks;
    fitted.request.microbatches = base.microbatches;
    const ParameterSpec* stages = findParameter(schedule, "stages-per-rank");
    if (stages && stages->minimum < stages->maximum && base.stagesPerRank)
        fitted.request.stagesPerRank = std::clamp(*base.stagesPerRank, stages->minimum, stages->maximum);
    if (base.placement && std::find(schedule.placements.begin(), schedule.placements.end(),
                                    *base.placement) != schedule.placements.end())
        fitted.request.placement = base.placement;
    mend(fitted, schedule, {});
    return fitted;
}

FittedRequest fitAround(const ScheduleRequest& request, const std::string& kept)
{
    FittedRequest fitted;
    fitted.request = request;
    if (const ScheduleInfo* schedule = findSchedule(request.schedule))
        mend(fitted, *schedule, kept);
    return fitted;
}

Sentence inTitles(Sentence message, const ScheduleInfo& schedule)
{
    if (const ParameterSpec* parameter = findParameter(schedule, message.argumentText("parameter")))
        message.setArgument("parameter", {Term{parameter->title}});
    return message;
}

double estimatedActions(const ScheduleRequest& request)
{
    std::int64_t stages = request.stagesPerRank.value_or(1);
    if (const ScheduleInfo* schedule = findSchedule(request.schedule))
        if (const ParameterSpec* parameter = findParameter(*schedule, "stages-per-rank"))
            stages = integerFrom(parameterValue(request, *parameter)).value_or(stages);
    return 3.0 * static_cast<double>(request.ranks) * static_cast<double>(request.microbatches) *
           static_cast<double>(stages);
}

std::vector<ParameterProblem> checkForWindow(const ScheduleRequest& request)
{
    std::vector<ParameterProblem> problems = checkRequest(request);
    if (const ScheduleInfo* schedule = findSchedule(request.schedule))
        for (ParameterProblem& problem : problems)
            problem.message = inTitles(std::move(problem.message), *schedule);
    const double actions = estimatedActions(request);
    if (problems.empty() && actions > kMostActions)
        problems.push_back(
            {"microbatches",
             Sentence({"window.too-many-actions",
                       "about {actions:.0f} million actions; the window shows at most {most:.0f} million"},
                      actions / 1e6, kMostActions / 1e6),
             {}});
    return problems;
}

} // namespace bubblescope::ui
