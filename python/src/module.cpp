// SPDX-License-Identifier: Apache-2.0
// bubblescope._core: what bubblescope's Python sources stand on. Every function takes arguments as the
// command line's.
#include "core/time/cost_fields.h"
#include "python/src/order.h"

#include <algorithm>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

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

} // namespace

} // namespace bubblescope::python

NB_MODULE(_core, module)
{
    using namespace bubblescope::python;
    nanobind::set_leak_warnings(false); // what a program holds when it ends is no leak
    addOrder(module);
    addTimes(module);
    addSweep(module);
    module.def("run", &ran, "arguments"_a, "orders"_a, "tell"_a.none() = nb::none());
    module.def("cost_options", &costOptions);
    module.attr("version") = BUBBLESCOPE_VERSION;
}
