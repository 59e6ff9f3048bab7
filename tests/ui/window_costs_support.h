// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/ui/timeline_support.h"
#include "tests/ui/window_support.h"
#include "ui/document/cost_edits.h"
#include "ui/panels/cost_form.h"
#include "ui/panels/cost_row.h"
#include "ui/panels/stage_costs.h"

namespace bubblescope::test {

/// What the editor says and does, in the default window: interleaved 1F1B, 4 ranks, 8 stages.
class CostWindow : public FreshWindow
{
public:
    /// With the sheet of costs open.
    void begin()
    {
        FreshWindow::begin();
        window().schedulePanel()->setCostsOpen(true);
    }
    ui::CostForm& form() { return *window().schedulePanel()->costs(); }
    const CostModel& costs() { return document().state().costs; }
    QAbstractItemModel& model() { return *form().stages()->table()->model(); }
    QString cell(int row, int column) { return model().index(row, column).data().toString(); }
    /// Into a cell of the stage table, as a user does.
    void typeCell(int row, int column, const QString& text)
    {
        ui::StageTable& table = *form().stages()->table();
        table.setFocus();
        table.setCurrentIndex(model().index(row, column));
        QTest::keyClick(&table, text[0].toLatin1());
        auto* editor = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        QVERIFY(editor);
        editor->setText(text);
        QTest::keyClick(editor, Qt::Key_Return);
        // A view takes what its editor holds once the key has been handled.
        QCoreApplication::processEvents();
    }
    void paste(int row, int column, const QString& text)
    {
        ui::StageTable& table = *form().stages()->table();
        table.setFocus();
        table.setCurrentIndex(model().index(row, column));
        QApplication::clipboard()->setText(text);
        QTest::keyClick(&table, Qt::Key_V, Qt::ControlModifier);
    }
    void typeLine(QLineEdit& field, const QString& text)
    {
        field.setFocus();
        field.selectAll();
        QTest::keyClicks(&field, text);
        QTest::keyClick(&field, Qt::Key_Return);
    }
    ui::NumberField& field(const char* name)
    {
        return *window().findChild<ui::NumberField*>(QLatin1String(name));
    }
    ui::CostRow& row(const char* name)
    {
        for (auto* row : window().findChildren<ui::CostRow*>())
            if (row->field()->objectName() == QLatin1String(name))
                return *row;
        qFatal("no row %s", name);
    }
    QPushButton& button(const char* name) { return *window().findChild<QPushButton*>(QLatin1String(name)); }
};

inline StageValues list(std::initializer_list<double> values)
{
    return StageValues(std::vector<double>(values));
}

} // namespace bubblescope::test
