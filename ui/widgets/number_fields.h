// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/time/cost_model.h"

#include <QAbstractSpinBox>
#include <QTimer>
#include <optional>

namespace bubblescope::ui {

class ExactText;

/// A number of any size and sign: what is admissible is for others to say, so that a value can be refused in
/// words instead of being swallowed. Whole by default; a real one is written with a point in every language.
/// An automatic one is empty, with "auto" in quiet text, while the schedule chooses.
class WholeNumberField : public QAbstractSpinBox
{
    Q_OBJECT

public:
    explicit WholeNumberField(QWidget* parent = nullptr);

    void setReal(bool real) { m_real = real; }
    void setAutomatic(bool automatic);
    void setText(const QString& text);
    /// "auto" for an empty automatic field.
    [[nodiscard]] QString text() const;
    /// What the text means as a number; nothing if it means none. "auto" is none.
    [[nodiscard]] static std::optional<double> numberFrom(const QString& text, bool real);
    void stepBy(int steps) override;

signals:
    /// By the user: at each step, and after typing at a pause, Return or when the focus goes; may be no
    /// number.
    void edited(const QString& text);

protected:
    [[nodiscard]] StepEnabled stepEnabled() const override;
    [[nodiscard]] QValidator::State validate(QString& input, int& position) const override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void finishTyping();

    QTimer m_typing; ///< runs while a number may still be half typed
    bool m_real = false;
    bool m_automatic = false;
};

/// A time: one number, or where lists are allowed "1, 1, 1.5", a number for every stage. Long numbers are
/// shown short until the field has the focus.
class TimesField : public QAbstractSpinBox
{
    Q_OBJECT

public:
    explicit TimesField(bool listsAllowed, QWidget* parent = nullptr);

    /// What an empty field says; none by default, and then an empty field means nothing.
    void setEmptyText(const QString& text);
    [[nodiscard]] bool isEmpty() const;
    /// Leaves the text alone where it already means these values: nobody's "1." becomes "1" while typing.
    void setValues(const StageValues& values);
    /// What the text means; nothing if it means nothing.
    [[nodiscard]] std::optional<StageValues> values() const;
    [[nodiscard]] static std::optional<StageValues> valuesFrom(const QString& text, bool listsAllowed);
    [[nodiscard]] static QString textOf(const StageValues& values);
    /// With five significant figures a number; the text itself where that is as long, or means nothing.
    [[nodiscard]] static QString shortTextOf(const QString& text);
    /// How far one step goes; 0.1 by default.
    void setStep(double step) { m_step = step; }
    void stepBy(int steps) override;

signals:
    void edited(); ///< by the user, with every key

protected:
    [[nodiscard]] StepEnabled stepEnabled() const override;
    [[nodiscard]] QValidator::State validate(QString& input, int& position) const override;
    void wheelEvent(QWheelEvent* event) override;

private:
    bool m_listsAllowed;
    double m_step;
    ExactText* m_exact;
};

} // namespace bubblescope::ui
