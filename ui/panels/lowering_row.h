// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <string>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;

namespace bubblescope::ui {

class ChoiceBox;
class Document;
class ProblemNote;

/// How the order is lowered before it is timed: one of the ways that people know by name, or passes with
/// their settings, typed as the command line takes them and parted by spaces.
class LoweringRow : public QWidget
{
    Q_OBJECT

public:
    explicit LoweringRow(Document& document, QWidget* parent = nullptr);

    [[nodiscard]] QComboBox* editor() const;
    /// The field for passes of one's own; hidden unless "Custom…" is chosen.
    [[nodiscard]] QLineEdit* passesField() const { return m_passes; }
    /// Why the passes do not work on this order; empty for none.
    [[nodiscard]] QString problemText() const;

private:
    void makeEditor();
    void follow();
    void choose(int index);
    void takeTyped();
    void take(const std::vector<std::string>& chosen);

    Document& m_document;
    ChoiceBox* m_editor;
    QLineEdit* m_passes;
    QLabel* m_help;
    ProblemNote* m_problem;
};

/// "send-recv fsdp:style=torch", or with a plus between the passes, and back.
[[nodiscard]] std::vector<std::string> passesFromText(const QString& text);
[[nodiscard]] QString textOfPasses(const std::vector<std::string>& passes);

} // namespace bubblescope::ui
