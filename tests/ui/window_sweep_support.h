// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/ui/sweep_support.h"
#include "tests/ui/window_support.h"
#include "ui/sweep/scatter_view.h"
#include "ui/sweep/sweep_dialog.h"
#include "ui/sweep/sweep_form.h"
#include "ui/sweep/sweep_results.h"
#include "ui/widgets/run_row.h"

#include <QLineEdit>
#include <QPushButton>

namespace bubblescope::test {

/// The dialog of a window that shows a schedule.
class ShownSweep
{
public:
    explicit ShownSweep(const char* request = "1f1b:ranks=4,microbatches=8")
    {
        w->files().startNew(*requestFromText(request));
        [&] { QTRY_VERIFY(!w.document().isBusy() && w.document().evaluation()); }();
        w.key(Qt::Key_W, Qt::ControlModifier | Qt::ShiftModifier);
        dialog = w->findChild<ui::SweepDialog*>();
        [&] { QVERIFY(dialog && QTest::qWaitForWindowExposed(dialog)); }();
        // What the window does when it is shown may activate it once more.
        [&] { QTRY_VERIFY((dialog->activateWindow(), QApplication::activeWindow() == dialog)); }();
    }
    template <typename Widget>
    [[nodiscard]] Widget& find(const char* name) const
    {
        return *dialog->findChild<Widget*>(QStringLiteral("sweep-") + QLatin1String(name));
    }
    void press(const char* name) const { QTest::mouseClick(&find<QPushButton>(name), Qt::LeftButton); }
    /// Over what stands in a list's field.
    void type(const char* name, const QString& text) const
    {
        auto& field = find<QLineEdit>(name);
        field.setFocus();
        field.selectAll();
        QTest::keyClick(&field, Qt::Key_Backspace);
        QTest::keyClicks(&field, text);
    }
    [[nodiscard]] ui::SweepForm& form() const { return *dialog->form(); }
    [[nodiscard]] ui::SweepResults& results() const { return *dialog->results(); }
    [[nodiscard]] ui::ScatterView& chart() const { return *results().chart(); }
    [[nodiscard]] const std::vector<ui::SweepRecord>& rows() const { return results().model().rows(); }
    /// Where the point of a row is on the chart.
    [[nodiscard]] QPoint placeOf(std::size_t row) const
    {
        const auto& points = chart().content().points;
        for (std::size_t i = 0; i < points.size(); ++i)
            if (points[i].row == row)
                return chart().arrangement().places[i].toPoint();
        return {};
    }
    /// The pointer over the chart; other windows may lie over it here.
    void hover(const QPoint& place) const
    {
        QMouseEvent move(QEvent::MouseMove, place, chart().mapToGlobal(place), Qt::NoButton, Qt::NoButton,
                         {});
        QCoreApplication::sendEvent(&chart(), &move);
    }
    void runToItsEnd() const
    {
        press("start");
        QVERIFY(dialog->isRunning());
        QTRY_VERIFY_WITH_TIMEOUT(!dialog->isRunning(), 30'000);
    }
    /// Whether the document shows the row as it was timed.
    [[nodiscard]] bool isShown(const SweepRow& row)
    {
        const EvaluationPtr& evaluation = w.document().evaluation();
        return !w.document().isBusy() && evaluation && evaluation->input == w.document().state() &&
               evaluation->metrics.makespan == row.metrics->makespan &&
               evaluation->memory->highestPeak() == row.metrics->peakMemory &&
               evaluation->metrics.bubbleRate == row.metrics->bubbleRate;
    }

    ShownWindow w;
    ui::SweepDialog* dialog = nullptr;
};

} // namespace bubblescope::test
