// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <memory>

namespace bubblescope::ui {

class CalibrateDialog;
struct CalibrationFile;
class SchedulePanel;
class WindowServices;

/// Measuring or estimating a model's times: the dialog, and what becomes of its results.
class CalibrateController : public QObject
{
    Q_OBJECT

public:
    /// Adds the command; `panel` asks for it, too, and takes the times.
    CalibrateController(WindowServices& window, SchedulePanel& panel);

    /// Null until it was asked for.
    [[nodiscard]] CalibrateDialog* dialog() const { return m_dialog; }

private:
    using FilePtr = std::shared_ptr<const CalibrationFile>;
    void show();
    void makeDialog();
    [[nodiscard]] QString askPath(const QString& title);
    void apply(const FilePtr& file);
    void askSave(const FilePtr& file);

    WindowServices& m_window;
    SchedulePanel& m_panel;
    CalibrateDialog* m_dialog = nullptr;
};

} // namespace bubblescope::ui
