// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/files/file_controller.h"
#include "ui/panels/inspector_panel.h"
#include "ui/panels/metrics_strip.h"
#include "ui/panels/problems_panel.h"
#include "ui/panels/schedule_list.h"
#include "ui/panels/schedule_panel.h"
#include "ui/sides/compare_controller.h"
#include "ui/timeline/legend_widget.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/parameter_row.h"
#include "ui/window/main_window.h"

#include <QFile>
#include <QLineEdit>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

namespace bubblescope::test {

/// A window that keeps its settings and files in a folder of its own and never opens a dialog.
class ShownWindow
{
public:
    ShownWindow()
    {
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
        open();
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
    [[nodiscard]] QString path(const QString& name) const { return m_folder.filePath(name); }
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
    [[nodiscard]] std::uint32_t ranks() { return document().evaluation()->timeline->schedule->rankCount(); }
    void trigger(const char* id) { m_window->commands().action(QLatin1String(id))->trigger(); }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        view().setFocus();
        QTest::keyClick(&view(), key, modifiers);
    }

private:
    void open()
    {
        m_window = std::make_unique<ui::MainWindow>(ui::ThemeChoice::Light);
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

    QTemporaryDir m_folder;
    std::unique_ptr<ui::MainWindow> m_window;
};

} // namespace bubblescope::test
