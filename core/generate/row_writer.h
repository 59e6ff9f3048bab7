// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/definition.h"

#include <cstddef>
#include <cstdint>
#include <utility>

namespace bubblescope {

/// Thrown by a row writer, caught by generate(): it spares every builder's loops a test.
struct GenerationCancelled
{};

/// Appends the cells of one rank and looks at the cancel token now and then.
class RowWriter
{
public:
    /// `actions` and `bubbles`: how many there will be, so that the row is allocated once; bubbles count in a
    /// padded order only.
    RowWriter(const Shape& shape, std::uint64_t actions, std::uint64_t bubbles, const CancelToken& cancel)
        : m_padded(shape.padded)
        , m_cancel(cancel)
    {
        throwIfCancelled();
        m_row.reserve(static_cast<std::size_t>(actions + (m_padded ? bubbles : 0)));
    }

    void add(std::uint32_t stage, ActionKind kind, std::uint32_t microbatch, CellRole role = CellRole::Single)
    {
        m_row.emplace_back(StageId{stage}, kind, MicrobatchId{microbatch}, role);
        if (m_row.size() % kActionsBetweenLooks == 0)
            throwIfCancelled();
    }
    void forward(std::uint32_t stage, std::uint32_t microbatch)
    {
        add(stage, ActionKind::Forward, microbatch);
    }
    void backward(std::uint32_t stage, std::uint32_t microbatch)
    {
        add(stage, ActionKind::Backward, microbatch);
    }
    /// In a padded order `count` empty cells, else nothing.
    void bubbles(std::uint64_t count = 1)
    {
        if (m_padded)
            m_row.resize(m_row.size() + static_cast<std::size_t>(count));
    }
    [[nodiscard]] Row take() { return std::move(m_row); }

private:
    static constexpr std::size_t kActionsBetweenLooks = std::size_t{1} << 16U;

    void throwIfCancelled() const
    {
        if (m_cancel.isCancelled())
            throw GenerationCancelled{};
    }

    Row m_row;
    bool m_padded;
    const CancelToken& m_cancel;
};

} // namespace bubblescope
