// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/cost_row.h"

#include "ui/document/core_text.h"
#include "ui/document/document.h"
#include "ui/widgets/number_field.h"

#include <cmath>
#include <cstdint>
#include <type_traits>

namespace bubblescope::ui {

namespace {

/// What times count from the first one on that is typed with a unit.
constexpr const char* kTypedUnit = "ms";

/// A number with a unit of time.
bool isTime(const QString& text)
{
    const std::string typed = text.toStdString();
    return endsWithUnit(typed) && quantityFrom(typed, {Quantity::Duration, kTypedUnit});
}

/// From the least on, as far as doubles count.
bool isCount(const std::optional<StageValues>& values, double least)
{
    constexpr double kMost = 9007199254740992.0;
    const double value = values ? values->at(StageId{0}) : 0;
    return value >= least && value <= kMost && std::floor(value) == value;
}

template <typename Value>
constexpr bool kIsOptionalCount = std::is_same_v<Value, std::optional<std::uint64_t>>;
template <typename Value>
constexpr bool kIsOne =
    std::is_same_v<Value, double> || std::is_same_v<Value, std::uint64_t> || kIsOptionalCount<Value>;

/// For no value: none of a number that may be left out, 0 of one that means none by it.
template <typename Field>
std::optional<StageValues> valuesOf(const Field& field, const CostModel& costs)
{
    const auto& value = field.of(costs);
    if constexpr (std::is_same_v<CostValueOf<Field>, double>)
        return value == 0 && !field.entry.empty.empty() ? std::nullopt : std::optional(StageValues(value));
    else if constexpr (std::is_same_v<CostValueOf<Field>, std::optional<RankValues>>)
        return value ? std::optional(StageValues(value->values)) : std::nullopt;
    else if constexpr (std::is_same_v<CostValueOf<Field>, MicrobatchValues>)
        return value.values.empty() ? std::nullopt : std::optional(StageValues(value.values));
    else if constexpr (std::is_same_v<CostValueOf<Field>, std::uint64_t>)
        return StageValues(static_cast<double>(value));
    else if constexpr (kIsOptionalCount<CostValueOf<Field>>)
        return value ? std::optional(StageValues(static_cast<double>(*value))) : std::nullopt;
    else
        return value;
}

template <typename Field>
void setValues(const Field& field, CostModel& costs, const std::optional<StageValues>& values)
{
    auto& value = field.of(costs);
    if constexpr (std::is_same_v<CostValueOf<Field>, double>)
        value = values ? values->at(StageId{0}) : 0;
    else if constexpr (std::is_same_v<CostValueOf<Field>, std::uint64_t>)
        value = values ? static_cast<std::uint64_t>(values->at(StageId{0})) : 1;
    else if constexpr (kIsOptionalCount<CostValueOf<Field>>)
        value = values ? std::optional(static_cast<std::uint64_t>(values->at(StageId{0}))) : std::nullopt;
    else if constexpr (std::is_same_v<CostValueOf<Field>, std::optional<RankValues>>)
        value = values ? std::optional(RankValues(values->values)) : std::nullopt;
    else if constexpr (std::is_same_v<CostValueOf<Field>, MicrobatchValues>)
        value.values = values ? values->values : std::vector<double>();
    else if (values)
        value = *values;
    else if constexpr (std::is_same_v<CostValueOf<Field>, std::optional<StageValues>>)
        value.reset();
}

template <typename Value>
constexpr bool kIsNumber = kIsOne<Value> || std::is_same_v<Value, std::optional<RankValues>> ||
                           std::is_same_v<Value, MicrobatchValues> || std::is_same_v<Value, StageValues> ||
                           std::is_same_v<Value, std::optional<StageValues>>;

} // namespace

CostNumber costNumber(std::string_view name)
{
    CostNumber number{};
    visitCostFields([&](const auto& field) {
        using Value = CostValueOf<std::remove_cvref_t<decltype(field)>>;
        if constexpr (kIsNumber<Value>)
            if (field.name == name)
                number = {coreText(field.entry.title),
                          coreText(field.entry.help),
                          field.entry.name,
                          field.name,
                          !kIsOne<Value>,
                          field.entry.empty.empty() ? QString() : coreText(field.entry.empty),
                          [&field](const CostModel& costs) { return valuesOf(field, costs); },
                          [&field](CostModel& costs, const std::optional<StageValues>& values) {
                              setValues(field, costs, values);
                          },
                          field.per,
                          field.unit,
                          field.isStageSize() ||
                              (field.unit == CostUnit::Size && field.per == CostScope::Rank),
                          std::string(field.group) + '.' + std::string(field.key),
                          std::is_same_v<Value, std::uint64_t> || kIsOptionalCount<Value>,
                          field.least};
    });
    return number;
}

std::vector<std::string_view> costNumbersOf(CostSection section)
{
    std::vector<std::string_view> names;
    for (const CostField* field : costFieldsBy([](const CostField& each) { return each.entry.place; }))
        if (field->entry.section == section)
            names.push_back(field->name);
    return names;
}

CostRow::CostRow(Document& document, const CostNumber& number, QWidget* parent, std::optional<Role> swatch)
    : CostRow(document, number, new NumberField(number.lists ? NumberKind::Amounts : NumberKind::Amount),
              parent, swatch)
{}

CostRow::CostRow(Document& document, CostNumber number, NumberField* field, QWidget* parent,
                 std::optional<Role> swatch)
    : FormRow(number.title, number.help, field, parent, swatch)
    , m_document(document)
    , m_number(std::move(number))
    , m_field(field)
{
    m_field->setObjectName(
        QString::fromUtf8(m_number.name.data(), static_cast<qsizetype>(m_number.name.size())));
    m_field->setEmptyText(m_number.emptyText);
    connect(m_field, &NumberField::edited, this, &CostRow::take);
    connect(m_field, &QAbstractSpinBox::editingFinished, this, [this] { m_document.endTyping(); });
}

void CostRow::followMeasure(const CostModel& costs)
{
    const bool isOwn = costs.memoryUnit != MemoryUnit::Bytes;
    switch (m_number.unit) {
    case CostUnit::Duration:
        m_field->setMeasure({Quantity::Duration, costs.unit});
        break;
    case CostUnit::Size:
        m_field->setMeasure({Quantity::Size}, 1, isOwn);
        break;
    case CostUnit::Bandwidth:
        m_field->setMeasure({Quantity::Bandwidth, costs.unit}, 1, isOwn);
        break;
    default:
        break;
    }
}

void CostRow::follow()
{
    followMeasure(m_document.state().costs);
    const auto values = m_number.get(m_document.state().costs);
    // Half a list must not be lost to the evaluation of what stood there before its last comma.
    if (m_isWrong && values == m_seen)
        return;
    m_isWrong = false;
    m_seen = values;
    if (values)
        m_field->setValues(*values);
    else if (!m_number.emptyText.isEmpty() && !m_field->isTyping())
        m_field->clear();
    setProblem({});
    showOrigin();
}

void CostRow::setOrigin(const CostOriginPtr& origin)
{
    m_origin = origin;
    showOrigin();
}

void CostRow::showOrigin()
{
    // A run without communicators tells nothing of them.
    if (!m_origin || m_origin->fitted.communicators.policy == CommunicatorPolicy::None) {
        setMark({});
        return;
    }
    if (m_number.get(m_document.state().costs) != m_number.get(m_origin->fitted)) {
        setMark(tr("edited"), tr("Changed since it was fitted to the run"));
        return;
    }
    const auto found = m_origin->defaults.find(m_number.group);
    if (found != m_origin->defaults.end())
        setMark(tr("default"), found->second);
    else
        setMark(tr("fitted"), tr("Fitted to the open run"));
}

QString CostRow::wrongText() const
{
    const Measure& measure = m_field->measure();
    if (measure.hasUnits() && endsWithUnit(m_field->text().toStdString()))
        return tr("%1 must be a number with a unit, such as %2", "cost, example")
            .arg(title(), measure.quantity == Quantity::Duration ? QStringLiteral("1.5 ms")
                          : measure.quantity == Quantity::Size   ? QStringLiteral("60 GB")
                                                                 : QStringLiteral("400 GB/s"));
    if (m_number.isWhole)
        return tr("%1 must be a whole number of at least %2", "cost").arg(title()).arg(m_number.least);
    if (m_number.per == CostScope::Microbatch)
        return tr("%1 must be a list with a number of at least 0 for every microbatch: 1, 0.8, 1.2", "cost")
            .arg(title());
    return (m_number.per == CostScope::Rank
                ? tr("%1 must be a number of at least 0, or one for every rank: 8, 8, 6", "cost")
            : m_number.lists
                ? tr("%1 must be a number of at least 0, or one for every stage: 1, 1, 1.5", "cost")
                : tr("%1 must be a number of at least 0", "cost"))
        .arg(title());
}

void CostRow::take()
{
    const bool isEmpty = !m_number.emptyText.isEmpty() && m_field->isEmpty();
    const bool isTimed =
        m_number.unit == CostUnit::Duration && !m_field->measure().hasUnits() && isTime(m_field->text());
    if (isTimed)
        m_field->setMeasure({Quantity::Duration, kTypedUnit});
    const auto values = isEmpty ? std::nullopt : m_field->values();
    m_isWrong = (!values && !isEmpty) || (m_number.isWhole && values && !isCount(values, m_number.least));
    if (m_isWrong) {
        setProblem(wrongText());
        return;
    }
    setProblem({});
    CostModel costs = m_document.state().costs;
    m_number.set(costs, values);
    // Sizes that are typed with a unit are bytes from then on.
    if (m_number.isOfMemory && values && endsWithUnit(m_field->text().toStdString()))
        costs.memoryUnit = MemoryUnit::Bytes;
    // So are times: what was a number of steps is one of milliseconds.
    if (isTimed)
        costs.unit = kTypedUnit;
    m_seen = m_number.get(costs);
    emit changing();
    m_document.setCosts(costs, title());
    showOrigin();
}

} // namespace bubblescope::ui
