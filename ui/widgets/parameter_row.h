// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/generate/catalog.h"
#include "core/generate/generate.h"

#include <QStringList>
#include <QWidget>

class QCheckBox;
class QGridLayout;
class QToolButton;

namespace bubblescope::ui {

class ChoiceBox;
class FoldedLabel;
class SegmentedChoice;
class NumberField;
class ProblemNote;

/// Label, editor, and why the value is not admissible with the nearest ones that are, to click.
/// What kind of editor it is follows from the catalog.
class ParameterRow : public QWidget
{
    Q_OBJECT

public:
    explicit ParameterRow(const ParameterSpec& parameter, QWidget* parent = nullptr);

    [[nodiscard]] const ParameterSpec& parameter() const { return m_parameter; }
    void setValue(const QString& value);
    /// Shows the rule and its nearest values; null hides them.
    void setProblem(const ParameterProblem* problem);
    /// What is wrong, without markup; empty for none.
    [[nodiscard]] QString problemText() const;
    /// A text that is no number at all, shown as long as it stands there.
    void setNotANumber();
    /// Quiet words under the editor: what the chosen value means. Empty for none.
    void setExplanation(const QString& text);
    [[nodiscard]] QWidget* editor() const { return m_editor; }

signals:
    void edited(const QString& value);
    void editingFinished();

private:
    void makeEditor();
    void makeNumberEditor();
    void makeAutomaticButton();
    void makeChoiceEditor();
    void showProblem(const QString& message, const QStringList& nearest);

    ParameterSpec m_parameter;
    QWidget* m_editor = nullptr;
    NumberField* m_number = nullptr;
    QToolButton* m_automatic = nullptr; ///< back to the schedule's own choice
    QCheckBox* m_switch = nullptr;
    SegmentedChoice* m_segments = nullptr;
    ChoiceBox* m_list = nullptr;
    FoldedLabel* m_explanation;
    ProblemNote* m_problem;
};

/// The width that labels take, so that the fields of all forms stand in one column.
inline constexpr int kFormLabelWidth = 136;

/// A choice as people read it: projects as they write themselves, other words with a capital and spaces.
[[nodiscard]] QString choiceTitle(const std::string& choice);

} // namespace bubblescope::ui
