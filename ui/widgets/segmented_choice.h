// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>
#include <vector>

class QButtonGroup;
class QComboBox;

namespace bubblescope::ui {

/// A few exclusive choices side by side in one field; arrows move between them. Where it may fold, it is a
/// list to drop down while there is less room than they need.
class SegmentedChoice : public QWidget
{
    Q_OBJECT

public:
    explicit SegmentedChoice(QWidget* parent = nullptr);

    /// What is shown, in order; the choices are numbered from 0.
    void setChoices(const QStringList& titles);
    void setCurrent(int index);
    /// A choice that there is nothing for is not offered.
    void setOffered(int index, bool offered);
    void setFolding(bool folds);
    /// Of all choices side by side, folded or not.
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] int current() const;

signals:
    void chosen(int index); ///< by the user

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// Shows the choices that are offered, or the list of them.
    void fit();

    QButtonGroup* m_group;
    QComboBox* m_list = nullptr; ///< where it may fold
    std::vector<bool> m_offered;
};

} // namespace bubblescope::ui
