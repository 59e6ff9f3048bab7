// SPDX-License-Identifier: Apache-2.0
#include "core/base/result.h"
#include "core/base/try.h"
#include "tests/support/test_program.h"

#include <QTest>
#include <memory>

using namespace bubblescope;

namespace {

Result<int> half(int number)
{
    if (number % 2 != 0)
        return failure(ErrorKind::DoesNotHold, {"test.odd", "{number} is odd"}, number);
    return number / 2;
}

Result<int> quarter(int number)
{
    TRY(const int once, half(number));
    TRY(const int twice, half(once));
    return twice;
}

Result<void> checkEven(int number)
{
    return half(number).map([](int) {});
}

} // namespace

class BaseTry : public QObject
{
    Q_OBJECT

private slots:
    void declaresWhatAResultHolds() { QCOMPARE(quarter(8).value(), 2); }

    void assignsWhatAResultHolds()
    {
        const auto lastHalf = [](std::initializer_list<int> numbers) -> Result<int> {
            int last = 0;
            for (const int number : numbers) {
                TRY(last, half(number));
            }
            return last;
        };
        QCOMPARE(lastHalf({2, 4, 6}).value(), 3);
        QCOMPARE(lastHalf({2, 5, 7}).error().message.text(), std::string("5 is odd"));
    }

    void returnsTheErrorAsItIs()
    {
        const Result<int> odd = quarter(6);
        QVERIFY(!odd);
        QCOMPARE(odd.error().kind, ErrorKind::DoesNotHold);
        QCOMPARE(odd.error().message.text(), std::string("3 is odd"));
    }

    void takesOneStatementWhereNothingIsHeld()
    {
        const auto countOfEven = [](std::initializer_list<int> numbers) -> Result<std::size_t> {
            for (const int number : numbers)
                TRY_VOID(checkEven(number));
            if (numbers.size() > 1)
                TRY_VOID(half(2));
            else
                return std::size_t{1};
            return numbers.size();
        };
        QCOMPARE(countOfEven({2, 4}).value(), std::size_t{2});
        QCOMPARE(countOfEven({2}).value(), std::size_t{1});
        QCOMPARE(countOfEven({2, 3}).error().message.text(), std::string("3 is odd"));
    }

    void movesWhatCannotBeCopied()
    {
        const auto made = []() -> Result<std::unique_ptr<int>> { return std::make_unique<int>(7); };
        const auto taken = [&]() -> Result<int> {
            TRY(const std::unique_ptr<int> number, made());
            return *number;
        };
        QCOMPARE(taken().value(), 7);
    }

    void convertsErrors()
    {
        struct Wrapped
        {
            Wrapped(Error what) : error(std::move(what)) {} // NOLINT(google-explicit-constructor)
            Error error;
        };
        const auto wrapped = [](int number) -> Result<int, Wrapped> {
            TRY_VOID(checkEven(number));
            TRY(const int once, half(number));
            return once;
        };
        QCOMPARE(wrapped(4).value(), 2);
        QCOMPARE(wrapped(5).error().error.message.text(), std::string("5 is odd"));
    }

    void nests()
    {
        const auto inner = []() -> Result<int> {
            TRY(const int outer, []() -> Result<int> {
                TRY(const int within, half(4));
                return within * 10;
            }());
            return outer + 1;
        };
        QCOMPARE(inner().value(), 21);
    }
};

BUBBLESCOPE_TEST(BaseTry)
#include "base_try.moc"
