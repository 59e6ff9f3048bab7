// SPDX-License-Identifier: Apache-2.0
// Times the schedule that is named and prints its step time.
#include <core/analyze/metrics.h>
#include <core/generate/generate.h>
#include <core/time/simulate.h>

#include <cstdio>
#include <memory>

int main(int argc, char** argv)
{
    const auto request = bubblescope::requestFromText(argc > 1 ? argv[1] : "1f1b");
    auto order = request ? bubblescope::generate(*request) : tl::unexpected(request.error());
    if (!order) {
        std::fprintf(stderr, "%s\n", order.error().text().c_str());
        return 2;
    }
    const bubblescope::CostModel costs;
    const auto timeline =
        bubblescope::simulate(std::make_shared<bubblescope::Schedule>(std::move(*order)), costs);
    if (!timeline)
        return 1;
    const bubblescope::Metrics metrics = bubblescope::measure(*timeline, costs);
    std::printf("%g %g\n", metrics.makespan, metrics.idleFraction);
}
