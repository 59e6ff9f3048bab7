// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <functional>

class QLineEdit;
class QWidget;

namespace bubblescope::ui {

/// Numbers in a field, short while they are looked at and in full while they may be edited: 5918.7737027 is
/// read as 5918.8, not by its last digits. Nothing is rounded: text() is what was set or typed.
class ExactText : public QObject
{
    Q_OBJECT

public:
    /// A short form of a text; itself where there is none.
    using Shorten = std::function<QString(const QString& text)>;

    /// `host` has the focus: the line itself, or the field around it. Both own this one's life.
    ExactText(QLineEdit& line, QWidget& host, Shorten shorten);

    void set(const QString& text);
    [[nodiscard]] QString text() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showShort();
    void showAll();

    QLineEdit& m_line;
    QWidget& m_host;
    Shorten m_shorten;
    QString m_text;         ///< while m_isShort: what the short form stands for
    bool m_isShort = false; ///< the line shows less than there is
};

} // namespace bubblescope::ui
