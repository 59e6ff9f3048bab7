// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "ui/services/holds.h"
#include "ui/services/window_questions.h"

#include <QCoreApplication>

class QMainWindow;

namespace bubblescope::ui {

class CommandRegistry;
class Docks;
class Document;
class MessageBar;
class TimelinePane;

/// What the parts of the main window are given of it, whichever window that is.
class WindowServices
{
    Q_DECLARE_TR_FUNCTIONS(WindowServices)

public:
    WindowServices() = default;
    virtual ~WindowServices() = default;
    Q_DISABLE_COPY_MOVE(WindowServices)

    /// Parent of dialogs, menus and docks.
    [[nodiscard]] virtual QMainWindow& shell() = 0;
    [[nodiscard]] virtual Document& document() = 0;
    [[nodiscard]] virtual CommandRegistry& commands() = 0;
    [[nodiscard]] virtual Docks& docks() = 0;
    [[nodiscard]] virtual TimelinePane* pane() const = 0;
    /// Above the timeline: what stays until it is closed.
    [[nodiscard]] virtual MessageBar* messages() const = 0;
    /// What the pointer is on, in the status bar.
    virtual void hover(const QString& text) = 0;
    /// The timeline and what belongs to it take the place of a start page.
    virtual void showTimeline() = 0;

    /// In the status bar, for a while.
    void say(const QString& text);
    /// Writes on a worker, while the window keeps painting. False if it was not written: the reason stands in
    /// the message bar.
    bool write(const QString& path, const std::function<Result<std::string>()>& bytes);
    /// Writes, and says so in the message bar.
    bool exportTo(const QString& path, const std::function<Result<std::string>()>& bytes);

    WindowQuestions questions;
    Holds holds;
};

/// In the folder that was used last, a file called as a document, a chart or a schedule is.
[[nodiscard]] QString suggestedPath(const QString& name, const QString& ending);
/// As it is to be written: with the ending if it has none.
[[nodiscard]] QString withAnyEnding(const QString& path, const QString& ending);

} // namespace bubblescope::ui
