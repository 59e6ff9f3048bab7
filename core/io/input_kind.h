// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace bubblescope {

/// What a file holds.
enum class InputKind : std::uint8_t {
    ScheduleCsv, ///< PyTorch's schedule CSV
    Document,    ///< a project document (.bubble)
    Costs,       ///< a cost file
    Calibration, ///< a calibration (pipeline-calibration)
    Trace,       ///< a profiled trace: JSON, gzipped JSON or SQLite
    RocprofCsv,  ///< a table of AMD's rocprofv3, which is not read
    Unknown,     ///< nothing that Bubblescope reads
    Binary,      ///< likewise; more than text
};

/// Finds out what a file is from its first bytes (some hundred are enough) and, if these do not say, from its
/// name's ending. JSON is recognized by its first key: bubblescopeFormat, format, schema; else it is a trace.
[[nodiscard]] InputKind inputKindOf(std::string_view name, std::string_view firstBytes);

/// "a schedule CSV", "a project document", …
[[nodiscard]] std::string_view inputKindText(InputKind kind) noexcept;

/// Whether a text begins with the columns of one of rocprofv3's tables, quoted or not.
[[nodiscard]] bool isRocprofCsv(std::string_view firstBytes);
/// What to do with an output of rocprofv3: "record with …".
[[nodiscard]] Sentence rocprofRemedy();

/// The error for a file of another kind than is wanted: "x.json is a cost file, expected a schedule CSV or a
/// project document"; of a trace it says where that is read, of rocprofv3's table how to convert it.
[[nodiscard]] Error unexpectedInput(const std::string& name, InputKind found, std::string_view expected);

} // namespace bubblescope
