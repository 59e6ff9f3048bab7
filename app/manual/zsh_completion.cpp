// SPDX-License-Identifier: Apache-2.0
#include "app/manual/completion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bubblescope::manual {

namespace {

/// As part of a specification of _arguments, where brackets and colons have a meaning.
std::string escaped(const std::string& text)
{
    std::string safe;
    for (const char c : text) {
        if (c == '[' || c == ']' || c == ':' || c == '\\')
            safe += '\\';
        safe += c;
    }
    return safe;
}

std::string actionOf(const OptionRow& row)
{
    const std::string words = fmt::format("{}", fmt::join(row.words, " "));
    if (!row.words.empty() && row.takesFile)
        return fmt::format("{{_values value {}; _files}}", words); // a "GPU|FILE" would be a pipe
    if (!row.words.empty())
        return fmt::format("({})", words);
    return row.takesFile ? "_files" : " ";
}

std::string specificationsOf(const OptionRow& row, const std::string& indent)
{
    if (row.isPositional)
        return fmt::format("{}{} \\\n", indent,
                           shellQuoted(fmt::format("{}:{}:{}", row.isRepeated ? "*" : "", escaped(row.value),
                                                   actionOf(row))));
    std::string text;
    for (const std::string& name : row.names) {
        std::string excluded = fmt::format("{}", fmt::join(row.names, " "));
        for (const std::string& other : row.excludes)
            excluded += " " + other;
        std::string specification = row.isRepeated ? "*" : "(" + excluded + ")";
        specification += name;
        if (!row.value.empty() && name.starts_with("--"))
            specification += "=";
        specification += "[" + escaped(shortHelp(row)) + "]";
        if (!row.value.empty())
            specification += fmt::format(":{}:{}", escaped(row.value), actionOf(row));
        text += indent + shellQuoted(specification) + " \\\n";
    }
    return text;
}

std::string argumentsOf(const std::vector<OptionRow>& rows, const std::string& indent,
                        const std::string& rest)
{
    std::string text = indent + "_arguments" + rest + " \\\n";
    for (const OptionRow& row : rows)
        text += specificationsOf(row, indent + "    ");
    return text;
}

/// Without the line's last continuation.
std::string ended(std::string text)
{
    text.resize(text.size() - 3);
    return text + "\n";
}

} // namespace

std::string zshCompletion(const CommandTable& program)
{
    const std::string function = "_" + program.name;
    std::string text = fmt::format("#compdef {}\n{}\n{}()\n{{\n", program.name,
                                   completionHead(program.name, "Zsh"), function);
    if (program.commands.empty())
        return text + ended(argumentsOf(program.options, "    ", "")) +
               fmt::format("}}\n\n{} \"$@\"\n", function);
    text += "    local curcontext=\"$curcontext\" state line\n    typeset -A opt_args\n";
    text += argumentsOf(program.options, "    ", " -C");
    text += "        '1:command:->command' \\\n        '*::argument:->argument'\n";
    text += "    case $state in\n        command)\n            local -a commands=(\n";
    for (const CommandTable& command : program.commands)
        text += fmt::format("                {}\n",
                            shellQuoted(escaped(command.name) + ":" + escaped(command.help)));
    text += "            )\n            _describe -t commands command commands\n            ;;\n";
    text += "        argument)\n            case $line[1] in\n";
    for (const CommandTable& command : program.commands)
        text += fmt::format("                {})\n{}                    ;;\n", command.name,
                            ended(argumentsOf(command.options, "                    ", "")));
    return text + fmt::format("            esac\n            ;;\n    esac\n}}\n\n{} \"$@\"\n", function);
}

} // namespace bubblescope::manual
