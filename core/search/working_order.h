// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/order_model.h"

#include <cstdint>
#include <vector>

namespace bubblescope::search {

/// A compute action of a working order in 4 bytes: its kind and its unit.
class Part
{
public:
    constexpr Part() = default;
    constexpr Part(ActionKind kind, std::uint32_t unit)
        : m_value(((static_cast<std::uint32_t>(kind) - 1U) << 30U) | unit)
    {}
    [[nodiscard]] constexpr ActionKind kind() const { return static_cast<ActionKind>((m_value >> 30U) + 1U); }
    [[nodiscard]] constexpr std::uint32_t unit() const { return m_value & 0x3FFFFFFFU; }
    [[nodiscard]] constexpr bool isNone() const { return m_value == kNone; }
    constexpr bool operator==(const Part&) const = default;

private:
    static constexpr std::uint32_t kNone = 0xFFFFFFFFU;
    std::uint32_t m_value = kNone;
};

/// One cell: an action, or two that overlap.
struct WorkCell
{
    Part first;
    Part second;      ///< none in a plain cell
    CellRole role{};  ///< of the first part
    double block = 0; ///< time of an overlapped cell

    [[nodiscard]] bool isBlock() const { return !second.isNone(); }
    bool operator==(const WorkCell&) const = default;
};

/// A change of one row: some cells that follow each other go elsewhere, a B becomes an I and a W, or these
/// become a B again.
struct Change
{
    enum class Kind : std::uint8_t { Move, Split, Merge };
    Kind kind = Kind::Move;
    std::uint32_t rank = 0;
    std::uint32_t from = 0;   ///< of the first cell; of a B or I that is split or merged
    std::uint32_t to = 0;     ///< where that cell is afterwards; of the W that appears or goes
    std::uint32_t length = 1; ///< how many cells are moved
};

/// An order that changes cell by cell.
class WorkingOrder
{
public:
    WorkingOrder() = default;
    /// Requires an order of which OrderModel::of() made the model.
    WorkingOrder(const Schedule& schedule, const OrderModel& model);

    [[nodiscard]] const std::vector<WorkCell>& row(std::uint32_t rank) const { return m_rows[rank]; }
    [[nodiscard]] std::uint32_t ranks() const { return static_cast<std::uint32_t>(m_rows.size()); }
    /// What a rank computes in all.
    [[nodiscard]] double busy(std::uint32_t rank) const { return m_busy[rank]; }

    /// Whether no action would pass one of its own unit that it needs, or that needs it. O(distance).
    [[nodiscard]] bool isLegal(const Change& change) const;
    void apply(const Change& change, const OrderModel& model);
    /// Takes an applied change back.
    void undo(const Change& change, const OrderModel& model);

    /// As a schedule of the given name, without what a family promises.
    [[nodiscard]] Schedule schedule(const OrderModel& model, const std::string& name) const;
    bool operator==(const WorkingOrder& other) const { return m_rows == other.m_rows; }

private:
    void split(const Change& change, const OrderModel& model);
    void merge(const Change& change, const OrderModel& model);

    std::vector<std::vector<WorkCell>> m_rows;
    std::vector<double> m_busy;
};

/// The least number of cells that were moved, split or merged to make one order out of the other. O(n log n).
[[nodiscard]] std::uint64_t changesBetween(const WorkingOrder& before, const WorkingOrder& after);

} // namespace bubblescope::search
