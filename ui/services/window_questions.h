// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <cstdint>
#include <functional>

namespace bubblescope::ui {

/// What becomes of schedule files that are opened together with profiles.
enum class MixtureAnswer : std::uint8_t { Match, LeaveOut, Cancel };
/// What becomes of profiles that are dropped on a window with a run.
enum class SecondRunAnswer : std::uint8_t { Compare, Replace, Cancel };
enum class SaveAnswer : std::uint8_t { Save, Discard, Cancel };
/// What becomes of a file that is not as it was read, or that another window has open.
enum class ReplaceAnswer : std::uint8_t { Overwrite, SaveAs, Cancel };

/// Questions that the window asks in dialogs; tests answer them without one.
struct WindowQuestions
{
    std::function<SaveAnswer(const QString& documentName)> saveChanges;
    std::function<QString()> openPath; ///< empty = cancelled
    std::function<QString(const QString& suggested)> savePath;
    std::function<QString(const QString& suggested)> exportPath;
    /// Whether to write over a file of which not all was read; `text` says what would be lost.
    std::function<bool(const QString& text)> replaceUnread = nullptr;
    std::function<QString()> openCostsPath = nullptr; ///< empty = cancelled
    std::function<QString(const QString& suggested)> saveCostsPath = nullptr;
    std::function<QString()> comparePath = nullptr;       ///< of a reference; empty = cancelled
    std::function<QStringList()> openPaths = nullptr;     ///< several at once; without it openPath is asked
    std::function<QStringList()> openProfiles = nullptr;  ///< of one run; empty = cancelled
    std::function<QString()> openProfileFolder = nullptr; ///< empty = cancelled
    /// Of the run that the open one is compared with; without them the two above are asked.
    std::function<QStringList()> openSecondProfiles = nullptr;
    std::function<QString()> openSecondFolder = nullptr;
    /// Profiles were opened while a run is; `names` are theirs. Without it they take its place.
    std::function<SecondRunAnswer(const QString& names)> secondRun = nullptr;
    std::function<QString(const QString& suggested)> saveCalibrationPath = nullptr;
    /// Profiles were opened together with schedule files; `text` names both.
    std::function<MixtureAnswer(const QString& text)> matchSchedules = nullptr;
    std::function<QString()> openCalibrationPath =
        nullptr;                                     ///< of a calibration, model or device; empty = none
    std::function<QString()> probeProgram = nullptr; ///< the probe to run; without it one is looked for
    /// Of a chart; without it exportPath is asked.
    std::function<QString(const QString& suggested)> chartPath = nullptr;
    /// Whether recovered changes may be thrown away; `text` says whose. Without it they are kept.
    std::function<bool(const QString& text)> discardRecovered = nullptr;
    /// Before a file is replaced that others have changed or have open; without it nothing is replaced.
    std::function<ReplaceAnswer(const QString& text)> replaceFile = nullptr;
};

} // namespace bubblescope::ui
