// SPDX-License-Identifier: Apache-2.0
#include "core/scene/tikz_writer.h"

#include "core/scene/curve_outline.h"
#include "core/scene/memory_parts_strip.h"
#include "core/scene/shared_columns.h"
#include "core/scene/svg_style.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace bubblescope {

namespace {

/// A pixel is CSS's: 1/96 inch, in PostScript points.
constexpr double kPointsOfPx = 0.75;
constexpr double kTikzUnderlapPx = 0.5;

struct LatexSign
{
    std::string_view utf8, command;
};
constexpr std::array<LatexSign, 20> kSigns{{
    {"·", "\\textperiodcentered{}"},
    {"×", "\\texttimes{}"},
    {"µ", "\\textmu{}"},
    {"μ", "\\textmu{}"},
    {"–", "--"},
    {"—", "---"},
    {"−", "\\textminus{}"},
    {"±", "\\textpm{}"},
    {"…", "\\ldots{}"},
    {"Δ", "$\\Delta$"},
    {"→", "$\\rightarrow$"},
    {"←", "$\\leftarrow$"},
    {"≤", "$\\le$"},
    {"≥", "$\\ge$"},
    {"“", "``"},
    {"”", "''"},
    {"‘", "`"},
    {"’", "'"},
    {"°", "\\textdegree{}"},
    {"\u00a7", "\\S{}"},
}};

std::string_view escapeOf(char c)
{
    switch (c) {
    case '\\':
        return "\\textbackslash{}";
    case '~':
        return "\\textasciitilde{}";
    case '^':
        return "\\textasciicircum{}";
    case '{':
        return "\\{";
    case '}':
        return "\\}";
    case '#':
        return "\\#";
    case '$':
        return "\\$";
    case '%':
        return "\\%";
    case '&':
        return "\\&";
    case '_':
        return "\\_";
    case '<':
        return "\\textless{}";
    case '>':
        return "\\textgreater{}";
    case '"':
        return "\\textquotedbl{}";
    default:
        return {};
    }
}

std::string point(double x, double y)
{
    return fmt::format("({},{})", svgNumber(x), svgNumber(y));
}

class TikzWriter
{
public:
    TikzWriter(const Scene& scene, const Theme& theme) : m_scene(scene), m_theme(theme) {}
    [[nodiscard]] std::string write();

private:
    /// A name for a color; defined from then on.
    [[nodiscard]] std::string colorOf(Rgb color);
    [[nodiscard]] std::string colorOf(const Fill& fill) { return colorOf(m_theme.color(fill)); }
    void fill(const std::string& color, const RectF& rect, double opacity = 1);
    void addRects(bool inner);
    void addLane(const SceneLane& lane);
    void addEdges(const SceneLane& lane);
    void addCurve(const SceneCurve& curve);
    void addPolygon(const std::string& options, const Staircase& corners);
    void addLines();
    void addTexts();

