// SPDX-License-Identifier: Apache-2.0
// Parts of the views of profiles and comparisons, without a window.
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/ui/timeline_support.h"
#include "ui/compare/compare_text.h"
#include "ui/compare/comparison.h"
#include "ui/compare/difference_legend.h"
#include "ui/panels/stage_model.h"
#include "ui/timeline/hover_card.h"
#include "ui/trace/duration_histogram.h"
#include "ui/trace/figure_model.h"
#include "ui/trace/straggler_row.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/table_csv.h"

#include <QCheckBox>
#include <QSettings>
#include <QTemporaryDir>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

FigureRow row(const QString& text, std::optional<double> value)
{
    return FigureRow{{FigureCell{text, value}}};
}

EvaluationPtr withCosts(const EvaluationPtr& made, double forward, const char* source)
{
    auto evaluation = std::make_shared<Evaluation>(*made);
    evaluation->costs.forward = StageValues{forward};
    evaluation->costs.source = source;
    return evaluation;
}

} // namespace

class TraceViewsTest : public QObject
{
    Q_OBJECT

private slots:
    void textsOfAFigureColumnStandBehindFigures()
    {
        FigureModel model({{FigureColumn{"Clock"}},
                           {row("–", {}), row("3", 3.0), row("−3", -3.0), row("–", {}), row("20", 20.0)}});
        QSortFilterProxyModel sorted;
        sorted.setSourceModel(&model);
        sorted.setSortRole(FigureModel::kSortRole);
        sorted.sort(0, Qt::AscendingOrder);
        QStringList texts;
        for (int i = 0; i < sorted.rowCount(); ++i)
            texts << sorted.index(i, 0).data().toString();
        QCOMPARE(texts.join(' '), "−3 3 20 – –");
    }

    void aCopyIsHeadedByTheWholeTitle()
    {
        FigureModel model({{FigureColumn{"Later (ms)", "Starts later (µs)"}}, {row("8.07", 8068.6)}});
        QCOMPARE(model.headerData(0, Qt::Horizontal, Qt::DisplayRole).toString(), "Later (ms)");
        QCOMPARE(tableCsv(model, {model.index(0, 0)}), "Starts later (µs)\n8068.6\n");
    }

    void aHighCardStandsInColumns()
    {
        HoverCard card;
        card.title = QStringLiteral("2B1  Backward");
        for (int i = 0; i < 8; ++i)
            card.rows.emplace_back("Name", "122,219.312 µs");
        const QSizeF whole = hoverCardSize(card);
        const QSizeF low = hoverCardSize(card, 112);
        QVERIFY(whole.height() > 112);
        QVERIFY2(low.height() <= 112, qPrintable(QString::number(low.height())));
        QVERIFY(low.width() > whole.width());
        QCOMPARE(hoverCardSize(card, 500), whole);
        const QRectF bounds(4, 4, 690, 112);
        QVERIFY(bounds.contains(hoverCardRect(low, QPointF(580, 60), bounds)));
    }

    void titlesOfOneOrderSayTheirCosts()
    {
        const EvaluationPtr made = evaluationOf("0F0 0B0");
        const CompareSide one{"1F1B", withCosts(made, 1, "")};
        const CompareSide two{"1F1B", withCosts(made, 2, "")};
        const CompareSide fitted{"1F1B", withCosts(made, 2, "from a trace of 4 ranks")};
        using Titles = std::pair<QString, QString>;
        QCOMPARE(distinctTitles(one, one), Titles("1F1B", "1F1B"));
        QCOMPARE(distinctTitles(two, one), Titles("1F1B · current costs", "1F1B · frozen costs"));
        QCOMPARE(distinctTitles(one, fitted),
                 Titles("1F1B · entered costs", "1F1B · costs from a trace of 4 ranks"));
        const CompareSide other{"ZBV", withCosts(made, 2, "")};
        QCOMPARE(distinctTitles(one, other), Titles("1F1B", "ZBV"));
    }

