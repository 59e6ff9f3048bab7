// SPDX-License-Identifier: Apache-2.0
// The picker's filter and groups, and fields that may be left to the schedule.
#include "tests/support/test_program.h"
#include "tests/ui/window_support.h"
#include "ui/document/request_form.h"
#include "ui/document/schedule_groups.h"
#include "ui/panels/thumbnails.h"
#include "ui/widgets/folded_label.h"

#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QToolButton>

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
        const ScheduleList& list = *w->schedulePanel()->list();
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
        const ScheduleList& list = *w->schedulePanel()->list();
        w->schedulePanel()->filter()->setFocus();
        QTest::keyClicks(w->schedulePanel()->filter(), QStringLiteral("dualpipev"));
        QVERIFY(shownTitles(list).contains(QStringLiteral("DualPipeV")));
        QVERIFY(shownTitles(list).contains(QStringLiteral("V-shaped")));
        QVERIFY(!shownTitles(list).contains(QStringLiteral("GPipe")));
        QVERIFY(!shownTitles(list).contains(QStringLiteral("One stage per rank")));
        // The first Esc takes the filter back and stays, the second leaves.
        QTest::keyClick(w->schedulePanel()->filter(), Qt::Key_Escape);
        QCOMPARE(list.shownCards(), static_cast<int>(scheduleCatalog().size()));
        QVERIFY(w->schedulePanel()->filter()->hasFocus());
        QTest::keyClick(w->schedulePanel()->filter(), Qt::Key_Escape);
        QVERIFY(w.view().hasFocus());
    }

    void theFilterIsReachedByKeys()
    {
        ShownWindow w;
        ScheduleList* list = w->schedulePanel()->list();
        list->setFocus();
        QTest::keyClick(list, Qt::Key_Z);
        QVERIFY(w->schedulePanel()->filter()->hasFocus());
        QCOMPARE(w->schedulePanel()->filter()->text(), QStringLiteral("z"));
        QTest::keyClicks(w->schedulePanel()->filter(), QStringLiteral("bv"));
        QTest::keyClick(w->schedulePanel()->filter(), Qt::Key_Return);
        QVERIFY(list->hasFocus());
        const auto index = static_cast<std::size_t>(ScheduleList::catalogIndexOf(list->currentItem()));
        QTRY_COMPARE(w.document().evaluation()->timeline->schedule->name, scheduleCatalog()[index].name);
        QVERIFY(matchesFilter(scheduleCatalog()[index], QStringLiteral("zbv")));
    }

    void nothingMatches()
    {
        ShownWindow w;
        w->schedulePanel()->filter()->setFocus();
        QTest::keyClicks(w->schedulePanel()->filter(), QStringLiteral("nonsense"));
        QCOMPARE(w->schedulePanel()->list()->shownCards(), 0);
        QVERIFY(!w->schedulePanel()->list()->isVisible());
        QTest::keyClick(w->schedulePanel()->filter(), Qt::Key_Return);
        QCOMPARE(w.document().evaluation()->timeline->schedule->name, std::string("interleaved-1f1b"));
    }

    void anAutomaticFieldIsEmptyUntilSet()
    {
        ParameterRow row(automaticSpec(ParameterType::Integer));
        auto* field = row.findChild<NumberField*>();
        auto* button = row.findChild<QToolButton*>(QStringLiteral("automatic-memory-limit"));
        QStringList edits;
        connect(&row, &ParameterRow::edited, this, [&](const QString& value) { edits << value; });
        row.setValue(QStringLiteral("auto"));
        row.show();
        QCOMPARE(field->text(), QStringLiteral("auto"));
        QCOMPARE(field->findChild<QLineEdit*>()->text(), QString());
        QCOMPARE(field->findChild<QLineEdit*>()->placeholderText(), QStringLiteral("auto"));
        QVERIFY(button->isHidden());
        row.setValue(QStringLiteral("12"));
        QVERIFY(!button->isHidden());
        QTest::mouseClick(button, Qt::LeftButton);
        row.setValue(edits.last());
        QCOMPARE(edits, QStringList{QStringLiteral("auto")});
        QCOMPARE(field->findChild<QLineEdit*>()->text(), QString());
        QTest::keyClick(field, Qt::Key_Up);
        QCOMPARE(edits.last(), QStringLiteral("1"));
        // Deleting the number leaves it to the schedule, too.
        field->selectAll();
        QTest::keyClick(field, Qt::Key_Delete);
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(edits.last(), QStringLiteral("auto"));
    }

    void aRealIsWrittenWithAPoint_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("isNumber");
        QTest::newRow("a fraction") << "0.25" << true;
        QTest::newRow("whole") << "3" << true;
        QTest::newRow("with an exponent") << "1e3" << true;
        QTest::newRow("with a comma") << "0,25" << false;
        QTest::newRow("grouped") << "1,000" << false;
        QTest::newRow("infinite") << "inf" << false;
        QTest::newRow("words") << "much" << false;
        QTest::newRow("nothing") << "" << false;
    }

    void aRealIsWrittenWithAPoint()
    {
        QFETCH(QString, text);
        QFETCH(bool, isNumber);
        QLocale::setDefault(QLocale(QLocale::German));
        QCOMPARE(NumberField::numberFrom(text, true).has_value(), isNumber);
        QLocale::setDefault(QLocale::c());
    }

    void aWrongRealIsSaid()
    {
        ParameterRow row(automaticSpec(ParameterType::Real));
        row.setNotANumber();
        QCOMPARE(row.problemText(),
                 QStringLiteral("not a number (write 1.5); memory limit takes at least 1, or nothing: auto"));
    }

    void theScheduleIsExplained()
    {
        ShownWindow w;
        const auto* about = w->findChild<FoldedLabel*>(QStringLiteral("schedule-about"));
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
        w.document().propose(request, QStringLiteral("Variant"));
        const auto* explanation = w->schedulePanel()->row("variant")->findChild<FoldedLabel*>();
        QVERIFY(explanation->isVisible());
        QCOMPARE(explanation->paragraph(), QString::fromStdString(other->help));
    }

    void aLongParagraphUnfolds()
    {
        FoldedLabel label(3);
        QStringList words;
        for (int i = 0; i < 60; ++i)
            words << QStringLiteral("word%1").arg(i);
        label.resize(280, 100);
        label.setParagraph(words.join(QLatin1Char(' ')));
        QVERIFY(label.isFolded());
        const int folded = label.heightForWidth(280);
        QVERIFY(folded <= label.fontMetrics().lineSpacing() * 3 + 4);
        QVERIFY(!label.text().contains(QStringLiteral("word59")));
        emit label.linkActivated(QStringLiteral("fold"));
        QVERIFY(!label.isFolded());
        QVERIFY(label.heightForWidth(280) > folded);
        QVERIFY(label.text().contains(QStringLiteral("word59")));
        emit label.linkActivated(QStringLiteral("fold"));
        QCOMPARE(label.heightForWidth(280), folded);
        label.setParagraph(QStringLiteral("Short."));
        QVERIFY(!label.isFolded());
        QCOMPARE(label.text(), QStringLiteral("Short."));
    }

    void searchedSchedulesHaveFigures_data()
    {
        QTest::addColumn<qint64>("ranks");
        QTest::addColumn<qint64>("microbatches");
        QTest::newRow("the default size") << qint64{4} << qint64{8};
        QTest::newRow("8 ranks, 24 microbatches") << qint64{8} << qint64{24};
    }

    void searchedSchedulesHaveFigures()
    {
        QFETCH(qint64, ranks);
        QFETCH(qint64, microbatches);
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
            QVERIFY2(thumbnail.figures.startsWith(QStringLiteral("bubble ")), qPrintable(thumbnail.figures));
            QVERIFY(!thumbnail.image.isNull());
        }
    }

    void unequalTimesAreWarnedOf()
    {
        ShownWindow w;
        const auto* caution = w->findChild<QLabel*>(QStringLiteral("schedule-caution"));
        CostModel unequal;
        unequal.backwardWeight = StageValues(0.5);
        w.document().setCosts(unequal, QStringLiteral("Costs"));
        QVERIFY(!caution->isVisible());
        w.document().chooseSchedule(*findSchedule("v-min"));
        QVERIFY(caution->isVisible());
        QVERIFY2(caution->text().startsWith(QStringLiteral("V-Min was made for equal times of F, I and W.")),
                 qPrintable(caution->text()));
        w.document().setCosts(CostModel{}, QStringLiteral("Costs"));
        QVERIFY(!caution->isVisible());
        CostModel scaled;
        scaled.forward = scaled.backwardInput = scaled.backwardWeight = StageValues(3);
        w.document().setCosts(scaled, QStringLiteral("Costs"));
        QVERIFY(!caution->isVisible());
        scaled.rankFactor[1] = 2;
        w.document().setCosts(scaled, QStringLiteral("Costs"));
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
        w.document().propose(request, QStringLiteral("Schedule"));
        ParameterRow* variant = w->schedulePanel()->row("variant");
        emit variant->edited(QStringLiteral("pp-schedule-visualization"));
        QVERIFY(w.document().draftProblems().empty());
        QCOMPARE(w.document().draft().stagesPerRank, std::optional<std::int64_t>(1));
        QCOMPARE(w->schedulePanel()->row("stages-per-rank")->problemText(), QString());
        QStringList texts;
        for (const QLabel* label : w->schedulePanel()->findChildren<QLabel*>())
            if (label->isVisible() && label->text().startsWith(QStringLiteral("Adapted: ")))
                texts << label->text();
        QCOMPARE(texts.size(), 1);
        QVERIFY2(texts.front().startsWith(QStringLiteral("Adapted: Stages per rank is 2, but ")),
                 qPrintable(texts.front()));
        // One step back undoes both.
        w.document().undoStack().undo();
        QCOMPARE(w.document().draft(), request);
    }

    void projectsAreNamedAsTheyNameThemselves()
    {
        QCOMPARE(choiceTitle("torch"), QStringLiteral("PyTorch"));
        QCOMPARE(choiceTitle("pp-schedule-visualization"), QStringLiteral("PP-Schedule-Visualization"));
        QCOMPARE(choiceTitle("d9d"), QStringLiteral("d9d"));
        QCOMPARE(choiceTitle("paper"), QStringLiteral("from the paper"));
        QCOMPARE(choiceTitle("loop"), QStringLiteral("Loop"));
        QCOMPARE(choiceTitle("v"), QStringLiteral("V"));
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
