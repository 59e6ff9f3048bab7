// SPDX-License-Identifier: Apache-2.0
#include "app/manual/completion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bubblescope::manual {

namespace {

std::string quoted(const std::string& text)
{
    std::string safe = "'";
    for (const char c : text) {
        if (c == '\'' || c == '\\')
            safe += '\\';
        safe += c;
    }
    return safe + "'";
}

std::string lineOf(const std::string& begin, const OptionRow& row)
{
    std::string text = begin;
    if (!row.isPositional)
        for (const std::string& name : row.names)
            text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    if (!row.value.empty() && !row.isPositional)
        text += " -r";
    if (!row.value.empty())
        text += row.takesFile ? " -F" : " -f";
    if (!row.words.empty())
        text += " -a " + quoted(fmt::format("{}", fmt::join(row.words, " ")));
    return text + " -d " + quoted(shortHelp(row)) + "\n";
}

} // namespace

std::string fishCompletion(const CommandTable& program)
{
    const std::string begin = "complete -c " + program.name;
    std::string text = completionHead(program.name, "Fish") + "\n";
    if (program.commands.empty()) {
        for (const OptionRow& row : program.options)
            text += lineOf(begin, row);
        return text;
    }
    text += begin + " -f\n";
    for (const OptionRow& row : program.options)
        text += lineOf(begin + (row.names.back() == "--quiet" ? "" : " -n __fish_use_subcommand"), row);
    for (const CommandTable& command : program.commands)
        text += fmt::format("{} -n __fish_use_subcommand -a {} -d {}\n", begin, command.name,
                            quoted(command.help));
    for (const CommandTable& command : program.commands)
        for (const OptionRow& row : command.options)
            text += lineOf(fmt::format("{} -n '__fish_seen_subcommand_from {}'", begin, command.name), row);
    return text;
}

} // namespace bubblescope::manual
