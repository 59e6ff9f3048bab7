// SPDX-License-Identifier: Apache-2.0
#include "python/src/call.h"

#include "app/cli/program.h"
#include "app/cli/usage_error.h"

#include <chrono>
#include <future>
#include <nanobind/stl/string.h>

namespace nb = nanobind;

namespace bubblescope::python {

namespace {

/// What the parser refuses, by what it is: a value, a missing one, or words that the command does not take.
Error usageError(const CLI::ParseError& error, std::string text)
{
    const auto said = [&]() -> Sentence {
        if (dynamic_cast<const CLI::ValidationError*>(&error) != nullptr ||
            dynamic_cast<const CLI::ConversionError*>(&error) != nullptr)
            return {{"usage.value", "{text}"}, std::move(text)};
        if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr)
            return {{"usage.unknown-option", "{text}"}, std::move(text)};
        if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr)
            return {{"usage.missing", "{text}"}, std::move(text)};
        return {{"usage.arguments", "{text}"}, std::move(text)};
    };
    return {ErrorKind::InvalidInput, said(), std::nullopt};
}

} // namespace

Call::Call(std::vector<std::string> arguments, Orders orders, nb::object tell) : m_tell(std::move(tell))
{
    m_caller.inputs = std::move(orders);
    m_environment.arguments = std::move(arguments);
    m_environment.caller = &m_caller;
}

void Call::parse(CLI::App& app)
{
    std::vector<std::string> words{cli::kProgramName};
    words.insert(words.end(), m_environment.arguments.begin(), m_environment.arguments.end());
    std::vector<char*> argv;
    for (std::string& word : words)
        argv.push_back(word.data());
    const int argc = static_cast<int>(argv.size());
    try {
        app.parse(argc, argv.data());
    } catch (const CLI::Success&) { // --help
        raise({ErrorKind::InvalidInput, Sentence::verbatim(app.help()), std::nullopt});
    } catch (const CLI::ParseError& error) {
        raise(usageError(error, cli::usageMessage(app, argc, argv.data(), error)));
    }
}

void Call::parse(const std::function<void(CLI::App& command)>& add)
{
    CLI::App app{cli::kDescription, cli::kProgramName};
    app.require_subcommand(1);
    add(*app.add_subcommand(m_environment.arguments.front(), ""));
    parse(app);
}

cli::Command Call::parse()
{
    CLI::App app{cli::kDescription, cli::kProgramName};
    const auto chosen = std::make_shared<cli::Command>();
    cli::addProgram(app, m_environment, chosen);
    parse(app);
    return *chosen;
}

void Call::runInterruptibly(const std::function<void()>& work)
{
    using namespace std::chrono_literals;
    constexpr auto kLookEvery = 50ms;
    std::future<void> done;
    std::exception_ptr raised;
    {
        const nb::gil_scoped_release released;
        done = std::async(std::launch::async, work);
    }
    const auto isDone = [&] {
        const nb::gil_scoped_release released;
        return done.wait_for(kLookEvery) == std::future_status::ready;
    };
    double told = -1;
    while (!isDone()) {
        try {
            if (PyErr_CheckSignals() != 0)
                throw nb::python_error();
            if (const double share = m_caller.share; !raised && !m_tell.is_none() && share != told)
                m_tell(told = share);
        } catch (...) {
            raised = std::current_exception();
            m_caller.cancel.cancel();
        }
    }
    if (raised)
        std::rethrow_exception(raised);
    done.get();
}

void Call::warn() const
{
    const nb::object warnings = nb::module_::import_("bubblescope._errors").attr("warn");
    for (const std::string& text : m_caller.warnings)
        warnings(text);
}

} // namespace bubblescope::python
