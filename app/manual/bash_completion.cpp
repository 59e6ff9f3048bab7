// SPDX-License-Identifier: Apache-2.0
#include "app/manual/completion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bubblescope::manual {

namespace {

/// Where the current word starts: an option's value after a blank or "=", whatever bash splits at.
constexpr const char* kBegin = R"sh(
    local current=${COMP_WORDS[COMP_CWORD]} before= command= options= commands= words= files= index
    ((COMP_CWORD > 0)) && before=${COMP_WORDS[COMP_CWORD - 1]}
    if [[ $current == = ]]; then
        current=
    elif [[ $before == = ]] && ((COMP_CWORD > 1)); then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
)sh";

/// An option's value before the command is none.
std::string commandText(const std::vector<std::string>& names)
{
    return fmt::format(R"sh(    for ((index = 1; index < COMP_CWORD; ++index)); do
        case ${{COMP_WORDS[index]}} in
            {})
                command=${{COMP_WORDS[index]}}
                break
                ;;
        esac
    done
)sh",
                       fmt::join(names, " | "));
}

/// $words, $files and $options say what is valid here.
constexpr const char* kEnd = R"sh(    local found=()
    if [[ $current == -* && -z $value ]]; then
        mapfile -t found < <(compgen -W "$options" -- "$current")
    else
        mapfile -t found < <(compgen -W "$commands $words" -- "$current"; [[ -z $files ]] || compgen -f -- "$current")
        [[ -z $files ]] || compopt -o filenames 2>/dev/null
    fi
    COMPREPLY=("${found[@]}")
}
)sh";

std::string wordsAndFiles(const OptionRow& row)
{
    std::string text;
    if (!row.words.empty())
        text += fmt::format(" words={}", shellQuoted(fmt::format("{}", fmt::join(row.words, " "))));
    if (row.takesFile)
        text += " files=yes";
    return text;
}

/// What one command takes: its options, what its positionals are, and what follows an option.
std::string commandCase(const std::string& pattern, const CommandTable& command, const CommandTable& program)
{
    std::vector<std::string> names;
    std::string positional;
    std::string values;
    const auto add = [&](const OptionRow& row) {
        if (row.isPositional) {
            positional += wordsAndFiles(row);
            return;
        }
        names.insert(names.end(), row.names.begin(), row.names.end());
        if (!row.value.empty())
            values += fmt::format("                {}) value=yes{} ;;\n", fmt::join(row.names, " | "),
                                  wordsAndFiles(row));
    };
    for (const OptionRow& row : command.options)
        add(row);
    if (&command != &program)
        for (const OptionRow& row : program.options)
            if (row.names.back() == "--quiet")
                add(row);
    std::string text = fmt::format("        {})\n            options={}\n            case $before in\n{}",
                                   pattern, shellQuoted(fmt::format("{}", fmt::join(names, " "))), values);
    if (!positional.empty())
        text += fmt::format("                *){} ;;\n", positional);
    return text + "            esac\n            ;;\n";
}

} // namespace

std::string bashCompletion(const CommandTable& program)
{
    const std::string function = "_" + functionName(program.name);
    std::string text =
        completionHead(program.name, "Bash") + "\n" + function + "()\n{" + kBegin + "    local value=\n";
    std::vector<std::string> names;
    for (const CommandTable& command : program.commands)
        names.push_back(command.name);
    if (!names.empty())
        text += commandText(names);
    text += "    case $command in\n" + commandCase("''", program, program);
    for (const CommandTable& command : program.commands)
        text += commandCase(command.name, command, program);
    text += "    esac\n";
    if (!names.empty())
        text += fmt::format("    [[ -n $command$value ]] || commands='{}'\n", fmt::join(names, " "));
    return text + kEnd + fmt::format("complete -F {} {}\n", function, program.name);
}

} // namespace bubblescope::manual
