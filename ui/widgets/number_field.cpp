// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/number_field.h"

#include "core/analyze/metrics.h"
#include "core/base/short_number.h"
#include "core/generate/catalog.h"
#include "ui/widgets/exact_text.h"
#include "ui/widgets/window_style.h"

#include <QLineEdit>
#include <QLocale>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

// Between the keys of one number: "256" must not be tried as 2 and 25 first.
constexpr int kTypingPauseMs = 220;

double stepped(double value, double by)
{
    return std::max(0.0, std::round((value + by) * 1e6) / 1e6);
}

} // namespace

NumberField::NumberField(NumberKind kind, QWidget* parent)
    : QAbstractSpinBox(parent)
    , m_kind(kind)
    , m_step(kind == NumberKind::Whole ? 1 : 0.1)
{
    setMinimumHeight(kFieldHeight);
    setFocusPolicy(Qt::StrongFocus);
    // A dropped file is for the window.
    lineEdit()->setAcceptDrops(false);
    if (isAmount()) {
        m_exact = new ExactText(*lineEdit(), *this, &NumberField::shortTextOf);
        connect(lineEdit(), &QLineEdit::textEdited, this, &NumberField::edited);
        return;
    }
    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingPauseMs);
    connect(lineEdit(), &QLineEdit::textEdited, &m_typing, qOverload<>(&QTimer::start));
    connect(&m_typing, &QTimer::timeout, this, [this] { emit edited(text()); });
    connect(this, &QAbstractSpinBox::editingFinished, this, [this] {
        if (!m_typing.isActive())
            return;
        m_typing.stop();
        emit edited(text());
    });
}

void NumberField::setAutomatic(bool automatic)
{
    m_automatic = automatic;
    setEmptyText(automatic ? tr("auto", "the schedule chooses") : QString());
}

void NumberField::setEmptyText(const QString& text)
{
    lineEdit()->setPlaceholderText(text);
}

bool NumberField::isEmpty() const
{
    return lineEdit()->text().trimmed().isEmpty();
}

void NumberField::setText(const QString& text)
{
    // What is being typed is newer than what is set.
    if (m_typing.isActive() || text == this->text())
        return;
    lineEdit()->setText(m_automatic && text == QLatin1String(kAutomaticValue) ? QString() : text);
}

QString NumberField::text() const
{
    return m_automatic && isEmpty() ? QString::fromLatin1(kAutomaticValue) : lineEdit()->text().trimmed();
}

void NumberField::setValues(const StageValues& shown)
{
    if (values() != shown)
        m_exact->set(textOf(shown));
}

std::optional<StageValues> NumberField::values() const
{
    return valuesFrom(m_exact->text(), m_kind == NumberKind::Amounts);
}

std::optional<double> NumberField::numberFrom(const QString& text, bool real)
{
    bool ok = false;
    if (!real) {
        const qint64 whole = text.toLongLong(&ok);
        return ok ? std::optional(static_cast<double>(whole)) : std::nullopt;
    }
    QLocale plain = QLocale::c();
    plain.setNumberOptions(QLocale::RejectGroupSeparator);
    const double number = plain.toDouble(text, &ok);
    return ok && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

std::optional<StageValues> NumberField::valuesFrom(const QString& text, bool listsAllowed)
{
    const QStringList parts = text.split(QLatin1Char(','));
    if (parts.size() > 1 && !listsAllowed)
        return std::nullopt;
    std::vector<double> numbers;
    for (const QString& part : parts) {
        bool isNumber = false;
        const double number = part.trimmed().toDouble(&isNumber);
        if (!isNumber || !std::isfinite(number) || number < 0)
            return std::nullopt;
        numbers.push_back(number);
    }
    return StageValues(std::move(numbers));
}

QString NumberField::textOf(const StageValues& values)
{
    QStringList parts;
    for (const double value : values.values)
        parts << QString::fromStdString(numberText(value));
    return parts.join(QStringLiteral(", "));
}

QString NumberField::shortTextOf(const QString& text)
{
    const auto values = valuesFrom(text, true);
    if (!values)
        return text;
    QStringList parts;
    for (const double value : values->values)
        parts << QString::fromStdString(shortNumber(value));
    QString brief = parts.join(QStringLiteral(", "));
    return brief.size() < text.size() && valuesFrom(brief, true) != values ? brief : text;
}

void NumberField::stepBy(int steps)
{
    if (isAmount())
        stepAmounts(steps);
    else
        stepNumber(steps);
}

void NumberField::stepAmounts(int steps)
{
    std::optional<StageValues> next = isEmpty() ? StageValues(0.0) : values();
    if (!next)
        return;
    for (double& value : next->values)
        value = stepped(value, steps * m_step);
    m_exact->set(textOf(*next));
    emit edited(text());
}

void NumberField::stepNumber(int steps)
{
    m_typing.stop();
    lineEdit()->setText(m_kind == NumberKind::Real
                            ? QString::fromStdString(
                                  numberText(stepped(numberFrom(text(), true).value_or(0), steps * m_step)))
                            : QString::number(text().toLongLong() + steps));
    lineEdit()->selectAll();
    emit edited(text());
}

QAbstractSpinBox::StepEnabled NumberField::stepEnabled() const
{
    constexpr StepEnabled kBoth = StepUpEnabled | StepDownEnabled;
    if (!isAmount()) {
        const bool isReal = m_kind == NumberKind::Real;
        return numberFrom(text(), isReal).value_or(0) > (isReal ? 0 : 1) ? kBoth : StepEnabled(StepUpEnabled);
    }
    if (isEmpty())
        return lineEdit()->placeholderText().isEmpty() ? StepEnabled(StepNone) : StepUpEnabled;
    const auto shown = values();
    if (!shown)
        return StepNone;
    const bool canFall =
        std::any_of(shown->values.begin(), shown->values.end(), [](double value) { return value > 0; });
    return canFall ? kBoth : StepEnabled(StepUpEnabled);
}

QValidator::State NumberField::validate(QString& /*input*/, int& /*position*/) const
{
    return QValidator::Acceptable;
}

void NumberField::wheelEvent(QWheelEvent* event)
{
    // The form scrolls under the pointer: only a field that is being edited may take the wheel.
    if (hasFocus())
        QAbstractSpinBox::wheelEvent(event);
    else
        event->ignore();
}

} // namespace bubblescope::ui
