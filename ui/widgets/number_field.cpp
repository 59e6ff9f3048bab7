// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/number_field.h"

#include "core/analyze/metrics.h"
#include "core/base/quantity.h"
#include "core/generate/catalog.h"
#include "ui/widgets/exact_text.h"
#include "ui/widgets/window_style.h"

#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QResizeEvent>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

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
    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingPauseMs);
    if (isAmount()) {
        m_exact =
            new ExactText(*lineEdit(), *this, [this](const QString& text) { return briefTextOf(text); });
        connect(lineEdit(), &QLineEdit::textEdited, this, &NumberField::typed);
        connect(lineEdit(), &QLineEdit::textChanged, this, &NumberField::showUnit);
    } else {
        connect(lineEdit(), &QLineEdit::textEdited, &m_typing, qOverload<>(&QTimer::start));
    }
    connect(&m_typing, &QTimer::timeout, this, &NumberField::tell);
    connect(this, &QAbstractSpinBox::editingFinished, this, [this] {
        if (m_typing.isActive())
            tell();
    });
}

void NumberField::typed()
{
    // A number alone may be on the way to one with a unit.
    if (writesUnits() && !(values() && endsWithUnit(text().toStdString())))
        m_typing.start();
    else
        tell();
}

void NumberField::tell()
{
    m_typing.stop();
    emit edited(text());
}

void NumberField::setMeasure(const Measure& measure, double per, bool unitIsBeside)
{
    if (measure == m_measure && per == m_per && unitIsBeside == m_unitIsBeside)
        return;
    // What the text means stays, as far as it means something.
    const auto before = isEmpty() ? std::nullopt : values();
    m_measure = measure;
    m_per = per;
    m_unitIsBeside = unitIsBeside;
    if (before)
        m_exact->set(fullTextOf(*before));
    showUnit();
}

void NumberField::showUnit()
{
    const QString text = lineEdit()->text().trimmed();
    const bool isAlone = writesUnits() && !text.isEmpty() && !endsWithUnit(text.toStdString()) &&
                         !text.contains(QLatin1Char(','));
    if (isAlone && !m_unit) {
        m_unit = new QLabel(lineEdit());
        m_unit->setProperty("quiet", true);
        m_unit->setAttribute(Qt::WA_TransparentForMouseEvents);
    }
    if (!m_unit)
        return;
    const std::string_view name = unitFor(0, m_measure).name;
    m_unit->setText(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
    m_unit->setVisible(isAlone);
    m_unit->adjustSize();
    m_unit->move(lineEdit()->width() - m_unit->width() - 4, (lineEdit()->height() - m_unit->height()) / 2);
}

void NumberField::resizeEvent(QResizeEvent* event)
{
    QAbstractSpinBox::resizeEvent(event);
    showUnit();
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
    // What is being typed is newer than what is set.
    if (m_typing.isActive())
        return;
    if (values() != shown && fullTextOf(values().value_or(StageValues(-1.0))) != fullTextOf(shown))
        m_exact->set(fullTextOf(shown));
}

std::optional<StageValues> NumberField::values() const
{
    return valuesFrom(m_exact->text(), m_kind == NumberKind::Amounts, m_measure, m_per);
}

QString NumberField::fullTextOf(const StageValues& values) const
{
    if (!writesUnits())
        return textOf(values);
    QStringList parts;
    for (const double value : values.values)
        parts << fullAmount(value * m_per, m_measure);
    return parts.join(QStringLiteral(", "));
}

QString NumberField::briefTextOf(const QString& text) const
{
    if (!writesUnits())
        return shortTextOf(text);
    const auto values = valuesFrom(text, true, m_measure, m_per);
    if (!values)
        return text;
    QStringList parts;
    for (const double value : values->values)
        parts << shownAmount(value * m_per, m_measure);
    return parts.join(QStringLiteral(", "));
}

std::optional<double> NumberField::amountFrom(const QString& text, const Measure& measure, double per)
{
    return quantityFrom(text.trimmed().toStdString(), measure, per);
}

QString NumberField::shownAmount(double value, const Measure& measure, int digits)
{
    return QString::fromStdString(measure.hasUnits() ? quantityText(value, measure, digits)
                                                     : shortNumber(value, digits));
}

QString NumberField::fullAmount(double value, const Measure& measure)
{
    const QuantityUnit unit = unitFor(value, measure);
    const QString number = QString::fromStdString(numberText(value / unit.size));
    return unit.name.empty()
               ? number
               : number + QLatin1Char(' ') +
                     QString::fromUtf8(unit.name.data(), static_cast<qsizetype>(unit.name.size()));
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

std::optional<StageValues> NumberField::valuesFrom(const QString& text, bool listsAllowed,
                                                   const Measure& measure, double per)
{
    const QStringList parts = text.split(QLatin1Char(','));
    if (parts.size() > 1 && !listsAllowed)
        return std::nullopt;
    std::vector<double> numbers;
    for (const QString& part : parts) {
        const auto number = amountFrom(part, measure, per);
        if (!number)
            return std::nullopt;
        numbers.push_back(*number / per);
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
    for (double& value : next->values) {
        // By a step of the unit that is shown.
        const double unit = writesUnits() ? unitFor(value * m_per, m_measure).size / m_per : 1;
        value = stepped(value / unit, steps * m_step) * unit;
    }
    m_exact->set(fullTextOf(*next));
    tell();
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