    const Scene& m_scene;
    const Theme& m_theme;
    std::map<std::string, Rgb> m_colors;
    std::string m_body;
};

std::string TikzWriter::colorOf(Rgb color)
{
    std::string name = fmt::format("c{:02X}{:02X}{:02X}", color.r, color.g, color.b);
    m_colors.emplace(name, color);
    return name;
}

void TikzWriter::fill(const std::string& color, const RectF& rect, double opacity)
{
    const std::string faint =
        svgNumber(opacity, 3) == "1" ? std::string() : fmt::format(",fill opacity={}", svgNumber(opacity, 3));
    m_body += fmt::format("\\fill[{}{}] {} rectangle {};\n", color, faint, point(rect.x, rect.y),
                          point(rect.right(), rect.bottom()));
}

void TikzWriter::addRects(bool inner)
{
    for (const SceneRect& rect : m_scene.rects) {
        if (rect.block >= 0 || rect.inner != inner)
            continue;
        if (rect.hatched)
            m_body += fmt::format("\\path[pattern=north east lines,pattern color={}] {} rectangle {};\n",
                                  colorOf(Fill{Role::IdleHatch}), point(rect.rect.x, rect.rect.y),
                                  point(rect.rect.right(), rect.rect.bottom()));
        else if (rect.radius > 0)
            m_body +=
                fmt::format("\\fill[{},rounded corners={}bp] {} rectangle {};\n", colorOf(rect.fill),
                            svgNumber(rect.radius * kPointsOfPx * m_scene.printScale),
                            point(rect.rect.x, rect.rect.y), point(rect.rect.right(), rect.rect.bottom()));
        else
            fill(colorOf(rect.fill), rect.rect);
    }
}

void TikzWriter::addLane(const SceneLane& lane)
{
    for (std::size_t i = 0; i < lane.blocks.size(); ++i) {
        RectF shape = lane.blocks[i].rect;
        // Under the next one, so that no idle color shines through where they meet.
        if (i + 1 < lane.blocks.size() && abut(lane.blocks[i], lane.blocks[i + 1]))
            shape.width += kTikzUnderlapPx;
        fill(colorOf(lane.blocks[i].fill), shape);
    }
    for (const SceneStrip* const strip : lane.strips)
        for (const ColumnRun& run : columnRuns(*strip, lane.blocks))
            for (const FillLayer& layer : layersOf(run.column))
                fill(colorOf(layer.fill), run.rect, layer.opacity);
    addEdges(lane);
}

/// A frame around each run of blocks, a line where two of them meet.
void TikzWriter::addEdges(const SceneLane& lane)
{
    const auto line = [&](double x1, double y1, double x2, double y2) {
        m_body += fmt::format("\\draw[edge] {} -- {};\n", point(x1, y1), point(x2, y2));
    };
    for (const BlockRun& run : blockRuns(lane.blocks)) {
        const double left = lane.blocks[run.first].rect.x, right = lane.blocks[run.end - 1].rect.right();
        const double top = lane.y, bottom = lane.y + lane.height;
        if (run.framed)
            m_body += fmt::format("\\draw[edge] {} rectangle {};\n", point(left + 0.5, top + 0.5),
                                  point(right - 0.5, bottom - 0.5));
        for (std::size_t i = run.first + 1; i < run.end; ++i)
            line(lane.blocks[i].rect.x + 0.5, top, lane.blocks[i].rect.x + 0.5, bottom);
    }
}

void TikzWriter::addPolygon(const std::string& options, const Staircase& corners)
{
    std::string path;
    for (const PointF& corner : corners) {
        // Lines of a length that every editor takes.
        constexpr std::size_t kLongest = 100;
        const std::size_t begin = path.rfind('\n');
        path += path.empty() ? "" : " -- ";
        if (path.size() - (begin == std::string::npos ? 0 : begin) > kLongest)
            path += '\n';
        path += point(corner.x, corner.y);
    }
    m_body += fmt::format("\\path[{}] {} -- cycle;\n", options, path);
}

void TikzWriter::addCurve(const SceneCurve& curve)
{
    const CurveOutline outline = curve.isStacked() ? CurveOutline{} : curveOutline(curve, 1);
    if (curve.isStacked())
        for (const PartShape& shape : partShapes(curve)) {
            if (!shape.area.empty())
                addPolygon("fill=" + colorOf(shape.fill), shape.area);
            for (const RectF& rect : shape.rects)
                fill(colorOf(shape.fill), rect);
        }
    const auto look = [&](Role area, Role line) {
        const std::string own = "fill=" + colorOf(Fill{area});
        return isFillOnly(curve) ? own : fmt::format("{},draw={},pixel", own, colorOf(Fill{line}));
    };
    if (!outline.area.empty())
        addPolygon(look(Role::Memory, Role::MemoryLine), outline.area);
    for (const RectF& band : outline.bands)
        fill(colorOf(Fill{Role::MemoryBand}), band);
    for (const Staircase& part : outline.above)
        addPolygon(look(Role::MemoryOver, Role::CriticalPath), part);
    if (const auto y = limitLineY(curve, 1))
        m_body += fmt::format("\\draw[{},pixel{}] {} -- {};\n", colorOf(Fill{curve.limitLine}),
                              curve.isLimitBeyond() ? ",dashed" : "", point(curve.rect.x, *y),
                              point(curve.rect.right(), *y));
}

void TikzWriter::addLines()
{
    for (const SceneLine& line : m_scene.lines)
        m_body += fmt::format("\\draw[{},line width={}bp] {} -- {};\n", colorOf(line.color),
                              svgNumber(line.width * kPointsOfPx * m_scene.printScale),
                              point(line.x1, line.y1), point(line.x2, line.y2));
}

void TikzWriter::addTexts()
{
    for (const SceneText& text : m_scene.texts) {
        const char* anchor = text.align == TextAlign::Left     ? "base west"
                             : text.align == TextAlign::Center ? "base"
                                                               : "base east";
        const std::string size = svgNumber(text.size * kPointsOfPx * m_scene.printScale);
        const Rgb color = text.onFill ? m_theme.textOn(text.fill) : m_theme.color(text.color);
        m_body += fmt::format("\\node[anchor={},text={},font=\\figurefont{{{}bp}}{}] at {} {{{}}};\n", anchor,
                              colorOf(color), size, text.bold ? "\\bfseries" : "", point(text.x, text.y),
                              latexText(text.text));
    }
}

std::string TikzWriter::write()
{
    const RectF& plot = m_scene.geometry.plot;
    const RectF all{0, 0, m_scene.width, m_scene.height};
    if (m_scene.transparent)
        m_body += fmt::format("\\path[use as bounding box] {} rectangle {};\n", point(0, 0),
                              point(all.width, all.height));
    else
        fill(colorOf(pageColor(m_scene, m_theme)), all);
    addRects(false);
    m_body += fmt::format("\\begin{{scope}}\n\\clip {} rectangle {};\n", point(plot.x, plot.y),
                          point(plot.right(), plot.bottom()));
    for (const SceneLane& lane : lanesOf(m_scene))
        addLane(lane);
    for (const SceneCurve& curve : m_scene.curves)
        addCurve(curve);
    addRects(true);
    m_body += "\\end{scope}\n";
    addLines();
    addTexts();

    std::string colors;
    for (const auto& [name, color] : m_colors)
        colors += fmt::format("\\definecolor{{{}}}{{RGB}}{{{},{},{}}}\n", name, color.r, color.g, color.b);
    const std::string px = svgNumber(kPointsOfPx * m_scene.printScale, 5);
    // A small TeX has neither standalone nor Helvetica: it gets a page of the same size in its own letters.
    return fmt::format("\\IfFileExists{{standalone.cls}}{{\\documentclass[tikz,border=0pt]{{standalone}}}}%\n"
                       "  {{\\documentclass{{article}}\\usepackage{{tikz}}%\n"
                       "  \\usepackage[paperwidth={1}cm,paperheight={2}cm,left=0pt,top=0pt,noheadfoot,%\n"
                       "  textwidth={6}cm,textheight={7}cm]{{geometry}}%\n"
                       "  \\pagestyle{{empty}}\\parindent0pt\\topskip0pt}}\n"
                       "\\usepackage{{iftex}}\n"
                       "\\ifPDFTeX\\usepackage[T1]{{fontenc}}\\usepackage[utf8]{{inputenc}}\\fi\n"
                       "\\usepackage{{textcomp}}\n"
                       "\\IfFileExists{{t1uhv.fd}}{{\\usepackage[scaled=0.95]{{helvet}}}}{{}}\n"
                       "\\usetikzlibrary{{patterns}}\n"
                       "\\providecommand{{\\figurefont}}[1]{{\\sffamily\\fontsize{{#1}}{{#1}}\\selectfont}}\n"
                       "{0}"
                       "\\begin{{document}}\n"
                       "% {1} cm wide, {2} cm high; a unit is a pixel of the picture.\n"
                       "\\begin{{tikzpicture}}[x={3}bp,y=-{3}bp,inner sep=0pt,outer sep=0pt,\n"
                       "  pixel/.style={{line width={3}bp}},\n"
                       "  edge/.style={{line width={3}bp,draw=black,draw opacity={4}}}]\n"
                       "{5}"
                       "\\end{{tikzpicture}}\n"
                       "\\end{{document}}\n",
                       colors, svgNumber(m_scene.widthCm()), svgNumber(m_scene.heightCm()), px,
                       svgNumber(kEdgeShade), m_body, svgNumber(m_scene.widthCm() + 1),
                       svgNumber(m_scene.heightCm() + 1));
}

} // namespace

std::string latexText(std::string_view text)
{
    std::string latex;
    while (!text.empty()) {
        const auto* const sign = std::find_if(
            kSigns.begin(), kSigns.end(), [&](const LatexSign& each) { return text.starts_with(each.utf8); });
        if (sign != kSigns.end()) {
            latex += sign->command;
            text.remove_prefix(sign->utf8.size());
            continue;
        }
        const char c = text.front();
        const std::string_view escape = escapeOf(c);
        if (!escape.empty())
            latex += escape;
        else
            latex += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
        text.remove_prefix(1);
    }
    return latex;
}

std::string writeTikz(const Scene& scene, const Theme& theme)
{
    return TikzWriter(scene, theme).write();
}

} // namespace bubblescope
