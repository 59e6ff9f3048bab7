// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>

namespace bubblescope {

/// A value for each stage that a row mentions. Stage numbers may be large and far apart, yet a row goes to
/// and fro between few: those are found without a look into the map.
template <typename T>
class ByStage
{
public:
    T& operator[](std::uint32_t stage)
    {
        Recent& recent = m_recent[stage * 0x9E3779B1U >> 28U];
        if (recent.value == nullptr || recent.stage != stage)
            recent = {stage, &m_values[stage]};
        return *recent.value;
    }
    [[nodiscard]] const std::unordered_map<std::uint32_t, T>& values() const { return m_values; }
    void clear()
    {
        m_values.clear();
        m_recent = {};
    }

private:
    struct Recent
    {
        std::uint32_t stage = 0;
        T* value = nullptr; ///< values of the map stay where they are
    };

    std::unordered_map<std::uint32_t, T> m_values;
    std::array<Recent, 16> m_recent{};
};

} // namespace bubblescope
