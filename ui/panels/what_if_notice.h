// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace bubblescope::ui {

class Document;

/// A slim line over the figures while the shown times are not those of the cost model.
class WhatIfNotice : public QWidget
{
    Q_OBJECT

public:
    explicit WhatIfNotice(Document& document, QWidget* parent = nullptr);

    /// "What if: B × 0.95"; empty while hidden.
    [[nodiscard]] QString text() const;
    /// The sliders are to be seen: there is nothing more to say.
    void setNeedless(bool needless);
    /// Document to words.
    void follow();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitText();

    Document& m_document;
    QString m_text;
    bool m_isNeedless = false;
    QLabel* m_label;
    QPushButton* m_reset;
};

} // namespace bubblescope::ui
