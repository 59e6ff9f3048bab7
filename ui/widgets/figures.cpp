// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/figures.h"

#include "core/base/thousands.h"

#include <QCoreApplication>
#include <algorithm>
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
constexpr int kStepDecimals = 3;

/// Bytes have theirs already, and what costs count in has no name.
QString withUnit(const QString& size, bool inActivations)
{
    return inActivations ? Tr::tr("%1 act.", "activations, short").arg(size) : size;
}

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

QString unitText(const std::string& unit)
{
    return unit == "step" ? Tr::tr("steps", "time unit") : QString::fromStdString(unitLabel(unit));
}

QString timeCell(Time time, const std::string& unit)
{
    return unit == "step" ? figureText(time, kStepDecimals) : QString::fromStdString(timeInUnits(time, unit));
}

QString timeText(Time time, const std::string& unit)
{
    const QString text = timeCell(time, unit);
    if (unit != "step")
        return text;
    const bool isOne = text == figureText(1, 0);
    return Tr::tr("%1 %2", "time, unit").arg(text, isOne ? Tr::tr("step", "time unit") : unitText(unit));
}

QString fullTimeText(Time time, const std::string& unit)
{
    return unit == "step" ? timeText(time, unit)
                          : QString::fromStdString(fullQuantityText(time, {Quantity::Duration, unit}));
}

QString secondsText(double seconds, int digits)
{
    return QString::fromStdString(secondsInUnits(seconds, digits));
}

QString signedTime(Time difference, const std::string& unit)
{
    const QString size = timeCell(std::abs(difference), unit);
    if (size == figureText(0, 0) || difference == 0)
        return figureText(0, 0);
    return (difference < 0 ? QStringLiteral("−") : QStringLiteral("+")) + size;
}

std::pair<QString, QString> timeFigure(Time time, const std::string& unit)
{
    if (unit == "step")
        return {figureText(time, kStepDecimals), unitText(unit)};
    const QString text = timeCell(time, unit);
    const qsizetype space = text.lastIndexOf(QLatin1Char(' '));
    return {text.left(space), text.mid(space + 1)};
}

std::pair<QString, QString> stretchTexts(Time from, Time to, const std::string& unit)
{
    constexpr double kDigitsOfDistance = 1e3;
    const double resolution = std::abs(to - from) / kDigitsOfDistance;
    if (unit == "step" || !(resolution > 0))
        return {timeCell(from, unit), timeCell(to, unit)};
    const QuantityUnit own = unitFor(std::max(std::abs(from), std::abs(to)), {Quantity::Duration, unit});
    const auto text = [&](Time time) { return QString::fromStdString(numberOfUnits(time, own, resolution)); };
    const QString name = QString::fromUtf8(own.name.data(), static_cast<qsizetype>(own.name.size()));
    return {text(from), text(to) + QLatin1Char(' ') + name};
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

QString rateText(double rate, int decimals)
{
    return rate > 1 ? QString::fromStdString(rateOf(rate)) : percentText(rate, decimals);
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

QString levelFigure(double level, const MemoryCurves& memory)
{
    return memoryText(level / memory.perShare(), memory.unit());
}

QString memoryText(double level, const MemoryCurves& memory)
{
    return withUnit(levelFigure(level, memory), memory.countsActivations());
}

QString memoryText(const RankValues& levels, const MemoryCurves& memory)
{
    const auto figure = [&memory](double level) { return levelFigure(level, memory).toStdString(); };
    return withUnit(QString::fromStdString(spanText(levels, figure)), memory.countsActivations());
}

QString peakFigure(const PeakSize& peak)
{
    return memoryText(peak.size, peak.unit == PeakUnit::Bytes ? MemoryUnit::Bytes : MemoryUnit::Own);
}

QString peakText(const PeakSize& peak)
{
    return withUnit(peakFigure(peak), peak.unit == PeakUnit::Activations);
}

QString peakWords(const PeakSize& peak)
{
    const QString figure = peakFigure(peak);
    if (peak.unit != PeakUnit::Activations)
        return figure;
    return peak.size == 1 ? Tr::tr("1 activation") : Tr::tr("%1 activations").arg(figure);
}

QString countText(std::size_t count)
{
    return QString::fromStdString(withThousands(std::to_string(count)));
}

} // namespace bubblescope::ui
