// SPDX-License-Identifier: Apache-2.0
#include "probe/plan/device_table.h"

#include "core/base/text_match.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bubblescope::probe {

namespace {

constexpr std::int64_t kGigabyte = 1'000'000'000;

std::vector<DeviceSheet> builtIn()
{
    // Rates of matrix units without sparsity; where a sheet gives only the sparse rate, its half.
    return {
        {"a100", "NVIDIA A100 SXM 80GB", 312, 156, 19.5, 0, 2039, 300, 80 * kGigabyte, 108,
         "NVIDIA A100 Tensor Core GPU datasheet, 2022"},
        {"h100", "NVIDIA H100 SXM", 989, 494.5, 67, 1979, 3350, 450, 80 * kGigabyte, 132,
         "NVIDIA H100 Tensor Core GPU datasheet, 2024"},
        {"h200", "NVIDIA H200", 989, 494.5, 67, 1979, 4800, 450, 141 * kGigabyte, 132,
         "NVIDIA H200 Tensor Core GPU datasheet, 2024"},
        {"b200", "NVIDIA B200", 2250, 1125, 75, 4500, 8000, 900, 180 * kGigabyte, 148,
         "NVIDIA HGX B200 (figures of eight, divided), Blackwell architecture brief, 2024"},
        {"l40s", "NVIDIA L40S", 362, 183, 91.6, 733, 864, 32, 48 * kGigabyte, 142,
         "NVIDIA L40S GPU datasheet, 2023; link: PCIe 4.0 x16"},
        {"rtx4090", "NVIDIA GeForce RTX 4090", 165.2, 82.6, 82.6, 330.3, 1008, 32, 24 * kGigabyte, 128,
         "NVIDIA Ada GPU architecture whitepaper, 2023 (sums in fp32); link: PCIe 4.0 x16"},
        {"mi300x", "AMD Instinct MI300X", 1307.4, 653.7, 163.4, 2614.9, 5300, 64, 192 * kGigabyte, 304,
         "AMD Instinct MI300X accelerator datasheet, 2023; compute units as multiprocessors"},
    };
}

} // namespace

std::string plainDeviceName(std::string_view text)
{
    std::string result;
    for (const char c : text)
        if (std::isalnum(static_cast<unsigned char>(c)) != 0)
            result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return result;
}

std::optional<double> DeviceSheet::peakTflops(DataType type) const
{
    const auto known = [](double rate) { return rate > 0 ? std::optional(rate) : std::nullopt; };
    switch (type) {
    case DataType::Bf16:
    case DataType::Fp16:
        return known(bf16Tflops);
    case DataType::Tf32:
        return known(tf32Tflops);
    case DataType::Fp32:
        return known(fp32Tflops);
    case DataType::Fp8:
        break;
    }
    return known(fp8Tflops);
}

const std::vector<DeviceSheet>& deviceSheets()
{
    static const std::vector<DeviceSheet> kSheets = builtIn();
    return kSheets;
}

namespace {

/// Of each letter and digit of a name, whether a word ends behind it; as many as plainDeviceName() keeps.
std::vector<bool> wordEnds(std::string_view name)
{
    const auto isLetter = [&](std::size_t at) {
        return at < name.size() && std::isalnum(static_cast<unsigned char>(name[at])) != 0;
    };
    std::vector<bool> ends;
    for (std::size_t i = 0; i < name.size(); ++i)
        if (isLetter(i))
            ends.push_back(!isLetter(i + 1));
    return ends;
}

} // namespace

const DeviceSheet* sheetWithin(std::string_view deviceName)
{
    // A key ends where a word does: an "RTX A1000" is no A100.
    const std::string name = plainDeviceName(deviceName);
    const std::vector<bool> ends = wordEnds(deviceName);
    for (const DeviceSheet& sheet : deviceSheets())
        for (std::size_t at = name.find(sheet.key); at != std::string::npos;
             at = name.find(sheet.key, at + 1))
            if (ends[at + sheet.key.size() - 1])
                return &sheet;
    return nullptr;
}

Result<DeviceSheet> findDevice(std::string_view name)
{
    const std::string wanted = plainDeviceName(name);
    std::vector<std::string_view> keys;
    for (const DeviceSheet& sheet : deviceSheets()) {
        if (wanted == sheet.key || wanted == plainDeviceName(sheet.name))
            return sheet;
        keys.push_back(sheet.key);
    }
    return invalidInput(
        {"probe.no-device-called-known",
         "unknown device \"{name}\": the known devices are {keys}; describe any other in a JSON file"},
        name, fmt::format("{}", fmt::join(keys, ", ")));
}

} // namespace bubblescope::probe
