// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/time/cost_model.h"

#include <QAbstractSpinBox>
#include <QTimer>

namespace bubblescope::ui {

/// A whole number of any size and sign: what is admissible is for others to say, so that a value can be
/// refused in words instead of being swallowed.
class WholeNumberField : public QAbstractSpinBox
{
    Q_OBJECT

public:
    explicit WholeNumberField(QWidget* parent = nullptr);

    void setText(const QString& text);
    [[nodiscard]] QString text() const;
    void stepBy(int steps) override;

signals:
    /// By the user: at each step, and after typing at a pause, Return or when the focus goes; may be no
    /// number.
    void edited(const QString& text);

protected:
    [[nodiscard]] StepEnabled stepEnabled() const override;
    [[nodiscard]] QValidator::State validate(QString& input, int& position) const override;

private:
    void finishTyping();

    QTimer m_typing; ///< runs while a number may still be half typed
};

/// A time: one number, or where lists are allowed "1, 1, 1.5", a number for every stage.
class TimesField : public QAbstractSpinBox
{
    Q_OBJECT

public:
    explicit TimesField(bool listsAllowed, QWidget* parent = nullptr);

    /// Leaves the text alone where it already means these values: nobody's "1." becomes "1" while typing.
    void setValues(const StageValues& values);
    /// What the text means; nothing if it means nothing.
    [[nodiscard]] std::optional<StageValues> values() const;
    void stepBy(int steps) override;

signals:
    void edited(); ///< by the user, with every key

protected:
    [[nodiscard]] StepEnabled stepEnabled() const override;
    [[nodiscard]] QValidator::State validate(QString& input, int& position) const override;

private:
    bool m_listsAllowed;
};

} // namespace bubblescope::ui
