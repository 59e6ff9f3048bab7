// SPDX-License-Identifier: Apache-2.0
// Orders of Megatron-Core, DeepSpeed, neuronx-distributed, jaxpp, Primus, MindSpeed and ColossalAI: each
// record that is whole, by the schedule and variant that are said to reproduce it.
#include <QTest>

#include "core/analyze/layer_order.h"
#include "core/generate/generate.h"
#include "core/io/schedule_csv.h"
#include "core/time/simulate.h"
#include "tests/conformance/compared.h"
#include "tests/support/conformance_data.h"
#include "tests/support/test_program.h"

#include <fmt/format.h>
#include <iterator>
#include <map>
#include <sstream>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

using Json = nlohmann::json;

/// How a record's cells are compared.
enum class Cells : std::uint8_t {
    Same,
    Flat, ///< blocks taken in turn
};

struct Reproduction
{
    std::string schedule; ///< with its variant
    Cells cells = Cells::Same;
    bool refusesAlike = true;
};

/// By project and the project's own name.
const std::map<std::string, Reproduction>& reproductions()
{
    const Reproduction plain{"1f1b:variant=pp-schedule-visualization"};
    static const std::map<std::string, Reproduction> kAll{
        {"deepspeed TrainSchedule", plain},
        {"deepspeed InferenceSchedule", {"gpipe:variant=d9d,inference=true"}},
        {"neuronx-distributed Train1F1BSchedule", plain},
        {"neuronx-distributed TrainSchedule", plain},
        {"neuronx-distributed TrainInterleavedSchedule", {"interleaved-1f1b:variant=neuronx"}},
        // A forward and its own backward are one task there.
        {"jaxpp Interleaved1F1B", {"interleaved-1f1b:variant=jaxpp", Cells::Flat}},
        {"jaxpp KimiK2", {"interleaved-1f1b-overlap:variant=jaxpp", Cells::Flat}},
        // An I and its W are one task there.
        {"jaxpp DualPipeV", {"dualpipev:variant=jaxpp", Cells::Flat}},
        {"jaxpp ZeroBubble", {"zb-h1:variant=paper", Cells::Same, false}},
        {"jaxpp Eager1F1B", {"eager-1f1b"}},
        {"jaxpp GPipe", {"gpipe"}},
        {"jaxpp Std1F1B", plain},
        {"primus 1f1b", plain},
        {"primus 1f1b-interleaved", {"interleaved-1f1b"}},
        {"primus zero-bubble", {"zb-h1:variant=primus"}},
        {"primus zero-bubble-heuristic", {"zb-auto"}},
        {"primus zbv-formatted", {"zbv"}},
        {"primus v-half", {"v-half:variant=primus"}},
        {"primus v-min", {"v-min:variant=primus"}},
        {"mindspeed dualpipev", {"dualpipev:variant=mindspeed"}},
        {"colossalai zbv", {"zbv-auto"}},
    };
    return kAll;
}

/// A row's cells without blanks, brackets of blocks kept or left out.
std::vector<std::string> cellsOf(const std::string& row, Cells cells)
{
    std::vector<std::string> found{""};
    bool isInside = false;
    for (std::size_t i = 0; i < row.size(); ++i) {
        const char c = row[i];
        isInside = c == '(' || (isInside && c != ')');
        if ((c == ',' && !isInside) || (c == ';' && cells == Cells::Flat))
            found.emplace_back();
        else if (cells == Cells::Same || (c != '(' && c != ')'))
            found.back() += c;
    }
    return found;
}

/// Ours as the records write it; their tasks and blocks have one pair of brackets.
std::vector<std::string> cellsOf(const Row& row, Cells cells)
{
    std::vector<std::string> found;
    for (std::size_t i = 0; i < row.size(); i = cellEnd(row, i)) {
        const std::string text = cellText(std::span(row).subspan(i, cellEnd(row, i) - i));
        for (std::string& cell : cellsOf(text.substr(0, text.find("OVERLAP")), cells))
            found.push_back(std::move(cell));
    }
    return found;
}

std::string withoutOverlapWord(std::string row)
{
    constexpr std::string_view kWord = "OVERLAP_F_B";
    for (std::size_t at = row.find(kWord); at != std::string::npos; at = row.find(kWord))
        row.erase(at, kWord.size());
    return row;
}

