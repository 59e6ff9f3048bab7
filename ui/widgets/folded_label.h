// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace bubblescope::ui {

/// A paragraph of which the first lines are shown, with "more…" behind them where there are more, and "less"
/// once all of it is shown.
class FoldedLabel : public QLabel
{
    Q_OBJECT

public:
    explicit FoldedLabel(int lines, QWidget* parent = nullptr);

    void setParagraph(const QString& paragraph);
    [[nodiscard]] const QString& paragraph() const { return m_paragraph; }
    /// Whether there is more than is shown.
    [[nodiscard]] bool isFolded() const { return m_isFolded; }
    void setUnfolded(bool unfolded);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void renew();
    /// How much of the paragraph stands on the first lines with the link behind it; all of it if that fits.
    [[nodiscard]] qsizetype fittingLength() const;

    int m_lines;
    QString m_paragraph;
    bool m_unfolded = false;
    bool m_isFolded = false;
    bool m_renewing = false;
};

} // namespace bubblescope::ui
