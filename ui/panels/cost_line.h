// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace bubblescope {
struct CostModel;
struct Evaluation;
} // namespace bubblescope

namespace bubblescope::ui {

class Document;

/// The cost model in a line or two: what it is taken from, and the times of the kinds that the order runs.
/// A link opens all of it.
class CostLine : public QWidget
{
    Q_OBJECT

public:
    explicit CostLine(Document& document, QWidget* parent = nullptr);

    /// "F 47 ms · B 97 ms · hop 0.2 ms": of the kinds that the order runs, from and to where stages differ.
    [[nodiscard]] static QString timesOf(const Evaluation& evaluation, const CostModel& costs);

    [[nodiscard]] QPushButton* edit() const { return m_edit; }
    /// "F 47 ms · B 97 ms".
    [[nodiscard]] QString timesText() const;

private:
    void follow();
    void showFailure(const QString& text);

    Document& m_document;
    QPushButton* m_edit;
    QLabel* m_source;
    QLabel* m_times;
    QLabel* m_problem; ///< of the costs, which are not to be seen here
};

} // namespace bubblescope::ui
