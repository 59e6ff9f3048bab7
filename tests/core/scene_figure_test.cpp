// SPDX-License-Identifier: Apache-2.0
// Figures for papers: as wide as they are printed, with no text cut, and as LaTeX.
#include "core/analyze/metrics.h"
#include "core/evaluate/evaluation.h"
#include "core/scene/figure_target.h"
#include "core/scene/picture_marks.h"
#include "core/scene/svg_writer.h"
#include "core/scene/text_width.h"
#include "core/scene/tikz_writer.h"
#include "tests/core/scene_support.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

EvaluationPtr evaluated(const std::string& schedule, std::int64_t ranks, std::int64_t microbatches)
{
    ScheduleRequest request;
    request.schedule = schedule;
    request.ranks = ranks;
    request.microbatches = microbatches;
    return *evaluate({request, CostModel{}, {}}, {});
}

PictureOptions figureOf(FigureTarget target)
{
    PictureOptions options;
    options.title = "Interleaved 1F1B · 4 ranks × 8 microbatches · a title that is much longer than a column";
    options.metrics = "makespan 57 · idle 15.8 % · bubble rate 18.8 % · peak 5.5 activations on rank 0";
    options.source = "estimate · Llama 3 8B on NVIDIA H200, bf16, 4096 tokens a microbatch, edited by hand";
    layOutFor(options, figureSizeOf(target));
    return options;
}

std::size_t lineCount(const std::string& text)
{
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

} // namespace

class SceneFigureTest : public QObject
{
    Q_OBJECT

private slots:
    void figuresAreAsWideAsPrinted_data()
    {
        addRows<int, double, double>({{"one column", int(FigureTarget::OneColumn), 8.5, 7},
                                      {"two columns", int(FigureTarget::TwoColumns), 17.8, 8},
                                      {"slide", int(FigureTarget::Slide), 33.867, 14},
                                      {"screen", int(FigureTarget::Screen), 1280 * kCmPerPx, 8.25}});
    }

    void figuresAreAsWideAsPrinted()
    {
        const auto [target, cm, pt] = givenRow<int, double, double>();
        const EvaluationPtr shown = evaluated("interleaved-1f1b", 4, 8);
        const Result<Scene> scene = buildPicture(*shown->index, figureOf(static_cast<FigureTarget>(target)));
        QVERIFY(scene);
        QVERIFY(std::abs(scene->widthCm() - cm) < 1e-6);
        QVERIFY(std::abs(kPlainFontPt * scene->printScale - pt) < 1e-9);
    }

    void noTextIsCut()
    {
        const EvaluationPtr shown = evaluated("interleaved-1f1b", 4, 8);
        for (const FigureTarget target : {FigureTarget::OneColumn, FigureTarget::TwoColumns}) {
            PictureOptions options = figureOf(target);
            options.notes = {{"the first note, which says a lot more than a column of a paper has room for, "
                              "so that it takes several lines",
                              3,
                              {},
                              {}},
                             {"beside it", 5, 9.0, RankId{1}}};
            const Result<Scene> scene = buildPicture(*shown->index, options);
            QVERIFY(scene);
            for (const SceneText& text : scene->texts) {
                QVERIFY2(text.text.find("…") == std::string::npos, text.text.c_str());
                const double width = textWidth(text.text, text.size, text.bold);
                const double left = text.align == TextAlign::Left     ? text.x
                                    : text.align == TextAlign::Center ? text.x - width / 2
                                                                      : text.x - width;
                QVERIFY2(left >= -0.5 && left + width <= scene->width + 0.5, text.text.c_str());
            }
            QVERIFY(scene->fitting.wrapped || target != FigureTarget::OneColumn);
        }
    }

    void notesDoNotLieOverEachOther()
    {
        TimelineGeometry geometry;
        geometry.plot = {50, 0, 300, 100};
        geometry.to = 100;
        std::vector<PictureNote> notes;
        for (int i = 0; i < 12; ++i)
            notes.push_back({"note " + std::to_string(i), i * 3.0, {}, {}});
        const NoteBand band = layOutNotes(notes, geometry);
        QCOMPARE(band.notes.size(), notes.size());
        for (std::size_t a = 0; a < band.notes.size(); ++a)
            for (std::size_t b = a + 1; b < band.notes.size(); ++b) {
                if (band.notes[a].line != band.notes[b].line)
                    continue;
                const auto endOf = [](const NotePlacement& place) {
                    return place.x + textWidth(place.lines.front(), 11);
                };
                QVERIFY(endOf(band.notes[a]) <= band.notes[b].x || endOf(band.notes[b]) <= band.notes[a].x);
            }
    }

    void marksAreInThePicture()
    {
        const EvaluationPtr shown = evaluated("1f1b", 4, 8);
        PictureOptions options;
        const Result<Scene> plain = buildPicture(*shown->index, options);
        options.criticalPath = criticalPath(*shown->timeline, shown->costs).actions;
        options.selected = options.criticalPath.front();
        options.overlay = evaluated("gpipe", 4, 8)->index;
        const Result<Scene> marked = buildPicture(*shown->index, options);
        QVERIFY(plain && marked);
        const auto countOf = [](const Scene& scene, Role role) {
            return std::count_if(scene.rects.begin(), scene.rects.end(),
                                 [role](const SceneRect& rect) { return rect.fill.role == role; });
        };
        QCOMPARE(countOf(*plain, Role::CriticalPath), 0);
        QVERIFY(countOf(*marked, Role::CriticalPath) > 4);
        QCOMPARE(countOf(*marked, Role::Accent), 4);
        QVERIFY(marked->blocks.size() >= plain->blocks.size() + 64);
        QVERIFY(!writeSvg(*marked, Theme::get(ThemeName::Light)).empty());
    }

