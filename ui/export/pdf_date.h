// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <cstdint>

namespace bubblescope::ui {

/// Seconds since 1970 that a picture file says it was made at: SOURCE_DATE_EPOCH's, else 0.
[[nodiscard]] std::int64_t pictureDate();

/// A PDF of QPdfWriter's with its creation date, which is the clock's, set to `secondsSince1970`; the
/// cross-reference table is corrected where the date's length changes. Input without such a date comes back
/// unchanged.
[[nodiscard]] QByteArray withFixedDate(const QByteArray& pdf, std::int64_t secondsSince1970);

} // namespace bubblescope::ui
