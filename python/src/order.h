// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "python/src/call.h"

namespace bubblescope::python {

/// An order as Python holds it: what an INPUT of the command line turns out to be.
struct Order
{
    OrderPtr input;
    [[nodiscard]] const Schedule& schedule() const { return *input->schedule; }
};

void addOrder(nanobind::module_& module);
void addTimes(nanobind::module_& module);
void addSweep(nanobind::module_& module);

[[nodiscard]] Orders ordersOf(const nanobind::dict& named);

} // namespace bubblescope::python
