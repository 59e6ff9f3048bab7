// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace bubblescope::ui {

/// What Profile shows in the place of a timeline while there is no run: why, and how to open one.
class NoRunPage : public QWidget
{
    Q_OBJECT

public:
    explicit NoRunPage(QWidget* parent = nullptr);

    /// Whether profiles are open that have no pipeline actions, but other things to look at.
    void setHasProfiles(bool has);
    [[nodiscard]] QString text() const;

signals:
    void openAsked();
    void folderAsked();
    void detailsAsked();

private:
    QLabel* m_heading;
    QLabel* m_text;
    QPushButton* m_open;
    QPushButton* m_details;
};

} // namespace bubblescope::ui
