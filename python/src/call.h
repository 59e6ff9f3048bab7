// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command_line.h"
#include "app/cli/input.h"
#include "python/src/errors.h"

#include <exception>
#include <functional>
#include <map>
#include <nanobind/nanobind.h>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope::python {

using OrderPtr = std::shared_ptr<const cli::Input>;
using Orders = std::map<std::string, OrderPtr>;

/// One call from Python: a command of the command line, in this process. Its options are parsed by the
/// table that the program has, so names, checks and errors are the same.
class Call
{
public:
    /// `arguments` begin with the command's name. `tell` is None, or called with how far the work is.
    Call(std::vector<std::string> arguments, Orders orders, nanobind::object tell);

    [[nodiscard]] const cli::Environment& environment() const { return m_environment; }
    [[nodiscard]] std::string takePrinted() { return std::move(m_caller.printed); }

    /// Parses the arguments by what `add` puts on the command.
    void parse(const std::function<void(CLI::App& command)>& add);
    /// Parses them by the table of all commands.
    [[nodiscard]] cli::Command parse();

    /// Runs `work` on a thread of its own without the GIL; Ctrl-C cancels it and is raised. Then warns of
    /// what it warned of.
    template <typename T>
    T run(const std::function<Result<T>()>& work)
    {
        std::optional<Result<T>> result;
        runInterruptibly([&] { result.emplace(work()); });
        warn();
        return valueOf(*std::move(result));
    }

private:
    void parse(CLI::App& app);
    void runInterruptibly(const std::function<void()>& work);
    void warn() const;

    cli::Caller m_caller;
    cli::Environment m_environment;
    nanobind::object m_tell;
};

} // namespace bubblescope::python
