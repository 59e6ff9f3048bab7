// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <string>
#include <vector>

class QComboBox;
class QLabel;

namespace bubblescope::ui {

class Document;

/// How the order is lowered before it is timed: nothing, one of the passes of core/lower, or several with
/// their settings, typed as the command line takes them and parted by spaces.
class LoweringRow : public QWidget
{
    Q_OBJECT

public:
    explicit LoweringRow(Document& document, QWidget* parent = nullptr);

    [[nodiscard]] QComboBox* editor() const { return m_editor; }
    /// Why the passes do not work on this order; empty for none.
    [[nodiscard]] QString problemText() const;

private:
    void follow();
    void take();
    void showProblem(const QString& text);

    Document& m_document;
    QComboBox* m_editor;
    QLabel* m_help;
    QLabel* m_problem;
};

/// "send-recv fsdp:style=torch" and back.
[[nodiscard]] std::vector<std::string> passesFromText(const QString& text);
[[nodiscard]] QString textOfPasses(const std::vector<std::string>& passes);

} // namespace bubblescope::ui
