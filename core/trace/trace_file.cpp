// SPDX-License-Identifier: Apache-2.0
#include "core/trace/trace_file.h"

namespace bubblescope {

std::uint32_t StringTable::add(std::string_view text)
{
    const auto [at, isNew] =
        m_index.try_emplace(std::string(text), static_cast<std::uint32_t>(m_texts.size()));
    if (isNew)
        m_texts.push_back(&at->first);
    return at->second;
}

} // namespace bubblescope
