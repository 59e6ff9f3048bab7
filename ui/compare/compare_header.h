// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QToolButton;

namespace bubblescope::ui {

class ChoiceBox;

/// The line above one side of a comparison: what it is, its figures, and how it differs. Where the room does
/// not suffice the title is shortened first, then the figures; the tool tip has all of it.
class CompareHeader : public QWidget
{
    Q_OBJECT

public:
    /// `role` tells the sides apart: "Current", "Reference".
    explicit CompareHeader(const QString& role, QWidget* parent = nullptr);

    void setRole(const QString& role);
    void setTexts(const QString& title, const QString& figures, const QString& difference);
    /// A choice of what this line is about in the place of its title, as long as there are several.
    void offerChoice(const QStringList& titles, std::size_t current);
    /// Null before there was a choice.
    [[nodiscard]] ChoiceBox* choice() const { return m_choice; }
    /// A quiet button at the end that asks to end the comparison, or to drop this side.
    void offerClose(const QString& tip);
    /// A quiet button for what can be done with this side.
    void offerMenu(const QString& tip);
    /// All of it in one line: "Current: 1F1B · makespan 33 steps · …".
    [[nodiscard]] QString text() const;
    static constexpr int kHeight = 30;

signals:
    void closeAsked();
    void menuAsked(const QPoint& globalPosition);
    void chosen(std::size_t number); ///< by the user

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void fitTexts();
    [[nodiscard]] QString fittingDifference(int room) const;
    void tellAll();
    [[nodiscard]] QToolButton* makeButton(const QString& text);

    QString m_roleText;
    QString m_title;
    QString m_figuresText;
    QString m_differenceText;
    QLabel* m_name;
    ChoiceBox* m_choice = nullptr;
    QLabel* m_figures;
    QLabel* m_difference;
    QToolButton* m_menu;
    QToolButton* m_close;
};

} // namespace bubblescope::ui
