// SPDX-License-Identifier: Apache-2.0
#include "core/validate/validate.h"
#include "app/cli/activity.h"
#include "app/cli/input.h"
#include "app/cli/option_values.h"
#include "app/cli/output.h"
#include "app/cli/passes.h"
#include "core/base/try.h"
#include "core/io/input_kind.h"
#include "core/io/schedule_csv.h"

#include <fmt/format.h>

namespace bubblescope::cli {

namespace {

struct ValidateCommandOptions
{
    InputOptions input;
    bool json = false;
    std::string sends = "buffered";
    std::vector<std::string> passes;
};

void printProblems(const std::vector<Problem>& problems, bool json, const std::string& name,
                   const Environment& environment)
{
    if (json) {
        print(environment, problemsJson(problems));
        return;
    }
    if (problems.empty())
        print(environment, fmt::format("{}: valid\n", name));
    for (const Problem& problem : problems)
        print(environment,
              fmt::format("{}: {}: {}\n", name, problemKindName(problem.kind), problem.message.text()));
}

/// Wrong cells of a CSV as problems, for --json; the first is the error that the command ends with.
std::vector<Problem> syntaxProblems(const std::vector<Error>& errors)
{
    std::vector<Problem> problems;
    for (const Error& error : errors) {
        Problem problem;
        problem.kind = ProblemKind::Syntax;
        problem.message = error.message;
        if (error.where) {
            problem.line = error.where->line;
            problem.column = error.where->column;
        }
        problems.push_back(std::move(problem));
    }
    return problems;
}

Result<int> reportWrongCells(const std::vector<Error>& errors, bool json, const Environment& environment)
{
    if (json)
        print(environment, problemsJson(syntaxProblems(errors)));
    for (const Error& error : errors)
        printError(error);
    return kExitUsage;
}

Result<int> checkOrder(const ValidateCommandOptions& options, const Input& input,
                       const Environment& environment, const CancelToken& cancel)
{
    const SendSemantics sends =
        options.sends == "rendezvous" ? SendSemantics::Rendezvous : SendSemantics::Buffered;
    const auto check = [&](const Schedule& order) {
        const Activity activity(environment, "checking");
        return validate(order, ValidateOptions{sends});
    };
    SchedulePtr order = input.schedule;
    for (const std::string& pass : options.passes) {
        Result<SchedulePtr> lowered = withPasses({pass}, order, input.costs, cancel, input.file);
        if (!lowered) {
            if (lowered.error().kind == ErrorKind::DoesNotHold && options.json)
                if (const std::vector<Problem> problems = check(*order); !problems.empty())
                    printProblems(problems, true, {}, environment);
            return tl::unexpected(lowered.error());
        }
        order = std::move(*lowered);
    }
    const std::vector<Problem> problems = check(*order);
    printProblems(problems, options.json, options.input.input == "-" ? "<stdin>" : options.input.input,
                  environment);
    return problems.empty() ? kExitDone : kExitDoesNotHold;
}

/// A CSV with wrong cells: all of them are told, not only the first.
Result<int> refuseFile(const InputText& source, const Error& error, bool json, const Environment& environment)
{
    std::vector<Error> errors;
    if (error.where && inputKindOf(source.name, source.text) == InputKind::ScheduleCsv)
        errors = scheduleCsvErrors(source.text, source.name);
    return reportWrongCells(errors.empty() ? std::vector{error} : errors, json && error.where, environment);
}

Result<int> runValidate(const ValidateCommandOptions& options, const Environment& environment)
{
    const CancelToken& cancel = cancelOf(environment);
    if (!isFileInput(options.input.input))
        return loadInput(options.input, environment, cancel).and_then([&](const Input& input) {
            return checkOrder(options, input, environment, cancel);
        });
    TRY(const InputText source, readInputText(options.input));
    const Result<Input> input = inputFrom(source, options.input, environment, cancel);
    if (!input && input.error().kind == ErrorKind::InvalidInput)
        return refuseFile(source, input.error(), options.json, environment);
    if (!input)
        return tl::unexpected(input.error());
    return checkOrder(options, *input, environment, cancel);
}

} // namespace

void addValidateCommand(CLI::App& app, const Chosen& chosen)
{
    CLI::App* command = app.add_subcommand("validate", "Check that a schedule is complete and can run");
    auto options = std::make_shared<ValidateCommandOptions>();
    addInputOptions(*command, options->input);
    command->add_flag("--json", options->json, "As JSON");
    command->add_option("--sends", options->sends, "buffered (default) or rendezvous")
        ->check(oneOf({"buffered", "rendezvous"}));
    addPassOption(*command, options->passes);
    command->callback([=] {
        *chosen = [options](const Environment& environment) { return runValidate(*options, environment); };
    });
}

} // namespace bubblescope::cli
