// SPDX-License-Identifier: Apache-2.0
// The picker's filter and groups, and fields that may be left to the schedule.
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/window_support.h"
#include "ui/document/request_form.h"
#include "ui/document/schedule_groups.h"
#include "ui/panels/thumbnails.h"
#include "ui/widgets/folded_label.h"

namespace bubblescope::test {

namespace {

using namespace ui;

QStringList shownTitles(const ScheduleList& list)
{
    QStringList titles;
    for (int row = 0; row < list.count(); ++row)
        if (!list.item(row)->isHidden())
            titles << list.item(row)->text();
    return titles;
}
ParameterSpec automaticSpec(ParameterType type)
{
    ParameterSpec spec;
    spec.key = "memory-limit";
    spec.title = "Memory limit";
    spec.rule = "at least 1";
    spec.type = type;
    spec.minimum = 1;
    spec.maximum = 1000;
    spec.defaultValue = kAutomaticValue;
    spec.isOption = true;
    spec.isAutomatic = true;
    return spec;
}

} // namespace

class WindowFormTest : public QObject
{
    Q_OBJECT

private slots:
    void everyScheduleIsInTheList()
    {
        ShownWindow w;
        const ScheduleList& list = *w.gallery().list();
        QCOMPARE(list.shownCards(), static_cast<int>(scheduleCatalog().size()));
        int last = -1;
        for (int row = 0; row < list.count(); ++row) {
            const int index = ScheduleList::catalogIndexOf(list.item(row));
            if (index < 0)
                continue;
            const auto group = static_cast<int>(groupOf(scheduleCatalog()[static_cast<std::size_t>(index)]));
            QVERIFY(group >= last);
            // Each group begins with its heading.
            if (group != last)
                QCOMPARE(list.item(row - 1)->text(), groupTitle(static_cast<ScheduleGroup>(group)));
            last = group;
        }
    }

    void typingNarrowsTheList()
    {
        ShownWindow w;
        const ScheduleList& list = *w.gallery().list();
        w.gallery().filter()->setFocus();
        QTest::keyClicks(w.gallery().filter(), "dualpipev");
        QVERIFY(shownTitles(list).contains("DualPipeV"));
        QVERIFY(shownTitles(list).contains("V-shaped"));
        QVERIFY(!shownTitles(list).contains("GPipe"));
        QVERIFY(!shownTitles(list).contains("One stage per rank"));
        // The first Esc takes the filter back and stays, the second leaves.
        QTest::keyClick(w.gallery().filter(), Qt::Key_Escape);
        QCOMPARE(list.shownCards(), static_cast<int>(scheduleCatalog().size()));
        QVERIFY(w.gallery().filter()->hasFocus());
        QTest::keyClick(w.gallery().filter(), Qt::Key_Escape);
        QVERIFY(!list.isVisible());
    }

    void theFilterIsReachedByKeys()
    {
        ShownWindow w;
        ScheduleList* list = w.gallery().list();
        list->setFocus();
        QTest::keyClick(list, Qt::Key_Z);
        QVERIFY(w.gallery().filter()->hasFocus());
        QCOMPARE(w.gallery().filter()->text(), "z");
        QTest::keyClicks(w.gallery().filter(), "bv");
        QTest::keyClick(w.gallery().filter(), Qt::Key_Return);
        QVERIFY(!list->isVisible());
        const auto index = static_cast<std::size_t>(ScheduleList::catalogIndexOf(list->currentItem()));
        QTRY_COMPARE(w.schedule().name, scheduleCatalog()[index].name);
        QVERIFY(matchesFilter(scheduleCatalog()[index], "zbv"));
    }

    void nothingMatches()
    {
        ShownWindow w;
        w.gallery().filter()->setFocus();
        QTest::keyClicks(w.gallery().filter(), "nonsense");
        QCOMPARE(w.gallery().list()->shownCards(), 0);
        QVERIFY(!w.gallery().list()->isVisible());
        QTest::keyClick(w.gallery().filter(), Qt::Key_Return);
        QVERIFY(w.gallery().isVisible());
        QCOMPARE(w.document().draft().schedule, "interleaved-1f1b");
    }

