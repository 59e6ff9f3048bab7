// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/sweep_plan.h"
#include "app/cli/option_values.h"
#include "core/base/try.h"
#include "core/sweep/sweep_text.h"
#include "python/src/order.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace nb::literals;

namespace bubblescope::python {

namespace {

/// The rows as `sweep -o x.jsonl` writes them.
std::string swept(std::vector<std::string> arguments, nb::object tell)
{
    Call call(std::move(arguments), {}, std::move(tell));
    cli::SweepPlanOptions options;
    std::int64_t threads = 0;
    call.parse([&](CLI::App& command) {
        cli::addSweepPlanOptions(command, options);
        command.add_option("--threads", threads)
            ->transform(cli::wholeNumber("--threads 4"))
            ->check(CLI::Range(1, 4096).description(""));
    });
    cli::Caller& caller = *call.environment().caller;
    return call.run<std::string>([&]() -> Result<std::string> {
        TRY(const SweepPlan plan, cli::sweepPlanFrom(options, call.environment()));
        std::string lines;
        const double count = static_cast<double>(configurationCount(plan));
        double done = 0;
        const bool isComplete = runSweep(
            plan, {{}, static_cast<unsigned>(threads), 0},
            [&](const SweepRow& row) {
                lines += sweepRowText(plan, row, SweepFormat::JsonLines);
                caller.share = ++done / count;
            },
            caller.cancel);
        if (!isComplete)
            return failure(ErrorKind::Cancelled, {"base.stopped", "stopped"});
        return lines;
    });
}

} // namespace

void addSweep(nb::module_& module)
{
    module.def("sweep", &swept, "arguments"_a, "tell"_a.none() = nb::none(),
               nb::sig("def sweep(arguments: collections.abc.Sequence[str], "
                       "tell: collections.abc.Callable[[float], object] | None = None) -> str"));
}

} // namespace bubblescope::python
