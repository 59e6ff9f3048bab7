// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bubblescope {

/// Libraries with code for wide vectors may leave the upper halves of the registers in use. As long as they
/// are, each of our narrower instructions has to keep them, which makes loops over numbers take up to twice
/// as long: those that every frame runs clear them first. Changes no value; a few nanoseconds.
void clearUpperRegisters();

} // namespace bubblescope
