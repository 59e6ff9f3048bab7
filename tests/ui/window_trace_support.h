// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/trace_data.h"
#include "tests/ui/window_support.h"
#include "ui/trace/lost_time_panel.h"
#include "ui/trace/run_panel.h"
#include "ui/trace/step_list.h"
#include "ui/trace/trace_controller.h"
#include "ui/trace/trace_panel.h"

#include <functional>

namespace bubblescope::test {

inline constexpr const char* kInterleaved = "torch_cpu/interleaved1f1b_p4_v2_m8";
inline constexpr const char* kStraggler = "torch_cpu/1f1b_runtime_straggler2_p4_m8";
inline constexpr auto kFirstName = "Interleaved 1F1B · 4 ranks × 8 microbatches";

[[nodiscard]] inline QString profilePath(const std::string& relative)
{
    return QString::fromStdString(tracePath(relative).string());
}

[[nodiscard]] inline QStringList profilesOf(const std::string& relative)
{
    QStringList files;
    for (const std::string& file : traceFiles(relative))
        files << QString::fromStdString(file);
    return files;
}

inline void openProfiles(ShownWindow& w, const QStringList& paths)
{
    w->files().openFiles(paths);
    QTRY_VERIFY_WITH_TIMEOUT(!w->isLoading(), 60000);
}

[[nodiscard]] inline ui::TracePanel& tracePanel(ShownWindow& w)
{
    return w->traces().panel();
}

[[nodiscard]] inline ui::LostTimePanel& lostTime(ShownWindow& w)
{
    return w->traces().lostTime();
}

[[nodiscard]] inline ui::RunPanel& runPanel(ShownWindow& w)
{
    return w->traces().runPanel();
}

/// As with the mouse, in the list of steps.
inline void clickStep(ShownWindow& w, int row)
{
    ui::StepList& steps = *runPanel(w).steps();
    QTest::mouseClick(steps.viewport(), Qt::LeftButton, {}, steps.visualItemRect(steps.item(row)).center());
}

/// One event of a profile.
[[nodiscard]] inline QByteArray range(const QByteArray& name, int start, int length, int thread = 1)
{
    return "{\"ph\":\"X\",\"cat\":\"user_annotation\",\"name\":\"" + name +
           "\",\"pid\":1,\"tid\":" + QByteArray::number(thread) + ",\"ts\":" + QByteArray::number(start) +
           ",\"dur\":" + QByteArray::number(length) + "}";
}

/// A profile of these events; of rank 0 of one, if `isRanked`.
[[nodiscard]] inline QByteArray profileOf(const QByteArrayList& events, bool isRanked = true)
{
    return (isRanked ? QByteArray("{\"distributedInfo\":{\"rank\":0,\"world_size\":1},") : QByteArray("{")) +
           "\"traceEvents\":[" + events.join(",\n") + "]}";
}

/// Two steps of two microbatches on one rank, the second half as fast. `prefix` begins the names.
[[nodiscard]] inline QByteArray twoSteps(const QByteArray& prefix = "PP:0")
{
    QByteArrayList events;
    for (const int step : {3, 4}) {
        const int from = step * 100000;
        const int unit = step == 3 ? 1000 : 2000;
        events << range("ProfilerStep#" + QByteArray::number(step), from, 20 * unit)
               << range(prefix + "F0", from + unit, unit) << range(prefix + "F1", from + 2 * unit, unit)
               << range(prefix + "B0", from + 3 * unit, 2 * unit)
               << range(prefix + "B1", from + 5 * unit, 2 * unit);
    }
    return profileOf(events);
}

/// Runs `act` on the next dialog as soon as it stands, and notes its text.
inline void answerQuestion(QString& asked, std::function<void(QDialog&)> act)
{
    QTimer::singleShot(0, qApp, [&asked, act = std::move(act)] {
        auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
        if (!dialog) {
            answerQuestion(asked, act);
            return;
        }
        QStringList texts;
        for (const QLabel* label : dialog->findChildren<QLabel*>())
            texts << label->text();
        for (const QCheckBox* tick : dialog->findChildren<QCheckBox*>())
            texts << tick->text();
        asked = texts.join('\n');
        act(*dialog);
    });
}

/// Presses a button of a dialog.
inline void press(QDialog& dialog, const QString& button)
{
    for (QPushButton* one : dialog.findChildren<QPushButton*>())
        if (one->text().remove('&') == button) {
            one->click();
            return;
        }
    qWarning("no button %s", qPrintable(button));
    dialog.reject();
}

/// Presses a button of the next dialog.
inline void answerNext(QString& asked, const QString& button)
{
    answerQuestion(asked, [button](QDialog& dialog) { press(dialog, button); });
}

} // namespace bubblescope::test