    void anAutomaticFieldIsEmptyUntilSet()
    {
        ParameterRow row(automaticSpec(ParameterType::Integer));
        auto* field = row.findChild<NumberField*>();
        auto* button = row.findChild<QToolButton*>("automatic-memory-limit");
        QStringList edits;
        connect(&row, &ParameterRow::edited, this, [&](const QString& value) { edits << value; });
        row.setValue("auto");
        row.show();
        QCOMPARE(field->text(), "auto");
        QCOMPARE(field->findChild<QLineEdit*>()->text(), QString());
        QCOMPARE(field->findChild<QLineEdit*>()->placeholderText(), "auto");
        QVERIFY(button->isHidden());
        row.setValue("12");
        QVERIFY(!button->isHidden());
        QTest::mouseClick(button, Qt::LeftButton);
        row.setValue(edits.last());
        QCOMPARE(edits, QStringList{"auto"});
        QCOMPARE(field->findChild<QLineEdit*>()->text(), QString());
        QTest::keyClick(field, Qt::Key_Up);
        QCOMPARE(edits.last(), "1");
        // Deleting the number leaves it to the schedule, too.
        field->selectAll();
        QTest::keyClick(field, Qt::Key_Delete);
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(edits.last(), "auto");
    }

    void aRealIsWrittenWithAPoint_data()
    {
        addRows<QString, bool>({
            {"a fraction", "0.25", true},
            {"whole", "3", true},
            {"with an exponent", "1e3", true},
            {"with a comma", "0,25", false},
            {"grouped", "1,000", false},
            {"infinite", "inf", false},
            {"words", "much", false},
            {"nothing", "", false},
        });
    }

    void aRealIsWrittenWithAPoint()
    {
        const auto& [text, isNumber] = givenRow<QString, bool>();
        QLocale::setDefault(QLocale(QLocale::German));
        QCOMPARE(NumberField::numberFrom(text, true).has_value(), isNumber);
        QLocale::setDefault(QLocale::c());
    }

    void aWrongRealIsSaid()
    {
        ParameterRow row(automaticSpec(ParameterType::Real));
        row.setNotANumber();
        QCOMPARE(row.problemText(),
                 "not a number (write 1.5); memory limit takes at least 1, or empty: auto");
    }

    void theScheduleIsExplained()
    {
        ShownWindow w;
        const auto* about = w->findChild<FoldedLabel*>("schedule-about");
        const ScheduleInfo& info = *findSchedule("interleaved-1f1b");
        QVERIFY(about->isVisible());
        QCOMPARE(about->paragraph(), QString::fromStdString(info.help));
        QVERIFY(about->toolTip().contains(QString::fromStdString(info.origin).toHtmlEscaped()));
    }

    void theVariantIsExplained()
    {
        ShownWindow w;
        const ScheduleInfo& info = *findSchedule("interleaved-1f1b");
        const auto other = std::find_if(info.variants.begin(), info.variants.end(),
                                        [](const VariantInfo& variant) { return !variant.help.empty(); });
        if (other == info.variants.end())
            QSKIP("no variant of this schedule says how it differs");
        ScheduleRequest request = w.document().draft();
        request.options = {{"variant", other->name}};
        w.document().propose(request, "Variant");
        w->schedulePanel()->options()->click();
        const auto* explanation = w->schedulePanel()->row("variant")->findChild<FoldedLabel*>();
        QVERIFY(explanation->isVisible());
        QCOMPARE(explanation->paragraph(), QString::fromStdString(other->help));
    }

    void aLongParagraphUnfolds()
    {
        FoldedLabel label(3);
        QStringList words;
        for (int i = 0; i < 60; ++i)
            words << QString("word%1").arg(i);
        label.resize(280, 100);
        label.setParagraph(words.join(' '));
        QVERIFY(label.isFolded());
        const int folded = label.heightForWidth(280);
        QVERIFY(folded <= label.fontMetrics().lineSpacing() * 3 + 4);
        QVERIFY(!label.text().contains("word59"));
        emit label.linkActivated("fold");
        QVERIFY(!label.isFolded());
        QVERIFY(label.heightForWidth(280) > folded);
        QVERIFY(label.text().contains("word59"));
        emit label.linkActivated("fold");
        QCOMPARE(label.heightForWidth(280), folded);
        label.setParagraph("Short.");
        QVERIFY(!label.isFolded());
        QCOMPARE(label.text(), "Short.");
    }

    void searchedSchedulesHaveFigures_data()
    {
        addRows<qint64, qint64>({
            {"the default size", qint64{4}, qint64{8}},
            {"8 ranks, 24 microbatches", qint64{8}, qint64{24}},
        });
    }

