// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/number_fields.h"

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

constexpr double kTimeStep = 0.1;
// Between the keys of one number: "256" must not be tried as 2 and 25 first.
constexpr int kTypingPauseMs = 220;

/// The form scrolls under the pointer: only a field that is being edited may take the wheel.
bool takesWheel(const QWidget& field, QWheelEvent& event)
{
    if (!field.hasFocus())
        event.ignore();
    return field.hasFocus();
}

} // namespace

WholeNumberField::WholeNumberField(QWidget* parent) : QAbstractSpinBox(parent)
{
    setMinimumHeight(kFieldHeight);
    setFocusPolicy(Qt::StrongFocus);
    // A dropped file is for the window.
    lineEdit()->setAcceptDrops(false);
    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingPauseMs);
    connect(lineEdit(), &QLineEdit::textEdited, &m_typing, qOverload<>(&QTimer::start));
    connect(&m_typing, &QTimer::timeout, this, [this] { emit edited(text()); });
    connect(this, &QAbstractSpinBox::editingFinished, this, &WholeNumberField::finishTyping);
}

void WholeNumberField::setAutomatic(bool automatic)
{
    m_automatic = automatic;
    lineEdit()->setPlaceholderText(automatic ? tr("auto", "the schedule chooses") : QString());
}

void WholeNumberField::setText(const QString& text)
{
    // What is being typed is newer than what is set.
    if (m_typing.isActive() || text == this->text())
        return;
    lineEdit()->setText(m_automatic && text == QLatin1String(kAutomaticValue) ? QString() : text);
}

std::optional<double> WholeNumberField::numberFrom(const QString& text, bool real)
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

void WholeNumberField::finishTyping()
{
    if (!m_typing.isActive())
        return;
    m_typing.stop();
    emit edited(text());
}

QString WholeNumberField::text() const
{
    const QString text = lineEdit()->text().trimmed();
    return m_automatic && text.isEmpty() ? QString::fromLatin1(kAutomaticValue) : text;
}

void WholeNumberField::stepBy(int steps)
{
    m_typing.stop();
    if (m_real) {
        const double next = numberFrom(text(), true).value_or(0) + steps * kTimeStep;
        lineEdit()->setText(QString::fromStdString(numberText(std::max(0.0, std::round(next * 1e6) / 1e6))));
    } else {
        lineEdit()->setText(QString::number(text().toLongLong() + steps));
    }
    lineEdit()->selectAll();
    emit edited(text());
}

QAbstractSpinBox::StepEnabled WholeNumberField::stepEnabled() const
{
    return numberFrom(text(), m_real).value_or(0) > (m_real ? 0 : 1) ? StepUpEnabled | StepDownEnabled
                                                                     : StepEnabled(StepUpEnabled);
}

QValidator::State WholeNumberField::validate(QString& /*input*/, int& /*position*/) const
{
    return QValidator::Acceptable;
}

void WholeNumberField::wheelEvent(QWheelEvent* event)
{
    if (takesWheel(*this, *event))
        QAbstractSpinBox::wheelEvent(event);
}

TimesField::TimesField(bool listsAllowed, QWidget* parent)
    : QAbstractSpinBox(parent)
    , m_listsAllowed(listsAllowed)
    , m_step(kTimeStep)
    , m_exact(new ExactText(*lineEdit(), *this, &TimesField::shortTextOf))
{
    setMinimumHeight(kFieldHeight);
    setFocusPolicy(Qt::StrongFocus);
    lineEdit()->setAcceptDrops(false);
    connect(lineEdit(), &QLineEdit::textEdited, this, &TimesField::edited);
}

void TimesField::setEmptyText(const QString& text)
{
    lineEdit()->setPlaceholderText(text);
}

bool TimesField::isEmpty() const
{
    return lineEdit()->text().trimmed().isEmpty();
}

void TimesField::setValues(const StageValues& shown)
{
    if (values() != shown)
        m_exact->set(textOf(shown));
}

std::optional<StageValues> TimesField::values() const
{
    return valuesFrom(m_exact->text(), m_listsAllowed);
}

QString TimesField::textOf(const StageValues& values)
{
    QStringList parts;
    for (const double value : values.values)
        parts << QString::fromStdString(numberText(value));
    return parts.join(QStringLiteral(", "));
}

QString TimesField::shortTextOf(const QString& text)
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

std::optional<StageValues> TimesField::valuesFrom(const QString& text, bool listsAllowed)
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

void TimesField::stepBy(int steps)
{
    std::optional<StageValues> next = isEmpty() ? StageValues(0.0) : values();
    if (!next)
        return;
    for (double& value : next->values)
        value = std::max(0.0, std::round((value + steps * m_step) * 1e6) / 1e6);
    m_exact->set(textOf(*next));
    emit edited();
}

QAbstractSpinBox::StepEnabled TimesField::stepEnabled() const
{
    if (isEmpty())
        return lineEdit()->placeholderText().isEmpty() ? StepEnabled(StepNone) : StepUpEnabled;
    const auto shown = values();
    if (!shown)
        return StepNone;
    const bool canFall =
        std::any_of(shown->values.begin(), shown->values.end(), [](double value) { return value > 0; });
    return canFall ? StepUpEnabled | StepDownEnabled : StepEnabled(StepUpEnabled);
}

QValidator::State TimesField::validate(QString& /*input*/, int& /*position*/) const
{
    return QValidator::Acceptable;
}

void TimesField::wheelEvent(QWheelEvent* event)
{
    if (takesWheel(*this, *event))
        QAbstractSpinBox::wheelEvent(event);
}

} // namespace bubblescope::ui
