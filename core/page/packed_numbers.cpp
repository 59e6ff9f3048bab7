// SPDX-License-Identifier: Apache-2.0
#include "core/page/packed_numbers.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <new>
#include <utility>
#include <zlib.h>

namespace bubblescope {

namespace {

std::string base64Of(std::string_view bytes)
{
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    const auto byteAt = [&](std::size_t i) {
        return i < bytes.size() ? static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])) : 0U;
    };
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::uint32_t three = byteAt(i) << 16U | byteAt(i + 1) << 8U | byteAt(i + 2);
        for (std::size_t digit = 0; digit < 4; ++digit)
            text += i + digit > bytes.size() ? '=' : kDigits[three >> (18U - 6U * digit) & 63U];
    }
    return text;
}

} // namespace

void PackedNumbers::add(std::string_view name, std::span<const std::uint32_t> values)
{
    addPlanes(name, std::vector<std::uint64_t>(values.begin(), values.end()), false);
}

void PackedNumbers::addSteps(std::string_view name, std::span<const std::uint32_t> values)
{
    std::vector<std::uint64_t> steps;
    steps.reserve(values.size());
    std::uint32_t before = 0;
    for (const std::uint32_t value : values)
        steps.push_back(foldedStep(std::exchange(before, value), value));
    addPlanes(name, steps, true);
}

void PackedNumbers::addRising(std::string_view name, std::span<const std::uint64_t> values)
{
    std::vector<std::uint64_t> steps;
    steps.reserve(values.size());
    std::uint64_t before = 0;
    for (const std::uint64_t value : values)
        steps.push_back(value - std::exchange(before, value));
    addPlanes(name, steps, true);
}

void PackedNumbers::addText(std::string_view name, std::string_view text)
{
    std::vector<std::uint64_t> bytes;
    bytes.reserve(text.size());
    for (const char c : text)
        bytes.push_back(static_cast<unsigned char>(c));
    addPlanes(name, bytes, false);
}

void PackedNumbers::addPlanes(std::string_view name, std::span<const std::uint64_t> values, bool isSteps)
{
    const std::uint64_t largest = values.empty() ? 0 : *std::max_element(values.begin(), values.end());
    const auto planes = (static_cast<unsigned>(std::bit_width(largest)) + 7U) / 8U;
    for (unsigned plane = 0; plane < planes; ++plane)
        for (const std::uint64_t value : values)
            m_bytes += static_cast<char>(value >> (8U * plane) & 0xFFU);
    m_shapes += fmt::format("{}[\"{}\",{},{},{}]", m_shapes.empty() ? "" : ",", name, values.size(), planes,
                            isSteps ? 1 : 0);
}

std::string packedBase64(std::string_view bytes)
{
    uLongf size = compressBound(static_cast<uLong>(bytes.size()));
    std::string packed(size, '\0');
    if (compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
                  reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uLong>(bytes.size()),
                  Z_BEST_COMPRESSION) != Z_OK)
        throw std::bad_alloc(); // its only reason: the room is what it asked for
    packed.resize(size);
    return base64Of(packed);
}

} // namespace bubblescope
