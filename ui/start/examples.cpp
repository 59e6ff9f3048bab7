// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/examples.h"

#include "core/base/guarded.h"
#include "core/generate/generate.h"
#include "ui/widgets/figures.h"

#include <QCoreApplication>

namespace bubblescope::ui {

namespace {

/// As the command line would name them.
constexpr const char* kExamples[] = {
    "1f1b:ranks=4,microbatches=8",
    "gpipe:ranks=4,microbatches=8",
    "interleaved-1f1b:ranks=4,microbatches=8,stages-per-rank=2",
    "interleaved-1f1b:ranks=8,microbatches=32,stages-per-rank=4",
    "zb1p:ranks=4,microbatches=8",
    "zbv:ranks=4,microbatches=12",
    "dualpipev:ranks=4,microbatches=16",
    "1f1b:ranks=64,microbatches=1024",
};

} // namespace

const std::vector<ScheduleRequest>& exampleRequests()
{
    static const std::vector<ScheduleRequest> requests = [] {
        std::vector<ScheduleRequest> read;
        for (const char* text : kExamples)
            if (const Result<ScheduleRequest> request = requestFromText(text))
                read.push_back(*request);
        return read;
    }();
    return requests;
}

std::vector<ExamplePicture> examplePictures(const CancelToken& cancel)
{
    std::vector<ExamplePicture> pictures;
    for (const ScheduleRequest& request : exampleRequests()) {
        ExamplePicture picture;
        const Result<EvaluationPtr> made = guarded("the examples", [&] {
            return evaluate({request, CostModel{}, {}}, cancel);
        });
        if (made) {
            picture.index = (*made)->index;
            picture.figures = QCoreApplication::translate("StartPage", "idle %1", "percent")
                                  .arg(percentText((*made)->metrics.idleFraction));
        }
        pictures.push_back(std::move(picture));
    }
    return pictures;
}

} // namespace bubblescope::ui
