// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// A step as a number that is small where the step is, be it up or down: 0, -1, 1, -2 are 0, 1, 2, 3.
[[nodiscard]] constexpr std::uint32_t foldedStep(std::uint32_t from, std::uint32_t to)
{
    const std::uint32_t step = to - from;
    return (step & 0x80000000U) != 0 ? ~(step << 1U) : step << 1U;
}

/// Numbers of a page, one array behind the other: each as so many byte planes (all lowest bytes, then the
/// next ones) as its largest number has bytes, so that what repeats is packed well. The page reads them by
/// the list of their shapes.
class PackedNumbers
{
public:
    void add(std::string_view name, std::span<const std::uint32_t> values);
    /// Of each the step from the one before, folded.
    void addSteps(std::string_view name, std::span<const std::uint32_t> values);
    /// Rising whole numbers of 64 bits, as their differences.
    void addRising(std::string_view name, std::span<const std::uint64_t> values);
    /// Bytes of UTF-8.
    void addText(std::string_view name, std::string_view text);

    /// A JSON array of ["name", count, planes, isSteps], in the order of the bytes.
    [[nodiscard]] std::string shapes() const { return "[" + m_shapes + "]"; }
    [[nodiscard]] const std::string& bytes() const { return m_bytes; }

private:
    void addPlanes(std::string_view name, std::span<const std::uint64_t> values, bool isSteps);

    std::string m_shapes;
    std::string m_bytes;
};

/// Base64 of the bytes as zlib packs them, which the page unpacks.
[[nodiscard]] std::string packedBase64(std::string_view bytes);

} // namespace bubblescope
