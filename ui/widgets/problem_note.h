// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QPointer>

namespace bubblescope::ui {

/// The words of a problem, on a ground of their own: they lie over what is below.
class ProblemWords : public QLabel
{
    Q_OBJECT

public:
    explicit ProblemWords(QWidget* parent);

signals:
    /// A click beside the links: who wants to see what is below.
    void dismissed();

protected:
    /// With the keys on the first link.
    void focusInEvent(QFocusEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    bool m_isOverLink = false;
};

/// What is wrong with what stands in a field. Its editor keeps an outline; the words are shown under it while
/// its row has the focus or the pointer, and move nothing.
class ProblemNote : public QObject
{
    Q_OBJECT

public:
    explicit ProblemNote(QWidget& row);
    ~ProblemNote() override;

    /// Until the next call; empty for none. Rich text is that text with links.
    void set(QWidget& editor, const QString& text, const QString& richText = {});
    void clear();
    /// What is wrong, whether its words are to be seen now or not.
    [[nodiscard]] const QString& text() const { return m_text; }
    /// Null as long as there was nothing to be seen.
    [[nodiscard]] ProblemWords* words() const { return m_words; }

signals:
    void linkActivated(const QString& link);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeWords();
    void describe();
    void undescribe();
    void update();
    void place();
    [[nodiscard]] bool isAskedFor() const;

    QWidget& m_row;
    QPointer<QWidget> m_editor; ///< what has the outline
    QPointer<QWidget> m_outline;
    QPointer<ProblemWords> m_words;
    QString m_text;
    QString m_shown;           ///< with links
    QString m_help, m_said;    ///< the editor's description, before and with the problem
    bool m_isWatching = false; ///< from the first problem on
    bool m_isDismissed = false;
};

} // namespace bubblescope::ui
