// SPDX-License-Identifier: Apache-2.0
#include "app/cli/usage_error.h"

#include "core/base/text_match.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <string_view>
#include <vector>

namespace bubblescope::cli {

namespace {

/// What is wrong with a first word that is no command; empty if it is none of ours to judge.
std::string unknownCommand(const CLI::App& app, int argc, char** argv)
{
    if (argc < 2 || argv[1][0] == '-')
        return {};
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands({}))
        names.push_back(command->get_name());
    if (std::find(names.begin(), names.end(), argv[1]) != names.end())
        return {};
    const std::vector<std::string_view> views(names.begin(), names.end());
    const std::string_view nearest = nearestOf(argv[1], views);
    return fmt::format("unknown command '{}'; the commands are {}{}", argv[1], fmt::join(names, ", "),
                       nearest.empty() ? "" : fmt::format("; did you mean {}?", nearest));
}

/// "--ranks", "-o": every way in which the command's options are given.
std::vector<std::string> optionNames(const CLI::App& command)
{
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& name : option->get_lnames())
            names.push_back("--" + name);
        for (const std::string& name : option->get_snames())
            names.push_back("-" + name);
    }
    return names;
}

/// "generate and validate do"; empty if there are none.
std::string commandsThatTake(const CLI::App& app, const std::string& option)
{
    std::vector<std::string> takers;
    for (const CLI::App* command : app.get_subcommands({})) {
        const std::vector<std::string> names = optionNames(*command);
        if (std::find(names.begin(), names.end(), option) != names.end())
            takers.push_back(command->get_name());
    }
    if (takers.size() < 2)
        return takers.empty() ? "" : takers.front() + " does";
    return fmt::format("{} and {} do", fmt::join(takers.begin(), takers.end() - 1, ", "), takers.back());
}

std::string unknownOption(const CLI::App& app, const CLI::App& command, const std::string& given)
{
    const std::string option = given.substr(0, given.find('='));
    std::vector<std::string> names = optionNames(command);
    // --rank for --ranks is a slip, though other commands have a --rank.
    const bool isBegun = std::any_of(names.begin(), names.end(),
                                     [&](const std::string& name) { return name.starts_with(option); });
    const std::string takers = commandsThatTake(app, option);
    if (!takers.empty() && !isBegun)
        return fmt::format("{}: {} does not take it; {}", option, command.get_name(), takers);
    for (const std::string& name : optionNames(app))
        names.push_back(name);
    const std::vector<std::string_view> views(names.begin(), names.end());
    const std::string_view nearest = nearestOf(option, views);
    return fmt::format("{}: {} has no such option; {}", option, command.get_name(),
                       nearest.empty() ? fmt::format("see {} --help", command.get_name())
                                       : fmt::format("did you mean {}?", nearest));
}

/// What is wrong with the first word that no option and no positional takes; an option before any other word.
std::string unexpectedWord(const CLI::App& app)
{
    const std::vector<std::string> words = app.remaining(true);
    const std::vector<CLI::App*> chosen = app.get_subcommands();
    if (words.empty() || chosen.empty())
        return {};
    const auto option = std::find_if(words.begin(), words.end(), [](const std::string& word) {
        return word.size() > 1 && word.front() == '-' && word != "--";
    });
    if (option != words.end())
        return unknownOption(app, *chosen.front(), *option);
    const bool takesInput = chosen.front()->get_option_no_throw("INPUT") != nullptr;
    return fmt::format("'{}' is one argument too many: {} takes one {}", words.front(),
                       chosen.front()->get_name(), takesInput ? "INPUT" : "NAME");
}

/// CLI11's "NAME: At Most 1 required but received 2" in words of ours; empty if that is not what it says.
std::string givenTwice(std::string_view text)
{
    constexpr std::string_view kSays = ": At Most 1 required but received ";
    const std::size_t at = text.find(kSays);
    if (at == std::string_view::npos)
        return {};
    const std::string_view count = text.substr(at + kSays.size());
    return fmt::format("{} is given {}", text.substr(0, at),
                       count == "2" ? "twice" : fmt::format("{} times", count));
}

/// "--ranks: a value is missing", from CLI11's "--ranks: 1 required N missing".
std::string valueMissing(std::string_view text)
{
    const std::size_t at = text.find(": 1 required ");
    return at == std::string_view::npos ? "" : fmt::format("{}: a value is missing", text.substr(0, at));
}

/// "--padded and --spaced exclude each other".
std::string excluded(std::string_view text)
{
    constexpr std::string_view kSays = " excludes ";
    const std::size_t at = text.find(kSays);
    return at == std::string_view::npos ? ""
                                        : fmt::format("{} and {} cannot be used together", text.substr(0, at),
                                                      text.substr(at + kSays.size()));
}

/// One line of what CLI11 says, without its hint to --help on a line of its own.
std::string oneLine(std::string text)
{
    for (char& c : text)
        if (std::iscntrl(static_cast<unsigned char>(c)) != 0)
            c = ' ';
    while (!text.empty() && text.back() == ' ')
        text.pop_back();
    return text;
}

} // namespace

std::string usageMessage(const CLI::App& app, int argc, char** argv, const CLI::ParseError& error)
{
    if (std::string unknown = unknownCommand(app, argc, argv); !unknown.empty())
        return unknown;
    if (std::string unexpected = unexpectedWord(app); !unexpected.empty())
        return oneLine(unexpected);
    const std::string text = oneLine(error.what());
    if (dynamic_cast<const CLI::ValidationError*>(&error) != nullptr)
        return text;
    for (std::string ours : {givenTwice(text), valueMissing(text), excluded(text)})
        if (!ours.empty())
            return ours;
    return text + " (see --help)";
}

} // namespace bubblescope::cli
