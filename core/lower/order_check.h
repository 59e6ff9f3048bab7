// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/model/schedule.h"
#include "core/time/action_table.h"

#include <optional>
#include <string_view>

namespace bubblescope {

/// "rank 2 cell 7: TEXT" for the cell that holds an action.
[[nodiscard]] Error errorAt(ErrorKind kind, const Schedule& schedule, const Place& at, Sentence problem);
[[nodiscard]] Error cancelledLowering();

/// What a pass can have beside F, I, W, B, R, O and L.
enum class BesideCompute : std::uint8_t { Nothing, Fsdp, Communication };

/// The first cell that `pass` cannot take, in rank order: a non-compute action that is not `allowed`, an
/// overlapped cell with others than F, I, W and B; or an order too large to lower. Bubbles are taken by all.
[[nodiscard]] std::optional<Error> unfitOrder(const Schedule& schedule, std::string_view pass,
                                              BesideCompute allowed);
/// The first action that stands twice.
[[nodiscard]] std::optional<Error> repeatedInOrder(const Schedule& schedule, const ActionTable& table);

/// PyTorch's own check of an order before it lowers it, with places: B and I need their F before them on
/// their rank, W its I; every microbatch has F, and B or both I and W (or the whole order has no backward); a
/// stage lives on one rank, or on the two of the mirror. Requires no repeated action.
[[nodiscard]] std::optional<Error> incompleteOrder(const Schedule& schedule, const ActionTable& table);

/// Why an order does not come to its end although no action of it is lost. Requires that it does not.
[[nodiscard]] Error stuckOrder(const Schedule& schedule, const ActionTable& table, const CancelToken& cancel);

/// "rank 0 cell 3: 0F1 produces the input of 1F1, which no rank runs"
[[nodiscard]] Error noConsumerOf(const Schedule& schedule, const Place& at);

/// The schedule with nothing in its rows; its plan stays.
[[nodiscard]] Schedule emptied(const Schedule& schedule);

/// Cells that a lowered order may have: what an ActionTable can number.
inline constexpr std::uint64_t kMostLoweredCells = 0xFFFF'FFFEULL;
[[nodiscard]] Error tooLargeToLower(std::uint64_t most = kMostLoweredCells);

} // namespace bubblescope
