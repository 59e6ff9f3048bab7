// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QToolButton;

namespace bubblescope::ui {

/// The line above one side of a comparison: what it is, its figures, and how it differs. Where the room does
/// not suffice the title is shortened first; the tool tip has all of it.
class CompareHeader : public QWidget
{
    Q_OBJECT

public:
    /// `role` tells the sides apart: "Current", "Reference".
    explicit CompareHeader(const QString& role, QWidget* parent = nullptr);

    void setTexts(const QString& title, const QString& figures, const QString& difference);
    /// A quiet button at the end that asks to end the comparison.
    void offerClose(const QString& tip);
    /// All of it in one line: "Current: 1F1B · makespan 33 steps · …".
    [[nodiscard]] QString text() const;
    static constexpr int kHeight = 30;

signals:
    void closeAsked();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitTitle();

    QString m_roleText;
    QString m_title;
    QLabel* m_role;
    QLabel* m_name;
    QLabel* m_figures;
    QLabel* m_difference;
    QToolButton* m_close;
};

} // namespace bubblescope::ui
