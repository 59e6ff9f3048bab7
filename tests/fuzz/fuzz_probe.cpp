// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/fuzz_targets.h"

#include "core/base/text_show.h"
#include "probe/plan/calibration_result.h"
#include "probe/plan/model_json.h"
#include "probe/plan/protocol_reader.h"
#include "tests/fuzz/fuzz_checks.h"

#include <algorithm>
#include <cmath>

namespace bubblescope::test {

namespace {

using probe::ProbeEvent;
using probe::ProtocolReader;

bool isSame(const ProbeEvent& a, const ProbeEvent& b)
{
    return a.kind == b.kind && a.seconds == b.seconds && a.done == b.done && a.total == b.total &&
           a.etaSeconds == b.etaSeconds && a.phase == b.phase && a.point == b.point && a.code == b.code &&
           a.message == b.message && a.text == b.text && a.medianUs == b.medianUs &&
           a.relativeCi == b.relativeCi && a.flags == b.flags && a.exit == b.exit;
}

void checkEvent(const ProbeEvent& event)
{
    require(std::isfinite(event.seconds), "a time is finite");
    require(std::isfinite(event.etaSeconds) && event.etaSeconds >= 0, "what is left is finite");
    require(std::isfinite(event.medianUs) && event.medianUs >= 0, "a median is finite");
    require(std::isfinite(event.relativeCi) && event.relativeCi >= 0, "an interval is finite");
    require(!event.exit || (*event.exit >= 0 && *event.exit <= 255), "a status is one");
    for (const std::string* text : {&event.phase, &event.point, &event.code, &event.message, &event.text})
        require(firstInvalidUtf8(*text) == std::string_view::npos, "a text is UTF-8");
}

} // namespace

void fuzzProtocol(std::string_view bytes)
{
    ProtocolReader whole;
    const std::vector<ProbeEvent> events = whole.take(bytes);
    for (const ProbeEvent& event : events)
        checkEvent(event);
    const auto lines = static_cast<std::size_t>(std::count(bytes.begin(), bytes.end(), '\n'));
    require(events.size() + whole.leftOut() <= lines, "a line is one event at most");
    ProtocolReader cut;
    std::vector<ProbeEvent> pieces;
    for (std::size_t at = 0, size = 1; at < bytes.size(); at += size, size = size % 7 + 1)
        for (ProbeEvent& event : cut.take(bytes.substr(at, size)))
            pieces.push_back(std::move(event));
    require(std::equal(events.begin(), events.end(), pieces.begin(), pieces.end(), isSame),
            "pieces give the same events");
    require(cut.leftOut() == whole.leftOut(), "pieces leave the same lines out");
}

void fuzzModel(std::string_view bytes)
{
    const auto shape = probe::readModel(bytes, "f.json");
    if (!shape) {
        const std::string text = shape.error().text();
        require(!shape.error().message.empty(), "an error says something");
        require(firstInvalidUtf8(text) == std::string_view::npos, "an error's text is UTF-8");
        return;
    }
    const auto again = probe::readModel(probe::modelValue(*shape).dump(), "f.json");
    if (probe::checkShape(*shape)) {
        require(again && *again == *shape, "our own text holds the same model");
        for (const probe::BlockResult& block : probe::untimedBlocks(*shape))
            for (const auto* counts : {&block.flops, &block.bytes})
                for (const auto& [op, count] : *counts)
                    require(count > 0, "what is counted fits its number");
    }
}

} // namespace bubblescope::test
