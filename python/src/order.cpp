// SPDX-License-Identifier: Apache-2.0
#include "python/src/order.h"

#include "app/cli/commands/generate.h"
#include "app/cli/passes.h"
#include "core/base/try.h"
#include "core/generate/title.h"
#include "core/io/document.h"
#include "core/io/input_kind.h"
#include "core/io/schedule_csv.h"
#include "core/lower/pass.h"

#include <algorithm>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace nb::literals;

namespace bubblescope::python {

namespace {

/// 8 bytes an action, as two words: stage (22 bits), kind (6), role (4); microbatch.
using Words = nb::ndarray<nb::numpy, nb::ro, const std::uint32_t, nb::ndim<2>, nb::c_contig>;

Order orderOf(cli::Input input)
{
    return {std::make_shared<const cli::Input>(std::move(input))};
}

const Row& rowOf(const Order& order, std::size_t rank)
{
    if (rank >= order.schedule().rows.size())
        throw nb::index_error("no such rank");
    return order.schedule().rows[rank];
}

std::vector<std::string> cellsOf(const Order& order, std::size_t rank)
{
    const Row& row = rowOf(order, rank);
    std::vector<std::string> cells;
    for (std::size_t i = 0; i < row.size();) {
        const std::size_t end = cellEnd(row, i);
        cells.push_back(cellText(std::span(row).subspan(i, end - i)));
        i = end;
    }
    return cells;
}

nb::object wordsOf(const nb::object& self, std::size_t rank)
{
    const Row& row = rowOf(nb::cast<const Order&>(self), rank);
    static_assert(sizeof(Action) == 2 * sizeof(std::uint32_t));
    return nb::cast(Words(row.data(), {row.size(), 2}, self));
}

Order generated(std::vector<std::string> arguments, nb::object tell)
{
    Call call(std::move(arguments), {}, std::move(tell));
    cli::GenerateCommandOptions options;
    call.parse([&](CLI::App& command) { cli::addGenerateOptions(command, options); });
    return orderOf(call.run<cli::Input>([&]() -> Result<cli::Input> {
        TRY(cli::Input input, cli::loadToGenerate(options, call.environment()));
        TRY(input.schedule, cli::orderFor(options, input, cli::cancelOf(call.environment())));
        // As the command writes it: rows where they have bubbles, else what makes them.
        input.isAsWritten = cli::isWrittenAsRows(options);
        if (input.isAsWritten)
            input.unlowered = input.schedule;
        else
            input.passes.insert(input.passes.end(), options.passes.begin(), options.passes.end());
        input.allPasses.insert(input.allPasses.end(), options.passes.begin(), options.passes.end());
        return input;
    }));
}

Order fromCsv(const std::string& text, const std::string& name)
{
    Call call({}, {}, nb::none());
    return orderOf(call.run<cli::Input>([&]() -> Result<cli::Input> {
        // Rows may begin with bubbles or with a cell that is wrong, which no kind of file does.
        if (inputKindOf(name, text) == InputKind::Unknown) {
            TRY(ScheduleCsv csv, readScheduleCsv(text, name, cli::cancelOf(call.environment())));
            for (const Error& warning : csv.warnings)
                cli::printWarning(call.environment(), warning);
            return cli::inputOfOrder(std::move(csv.schedule), name, {}, call.environment());
        }
        TRY(cli::Input input,
            cli::inputFrom({text, name}, {}, call.environment(), cli::cancelOf(call.environment())));
        input.file.clear();
        return input;
    }));
}

Order lowered(const Order& order, const std::vector<std::string>& passes)
{
    Call call({}, {}, nb::none());
    return orderOf(call.run<cli::Input>([&]() -> Result<cli::Input> {
        cli::Input input = *order.input;
        TRY(input.schedule, cli::withPasses(passes, input.schedule, input.costs,
                                            cli::cancelOf(call.environment()), input.file));
        // Read again, its generator would keep bubbles for them that this order lacks.
        input.isAsWritten = input.isAsWritten || std::any_of(passes.begin(), passes.end(), needsBubbles);
        input.passes.insert(input.passes.end(), passes.begin(), passes.end());
        input.allPasses.insert(input.allPasses.end(), passes.begin(), passes.end());
        return input;
    }));
}

/// The same order of stages with these layers, Megatron's.
Order withLayout(const Order& order, const std::string& layout)
{
    cli::Input input = *order.input;
    input.layout = layout;
    if (input.costs.blocks) {
        input.costs.layout = layout;
        input.costs.layersPerStage = CostModel().layersPerStage;
    }
    return orderOf(std::move(input));
}

/// The project document: what makes the order, where that is known, else the order.
std::string documentText(const Order& order)
{
    return writeDocument(cli::documentOf(*order.input));
}

} // namespace

Orders ordersOf(const nb::dict& named)
{
    Orders orders;
    for (const auto& [name, order] : named)
        orders.emplace(nb::cast<std::string>(name), nb::cast<const Order&>(order).input);
    return orders;
}

void addOrder(nb::module_& module)
{
    nb::class_<Order>(module, "Order")
        .def_prop_ro("name", [](const Order& order) { return order.schedule().name; })
        .def_prop_ro("title",
                     [](const Order& order) {
                         return order.input->title.empty() ? scheduleTitle(order.schedule())
                                                           : order.input->title;
                     })
        .def_prop_ro("ranks", [](const Order& order) { return order.schedule().rankCount(); })
        .def_prop_ro("stages", [](const Order& order) { return order.schedule().stageCount; })
        .def_prop_ro("microbatches", [](const Order& order) { return order.schedule().microbatchCount; })
        .def_prop_ro("action_count", [](const Order& order) { return order.schedule().actionCount(); })
        .def_prop_ro("placement",
                     [](const Order& order) -> std::optional<std::string> {
                         if (!order.schedule().placement)
                             return std::nullopt;
                         return std::string(placementName(order.schedule().placement->kind));
                     })
        .def("cells", &cellsOf, "rank"_a)
        .def("words", &wordsOf, "rank"_a, nb::sig("def words(self, rank: int) -> typing.Any"))
        .def("csv", [](const Order& order) { return writeScheduleCsv(order.schedule()); })
        .def("document", &documentText)
        .def("with_layout", &withLayout, "layout"_a)
        .def_prop_ro("layout", [](const Order& order) { return order.input->layout; })
        .def("lowered", &lowered, "passes"_a)
        .def(
            "__eq__",
            [](const Order& order, const Order& other) {
                return order.schedule().rows == other.schedule().rows;
            },
            nb::is_operator(), nb::sig("def __eq__(self, arg: object, /) -> bool"));
    module.def("generate", &generated, "arguments"_a, "tell"_a.none() = nb::none(),
               nb::sig("def generate(arguments: collections.abc.Sequence[str], "
                       "tell: collections.abc.Callable[[float], object] | None = None) -> Order"));
    module.def("from_csv", &fromCsv, "text"_a, "name"_a);
}

} // namespace bubblescope::python
