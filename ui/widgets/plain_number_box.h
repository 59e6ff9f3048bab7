// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDoubleSpinBox>

namespace bubblescope::ui {

/// Shows no zeros behind the last figure.
class PlainNumberBox : public QDoubleSpinBox
{
    Q_OBJECT

public:
    using QDoubleSpinBox::QDoubleSpinBox;

    [[nodiscard]] QString textFromValue(double value) const override
    {
        QString text = QDoubleSpinBox::textFromValue(value);
        if (text.contains(locale().decimalPoint())) {
            while (text.endsWith(QLatin1Char('0')))
                text.chop(1);
            if (text.endsWith(locale().decimalPoint()))
                text.chop(1);
        }
        return text;
    }
};

} // namespace bubblescope::ui
