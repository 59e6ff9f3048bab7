// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

class QButtonGroup;

namespace bubblescope::ui {

/// A few exclusive choices side by side in one field; arrows move between them.
class SegmentedChoice : public QWidget
{
    Q_OBJECT

public:
    explicit SegmentedChoice(QWidget* parent = nullptr);

    /// What is shown, in order; the choices are numbered from 0.
    void setChoices(const QStringList& titles);
    void setCurrent(int index);
    [[nodiscard]] int current() const;

signals:
    void chosen(int index); ///< by the user

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QButtonGroup* m_group;
};

} // namespace bubblescope::ui