    void latexEscapes_data()
    {
        addRows<std::string, std::string>({
            {"special", "50 % of $x_1 & #2 {a} ~ ^ \\",
             "50 \\% of \\$x\\_1 \\& \\#2 \\{a\\} \\textasciitilde{} "
             "\\textasciicircum{} \\textbackslash{}"},
            {"signs", "4 × 8 · 3 µs – 5", "4 \\texttimes{} 8 \\textperiodcentered{} 3 \\textmu{}s -- 5"},
            {"control", "a\nb", "a b"},
            {"others stay", "流水线", "流水线"},
        });
    }

    void latexEscapes()
    {
        const auto [text, latex] = givenRow<std::string, std::string>();
        QCOMPARE(latexText(text), latex);
    }

    void tikzIsADocument()
    {
        const EvaluationPtr shown = evaluated("zbv", 4, 8);
        PictureOptions options = figureOf(FigureTarget::OneColumn);
        options.memory = shown->memory;
        options.criticalPath = criticalPath(*shown->timeline, shown->costs).actions;
        const Scene scene = *buildPicture(*shown->index, options);
        const std::string tex = writeTikz(scene, Theme::get(ThemeName::Light));
        QVERIFY(
            tex.starts_with("\\IfFileExists{standalone.cls}{\\documentclass[tikz,border=0pt]{standalone}}"));
        const QString text = QString::fromStdString(tex);
        for (const char* part : {"document", "tikzpicture", "scope"}) {
            QCOMPARE(text.count(QString("\\begin{%1}").arg(QLatin1String(part))), 1);
            QCOMPARE(text.count(QString("\\end{%1}").arg(QLatin1String(part))), 1);
        }
        // Every color that is used is defined, and braces match.
        static const QRegularExpression color("c[0-9A-F]{6}");
        for (auto match = color.globalMatch(text); match.hasNext();) {
            const QString name = match.next().captured();
            QVERIFY2(text.contains("\\definecolor{" + name + "}"), qPrintable(name));
        }
        QString braces = text;
        braces.remove("\\{").remove("\\}");
        QCOMPARE(braces.count('{'), braces.count('}'));
        // A rectangle for each block.
        const auto blocks = std::count_if(scene.rects.begin(), scene.rects.end(),
                                          [](const SceneRect& rect) { return rect.block >= 0; });
        QVERIFY(text.count("\\fill[") >= blocks);
        QVERIFY(text.contains("% 8.5 cm wide"));
    }

    void tikzIsBoundedByThePixels()
    {
        const EvaluationPtr few = evaluated("1f1b", 4, 4000), many = evaluated("1f1b", 4, 40000);
        const auto linesFor = [](const EvaluationPtr& shown) {
            return lineCount(writeTikz(*buildPicture(*shown->index, figureOf(FigureTarget::TwoColumns)),
                                       Theme::get(ThemeName::Light)));
        };
        const std::size_t columns = 4 * 700;
        QVERIFY(linesFor(few) < columns * SceneStrip::kFills);
        QVERIFY(linesFor(many) <= linesFor(few) + columns);
    }

    void tikzCompiles_data() { addRows<QString>({{"pdflatex", "pdflatex"}, {"lualatex", "lualatex"}}); }

    /// All that a picture can have in it. Without a TeX, tikzIsADocument() reads the text.
    void tikzCompiles()
    {
        const auto& [program] = givenRow<QString>();
        const QString latex = QStandardPaths::findExecutable(program);
        if (latex.isEmpty())
            QSKIP("not installed");
        QTemporaryDir folder;
        const EvaluationPtr shown = evaluated("zbv", 4, 8);
        PictureOptions options = figureOf(FigureTarget::OneColumn);
        options.title = "ZBV & friends: 100 % of $, #1 ~ {a_b}^2";
        options.memory = shown->memory;
        options.criticalPath = criticalPath(*shown->timeline, shown->costs).actions;
        options.selected = ActionPosition{RankId{1}, 3};
        options.notes = {{"warm-up ends", 4}, {"a range", 6, 9, RankId{2}}};
        QFile file(folder.filePath("figure.tex"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(
            writeTikz(*buildPicture(*shown->index, options), Theme::get(ThemeName::Light))));
        file.close();
        QProcess process;
        process.setWorkingDirectory(folder.path());
        process.start(latex, {"-halt-on-error", "-interaction=nonstopmode", "figure.tex"});
        QVERIFY(process.waitForFinished(120'000));
        QVERIFY2(process.exitCode() == 0, process.readAllStandardOutput().constData());
        QVERIFY(QFileInfo(folder.filePath("figure.pdf")).size() > 0);
    }
};

BUBBLESCOPE_TEST(SceneFigureTest)
#include "scene_figure_test.moc"
