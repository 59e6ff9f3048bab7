// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QFrame>
#include <functional>

class QLabel;
class QPushButton;

namespace bubblescope::ui {

/// A message above the timeline that asks for nothing and stays until it is closed: what could not be read,
/// with the line and the caret in a fixed font, or what was done.
class MessageBar : public QFrame
{
    Q_OBJECT

public:
    enum class Kind : std::uint8_t { Note, Warning, Failure };

    explicit MessageBar(QWidget* parent = nullptr);

    /// `headline` in words; `excerpt`, if any, keeps its columns.
    void showMessage(Kind kind, const QString& headline, const QString& excerpt = {});
    void showError(const QString& what, const Error& error);
    /// Under the headline of what is shown, in words.
    void addLine(const QString& text);
    /// A link beside the text, until the message goes; `run` is called for it.
    void offer(const QString& text, std::function<void()> run);
    /// A second one, beside the first.
    void offerToo(const QString& text, std::function<void()> run);
    /// The texts of the links that are shown.
    [[nodiscard]] QStringList offers() const;
    void clear();
    [[nodiscard]] QString headline() const;
    [[nodiscard]] QString excerpt() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QLabel* m_headline;
    QLabel* m_excerpt;
    QPushButton* makeLink(const char* name, std::function<void()> MessageBar::*run);

    QPushButton* m_link = nullptr;
    QPushButton* m_second = nullptr;
    std::function<void()> m_run;
    std::function<void()> m_runSecond;
    Kind m_kind = Kind::Note;
};

} // namespace bubblescope::ui
