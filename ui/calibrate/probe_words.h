// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace bubblescope::ui {

/// What happened, and what to do about it.
struct ProbeWords
{
    QString headline;
    QString advice;
    bool operator==(const ProbeWords&) const = default;
};

/// Of a probe that ended with this status (probe/plan/exit_status.h), whatever number it is.
[[nodiscard]] ProbeWords wordsOfExit(int exit);
/// Of one that was ended by a signal.
[[nodiscard]] ProbeWords wordsOfCrash();
/// Of one that could not be started; an empty path = none was found.
[[nodiscard]] ProbeWords wordsOfNoProgram(const QString& path);
/// Of one that says that it is done and left nothing that can be read.
[[nodiscard]] ProbeWords wordsOfNoResult();
/// Of one that did not stop when it was asked to.
[[nodiscard]] ProbeWords wordsOfKilled();

/// All of it as sentences: what happened, `detail` of it, what to do.
[[nodiscard]] QString noticeText(const ProbeWords& words, const QString& detail);

} // namespace bubblescope::ui
