// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace bubblescope::ui {

/// One line that takes the room there is: of figures with " · " between them those at the end go, another
/// text ends in an ellipsis, and the tool tip has all of it.
class ElidedLabel : public QLabel
{
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget* parent = nullptr);

    void setWholeText(const QString& text);
    [[nodiscard]] const QString& wholeText() const { return m_whole; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fit();

    QString m_whole;
};

} // namespace bubblescope::ui
