// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/calibrate/layer_split.h"

#include "probe/plan/model_fields.h"

#include <QStringList>
#include <fmt/format.h>

namespace bubblescope::ui {

std::vector<std::int64_t> splitLayers(std::int64_t layers, std::uint32_t stages)
{
    const std::int64_t even = layers / stages;
    auto rest = static_cast<std::uint32_t>(layers % stages);
    if (rest == 0)
        return {even};
    std::vector<std::int64_t> split(stages, even);
    for (std::uint32_t stage = 1; rest > 0 && stage + 1 < stages; ++stage, --rest)
        ++split[stage];
    // At most one is left then: the first stage's embedding takes less than the last stage's head.
    if (rest > 0)
        ++split.front();
    return split;
}

std::int64_t layerSum(const std::vector<std::int64_t>& layers, std::uint32_t stages)
{
    if (layers.size() == 1)
        return layers.front() * stages;
    std::int64_t sum = 0;
    for (const std::int64_t count : layers)
        sum += count;
    return sum;
}

QString layersText(const std::vector<std::int64_t>& layers)
{
    QStringList texts;
    for (const std::int64_t count : layers)
        texts << QString::number(count);
    return texts.join(QStringLiteral(", "));
}

Result<std::vector<std::int64_t>> layersFrom(const QString& text, std::uint32_t stages)
{
    QString plain = text;
    plain.remove(QLatin1Char(' '));
    Result<std::vector<std::int64_t>> layers = probe::layersFromText(plain.toStdString());
    if (layers && layers->size() != 1 && layers->size() != stages)
        return invalidInput({"window.values-stages-give-one",
                             "{layers} values for {stages} stages: give one for all, or {needed}"},
                            layers->size(), stages, stages);
    return layers;
}

} // namespace bubblescope::ui
