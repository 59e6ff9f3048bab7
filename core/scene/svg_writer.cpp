// SPDX-License-Identifier: Apache-2.0
#include "core/scene/svg_writer.h"

#include "core/scene/curve_outline.h"
#include "core/scene/memory_parts_strip.h"
#include "core/scene/shared_columns.h"
#include "core/scene/svg_style.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <unordered_map>

namespace bubblescope {

namespace {

/// Neighbors reach under each other, so that no idle color shines through where they meet.
constexpr double kUnderlapPx = 0.5;
constexpr double kThinLane = 6;
constexpr double kSvgWriterLabelSize = 11;

std::string rectPath(const RectF& rect)
{
    const std::string left = svgNumber(rect.x);
    return fmt::format("M{} {}h{}v{}H{}z", left, svgNumber(rect.y), svgNumber(rect.width),
                       svgNumber(rect.height), left);
}

/// The area of a line.
std::string linePath(const SceneLine& line)
{
    const double half = line.width / 2;
    if (line.x1 == line.x2)
        return rectPath(
            {line.x1 - half, std::min(line.y1, line.y2), line.width, std::abs(line.y2 - line.y1)});
    if (line.y1 == line.y2)
        return rectPath(
            {std::min(line.x1, line.x2), line.y1 - half, std::abs(line.x2 - line.x1), line.width});
    const double length = std::hypot(line.x2 - line.x1, line.y2 - line.y1);
    const double dx = (line.x2 - line.x1) / length * half;
    const double dy = (line.y2 - line.y1) / length * half;
    return fmt::format("M{} {}L{} {} {} {} {} {}z", svgNumber(line.x1 - dy), svgNumber(line.y1 + dx),
                       svgNumber(line.x2 - dy), svgNumber(line.y2 + dx), svgNumber(line.x2 + dy),
                       svgNumber(line.y2 - dx), svgNumber(line.x1 + dy), svgNumber(line.y1 - dx));
}

/// Steps along and up or down, each as one number.
std::string staircasePath(const Staircase& stairs)
{
    std::string path = fmt::format("M{} {}", svgNumber(stairs.front().x), svgNumber(stairs.front().y));
    for (std::size_t i = 1; i < stairs.size(); ++i)
        path += stairs[i].x == stairs[i - 1].x ? 'V' + svgNumber(stairs[i].y) : 'H' + svgNumber(stairs[i].x);
    return path;
}

/// Writes the parts of one scene; the style collects the classes on the way.
class SvgWriter
{
public:
    explicit SvgWriter(const Scene& scene) : m_scene(scene) {}
    [[nodiscard]] std::string write(const Theme& theme);

private:
    void addRects(bool inner);
    void addRounded(const SceneRect& rect, const std::string& look);
    void addLane(const SceneLane& lane);
    void addBlock(const SceneRect& rect, bool abutsNext);
    void addEdges(const SceneLane& lane);
    void addStrip(const SceneStrip& strip, const SceneLane& lane);
    void addCurve(const SceneCurve& curve);
    void addParts(const SceneCurve& curve);
    void addLines();
    void addTexts();
    [[nodiscard]] std::string textClasses(const SceneText& text);
    [[nodiscard]] std::string blockId(const SceneBlock& block);

