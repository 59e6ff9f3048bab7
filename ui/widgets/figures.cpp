// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/figures.h"

#include "core/base/short_number.h"
#include "core/base/thousands.h"

#include <QCoreApplication>
#include <cmath>
#include <fmt/format.h>

namespace bubblescope::ui {

namespace {

struct Tr
{
    Q_DECLARE_TR_FUNCTIONS(Figures)
};

/// Wider than what adding up thousands of times loses, narrower than any digit that is shown.
constexpr double kTolerance = 1e-12;

} // namespace

QString figureText(double value, int decimals)
{
    const double scale = std::pow(10, decimals);
    const double rounded = std::round(value * scale * (1 + kTolerance)) / scale;
    std::string text = fmt::format("{:.{}f}", rounded == 0 ? 0.0 : rounded, decimals);
    if (decimals > 0)
        text.resize(text.find_last_not_of('0') + 1);
    if (text.back() == '.')
        text.pop_back();
    return QString::fromStdString(withThousands(std::move(text)));
}

QString timeText(Time time)
{
    return figureText(time, 3);
}

QString unitText(const std::string& unit)
{
    return unit == "step" ? Tr::tr("steps", "time unit") : QString::fromStdString(unitLabel(unit));
}

QString timeText(Time time, const std::string& unit)
{
    const QString figure = timeText(time);
    const bool isOne = unit == "step" && figure == figureText(1, 0);
    return Tr::tr("%1 %2", "time, unit").arg(figure, isOne ? Tr::tr("step", "time unit") : unitText(unit));
}

QString percentFigure(double share, int decimals)
{
    const double least = std::pow(10, -decimals);
    if (share > 0 && share * 100 * (1 + kTolerance) < least / 2)
        return Tr::tr("< %1", "percent").arg(figureText(least, decimals));
    return figureText(share * 100, decimals);
}

QString percentText(double share, int decimals)
{
    return Tr::tr("%1 %", "percent").arg(percentFigure(share, decimals));
}

QString memoryText(double size, MemoryUnit unit)
{
    return unit == MemoryUnit::Bytes ? QString::fromStdString(byteText(size)) : figureText(size, 2);
}

QString memoryText(const RankValues& sizes, MemoryUnit unit)
{
    return QString::fromStdString(
        spanText(sizes, [unit](double size) { return memoryText(size, unit).toStdString(); }));
}

QString countText(std::size_t count)
{
    return QString::fromStdString(withThousands(std::to_string(count)));
}

} // namespace bubblescope::ui