    void searchedSchedulesHaveFigures()
    {
        const auto& [ranks, microbatches] = givenRow<qint64, qint64>();
        ThumbnailMaker maker;
        QSignalSpy finished(&maker, &ThumbnailMaker::finished);
        ScheduleRequest request;
        request.schedule = "interleaved-1f1b";
        request.ranks = ranks;
        request.microbatches = microbatches;
        maker.start(request, {}, ThemeName::Light, 1);
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 60'000);
        for (std::size_t i = 0; i < scheduleCatalog().size(); ++i) {
            if (!scheduleCatalog()[i].isMadeForCosts)
                continue;
            const Thumbnail& thumbnail = maker.thumbnails()[i];
            verifyContains(thumbnail.figures, {" · idle ", " · peak "});
            QVERIFY(!thumbnail.image.isNull());
        }
    }

    void unequalTimesAreWarnedOf()
    {
        ShownWindow w;
        const auto* caution = w->findChild<QLabel*>("schedule-caution");
        CostModel unequal;
        unequal.backwardWeight = StageValues(0.5);
        w.document().setCosts(unequal, "Costs");
        QVERIFY(!caution->isVisible());
        w.document().chooseSchedule(*findSchedule("v-min"));
        QVERIFY(caution->isVisible());
        verifyBegins(caution->text(), "V-Min was made for equal times of F, I and W.");
        w.document().setCosts(CostModel{}, "Costs");
        QVERIFY(!caution->isVisible());
        CostModel scaled;
        scaled.forward = scaled.backwardInput = scaled.backwardWeight = StageValues(3);
        w.document().setCosts(scaled, "Costs");
        QVERIFY(!caution->isVisible());
        scaled.rankFactor[1] = 2;
        w.document().setCosts(scaled, "Costs");
        QVERIFY(caution->isVisible());
    }

    void aScheduleStandsWhereItStartsFrom()
    {
        QCOMPARE(groupOf(*findSchedule("gpipe")), ScheduleGroup::OneStage);
        QCOMPARE(groupOf(*findSchedule("1f1b")), ScheduleGroup::OneStage);
        QCOMPARE(groupOf(*findSchedule("interleaved-1f1b")), ScheduleGroup::SeveralStages);
    }

    void aVariantBringsItsConditionsAlong()
    {
        ShownWindow w;
        ScheduleRequest request;
        request.schedule = "interleaved-zero-bubble";
        request.stagesPerRank = 2;
        QVERIFY(checkRequest(request).empty());
        w.document().propose(request, "Schedule");
        ParameterRow* variant = w->schedulePanel()->row("variant");
        emit variant->edited("pp-schedule-visualization");
        QVERIFY(w.document().draftProblems().empty());
        QCOMPARE(w.document().draft().stagesPerRank, std::optional<std::int64_t>(1));
        QCOMPARE(w->schedulePanel()->row("stages-per-rank")->problemText(), QString());
        QStringList texts;
        for (const QLabel* label : w->schedulePanel()->findChildren<QLabel*>())
            if (label->isVisible() && label->text().startsWith("Adapted: "))
                texts << label->text();
        QCOMPARE(texts.size(), 1);
        verifyBegins(texts.front(), "Adapted: Stages per rank is 2, but ");
        // One step back undoes both.
        w.undo();
        QCOMPARE(w.document().draft(), request);
    }

    void projectsAreNamedAsTheyNameThemselves()
    {
        QCOMPARE(choiceTitle("torch"), "PyTorch");
        QCOMPARE(choiceTitle("pp-schedule-visualization"), "PP-Schedule-Visualization");
        QCOMPARE(choiceTitle("d9d"), "d9d");
        QCOMPARE(choiceTitle("paper"), "from the paper");
        QCOMPARE(choiceTitle("loop"), "Loop");
        QCOMPARE(choiceTitle("v"), "V");
    }

    void costsReachTheGenerator()
    {
        const auto searched = std::find_if(scheduleCatalog().begin(), scheduleCatalog().end(),
                                           [](const ScheduleInfo& info) { return info.isMadeForCosts; });
        if (searched == scheduleCatalog().end())
            QSKIP("no schedule of this version is made for costs");
        EvaluationInput input;
        ScheduleRequest request;
        request.schedule = searched->name;
        request.microbatches = 8;
        input.source = fitRequest(request, *searched).request;
        input.costs.forward = StageValues(5.0);
        GenerateOptions options;
        options.costs = input.costs;
        const auto expected = generate(std::get<ScheduleRequest>(input.source), options);
        const auto made = evaluate(input, {});
        QVERIFY(expected && made);
        QVERIFY((*made)->timeline->schedule->rows == expected->rows);
    }
};

} // namespace bubblescope::test

BUBBLESCOPE_TEST_WITH(QApplication, bubblescope::test::WindowFormTest)
#include "window_form_test.moc"
