// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/sentence.h"

#include <optional>
#include <string_view>

namespace bubblescope {

/// What a file is that other profilers write and Bubblescope does not read, and how to convert it, from its
/// first bytes: XPlane of JAX and TensorFlow (xplane.pb), Perfetto's protobuf, rocprofv3's JSON and CSV.
/// Nothing for all else. O(bytes).
[[nodiscard]] std::optional<Sentence> foreignFormat(std::string_view firstBytes);

/// The same of a report of Nsight Systems, which its name may show, too.
[[nodiscard]] std::optional<Sentence> nsightReport(std::string_view path, std::string_view firstBytes);

/// Of rocprofv3's database, which starts like every SQLite database.
[[nodiscard]] Sentence rocprofDatabase();

} // namespace bubblescope
