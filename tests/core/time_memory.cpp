// SPDX-License-Identifier: Apache-2.0
#include "core/time/simulate.h"
#include "core/time/unit_grid.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

#include <QtTest>
#include <cstdlib>
#include <new>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// The allocation that fails, counted down; below 0 none does.
long allocationsLeft = -1;

} // namespace

// g++ takes the pair of malloc() and a replaced operator delete for a mistake.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

void* operator new(std::size_t size)
{
    if (allocationsLeft >= 0 && allocationsLeft-- == 0)
        throw std::bad_alloc();
    if (void* memory = std::malloc(size > 0 ? size : 1))
        return memory;
    throw std::bad_alloc();
}

void operator delete(void* memory) noexcept
{
    std::free(memory);
}

void operator delete(void* memory, std::size_t /*size*/) noexcept
{
    std::free(memory);
}

namespace {

/// How many allocations `time` was denied, one a run, each with the right words.
template <typename Timing>
int deniedAllocations(Timing&& time)
{
    for (int denied = 0;; ++denied) {
        allocationsLeft = denied;
        const auto timeline = time();
        const bool wasDenied = allocationsLeft < 0;
        allocationsLeft = -1;
        if (!wasDenied)
            return timeline ? denied : -1;
        if (timeline || timeline.error().kind != TimingFailure::Kind::BadInput ||
            timeline.error().message.text() != "not enough memory to time 8 actions")
            return -1;
    }
}

// The arguments are made before the counting begins.
const CostModel kCosts;
const CancelToken kNever;
const auto kOrder = std::make_shared<const Schedule>(parse("0F0 0F1 . 0B0 0B1\n1F0 1B0 1F1 1B1"));

} // namespace

/// Whichever allocation fails, timing says so and no exception gets out.
class TimeMemory : public QObject
{
    Q_OBJECT

private slots:
    void simulateSaysThatMemoryIsLacking()
    {
        const int denied = deniedAllocations([] { return simulate(kOrder, kCosts, kNever); });
        QVERIFY2(denied > 5, std::to_string(denied).c_str());
    }

    void unitGridSaysThatMemoryIsLacking()
    {
        const int denied = deniedAllocations([] { return spaceOnUnitGrid(kOrder, kNever); });
        QVERIFY2(denied > 5, std::to_string(denied).c_str());
    }
};

BUBBLESCOPE_TEST(TimeMemory)
#include "time_memory.moc"
