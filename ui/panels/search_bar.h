// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/action_query.h"

#include <QLineEdit>
#include <QTimer>
#include <QWidget>
#include <optional>

class QCompleter;
class QLabel;
class QStringListModel;
class QToolButton;

namespace bubblescope::ui {

class MatchMarks;

/// The line of a search: Return and Esc mean something else here than in a field of a form.
class SearchField : public QLineEdit
{
    Q_OBJECT

public:
    using QLineEdit::QLineEdit;

signals:
    void stepAsked(bool forward);
    void left();

protected:
    void keyPressEvent(QKeyEvent* event) override;
};

/// Where actions are searched: while a query is typed its matches stand out in the timeline, and what is
/// wrong with it is said beside the field, below it where there is no room. Shows which match is selected,
/// and of how many.
class SearchBar : public QWidget
{
    Q_OBJECT

public:
    explicit SearchBar(MatchMarks& matches, QWidget* parent = nullptr);

    [[nodiscard]] SearchField* field() const { return m_field; }
    /// "12 of 345", "345 matches", "no match"; empty without a query.
    [[nodiscard]] QString countText() const;
    /// What is said below the field; empty while nothing is.
    [[nodiscard]] QString noticeText() const;
    [[nodiscard]] bool isWrong() const { return m_error && !m_error->isUnfinished; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

public slots:
    void focusField(); ///< with its text selected
    void clear();
    /// The number of the selected match, or how many there are, is another.
    void showCount();
    void showWrapped(bool forward);

signals:
    void stepAsked(bool forward);
    void left(); ///< the focus shall go back to the timeline

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void readText(const QString& text);
    void step(bool forward);
    void remember(const QString& text);
    void showNotice(const QString& text, bool isWrong);
    void hideNotice();
    void showError();
    void placeNotice();
    void placeList();
    /// The text goes where something else than it is asked for.
    void followMatches();

    MatchMarks& m_matches;
    std::optional<ActionQuery> m_asked; ///< by the text, or in its place
    bool m_isFollowing = false;
    SearchField* m_field;
    QLabel* m_count;
    QLabel* m_hint;
    QToolButton* m_clear;
    QLabel* m_notice;
    QStringListModel* m_history;
    QTimer m_noticeEnd;
    std::optional<ActionQueryError> m_error;
};

} // namespace bubblescope::ui
