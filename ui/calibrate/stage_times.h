// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/calibrate/calibration_file.h"

#include <array>

namespace bubblescope::ui {

/// What is shown of each stage; the last is a forward beside a backward.
enum class StageOp : std::uint8_t { Forward, Input, Weight, Backward, Overlap };
inline constexpr std::size_t kStageOps = 5;

struct StageTime
{
    double us = 0;
    std::optional<Spread> spread; ///< as µs; nothing without an interval
    QStringList flags;
    bool operator==(const StageTime& other) const { return us == other.us && flags == other.flags; }
};

/// Neighbouring stages that are alike in everything.
struct StageGroup
{
    std::uint32_t first = 0, last = 0;
    std::optional<double> layers; ///< of each; nothing where times were given by stage
    bool hasEmbedding = false, hasHead = false;
    std::array<std::optional<StageTime>, kStageOps> times;              ///< by StageOp
    std::optional<double> activation, parameters, gradients, optimizer; ///< bytes
};

struct StageTimes
{
    std::vector<StageGroup> groups; ///< every stage is in one, in order
    std::uint32_t stageCount = 0;
    QString overlapPair; ///< "F+B"; empty without overlap
    QString note;        ///< what was taken otherwise than the file has it; may be empty

    [[nodiscard]] const StageGroup& at(std::uint32_t stage) const;
};

/// A calibration's times for a schedule of so many stages. Where its layers are a list for another number of
/// stages and `layers` is given, these are taken. An error says what does not fit.
[[nodiscard]] Result<StageTimes> stageTimes(const CalibrationFile& file, std::uint32_t stageCount,
                                            const StageValues* layers = nullptr);

/// "Stage 0", "Stages 1–6".
[[nodiscard]] QString stageName(const StageGroup& group);
/// "4 layers, embedding".
[[nodiscard]] QString stageContent(const StageGroup& group);
/// "F", "I", "W", "B", or the pair.
[[nodiscard]] QString stageOpName(StageOp op, const QString& overlapPair);
/// "of a stage" in µs, or where they are long in ms.
struct StageUnit
{
    double us = 1;
    QString name;
};
[[nodiscard]] StageUnit unitOf(const StageTimes& times);
/// "12.3 GB".
[[nodiscard]] QString bytesText(double bytes);

} // namespace bubblescope::ui
