// SPDX-License-Identifier: Apache-2.0
#include "core/base/try.h"
#include "core/io/json_node.h"
#include "probe/plan/estimator.h"
#include "probe/plan/model_fields.h"

#include <array>
#include <cmath>
#include <limits>

namespace bubblescope::probe {

namespace {

using json::Node;

struct RateKey
{
    const char* key;
    double DeviceSheet::*value;
    bool isNeeded;
};

Result<double> rate(const Node& node)
{
    const Result<double> number = node.nonNegative();
    if (number && !(*number > 0 && *number < 1e9))
        return node.wrong(
            Sentence({"probe.expected-more-than-0", "expected more than 0 and less than 10^9"}));
    return number;
}

Result<void> takeMemory(const Node& node, DeviceSheet& sheet)
{
    if (!node.has("memory_bytes"))
        return {};
    TRY(sheet.memoryBytes,
        node.member("memory_bytes").wholeNumber(1, std::numeric_limits<std::int64_t>::max()));
    return {};
}

Result<DeviceSheet> ownDevice(const Node& node)
{
    static constexpr std::array<std::string_view, 10> keys{
        "name",        "peak_tflops", "memory_gbps", "sm_count",     "tf32_tflops",
        "fp32_tflops", "fp8_tflops",  "link_gbps",   "memory_bytes", "source"};
    TRY_VOID(node.checkKeys(keys));
    DeviceSheet sheet;
    static constexpr std::array rates{RateKey{"peak_tflops", &DeviceSheet::bf16Tflops, true},
                                      RateKey{"memory_gbps", &DeviceSheet::memoryGbps, true},
                                      RateKey{"tf32_tflops", &DeviceSheet::tf32Tflops, false},
                                      RateKey{"fp32_tflops", &DeviceSheet::fp32Tflops, false},
                                      RateKey{"fp8_tflops", &DeviceSheet::fp8Tflops, false},
                                      RateKey{"link_gbps", &DeviceSheet::linkGbps, false}};
    for (const RateKey& entry : rates) {
        if (!node.has(entry.key)) {
            if (entry.isNeeded)
                return node.wrong(Sentence({"probe.device-needs", "the device needs \"{key}\""}, entry.key));
            continue;
        }
        TRY(const double value, rate(node.member(entry.key)));
        sheet.*entry.value = value;
    }
    for (const char* key : {"name", "source"})
        if (node.has(key)) {
            TRY(std::string text, node.member(key).text());
            (key[0] == 'n' ? sheet.name : sheet.source) = std::move(text);
        }
    if (sheet.name.empty())
        return node.wrong(Sentence({"probe.device-needs-name", "the device needs \"name\""}));
    if (sheet.source.empty())
        sheet.source = "given by the user";
    if (!node.has("sm_count"))
        return node.wrong(Sentence({"probe.device-needs-sm-count", "the device needs \"sm_count\""}));
    TRY(const auto multiprocessors, node.member("sm_count").wholeNumber(1, 100'000));
    sheet.smCount = static_cast<int>(multiprocessors);
    TRY_VOID(takeMemory(node, sheet));
    return sheet;
}

double& rateOf(DeviceSheet& sheet, DataType type)
{
    switch (type) {
    case DataType::Tf32:
        return sheet.tf32Tflops;
    case DataType::Fp32:
        return sheet.fp32Tflops;
    case DataType::Fp8:
        return sheet.fp8Tflops;
    case DataType::Bf16:
    case DataType::Fp16:
        break;
    }
    return sheet.bf16Tflops;
}

/// In which type the ceiling was measured; bf16 where the file does not say, and where products are in fp8.
DataType measuredType(const Node& root)
{
    ModelShape model;
    if (root.has("model") && root.member("model").value().is_object()) {
        const Node node = root.member("model");
        if (node.has("dtype") && node.member("dtype").value().is_string())
            model.dataType =
                dataTypeFromName(node.member("dtype").value().get<std::string>()).value_or(DataType::Bf16);
    }
    return model.valueType();
}

/// GB/s between two devices, of the first pair that was measured while nothing else ran; 0 = none was.
double measuredLink(const Node& root)
{
    if (!root.has("transfers") || !root.member("transfers").value().is_array())
        return 0;
    const Node transfers = root.member("transfers");
    for (const json::Json& transfer : transfers.value()) {
        const auto isTrue = [&](const char* key) {
            return transfer.contains(key) && transfer[key].is_boolean() && transfer[key].get<bool>();
        };
        if (!transfer.is_object() || transfer.value("kind", json::Json()) != "peer_copy" ||
            isTrue("stand_in") || isTrue("concurrent_compute") || !transfer.contains("fit") ||
            !transfer["fit"].is_object())
            continue;
        const json::Json rate = transfer["fit"].value("gbps", json::Json());
        if (rate.is_number() && rate.get<double>() > 0 && rate.get<double>() < 1e9)
            return rate.get<double>();
    }
    return 0;
}

/// What was not measured, from the datasheet of the same device.
void fillFromSheet(DeviceSheet& measured, DataType type, const DeviceSheet& sheet)
{
    DeviceSheet promised = sheet;
    const double promisedRate = rateOf(promised, type);
    for (const DataType other : {DataType::Bf16, DataType::Tf32, DataType::Fp32, DataType::Fp8})
        if (double& rate = rateOf(measured, other); rate <= 0 && promisedRate > 0)
            rate = rateOf(promised, other) / promisedRate * rateOf(measured, type);
    if (measured.memoryBytes <= 0)
        measured.memoryBytes = sheet.memoryBytes;
    if (measured.linkGbps <= 0)
        measured.linkGbps = sheet.linkGbps * EstimatorConstants{}.link;
}

/// Of a measured device: what it reached.
Result<DeviceSheet> measuredDevice(const Node& root)
{
    if (!root.has("device") || !root.member("device").value().is_object())
        return root.wrong(Sentence({"probe.calibration-without-device", "a calibration without a device"}));
    const Node device = root.member("device");
    if (!device.has("ceilings") || !device.member("ceilings").value().is_object() || !device.has("sm_count"))
        return device.wrong(Sentence({"probe.calibration-no-measured-ceilings",
                                      "this calibration has no measured ceilings: only one with provenance "
                                      "\"measured\" can replace a datasheet"}));
    const Node ceilings = device.member("ceilings");
    DeviceSheet sheet;
    const auto ceiling = [&](const char* key, double& value) -> Result<void> {
        if (!ceilings.has(key) || !ceilings.member(key).value().is_object() ||
            !ceilings.member(key).has("median"))
            return ceilings.wrong(Sentence({"probe.no-median", "no median of \"{key}\""}, key));
        TRY(value, rate(ceilings.member(key).member("median")));
        return {};
    };
    const DataType type = measuredType(root);
    TRY_VOID(ceiling("gemm_tflops", rateOf(sheet, type)));
    TRY_VOID(ceiling("copy_gbps", sheet.memoryGbps));
    TRY(const auto multiprocessors, device.member("sm_count").wholeNumber(1, 100'000));
    sheet.smCount = static_cast<int>(multiprocessors);
    TRY_VOID(takeMemory(device, sheet));
    if (device.has("name") && device.member("name").value().is_string())
        sheet.name = device.member("name").value().get<std::string>();
    sheet.isMeasured = true;
    sheet.linkGbps = measuredLink(root);
    sheet.source = "measured ceilings: a product of 8192 x 8192 x 8192, a copy of 4 GiB";
    if (const DeviceSheet* known = sheetWithin(sheet.name)) {
        sheet.source += sheet.linkGbps > 0 || known->linkGbps <= 0 ? "" : "; link: from the datasheet";
        fillFromSheet(sheet, type, *known);
    }
    return sheet;
}

} // namespace

Result<DeviceSheet> readDevice(std::string_view text, const std::string& sourceName)
{
    TRY(const json::Document document, json::parse(text, sourceName));
    const Node root(document);
    if (!root.value().is_object())
        return root.expected(
            Sentence({"probe.object-describes-device", "an object that describes a device"}));
    return root.has("schema") ? measuredDevice(root) : ownDevice(root);
}

} // namespace bubblescope::probe
