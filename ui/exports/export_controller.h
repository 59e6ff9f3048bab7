// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/picture_job.h"

#include <QObject>

namespace bubblescope::ui {

class Comparison;
class FileController;
class ShownTimes;
class WindowServices;

/// What is shown as a picture, in a file or on the clipboard; the order as CSV, the times as a trace.
class ExportController : public QObject
{
    Q_OBJECT

public:
    /// Adds the commands of the menu File.
    ExportController(WindowServices& window, FileController& files, const ShownTimes& shown,
                     const Comparison& comparison);

    /// A picture as export and copy begin with.
    [[nodiscard]] PictureSettings pictureSettings() const;
    /// False if it was not written; the reason stands in the message bar.
    bool exportTo(const QString& path, const PictureSettings& settings);
    bool exportCsvTo(const QString& path);
    /// Adds the command of the menu Edit.
    void addCopyCommand();

private:
    void addMarks(PictureSettings& settings) const;
    void recall(PictureSettings& settings) const;
    void copyPicture();
    void askPicture();
    void askCsv();
    /// The shown times as a Chrome trace, which Perfetto opens.
    void askTrace();

    WindowServices& m_window;
    FileController& m_files;
    const ShownTimes& m_shown;
    const Comparison& m_comparison;
};

} // namespace bubblescope::ui
