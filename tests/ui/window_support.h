// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/files/file_controller.h"
#include "ui/modes/inspector_rail.h"
#include "ui/modes/mode_controller.h"
#include "ui/panels/inspector_panel.h"
#include "ui/panels/metrics_strip.h"
#include "ui/panels/problems_panel.h"
#include "ui/panels/schedule_gallery.h"
#include "ui/panels/schedule_list.h"
#include "ui/panels/schedule_panel.h"
#include "ui/sides/compare_controller.h"
#include "ui/timeline/legend_widget.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/parameter_row.h"
#include "ui/window/main_window.h"

#include <QtTest>
#include <QtWidgets>

namespace bubblescope::test {

inline QString copiedText()
{
    return QGuiApplication::clipboard()->text();
}

/// What workers were still at is done, and what they bring has come.
inline void workersEnd()
{
    QThreadPool::globalInstance()->waitForDone();
    QCoreApplication::processEvents();
}

/// A window that keeps its settings and files in a folder of its own and never opens a dialog.
class ShownWindow
{
public:
    explicit ShownWindow(ui::ThemeChoice theme = ui::ThemeChoice::Light) : m_theme(theme) { begin(); }
    /// Another window, with settings and files of its own.
    void begin()
    {
        end();
        m_folder.emplace();
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder->path());
        open();
    }
    void end()
    {
        m_window.reset();
        m_folder.reset();
    }
    /// Closes the window and opens another with the same settings.
    void reopen()
    {
        m_window->questions.saveChanges = [](const QString&) { return ui::SaveAnswer::Discard; };
        m_window->close();
        open();
    }
    [[nodiscard]] ui::MainWindow& window() { return *m_window; }
    ui::MainWindow* operator->() { return m_window.get(); }
    [[nodiscard]] ui::Document& document() { return m_window->document(); }
    [[nodiscard]] ui::TimelineView& view() { return *m_window->pane()->view(); }
    [[nodiscard]] QString path(const QString& name) const { return m_folder->filePath(name); }
    QString write(const QString& name, const QByteArray& bytes) const
    {
        QFile file(path(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write %s", qPrintable(file.fileName()));
        return file.fileName();
    }
    static QByteArray read(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void openFile(const QString& path)
    {
        m_window->files().openFiles({path});
        QTRY_VERIFY(!m_window->isLoading());
    }
    void open(const QString& name, const QByteArray& bytes) { openFile(write(name, bytes)); }
    /// The schedule of a request, as "1f1b:ranks=4,microbatches=8", with its times.
    void start(const char* request)
    {
        const ScheduleRequest wanted = *requestFromText(request);
        m_window->files().startNew(wanted);
        QTRY_VERIFY(!document().isBusy() && ranks() == wanted.ranks);
    }
    void settle() { QTRY_VERIFY(!document().isBusy()); }
    void explained() { QTRY_VERIFY(view().explanation()); }
    /// The field of a schedule's parameter.
    [[nodiscard]] ui::NumberField& number(const char* key)
    {
        return *m_window->findChild<ui::NumberField*>(QStringLiteral("parameter-") + QLatin1String(key));
    }
    /// As a user does: into the field, over what stands there, key by key, and Return.
    void type(QAbstractSpinBox& field, const QString& text)
    {
        typeOpen(field, text);
        QTest::keyClick(&field, Qt::Key_Return);
    }
    /// The same without saying that the number is whole.
    void typeOpen(QAbstractSpinBox& field, const QString& text)
    {
        field.setFocus();
        field.selectAll();
        QTest::keyClicks(&field, text);
    }
    [[nodiscard]] QString metric(const char* name) { return m_window->metrics()->value(QLatin1String(name)); }
    [[nodiscard]] const Timeline& timeline() { return *document().evaluation()->timeline; }
    [[nodiscard]] const Schedule& schedule() { return *timeline().schedule; }
    [[nodiscard]] std::uint32_t ranks() { return schedule().rankCount(); }
    [[nodiscard]] std::uint32_t microbatches() { return schedule().microbatchCount; }
    void setRanks(std::uint32_t count)
    {
        type(number("ranks"), QString::number(count));
        QTRY_COMPARE(ranks(), count);
    }
    void setMicrobatches(std::uint32_t count)
    {
        type(number("microbatches"), QString::number(count));
        QTRY_COMPARE(microbatches(), count);
    }
    /// The gallery of schedules, opened as a click on the card's button does.
    ui::ScheduleGallery& gallery()
    {
        ui::ScheduleGallery& gallery = *m_window->schedulePanel()->gallery();
        if (!gallery.isVisible()) {
            QTest::mouseClick(m_window->findChild<QPushButton*>(QStringLiteral("schedule-change")),
                              Qt::LeftButton);
            [&] { QTRY_VERIFY(QApplication::activeWindow() == &gallery); }();
        }
        return gallery;
    }
    /// The card of a schedule in the open gallery, in view.
    QListWidgetItem* card(const char* schedule)
    {
        ui::ScheduleList& list = *gallery().list();
        QListWidgetItem* card =
            list.card(static_cast<int>(findSchedule(schedule) - scheduleCatalog().data()));
        list.scrollToItem(card);
        return card;
    }
    /// As a click on its rail does: in a small window it is folded until something is selected.
    void unfoldInspector()
    {
        if (!m_window->inspector()->isVisible())
            QTest::mouseClick(m_window->modes().rail()->button(), Qt::LeftButton);
        QTRY_VERIFY(m_window->inspector()->isVisible());
    }
    void undo() { document().undoStack().undo(); }
    [[nodiscard]] int steps() { return document().undoStack().count(); }
    [[nodiscard]] QString undoText() { return document().undoStack().undoText(); }
    [[nodiscard]] QAction* action(const QString& id) { return m_window->commands().action(id); }
    void trigger(const QString& id) { action(id)->trigger(); }
    /// What is said of it: in the inspector, in the status bar.
    [[nodiscard]] QString inspector() { return m_window->inspector()->plainText(); }
    [[nodiscard]] QString said() { return m_window->statusBar()->currentMessage(); }
    /// What the timeline shows and what is chosen in it.
    void stayStill() { view().navigation().setReducedMotion(true); }
    [[nodiscard]] TimeRange range() { return view().navigation().range(); }
    void setRange(const TimeRange& range) { view().navigation().setRange(range); }
    void select(const std::optional<ActionPosition>& action) { view().chosen().select(action); }
    void select(std::uint32_t rank, std::size_t index) { select(ActionPosition{RankId{rank}, index}); }
    [[nodiscard]] auto chosen() { return view().chosen().action(); }
    [[nodiscard]] auto gap() { return view().chosen().gap(); }
    [[nodiscard]] auto bubble() { return view().chosen().bubble(); }
    [[nodiscard]] QString selected()
    {
        const auto action = chosen();
        return action ? QString::fromStdString(
                            actionText(view().evaluation()->timeline->schedule->at(*action).id()))
                      : "nothing";
    }
    /// The middle of a lane at a time.
    [[nodiscard]] QPoint at(std::size_t row, Time t)
    {
        const TimelineGeometry& geometry = view().geometry();
        return {static_cast<int>(geometry.xOf(t)),
                static_cast<int>(geometry.laneTop(row) + geometry.laneHeight / 2)};
    }
    void click(QPoint position, Qt::MouseButton button = Qt::LeftButton)
    {
        QTest::mouseClick(view().viewport(), button, {}, position);
    }
    [[nodiscard]] QImage picture() { return view().viewport()->grab().toImage(); }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        view().setFocus();
        QTest::keyClick(&view(), key, modifiers);
    }

protected:
    /// Opens with begin().
    explicit ShownWindow(std::nullptr_t) {}

private:
    void open()
    {
        m_window = std::make_unique<ui::MainWindow>(m_theme);
        m_window->questions = {[](const QString&) {
                                   qWarning("a question that the test did not expect");
                                   return ui::SaveAnswer::Cancel;
                               },
                               [] { return QString(); }, [](const QString&) { return QString(); },
                               [](const QString&) { return QString(); }};
        m_window->resize(1280, 800);
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QTRY_VERIFY(m_window->document().evaluation());
    }

    ui::ThemeChoice m_theme = ui::ThemeChoice::Light;
    std::optional<QTemporaryDir> m_folder;
    std::unique_ptr<ui::MainWindow> m_window;
};

/// The window of a test class: begun in init(), ended in cleanup(), it is a new one for each function.
class FreshWindow : public ShownWindow
{
public:
    FreshWindow() : ShownWindow(nullptr) {}
};

} // namespace bubblescope::test
