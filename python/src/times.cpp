// SPDX-License-Identifier: Apache-2.0
#include "app/cli/passes.h"
#include "app/cli/timing.h"
#include "core/analyze/bounds.h"
#include "core/analyze/closed_form.h"
#include "core/analyze/explanation.h"
#include "core/analyze/simulation_json.h"
#include "core/evaluate/memory_fit.h"
#include "python/src/order.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace nb::literals;

namespace bubblescope::python {

namespace {

using Numbers = nb::ndarray<nb::numpy, nb::ro, const double, nb::ndim<1>, nb::c_contig>;

/// A timed order, and why it takes that long as soon as somebody asks.
struct Times
{
    cli::Timed timed;
    ExplanationPtr explanation;

    [[nodiscard]] const Evaluation& evaluation() const { return *timed.evaluation; }
    [[nodiscard]] const Timeline& timeline() const { return *evaluation().timeline; }
    const Explanation& explained()
    {
        if (explanation == nullptr) {
            Call call({}, {}, nb::none());
            explanation = std::make_shared<const Explanation>(call.run<Explanation>(
                [&] { return explain(timeline(), evaluation().costs, cli::cancelOf(call.environment())); }));
        }
        return *explanation;
    }
};

Times simulated(std::vector<std::string> arguments, const nb::dict& orders, nb::object tell)
{
    Call call(std::move(arguments), ordersOf(orders), std::move(tell));
    cli::InputOptions options;
    call.parse([&](CLI::App& command) {
        cli::addInputOptions(command, options);
        cli::addPassOption(command, options.passes);
    });
    return {call.run<cli::Timed>([&] {
                return cli::loadTimed(options, call.environment(), cli::cancelOf(call.environment()),
                                      {.withIndex = false});
            }),
            nullptr};
}

nb::dict metricsOf(const Times& times)
{
    const Metrics& metrics = times.evaluation().metrics;
    nb::dict all;
    all["makespan"] = metrics.makespan;
    all["ideal_time"] = metrics.idealTime;
    all["bubble_rate"] = metrics.bubbleRate;
    all["idle_fraction"] = metrics.idleFraction;
    all["longest_rank_span"] = metrics.longestRankSpan;
    all["bubble_rate_fb"] = metrics.bubbleRateFb;
    all["peak_activations"] = metrics.peakActivations;
    all["peak_activations_per_rank"] = metrics.peakActivationsPerRank;
    all["peak_rank"] = metrics.peakRank;
    return all;
}

std::string jsonOf(Times& times, bool actions, bool bubbles, bool memoryByPart)
{
    const Evaluation& evaluation = times.evaluation();
    const Explanation& explanation = times.explained();
    const nb::gil_scoped_release released;
    const MemoryAnswer memory = memoryAnswer(evaluation, memoryByPart, {});
    const SimulationReport report{times.timeline(),
                                  evaluation.metrics,
                                  explanation.criticalPath,
                                  closedForms(times.timeline(), evaluation.costs, evaluation.metrics),
                                  lowerBounds(times.timeline(), evaluation.costs),
                                  activationSlots(*times.timeline().schedule),
                                  evaluation.memory.get(),
                                  &explanation,
                                  bubbles,
                                  memory.byPart,
                                  memoryFitJson(memory.fit)};
    return simulationJson(report, actions);
}

std::string actionAt(const Timeline& timeline, const ActionPosition& at)
{
    return actionText(timeline.schedule->at(at).id());
}

nb::object actionOrNone(const Timeline& timeline, const Place& at)
{
    return at ? nb::cast(actionAt(timeline, at.position())) : nb::none();
}

/// (rank, start, length, cause, waits_for_rank, waits_for, next, transfer, reason)
nb::list bubblesOf(Times& times)
{
    const Timeline& timeline = times.timeline();
    nb::list all;
    for (const Bubble& bubble : times.explained().ledger.bubbles)
        all.append(nb::make_tuple(
            bubble.rank.value, bubble.start, bubble.length, std::string(bubbleCauseId(bubble.cause)),
            bubble.waitsFor ? nb::cast(bubble.waitsFor.rank) : nb::none(),
            actionOrNone(timeline, bubble.waitsFor), actionOrNone(timeline, bubble.next), bubble.transfer,
            bubbleReason(timeline, bubble).text()));
    return all;
}

/// (rank, action, start, end)
nb::list pathOf(Times& times)
{
    const Timeline& timeline = times.timeline();
    nb::list all;
    for (const ActionPosition& at : times.explained().criticalPath.actions)
        all.append(
            nb::make_tuple(at.rank.value, actionAt(timeline, at), timeline.startOf(at), timeline.endOf(at)));
    return all;
}

void checkRank(const Times& times, std::size_t rank)
{
    if (rank >= times.timeline().lanes.size())
        throw nb::index_error("no such rank");
}

/// A view: the array keeps the times alive.
nb::object viewOf(const std::vector<double>& values, const nb::object& owner)
{
    return nb::cast(Numbers(values.data(), {values.size()}, owner));
}

} // namespace

void addTimes(nb::module_& module)
{
    nb::class_<Times>(module, "Times")
        .def_prop_ro("title", [](const Times& times) { return times.timed.title; })
        .def_prop_ro("unit", [](const Times& times) { return times.timeline().unit; })
        .def_prop_ro("ranks", [](const Times& times) { return times.timeline().lanes.size(); })
        .def_prop_ro("makespan", [](const Times& times) { return times.timeline().makespan; })
        .def("metrics", &metricsOf, nb::sig("def metrics(self) -> dict[str, typing.Any]"))
        .def("json", &jsonOf, "actions"_a, "bubbles"_a, "memory"_a)
        .def("bubbles", &bubblesOf, nb::sig("def bubbles(self) -> list[tuple[typing.Any, ...]]"))
        .def("critical_path", &pathOf,
             nb::sig("def critical_path(self) -> list[tuple[int, str, float, float]]"))
        .def(
            "starts",
            [](const nb::object& self, std::size_t rank) {
                const Times& times = nb::cast<const Times&>(self);
                checkRank(times, rank);
                return viewOf(times.timeline().lanes[rank].start, self);
            },
            "rank"_a, nb::sig("def starts(self, rank: int) -> typing.Any"))
        .def(
            "ends",
            [](const nb::object& self, std::size_t rank) {
                const Times& times = nb::cast<const Times&>(self);
                checkRank(times, rank);
                return viewOf(times.timeline().lanes[rank].end, self);
            },
            "rank"_a, nb::sig("def ends(self, rank: int) -> typing.Any"))
        .def(
            "slack",
            [](const nb::object& self, std::size_t rank) {
                Times& times = nb::cast<Times&>(self);
                checkRank(times, rank);
                return viewOf(times.explained().slack[rank], self);
            },
            "rank"_a, nb::sig("def slack(self, rank: int) -> typing.Any"));
    module.def("simulate", &simulated, "arguments"_a, "orders"_a, "tell"_a.none() = nb::none(),
               nb::sig("def simulate(arguments: collections.abc.Sequence[str], orders: dict[str, Order], "
                       "tell: collections.abc.Callable[[float], object] | None = None) -> Times"));
}

} // namespace bubblescope::python
