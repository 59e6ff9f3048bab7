// SPDX-License-Identifier: Apache-2.0
// Every row of the table of cost fields, whatever it is: read, written, checked, and told apart from the
// others.
#include "core/io/costs_json.h"
#include "core/time/cost_fields.h"
#include "tests/support/test_program.h"

#include <QTest>
#include <set>

using namespace bubblescope;

namespace {

void addFields()
{
    QTest::addColumn<int>("number");
    int number = 0;
    for (const CostField* field : costFields())
        QTest::addRow("%s", std::string(field->name).c_str()) << number++;
}

/// Calls `visit(field)` for the field of that number.
template <typename Visit>
void visitNumber(int number, Visit&& visit)
{
    visitCostFields([&](const auto& field) {
        if (costFields()[static_cast<std::size_t>(number)] == &field)
            visit(field);
    });
}

// setOther(field, value): to what no field has by default.

void setOther(const CostField& field, double& value)
{
    value = field.unit == CostUnit::Share ? 0.5 : 2.5;
}

void setOther(const CostField&, MicrobatchValues& numbers)
{
    numbers.values = {2.5, 3.5};
}

void setOther(const CostField&, std::optional<RankValues>& values)
{
    values = RankValues({2.5, 3.5});
}

void setOther(const CostField& field, StageValues& values)
{
    values = field.unit == CostUnit::Layers ? StageValues({2, 3})
             : field.most <= 1              ? StageValues({0.25, 0.5})
                                            : StageValues({2.5, 3.5});
}

void setOther(const CostField& field, std::optional<StageValues>& values)
{
    setOther(field, values.emplace());
}

void setOther(const CostField&, bool& value)
{
    value = !value;
}

void setOther(const CostField&, std::uint64_t& value)
{
    value = 18446744073709551615U;
}

void setOther(const CostField&, std::optional<std::uint64_t>& value)
{
    value = 0;
}

void setOther(const CostField& field, std::string& text)
{
    if (field.key == "layout")
        text = "Et|tL";
    else
        text = field.choices.empty() ? "other" : std::string(field.choices.back());
}

void setOther(const CostField&, std::vector<std::string>& texts)
{
    texts = {"one", "two"};
}

void setOther(const CostField&, std::map<std::uint32_t, double>& ranks)
{
    ranks = {{0, 1.5}, {12, 2.5}};
}

void setOther(const CostField&, OverlapRule& rule)
{
    rule.fallback = OverlapRule::Fallback::Max;
    rule.times[{ActionKind::Forward, ActionKind::Backward}] = OverlapTime(StageValues({2.5, 3.5}));
}

void setOther(const CostField&, std::vector<LinkCost>& links)
{
    links = {{0, 1, 2.5, {}, {}}};
}

void setOther(const CostField&, std::optional<BlockCosts>& blocks)
{
    blocks.emplace().layer.forward = 2.5;
}

template <typename Enum>
requires std::is_enum_v<Enum>
void setOther(const CostField& field, Enum& value)
{
    value = static_cast<Enum>(field.choices.size() - 1);
}

/// Makes a number of the value `wrong`; false if it holds none.
template <typename Value>
bool setNumber(Value& value, double wrong)
{
    if constexpr (std::is_same_v<Value, double> || std::is_same_v<Value, std::optional<RankValues>>)
        value = wrong;
    else if constexpr (std::is_same_v<Value, StageValues> ||
                       std::is_same_v<Value, std::optional<StageValues>>)
        value = StageValues(wrong);
    else if constexpr (std::is_same_v<Value, MicrobatchValues>)
        value.values = {wrong};
    else if constexpr (std::is_same_v<Value, std::map<std::uint32_t, double>>)
        value[3] = wrong;
    else
        return false;
    return true;
}

} // namespace

class TimeCostFields : public QObject
{
    Q_OBJECT

private slots:
    void standardsAreNotWritten()
    {
        QCOMPARE(writeCosts(CostModel{}), "{\n  \"format\": \"bubblescope-costs\",\n  \"version\": 1\n}\n");
    }

    void rowsAreToldApart()
    {
        std::set<std::string> seen;
        const auto isNew = [&seen](const char* what, std::string_view value) {
            return seen.insert(what + std::string(value)).second;
        };
        for (const CostField* field : costFields()) {
            const std::string name(field->name);
            QVERIFY2(isNew("name ", name), name.c_str());
            QVERIFY2(isNew("key ", std::string(field->group) + "." + std::string(field->key)), name.c_str());
            QVERIFY2(field->blockKey.empty() == (field->inBlock == nullptr), name.c_str());
            QVERIFY2(field->blockKey.empty() || isNew("block ", field->blockKey), name.c_str());
            if (!field->option.name.empty()) {
                QVERIFY2(isNew("option ", field->option.name), name.c_str());
                QVERIFY2(isNew("place of option ", std::to_string(field->option.place)), name.c_str());
                QVERIFY2(!field->option.help.empty() && field->option.name.starts_with("--"), name.c_str());
            }
            if (field->entry.section != CostSection::None)
                QVERIFY2(isNew("entry ", std::to_string(static_cast<int>(field->entry.section)) + " " +
                                             std::to_string(field->entry.place)),
                         name.c_str());
            QVERIFY2(field->entry.name.empty() || isNew("widget ", field->entry.name), name.c_str());
        }
    }

    void pageHasOneTextARow()
    {
        std::map<int, int> texts;
        for (const CostField* field : costFields())
            texts[field->page.place] += field->page.value.empty() ? 0 : 1;
        int place = 0;
        for (const auto& [found, count] : texts) {
            QCOMPARE(found, ++place);
            QCOMPARE(count, 1);
        }
    }

    void othersAreWrittenAndReadAgain_data() { addFields(); }

    void othersAreWrittenAndReadAgain()
    {
        QFETCH(int, number);
        visitNumber(number, [](const auto& field) {
            CostModel costs;
            if (field.unit == CostUnit::Layers || field.key == "layout")
                costs.blocks.emplace();
            setOther(field, field.of(costs));
            QVERIFY(costs != CostModel{});
            const std::string text = writeCosts(costs);
            const Result<CostModel> read = readCosts(text, "costs.json");
            QVERIFY2(read.has_value(), read ? "" : read.error().text().c_str());
            QVERIFY2(*read == costs, text.c_str());
            QVERIFY(costs.check(2).has_value());
        });
    }

    void numbersBelowZeroAreRefused_data() { addFields(); }

    void numbersBelowZeroAreRefused()
    {
        QFETCH(int, number);
        visitNumber(number, [](const auto& field) {
            CostModel costs;
            if (field.unit == CostUnit::Layers)
                costs.blocks.emplace();
            if (!setNumber(field.of(costs), -1))
                return;
            const Result<void> checked = costs.check(2);
            QVERIFY(!checked.has_value());
            QCOMPARE(checked.error().message.text().substr(0, field.name.size()), std::string(field.name));
            if (field.unit != CostUnit::Layers) // only whole numbers of at least 0 are written
                QVERIFY(!readCosts(writeCosts(costs), "costs.json").has_value());
        });
    }
};

BUBBLESCOPE_TEST(TimeCostFields)
#include "time_cost_fields.moc"