std::string orderDifference(const Schedule& schedule, const Json& order, Cells cells)
{
    if (schedule.rows.size() != order.size())
        return fmt::format("{} ranks, expected {}", schedule.rows.size(), order.size());
    for (std::size_t r = 0; r < order.size(); ++r) {
        const std::vector<std::string> ours = cellsOf(schedule.rows[r], cells);
        const std::vector<std::string> theirs = cellsOf(withoutOverlapWord(order[r]), cells);
        for (std::size_t i = 0; i < std::max(ours.size(), theirs.size()); ++i)
            if (i >= ours.size() || i >= theirs.size() || ours[i] != theirs[i])
                return fmt::format("rank {} cell {} is {}; expected {}", r, i,
                                   i < ours.size() ? ours[i] : "nothing",
                                   i < theirs.size() ? theirs[i] : "nothing");
    }
    return {};
}

/// The costs that an order was made for.
CostModel costsOf(const Json& options)
{
    CostModel costs;
    const double input = options.value("cost_i", options.value("cost_b", 1.0));
    costs.forward = StageValues{options.value("cost_f", 1.0)};
    costs.backwardInput = StageValues{input};
    costs.backwardWeight = StageValues{options.value("cost_w", 1.0)};
    costs.transfer.latency = options.value("cost_comm", 0.0);
    if (options.contains("mem_f"))
        costs.activationKeptUntilWeight =
            StageValues{-options["mem_w"].get<double>() / options["mem_f"].get<double>()};
    return costs;
}

ScheduleRequest requestOf(const std::string& schedule, const Json& record)
{
    ScheduleRequest request = requestFromText(schedule).value();
    request.ranks = record.at("ranks");
    request.microbatches = record.at("microbatches");
    request.stagesPerRank = record.at("stages_per_rank").get<std::int64_t>();
    const Json options = record.value("options", Json::object());
    for (const char* key : {"fuse_steady_state", "fb_overlap", "dw_detach"})
        if (options.contains(key))
            request.options[key] = options[key].dump();
    if (options.contains("max_mem"))
        request.options["memory_limit"] = options["max_mem"].dump();
    return request;
}

} // namespace

class TrainingOrders : public QObject
{
    Q_OBJECT

private slots:
    void everyWholeOrderOfAnotherProjectIsReproduced()
    {
        Compared compared;
        for (const char* project :
             {"deepspeed", "neuronx-distributed", "jaxpp", "primus", "mindspeed", "colossalai"})
            for (const Json& record : sharedJson(fmt::format("conformance/more/orders_{}.json", project))) {
                const std::string kind = fmt::format("{} {}", project, record["schedule"].get<std::string>());
                if (kind == "jaxpp InterleavedGPipe") // its backwards never advance
                    continue;
                QVERIFY2(reproductions().count(kind) == 1, kind.c_str());
                const Reproduction& by = reproductions().at(kind);
                const ScheduleRequest request = requestOf(by.schedule, record);
                const std::string where =
                    fmt::format("{} ranks, {} microbatches, {} stages per rank", request.ranks,
                                request.microbatches, *request.stagesPerRank);
                const std::string error = record.value("error", "");
                const Result<Schedule> schedule =
                    generate(request, {false, costsOf(record.value("options", Json::object()))});
                if (error.starts_with("refused")) {
                    if (by.refusesAlike)
                        compared.add("refusals of " + kind, schedule ? "is not refused" : "", where);
                } else if (record.value("complete", false)) {
                    compared.add(kind,
                                 schedule ? orderDifference(*schedule, record["order"], by.cells)
                                          : schedule.error().text(),
                                 where);
                }
            }
        QVERIFY(compared.kinds() >= reproductions().size());
    }

    void megatronsOrdersAndRefusals()
    {
        Compared compared;
        for (const Json& record : sharedJson("conformance/megatron/orders.json")) {
            if (record["kind"] != "schedule")
                continue;
            for (const bool isOverlapped : {false, true}) {
                ScheduleRequest request = requestFromText("megatron-interleaved").value();
                request.ranks = record["pp"];
                request.microbatches = record["microbatches"];
                request.stagesPerRank = record["vpp"].get<std::int64_t>();
                request.options["group_size"] = record["group"].dump();
                request.options["overlap"] = isOverlapped ? "true" : "false";
                const std::string where =
                    fmt::format("{} ranks, {} microbatches, {} stages per rank, group {}", request.ranks,
                                request.microbatches, *request.stagesPerRank, record["group"].dump());
                const Result<Schedule> schedule = generate(request);
                const bool isRefused =
                    !record["refused"].is_null() || (isOverlapped && !record["overlap_refused"].is_null());
                if (isRefused) {
                    compared.add("refusals", schedule ? "is not refused" : "", where);
                    continue;
                }
                compared.add(isOverlapped ? "overlapped" : "plain",
                             schedule ? orderDifference(*schedule, asCells(record, isOverlapped), Cells::Same)
                                      : schedule.error().text(),
                             where);
            }
        }
        QCOMPARE(compared.kinds(), std::size_t{3});
    }

