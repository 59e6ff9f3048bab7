// SPDX-License-Identifier: Apache-2.0
// bubblescope._core: what bubblescope's Python sources stand on. Every function takes arguments as the
// command line's.
#include "app/cli/commands/probe.h"
#include "app/cli/run_program.h"
#include "app/probe/options.h"
#include "app/probe/run_program.h"
#include "core/model/action.h"
#include "core/time/cost_fields.h"
#include "python/src/order.h"

#include <algorithm>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <span>

namespace nb = nanobind;
using namespace nb::literals;

namespace bubblescope::python {

namespace {

/// Any command; (exit status, what it prints).
nb::tuple ran(std::vector<std::string> arguments, const nb::dict& orders, nb::object tell)
{
    Call call(std::move(arguments), ordersOf(orders), std::move(tell));
    const cli::Command command = call.parse();
    const int status = call.run<int>([&] { return command(call.environment()); });
    return nb::make_tuple(status, call.takePrinted());
}

/// A program itself, arguments[0] being its name; its exit status. Signals are as it finds them.
int ranProgram(std::vector<std::string> arguments)
{
    std::vector<char*> words;
    for (std::string& argument : arguments)
        words.push_back(argument.data());
    std::span<char*> given(words);
    std::string probeName = probe::kProgramName;
    const auto passed = cli::probeArguments(given);
    // As becomeProbe() does, without another program to become.
    const bool isProbe = passed || arguments.front() == probeName;
    std::vector<char*> argv{isProbe ? probeName.data() : words.front()};
    const std::span<char*> rest = passed ? *passed : given.subspan(1);
    argv.insert(argv.end(), rest.begin(), rest.end());
    const int count = static_cast<int>(argv.size());
    argv.push_back(nullptr);
    const nb::gil_scoped_release released;
    return isProbe ? probe::runProgram(count, argv.data()) : cli::runProgram(count, argv.data());
}

/// (keyword, help) of the cost options, in the order of --help.
nb::list costOptions()
{
    nb::list all;
    for (const CostField* field : costFieldsBy([](const CostField& one) { return one.option.place; })) {
        std::string name(field->option.name.substr(2));
        std::replace(name.begin(), name.end(), '-', '_');
        all.append(nb::make_tuple(name, std::string(field->option.help)));
    }
    return all;
}

/// What stands for each kind in an order, by its number; "" for a bubble.
nb::list actionKinds()
{
    nb::list all;
    for (std::size_t kind = 0; kind < kActionKindCount; ++kind)
        all.append(std::string(kindText(static_cast<ActionKind>(kind))));
    return all;
}

} // namespace

} // namespace bubblescope::python

NB_MODULE(_core, module)
{
    using namespace bubblescope::python;
    nanobind::set_leak_warnings(false); // what a program holds when it ends is no leak
    addOrder(module);
    addTimes(module);
    addSweep(module);
    module.def(
        "run", &ran, "arguments"_a, "orders"_a, "tell"_a.none() = nb::none(),
        nanobind::sig("def run(arguments: collections.abc.Sequence[str], orders: dict[str, Order], "
                      "tell: collections.abc.Callable[[float], object] | None = None) -> tuple[int, str]"));
    module.def("run_program", &ranProgram, "arguments"_a);
    module.def("cost_options", &costOptions, nanobind::sig("def cost_options() -> list[tuple[str, str]]"));
    module.def("action_kinds", &actionKinds, nanobind::sig("def action_kinds() -> list[str]"));
    module.attr("version") = BUBBLESCOPE_VERSION;
}