    void stragglersThatDoNotFitAreLeftOut()
    {
        QTemporaryDir folder;
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder.path());
        Document document;
        QWidget panel;
        StragglerRow row(document, &panel);
        panel.show();
        TraceAnalysis analysis;
        for (const std::uint32_t rank : {7U, 2U, 5U}) {
            WithoutStragglers& without = analysis.without.emplace_back();
            without.stragglers.push_back({RankId{rank}, 1.5});
            without.whatIf.ranks[rank] = 1 / 1.5;
        }
        row.show(analysis);
        QCOMPARE(row.sentence(), "rank 7 takes 1.5 times, rank 2 takes 1.5 times, rank 5 takes 1.5 times as "
                                 "long as the others");
        const QList<QCheckBox*> boxes = row.findChildren<QCheckBox*>();
        QCOMPARE(boxes.size(), 3);
        const auto shownAt = [&](int width) {
            row.resize(width, row.height());
            return std::count_if(boxes.begin(), boxes.end(),
                                 [&](const QCheckBox* box) { return box->isVisibleTo(&row); });
        };
        const int one = boxes[0]->sizeHint().width();
        QVERIFY(row.minimumSizeHint().width() <= one);
        QCOMPARE(shownAt(one), 1);
        QCOMPARE(shownAt(2 * one + 40), 2);
        QCOMPARE(shownAt(1000), 3);
        row.show(TraceAnalysis());
        QVERIFY(row.isHidden());
    }

    void theLegendKeepsItsTotals()
    {
        ui::Comparison comparison;
        comparison.setReferences({{"a", evaluationOf("0F0 0F1 0B0 0B1\n. 1F0 1F1 1B0 1B1")}});
        comparison.setCurrent({"b", evaluationOf(". 0F0 0F1 0B0 0B1\n1F0 1F1 1B0 1B1")});
        comparison.setMode(CompareMode::Difference);
        QVERIFY(comparison.difference());
        DifferenceLegend legend;
        legend.setPicture(comparison.difference());
        legend.show();
        const QString totals = legend.text().section(" · ", -1);
        for (const int width : {1600, 703, 420, 330}) {
            legend.resize(width, legend.height());
            const QString shown = legend.shownText();
            QVERIFY2(shown.endsWith(totals), qPrintable(shown));
            // Every color has its word, in as many lines as it takes.
            for (const char* word : {"earlier", "same", "later"})
                QVERIFY2(shown.contains(QLatin1String(word)), qPrintable(shown));
            QCOMPARE(shown.count(" · ") + shown.count(QLatin1Char('\n')), legend.text().count(" · "));
            QCOMPARE(legend.height() > DifferenceLegend::kHeight, shown.contains(QLatin1Char('\n')));
        }
        legend.resize(4000, legend.height());
        QCOMPARE(legend.shownText(), legend.text());
        QCOMPARE(legend.height(), DifferenceLegend::kHeight);
    }

    void theLegendSaysThatNothingCanBeCompared()
    {
        DifferenceLegend legend;
        QCOMPARE(legend.text(), "comparing…");
        legend.setPicture(nullptr, true);
        QCOMPARE(legend.text(), "These schedules are too large to compare here.");
    }

    void theHistogramCountsOnAScale_data()
    {
        addRows<int, QString>({
            {"few", 2, "0 1 2"},
            {"many", 40, "0 10 20 30 40"},
            {"very many", 4000, "0 1000 2000 3000 4000"},
        });
    }

    void theHistogramCountsOnAScale()
    {
        const auto& [count, expected] = givenRow<int, QString>();
        DurationHistogram histogram;
        histogram.resize(300, 160);
        histogram.show("F", std::vector<Time>(static_cast<std::size_t>(count), 5.0), 5, ActionKind::Forward);
        QStringList ticks;
        for (const std::size_t tick : histogram.countTicks())
            ticks << QString::number(tick);
        QCOMPARE(ticks.join(' '), expected);
    }

    void fewDurationsArePoints()
    {
        DurationHistogram histogram;
        histogram.resize(300, 160);
        histogram.show("F", {40, 10, 10, 20}, 15, ActionKind::Forward);
        const std::vector<QPointF> points = histogram.points();
        QCOMPARE(points.size(), std::size_t{4});
        // By duration; equal ones are one above the other.
        QCOMPARE(points[0].x(), points[1].x());
        QVERIFY(points[1].y() < points[0].y());
        QCOMPARE(points[2].x() - points[0].x(), (points[3].x() - points[0].x()) / 3);
        for (const QPointF& point : points)
            QVERIFY(QRectF(histogram.rect()).contains(point));
        QCOMPARE(histogram.textAt(points[2]), "20 µs, 2 of 4 are shorter");
        histogram.show("F", std::vector<Time>(20, 5.0), 5, ActionKind::Forward);
        QVERIFY(histogram.points().empty());
    }

    void costsAreShownInFiveDigitsAndCopiedWhole_data()
    {
        addRows<double, QString>({
            {"nothing", 0.0, "0"},
            {"typed", 1.5, "1.5"},
            {"fitted", 10921.3571, "10921"},
            {"small", 0.0123456789, "0.012346"},
            {"large", 1234567.8, "1234568"},
        });
    }

    void costsAreShownInFiveDigitsAndCopiedWhole()
    {
        const auto& [value, shown] = givenRow<double, QString>();
        StageModel model;
        StageColumn column;
        column.title = QStringLiteral("F");
        column.help = QStringLiteral("Forward");
        column.values = StageValues{value};
        model.setContent({column}, {QString()});
        QCOMPARE(model.index(0, 0).data().toString(), shown);
        QCOMPARE(model.index(0, 0).data(Qt::EditRole).toDouble(), value);
    }

    void aNarrowColumnHasFewerDigits()
    {
        StageModel model;
        StageColumn column;
        column.title = QStringLiteral("F");
        column.values = StageValues{1523.94};
        model.setContent({column}, {QString()});
        QCOMPARE(model.index(0, 0).data().toString(), "1523.9");
        model.setDigits(4);
        QCOMPARE(model.index(0, 0).data().toString(), "1524");
        QCOMPARE(model.index(0, 0).data(Qt::EditRole).toDouble(), 1523.94);
    }

    void aLineIsCutWithAnEllipsis()
    {
        ElidedLabel label;
        label.resize(60, 20);
        label.show();
        label.setWholeText("straggler: rank 2, 1.55 times as slow");
        QVERIFY(label.text().endsWith("…"));
        QCOMPARE(label.toolTip(), label.wholeText());
        label.resize(800, 20);
        QCOMPARE(label.text(), label.wholeText());
        QVERIFY(label.toolTip().isEmpty());
        // Of figures the last go, whole.
        label.setWholeText("6 bubbles · 12 steps idle · 6.3 % of compute");
        label.resize(label.fontMetrics().horizontalAdvance("6 bubbles · 12 steps idle · 6.3"), 20);
        QCOMPARE(label.text(), "6 bubbles · 12 steps idle");
        QCOMPARE(label.toolTip(), label.wholeText());
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, TraceViewsTest)
#include "trace_views_test.moc"
