// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/quantity.h"
#include "core/time/cost_model.h"

#include <QAbstractSpinBox>
#include <QTimer>
#include <optional>

class QLabel;

namespace bubblescope::ui {

class ExactText;

/// What a field takes, always written with a point.
enum class NumberKind : std::uint8_t {
    Whole,   ///< a whole number of any size and sign: others say in words what they refuse
    Real,    ///< a number of any size and sign
    Amount,  ///< a number from 0; a long one is shown short until the field has the focus
    Amounts, ///< the same, or a number for every stage: "1, 1, 1.5"
};

/// A number to be typed or stepped. Nothing that is typed is swallowed: the text stands until it is edited.
/// Whole and real ones are told at each step, and after typing at a pause, Return or when the focus goes;
/// amounts with every key. Those with a unit are told at once when it has been typed, else at a pause, so
/// that "60" on the way to "60 GB" changes nothing; what a number alone means stands in the field.
class NumberField : public QAbstractSpinBox
{
    Q_OBJECT

public:
    /// Between the keys of one number: "256" must not be tried as 2 and 25 first.
    static constexpr int kTypingPauseMs = 220;

    explicit NumberField(NumberKind kind, QWidget* parent = nullptr);

    /// An automatic number is empty, with "auto" in quiet text, while the schedule chooses.
    void setAutomatic(bool automatic);
    /// What an empty field says; none by default, and then an empty field means nothing.
    void setEmptyText(const QString& text);
    [[nodiscard]] bool isEmpty() const;
    /// A number alone may still be followed by a unit.
    [[nodiscard]] bool isTyping() const { return m_typing.isActive(); }
    /// Amounts of something that has units, which may be typed: "1.5 ms". A number alone counts `per` of what
    /// the measure keeps, and so do values(). Where the unit stands beside the field its own texts have none.
    void setMeasure(const Measure& measure, double per = 1, bool unitIsBeside = false);
    [[nodiscard]] const Measure& measure() const { return m_measure; }
    /// How far one step goes: 1 for whole numbers, else 0.1, by default.
    void setStep(double step) { m_step = step; }

    /// Leaves alone what is being typed.
    void setText(const QString& text);
    /// "auto" for an empty automatic field.
    [[nodiscard]] QString text() const;
    /// Leaves the text alone where it already means these values: nobody's "1." becomes "1" while typing.
    void setValues(const StageValues& values);
    /// What the text of amounts means; nothing if it means nothing.
    [[nodiscard]] std::optional<StageValues> values() const;
    void stepBy(int steps) override;

    /// What a text means as an amount of a measure, in what that keeps; nothing if it means none.
    [[nodiscard]] static std::optional<double> amountFrom(const QString& text, const Measure& measure,
                                                          double per = 1);
    /// As a field shows it, and in full as it is edited: "1.235 ms", "1.23456789 ms".
    [[nodiscard]] static QString shownAmount(double value, const Measure& measure, int digits = 5);
    [[nodiscard]] static QString fullAmount(double value, const Measure& measure);
    /// What a text means as a number; nothing if it means none. "auto" is none.
    [[nodiscard]] static std::optional<double> numberFrom(const QString& text, bool real);
    [[nodiscard]] static std::optional<StageValues> valuesFrom(const QString& text, bool listsAllowed,
                                                               const Measure& measure = {}, double per = 1);
    [[nodiscard]] static QString textOf(const StageValues& values);
    /// With five significant figures a number; the text itself where that is as long, or means nothing.
    [[nodiscard]] static QString shortTextOf(const QString& text);

signals:
    void edited(const QString& text); ///< by the user; may be no number

protected:
    [[nodiscard]] StepEnabled stepEnabled() const override;
    [[nodiscard]] QValidator::State validate(QString& input, int& position) const override;
    void wheelEvent(QWheelEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] bool isAmount() const { return m_kind >= NumberKind::Amount; }
    void stepAmounts(int steps);
    void typed();
    void tell();
    void showUnit();
    [[nodiscard]] bool writesUnits() const { return m_measure.hasUnits() && !m_unitIsBeside; }
    [[nodiscard]] QString fullTextOf(const StageValues& values) const;
    [[nodiscard]] QString briefTextOf(const QString& text) const;
    void stepNumber(int steps);

    NumberKind m_kind;
    double m_step;
    bool m_automatic = false;
    Measure m_measure;
    double m_per = 1;
    bool m_unitIsBeside = false;
    QLabel* m_unit = nullptr;     ///< of a number alone, in the field
    QTimer m_typing;              ///< runs while a number may still be half typed
    ExactText* m_exact = nullptr; ///< of amounts
};

} // namespace bubblescope::ui
