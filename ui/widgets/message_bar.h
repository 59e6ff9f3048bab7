// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QFrame>
#include <QTimer>
#include <functional>
#include <vector>

class QLabel;
class QPushButton;

namespace bubblescope::ui {

/// A message that asks for nothing: what could not be read, with the line and the caret in a fixed font, or
/// what was done. It stands above the timeline or floats over it, where nothing moves for it and a note goes
/// by itself; else it stays until it is closed.
class MessageBar : public QFrame
{
    Q_OBJECT

public:
    enum class Kind : std::uint8_t { Note, Warning, Failure };

    explicit MessageBar(QWidget* parent = nullptr);

    /// Floats at the top of a widget beside it, or of its parent while that is hidden. Not in a layout.
    void floatOver(QWidget& widget);

    /// `headline` in words; `excerpt`, if any, keeps its columns.
    void showMessage(Kind kind, const QString& headline, const QString& excerpt = {});
    void showError(const QString& what, const Error& error, Kind kind = Kind::Failure);
    /// What a file was read in spite of: how many, and the first. Nothing without any.
    void showWarnings(const std::vector<Error>& warnings);
    /// Under the headline of what is shown, in words.
    void addLine(const QString& text);
    /// A link beside the text, until the message goes; `run` is called for it.
    void offer(const QString& text, std::function<void()> run);
    /// A second one, beside the first.
    void offerToo(const QString& text, std::function<void()> run);
    /// The texts of the links that are shown.
    [[nodiscard]] QStringList offers() const;
    void clear();
    [[nodiscard]] Kind kind() const { return m_kind; }
    [[nodiscard]] QString headline() const;
    [[nodiscard]] QString excerpt() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();
    void goByItself();

    QLabel* m_headline;
    QLabel* m_excerpt;
    QPushButton* makeLink(const char* name, std::function<void()> MessageBar::*run);

    QPushButton* m_link = nullptr;
    QPushButton* m_second = nullptr;
    std::function<void()> m_run;
    std::function<void()> m_runSecond;
    Kind m_kind = Kind::Note;
    QWidget* m_under = nullptr; ///< while it floats
    QTimer m_life;              ///< of a note that floats
};

} // namespace bubblescope::ui
