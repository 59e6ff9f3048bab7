// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace bubblescope::ui {

class Document;
class TimelineView;

/// A veil over the timeline while the form holds what no schedule can be made of, or what failed: the picture
/// is then that of the last parameters that worked. It takes no room and no clicks, says why at the bottom,
/// and goes as soon as the parameters work.
class StalePicture : public QWidget
{
    Q_OBJECT

public:
    StalePicture(Document& document, TimelineView& view);

    /// "Last working parameters · Microbatches is 3, …"; empty while hidden.
    [[nodiscard]] QString text() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void follow();

    Document& m_document;
    QString m_text;
};

} // namespace bubblescope::ui
