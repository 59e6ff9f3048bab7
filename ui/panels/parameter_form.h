// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/generate/catalog.h"

#include <QWidget>
#include <string>
#include <vector>

class QLabel;
class QVBoxLayout;

namespace bubblescope::ui {

class Document;
class ParameterRow;

/// The parameters of the chosen schedule as the catalog has them, a row each: ranks, microbatches and stages,
/// and in a widget of their own the options. Every change goes to the document at once; what the schedule
/// cannot take is said beside its field, what changed with it below.
class ParameterForm : public QWidget
{
    Q_OBJECT

public:
    /// In the order of tabs the rows follow `before`, the options `beforeOptions`. All have to stay.
    ParameterForm(Document& document, QWidget* before, QWidget* beforeOptions, QWidget* parent);

    /// Makes another schedule the document's, with what of the parameters it can take.
    void choose(const ScheduleInfo& schedule);
    /// Document to form.
    void follow();
    /// The row of a parameter by its key; null if the schedule has none.
    [[nodiscard]] ParameterRow* row(const std::string& key) const;
    /// The rows of what few change, for whoever shows them.
    [[nodiscard]] QWidget* options() const { return m_options; }
    /// Whether it has a row there.
    [[nodiscard]] static bool isOption(const ParameterSpec& parameter);

signals:
    void optionRefused(); ///< the schedule cannot take one of these

private:
    void rebuildRows(const ScheduleInfo& schedule);
    void showProblems();
    /// Hides what the chosen variant does not take.
    void showTakenRows();
    void explainVariant();
    void takeValue(ParameterRow& row, const QString& value);
    void setNote(const QString& note);
    /// Says what had to change beside what was asked.
    void setAdapted(const QStringList& notes);

    Document& m_document;
    QWidget* m_before;
    QWidget* m_beforeOptions;
    QVBoxLayout* m_layout;
    QWidget* m_options;
    QLabel* m_note;
    std::vector<ParameterRow*> m_rows;
    std::string m_rowsOf; ///< the schedule that the rows were made for
    bool m_isChoosing = false;
};

} // namespace bubblescope::ui
