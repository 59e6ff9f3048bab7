// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

namespace bubblescope::ui {

/// A combo box as the window shows it: what does not fit the field ends in an ellipsis and is said in full by
/// the tooltip, and the list is as wide as its content and framed as the panels are.
class ChoiceBox : public QComboBox
{
    Q_OBJECT

public:
    explicit ChoiceBox(QWidget* parent = nullptr);

    void showPopup() override;

protected:
    bool event(QEvent* event) override;
    /// The form scrolls under the pointer: only a box that has the focus takes the wheel.
    void wheelEvent(QWheelEvent* event) override;
    void initStyleOption(QStyleOptionComboBox* option) const override;

private:
    [[nodiscard]] QString fittedText(const QString& text) const;
};

} // namespace bubblescope::ui
