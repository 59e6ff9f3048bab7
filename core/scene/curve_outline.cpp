// SPDX-License-Identifier: Apache-2.0
#include "core/scene/curve_outline.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// Reaches so far out of the plot where the curve goes on there, so that no line ends at the cut.
constexpr double kCurveOutlineBeyondPx = 4;
constexpr double kCutPx = 1e-6;

class OutlineBuilder
{
public:
    OutlineBuilder(const SceneCurve& curve, double line) : m_curve(curve), m_line(line) {}

    [[nodiscard]] CurveOutline build() const;

private:
    [[nodiscard]] std::size_t count() const { return m_curve.steps.size(); }
    [[nodiscard]] double left(std::size_t step) const
    {
        const double x = m_curve.steps[step].x;
        return step == 0 && x <= m_curve.rect.x + kCutPx ? x - kCurveOutlineBeyondPx : x;
    }
    [[nodiscard]] double right(std::size_t step) const
    {
        if (step + 1 < count())
            return m_curve.steps[step + 1].x;
        return m_curve.end >= m_curve.rect.right() - kCutPx ? m_curve.end + kCurveOutlineBeyondPx
                                                            : m_curve.end;
    }
    [[nodiscard]] double lineY(double level) const
    {
        return std::min(m_curve.yOf(level), m_curve.rect.bottom() - m_line) + m_line / 2;
    }
    [[nodiscard]] Staircase stairs(std::size_t first, std::size_t end, double ground) const;

    const SceneCurve& m_curve;
    double m_line;
};

Staircase OutlineBuilder::stairs(std::size_t first, std::size_t end, double ground) const
{
    Staircase stairs{{left(first), ground}};
    for (std::size_t i = first; i < end; ++i) {
        const double y = lineY(m_curve.steps[i].high);
        if (stairs.size() > 1 && stairs.back().y == y) { // a band of another depth under the same height
            stairs.back().x = right(i);
            continue;
        }
        stairs.push_back({stairs.back().x, y});
        stairs.push_back({right(i), y});
    }
    stairs.push_back({stairs.back().x, ground});
    return stairs;
}

CurveOutline OutlineBuilder::build() const
{
    CurveOutline outline;
    if (count() == 0)
        return outline;
    outline.area = stairs(0, count(), m_curve.rect.bottom());
    for (std::size_t i = 0; i < count(); ++i) {
        const CurveStep& step = m_curve.steps[i];
        const double y = m_curve.yOf(step.high) + m_line;
        if (const double bottom = m_curve.yOf(step.low); y < bottom && step.low < step.high)
            outline.bands.push_back({left(i), y, right(i) - left(i), bottom - y});
    }
    for (std::size_t i = 0; i < count();) {
        std::size_t end = i;
        while (end < count() && m_curve.isAboveLimit(m_curve.steps[end].high))
            ++end;
        if (end > i)
            outline.above.push_back(stairs(i, end, m_curve.yOf(*m_curve.limit)));
        i = std::max(end, i + 1);
    }
    return outline;
}

} // namespace

CurveOutline curveOutline(const SceneCurve& curve, double line)
{
    return OutlineBuilder(curve, isFillOnly(curve) ? 0 : line).build();
}

std::optional<double> limitLineY(const SceneCurve& curve, double line)
{
    if (!curve.limit || isFillOnly(curve))
        return std::nullopt;
    return std::min(curve.yOf(std::min(*curve.limit, curve.top)), curve.rect.bottom() - line) + line / 2;
}

} // namespace bubblescope