    const Scene& m_scene;
    SvgStyle m_style;
    std::string m_body;
    std::unordered_map<std::string, int> m_ids;
};

std::string SvgWriter::blockId(const SceneBlock& block)
{
    std::string id = fmt::format("r{}-{}", block.action.rank.value, actionText(block.what.id()));
    const int count = ++m_ids[id];
    return count > 1 ? fmt::format("{}-{}", id, count) : id;
}

/// Neighbors of one look are one path.
void SvgWriter::addRects(bool inner)
{
    std::string look;
    std::string path;
    const auto finish = [&] {
        if (!path.empty())
            m_body += fmt::format("<path class=\"{}\" d=\"{}\"/>\n", look, path);
        path.clear();
    };
    for (const SceneRect& rect : m_scene.rects) {
        if (rect.block >= 0 || rect.inner != inner)
            continue;
        const std::string own = rect.hatched ? std::string("k") : m_style.fillClass(rect.fill);
        if (own != look || rect.radius > 0)
            finish();
        look = own;
        if (rect.radius > 0)
            addRounded(rect, own);
        else
            path += rectPath(rect.rect);
    }
    finish();
}

void SvgWriter::addRounded(const SceneRect& rect, const std::string& look)
{
    m_body += fmt::format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"/>\n",
                          look, svgNumber(rect.rect.x), svgNumber(rect.rect.y), svgNumber(rect.rect.width),
                          svgNumber(rect.rect.height), svgNumber(rect.radius));
}

void SvgWriter::addLane(const SceneLane& lane)
{
    for (std::size_t i = 0; i < lane.blocks.size(); ++i)
        addBlock(lane.blocks[i], i + 1 < lane.blocks.size() && abut(lane.blocks[i], lane.blocks[i + 1]));
    for (const SceneStrip* const strip : lane.strips)
        addStrip(*strip, lane);
    if (!lane.blocks.empty())
        addEdges(lane);
}

void SvgWriter::addBlock(const SceneRect& rect, bool abutsNext)
{
    RectF shape = rect.rect;
    shape.width += abutsNext ? kUnderlapPx : 0;
    const SceneBlock& block = m_scene.blocks[static_cast<std::size_t>(rect.block)];
    m_body += fmt::format("<path id=\"{}\" class=\"{}\" d=\"{}\"", blockId(block),
                          m_style.fillClass(rect.fill), rectPath(shape));
    m_body += block.title.empty() ? "/>\n" : fmt::format("><title>{}</title></path>\n", xmlText(block.title));
}

/// A frame around each run of blocks, a line where two of them meet: a shade that darkens what it lies on.
void SvgWriter::addEdges(const SceneLane& lane)
{
    std::string path;
    const bool frame = lane.height >= kThinLane;
    const std::string top = svgNumber(frame ? lane.y + 0.5 : lane.y);
    const std::string height = svgNumber(frame ? lane.height - 1 : lane.height);
    for (const BlockRun& run : blockRuns(lane.blocks)) {
        const double left = lane.blocks[run.first].rect.x;
        const std::string width = svgNumber(lane.blocks[run.end - 1].rect.right() - left - 1);
        if (run.framed && frame)
            path += fmt::format("M{} {}h{}v{}h-{}z", svgNumber(left + 0.5), top, width, height, width);
        else if (run.framed)
            path +=
                fmt::format("M{} {}v{}m{} -{}v{}", svgNumber(left + 0.5), top, height, width, height, height);
        for (std::size_t i = run.first + 1; i < run.end; ++i)
            path += fmt::format("M{} {}v{}", svgNumber(lane.blocks[i].rect.x + 0.5), top, height);
    }
    if (path.empty())
        return;
    m_body += fmt::format("<path class=\"e\" d=\"{}\"/>\n", path);
}

/// Classes are laid over each other, each as opaque as leaves all of them their shares.
void SvgWriter::addStrip(const SceneStrip& strip, const SceneLane& lane)
{
    m_body += "<g class=\"c\">\n";
    for (const ColumnRun& run : columnRuns(strip, lane.blocks)) {
        const std::string path = rectPath(run.rect);
        for (const FillLayer& layer : layersOf(run.column)) {
            const std::string opacity = svgNumber(layer.opacity, 3);
            m_body += fmt::format("<path class=\"{}\"", m_style.fillClass(layer.fill));
            m_body += opacity == "1" ? "" : fmt::format(" opacity=\"{}\"", opacity);
            m_body += fmt::format(" d=\"{}\"/>\n", path);
        }
    }
    m_body += "</g>\n";
}

/// Parts lie on each other; their title is that of the whole.
void SvgWriter::addParts(const SceneCurve& curve)
{
    for (const PartShape& shape : partShapes(curve)) {
        std::string path = shape.area.empty() ? std::string() : staircasePath(shape.area);
        for (const RectF& rect : shape.rects)
            path += rectPath(rect);
        m_body += fmt::format("<path class=\"{}\" d=\"{}\"/>\n", m_style.fillClass(shape.fill), path);
    }
}

void SvgWriter::addCurve(const SceneCurve& curve)
{
    const CurveOutline outline = curve.isStacked() ? CurveOutline{} : curveOutline(curve, 1);
    const auto path = [this](const std::string& look, const std::string& d) {
        m_body += fmt::format("<path class=\"{}\" d=\"{}\"/>\n", look, d);
    };
    const auto look = [&](Role fill, Role line) {
        const std::string own = m_style.fillClass({fill});
        return isFillOnly(curve) ? own : own + ' ' + m_style.lineClass({line});
    };
    m_body +=
        fmt::format("<g id=\"r{}-memory{}\" class=\"c\">\n", curve.rank.value, curve.isOnHost ? "-host" : "");
    if (!curve.title.empty())
        m_body += fmt::format("<title>{}</title>\n", xmlText(curve.title));
    if (curve.isStacked())
        addParts(curve);
    else if (!outline.area.empty())
        path(look(Role::Memory, Role::MemoryLine), staircasePath(outline.area));
    std::string bands;
    for (const RectF& band : outline.bands)
        bands += rectPath(band);
    if (!bands.empty())
        path(m_style.fillClass({Role::MemoryBand}), bands);
    std::string above;
    for (const Staircase& part : outline.above)
        above += staircasePath(part);
    if (!above.empty())
        path(look(Role::MemoryOver, Role::CriticalPath), above);
    if (const auto y = limitLineY(curve, 1))
        path(m_style.lineClass({curve.limitLine}) + (curve.isLimitBeyond() ? " d" : ""),
             fmt::format("M{} {}H{}", svgNumber(curve.rect.x), svgNumber(*y), svgNumber(curve.rect.right())));
    m_body += "</g>\n";
}

/// Lines of one color are one path.
void SvgWriter::addLines()
{
    std::string look;
    std::string path;
    const auto finish = [&] {
        if (!path.empty())
            m_body += fmt::format("<path class=\"{}\" d=\"{}\"/>\n", look, path);
        path.clear();
    };
    for (const SceneLine& line : m_scene.lines) {
        std::string own = m_style.fillClass(line.color);
        if (own != look)
            finish();
        look = std::move(own);
        path += linePath(line);
    }
    finish();
}

/// Texts of one look are one group; they never lie over each other, so their order is free.
void SvgWriter::addTexts()
{
    std::vector<std::pair<std::string, std::string>> groups;
    for (const SceneText& text : m_scene.texts) {
        std::string look = fmt::format("class=\"{}\"", textClasses(text));
        if (text.size != kSvgWriterLabelSize)
            look += fmt::format(" font-size=\"{}\"", svgNumber(text.size));
        auto group = std::find_if(groups.begin(), groups.end(),
                                  [&](const auto& other) { return other.first == look; });
        if (group == groups.end())
            group = groups.insert(groups.end(), {std::move(look), {}});
        group->second += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", svgNumber(text.x, 1),
                                     svgNumber(text.y, 1), xmlText(text.text));
    }
    for (const auto& [look, texts] : groups)
        m_body += fmt::format("<g {}>\n{}</g>\n", look, texts);
}