    void megatronsOrdersLayerByLayer()
    {
        Compared compared;
        for (const Json& record : sharedJson("conformance/megatron/orders.json")) {
            if (record["kind"] != "layers")
                continue;
            const auto layers = record["layers_per_chunk"].get<std::vector<std::uint64_t>>();
            const Schedule order =
                readScheduleCsv(cellsOfChunks(record["chunk_order"].get<std::string>()), "chunks")
                    .value()
                    .schedule;
            std::string steps;
            for (const LayerStep& step : layerOrder(order.rows.front(), 1, layers, record["wgrad"]))
                steps += (steps.empty() ? "" : " ") + layerStepText(step);
            compared.add("layers", steps == record["layer_order"] ? "" : steps,
                         record["chunk_order"].get<std::string>());
        }
        QCOMPARE(compared.kinds(), std::size_t{1});
    }

    /// Where equal times make Primus' order the shorter one, `best` is that, else the default's.
    void theBestVariantIsTheShorterOne()
    {
        for (const char* name : {"v-half", "v-min"})
            for (const int microbatches : {3, 8})
                for (const double weight : {0.5, 1.0, 2.0}) {
                    CostModel costs;
                    costs.backwardWeight = StageValues{weight};
                    std::map<std::string, Schedule> orders;
                    for (const char* variant : {"zero-bubble", "primus", "best"}) {
                        ScheduleRequest request = requestFromText(name).value();
                        request.microbatches = microbatches;
                        request.options["variant"] = variant;
                        orders[variant] = generate(request, {false, costs}).value();
                    }
                    const char* chosen =
                        lengthOf(orders["primus"], costs) < lengthOf(orders["zero-bubble"], costs)
                            ? "primus"
                            : "zero-bubble";
                    QVERIFY(orders["best"].rows == orders[chosen].rows);
                }
    }

private:
    static double lengthOf(const Schedule& schedule, const CostModel& costs)
    {
        return simulate(std::make_shared<Schedule>(schedule), costs).value().makespan;
    }

    /// "1 2 -2 1 -1 -1" as "0F0,(1F0;…": a backward runs with the forward that follows it.
    static std::string cellsOfChunks(const std::string& text)
    {
        std::istringstream words(text);
        const std::vector<int> chunks{std::istream_iterator<int>(words), {}};
        std::map<int, int> counts;
        const auto action = [&](int chunk) {
            return fmt::format("{}{}{}", std::abs(chunk) - 1, chunk > 0 ? 'F' : 'B', counts[chunk]++);
        };
        std::string row;
        for (std::size_t i = 0; i < chunks.size(); ++i) {
            const bool isPair = chunks[i] < 0 && i + 1 < chunks.size() && chunks[i + 1] > 0;
            const std::string first = action(chunks[i]);
            row += (i == 0 ? "" : ",") +
                   (isPair ? fmt::format("({};{})OVERLAP_F_B", action(chunks[i + 1]), first) : first);
            i += isPair ? 1 : 0;
        }
        return row + "\n";
    }

    /// "F1.0+B0.2" of rank 1 as "(3F0;1B2)".
    static Json asCells(const Json& record, bool isOverlapped)
    {
        Json rows = Json::array();
        const Json& order = record[isOverlapped ? "overlap" : "order"];
        for (std::size_t rank = 0; rank < order.size(); ++rank) {
            const std::string text = order[rank];
            std::string row;
            for (std::size_t at = 0; at < text.size();) {
                const std::size_t end = std::min(text.find(' ', at), text.size());
                const std::string cell = text.substr(at, end - at);
                const std::size_t plus = cell.find('+');
                const auto action = [&](const std::string& name) {
                    const std::size_t dot = name.find('.');
                    const auto chunk = std::stoul(name.substr(1, dot - 1));
                    return fmt::format("{}{}{}", chunk * order.size() + rank, name[0], name.substr(dot + 1));
                };
                row += (row.empty() ? "" : ",") + (plus == std::string::npos
                                                       ? action(cell)
                                                       : fmt::format("({};{})", action(cell.substr(0, plus)),
                                                                     action(cell.substr(plus + 1))));
                at = end + 1;
            }
            rows.push_back(row);
        }
        return rows;
    }
};

BUBBLESCOPE_TEST(TrainingOrders)
#include "training_orders.moc"
