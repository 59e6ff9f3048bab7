// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/document.h"

#include <QCoreApplication>
#include <QString>
#include <span>
#include <vector>

namespace bubblescope::ui {

/// Texts about notes, translated.
class NoteText
{
    Q_DECLARE_TR_FUNCTIONS(NoteText)

public:
    /// "at 4", "3 to 5 · length 2 · rank 1", "at 90, after the end".
    [[nodiscard]] static QString place(const DocumentNote& note, Time makespan, const std::string& unit);
    /// The full text and place; of several notes a line each, the first ones.
    [[nodiscard]] static QString card(std::span<const DocumentNote> notes,
                                      const std::vector<std::size_t>& shown, Time makespan,
                                      const std::string& unit);
};

} // namespace bubblescope::ui