std::string SvgWriter::textClasses(const SceneText& text)
{
    std::string classes = m_style.textClass(text);
    if (text.bold)
        classes += " b";
    if (text.align == TextAlign::Center)
        classes += " m";
    else if (text.align == TextAlign::Right)
        classes += " r";
    return classes;
}

std::string SvgWriter::write(const Theme& theme)
{
    const std::string page = rectPath({0, 0, m_scene.width, m_scene.height});
    if (!m_scene.transparent && m_scene.whitePage)
        m_body += fmt::format("<path fill=\"#fff\" d=\"{}\"/>\n", page);
    else if (!m_scene.transparent)
        m_body += fmt::format("<path class=\"{}\" d=\"{}\"/>\n", m_style.fillClass({Role::Window}), page);
    addRects(false);
    m_body += "<g clip-path=\"url(#plot)\">\n";
    for (const SceneLane& lane : lanesOf(m_scene))
        addLane(lane);
    for (const SceneCurve& curve : m_scene.curves)
        addCurve(curve);
    addRects(true);
    m_body += "</g>\n";
    addLines();
    addTexts();

    m_style.fillClass({Role::IdleHatch});
    m_style.fillClass({Role::Idle});
    std::string css =
        m_style.rules(theme) +
        fmt::format(".e{{fill:none;stroke:#000;stroke-opacity:{}}}.e,.c{{shape-rendering:crispEdges}}"
                    ".k{{fill:url(#hatching)}}.b{{font-weight:600}}.m{{text-anchor:middle}}.r{{text-"
                    "anchor:end}}",
                    svgNumber(kEdgeShade));
    if (!m_scene.curves.empty())
        css += fmt::format(".d{{stroke-dasharray:{0} {0}}}", svgNumber(kLimitDashPx));
    // On a white page the colors stay what they are.
    if (theme.name() == ThemeName::Light && !m_scene.whitePage)
        css += "\n@media (prefers-color-scheme:dark){" + m_style.rules(Theme::get(ThemeName::Dark)) + "}";
    const std::string width = svgNumber(m_scene.width);
    const std::string height = svgNumber(m_scene.height);
    // On paper in its unit, so that who includes it need not ask for a size.
    const bool isPrinted = m_scene.printScale != 1;
    const std::string shownWidth = isPrinted ? svgNumber(m_scene.widthCm(), 3) + "cm" : width;
    const std::string shownHeight = isPrinted ? svgNumber(m_scene.heightCm(), 3) + "cm" : height;
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{5}\" height=\"{6}\""
        " font-family=\"Inter,'Helvetica Neue',Arial,sans-serif\" font-size=\"11\">\n"
        "<style>{2}</style>\n"
        "<defs><clipPath id=\"plot\"><path d=\"{3}\"/></clipPath>"
        "<pattern id=\"hatching\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\">"
        "<path class=\"idle\" d=\"M0 0h8v8h-8z\"/>"
        "<path class=\"hatch\" d=\"M0 1.41V0h1.41zM6.59 8H8V6.59zM0 6.59L6.59 0h1.41v1.41L1.41 8H0z\"/>"
        "</pattern></defs>\n{4}</svg>\n",
        width, height, css, rectPath(m_scene.geometry.plot), m_body, shownWidth, shownHeight);
}

} // namespace

std::string writeSvg(const Scene& scene, const Theme& theme)
{
    return SvgWriter(scene).write(theme);
}

} // namespace bubblescope
