// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/sweep/sweep.h"

#include <QObject>
#include <functional>

namespace bubblescope::ui {

class SweepDialog;
class WindowServices;

/// Sweeping schedules over lists of numbers: the dialog, what of it the window opens, and its files.
class SweepController : public QObject
{
    Q_OBJECT

public:
    /// Adds the command.
    explicit SweepController(WindowServices& window);

private:
    using Bytes = std::function<Result<std::string>(const QString& ending)>;
    void show();
    void makeDialog();
    void open(const SweepPlan& plan, const SweepRow& row);
    void exportPicture();
    void exportAs(const QString& name, const QString& ending, const Bytes& bytes);

    WindowServices& m_window;
    SweepDialog* m_dialog = nullptr;
};

} // namespace bubblescope::ui
