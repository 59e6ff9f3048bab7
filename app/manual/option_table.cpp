// SPDX-License-Identifier: Apache-2.0
#include "app/manual/option_table.h"

#include <algorithm>
#include <cctype>
#include <regex>

namespace bubblescope::manual {

namespace {

/// "a", "b" of "TEXT:{a,b}"; empty where no set is checked.
std::vector<std::string> checkedWords(const std::string& type)
{
    const std::size_t begin = type.find('{');
    const std::size_t end = type.find('}', begin == std::string::npos ? 0 : begin);
    if (begin == std::string::npos || end == std::string::npos)
        return {};
    return CLI::detail::split(type.substr(begin + 1, end - begin - 1), ',');
}

std::string longestName(const CLI::Option& option)
{
    if (option.get_positional())
        return option.get_name(true, false);
    return option.get_lnames().empty() ? "-" + option.get_snames().front()
                                       : "--" + option.get_lnames().front();
}

std::vector<std::string> namesOf(const CLI::Option& option)
{
    std::vector<std::string> names;
    for (const std::string& name : option.get_snames())
        names.push_back("-" + name);
    for (const std::string& name : option.get_lnames())
        names.push_back("--" + name);
    if (names.empty())
        names.push_back(option.get_name(true, false));
    return names;
}

std::vector<std::string> namesOfAll(const std::set<CLI::Option*>& options)
{
    std::vector<std::string> names;
    for (const CLI::Option* option : options)
        if (!option->get_group().empty())
            names.push_back(longestName(*option));
    std::sort(names.begin(), names.end()); // the set is in the order of addresses
    return names;
}

OptionRow rowOf(const CLI::Option& option, const KnownWords& known)
{
    OptionRow row;
    row.names = namesOf(option);
    row.isPositional = option.nonpositional() == false;
    row.help = option.get_description();
    row.group = option.get_group();
    row.isRequired = option.get_required();
    row.isRepeated = option.get_expected_max() == CLI::detail::expected_max_vector_size ||
                     option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll ||
                     row.help.find("ay be given again") != std::string::npos;
    row.excludes = namesOfAll(option.get_excludes());
    row.needs = namesOfAll(option.get_needs());
    if (option.get_type_size() == 0)
        return row;
    const std::string type = option.get_type_name();
    row.value = type.substr(0, type.find(':'));
    if (row.isPositional && row.value == "TEXT")
        row.value = row.names.front();
    row.words = checkedWords(type);
    if (row.words.empty())
        row.words = listedWords(row.help);
    for (const std::string& key : {longestName(option), row.value})
        if (const auto found = known.find(key); found != known.end() && row.words.empty())
            row.words = found->second;
    row.takesFile = row.value.find("FILE") != std::string::npos || row.value == "INPUT" || row.value == "DIR";
    return row;
}

} // namespace

std::vector<std::string> listedWords(const std::string& help)
{
    static const std::regex remark(R"( ?\([^)]*\))");
    static const std::regex separator(R"(,? or |, ?)");
    static const std::regex word(R"([a-z0-9A-Z][a-zA-Z0-9-]*)");
    std::string text = help.substr(0, help.find_first_of(";\n"));
    if (const std::size_t colon = text.find(": "); colon != std::string::npos)
        text.erase(0, colon + 2);
    text = std::regex_replace(text, remark, "");
    std::vector<std::string> words;
    for (std::sregex_token_iterator at(text.begin(), text.end(), separator, -1), end; at != end; ++at) {
        if (!std::regex_match(at->str(), word))
            return {};
        if (*at != "X") // a number
            words.push_back(*at);
    }
    return words.size() < 2 ? std::vector<std::string>() : words;
}

CommandTable tableOf(const CLI::App& app, const KnownWords& known)
{
    CommandTable table{app.get_name(), app.get_description(), {}, {}};
    std::vector<OptionRow> rest;
    for (const CLI::Option* option : app.get_options()) {
        if (option->get_group().empty())
            continue;
        OptionRow row = rowOf(*option, known);
        (row.isPositional ? table.options : rest).push_back(std::move(row));
    }
    table.options.insert(table.options.end(), rest.begin(), rest.end());
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        table.commands.push_back(tableOf(*command, known));
    return table;
}

std::vector<std::string> groupsOf(const CommandTable& command)
{
    std::vector<std::string> groups;
    for (const OptionRow& row : command.options)
        if (std::find(groups.begin(), groups.end(), row.group) == groups.end())
            groups.push_back(row.group);
    return groups;
}

std::vector<OptionRow> optionsOf(const CommandTable& command, const std::string& group)
{
    std::vector<OptionRow> rows;
    std::copy_if(command.options.begin(), command.options.end(), std::back_inserter(rows),
                 [&](const OptionRow& row) { return row.group == group; });
    return rows;
}

} // namespace bubblescope::manual
