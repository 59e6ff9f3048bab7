// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/fill_names.h"

#include <QCoreApplication>

namespace bubblescope::ui {

namespace {

struct FillNames
{
    Q_DECLARE_TR_FUNCTIONS(FillNames)
};

} // namespace

QString fillName(FillClass fill, const QString& other)
{
    switch (fill) {
    case FillClass::Forward:
        return FillNames::tr("Forward");
    case FillClass::BackwardInput:
        return FillNames::tr("Backward input");
    case FillClass::BackwardWeight:
        return FillNames::tr("Backward weight");
    case FillClass::Backward:
        return FillNames::tr("Backward");
    case FillClass::Overlap:
        return FillNames::tr("Overlap");
    case FillClass::Recompute:
        return FillNames::tr("Recompute");
    case FillClass::Vocabulary:
        return FillNames::tr("Vocabulary");
    case FillClass::Exchange:
        return FillNames::tr("Exchange between experts");
    case FillClass::Copy:
        return FillNames::tr("Copies to and from the host");
    case FillClass::Other:
        break;
    }
    return other;
}

QString phaseName(StepPhase phase)
{
    switch (phase) {
    case StepPhase::Head:
        return FillNames::tr("Head of the step");
    case StepPhase::ReduceGradients:
        return FillNames::tr("Reduce gradients");
    case StepPhase::TiedEmbedding:
        return FillNames::tr("Sum tied embedding");
    case StepPhase::Clip:
        return FillNames::tr("Clip gradients");
    case StepPhase::Optimizer:
        return FillNames::tr("Optimizer");
    case StepPhase::Finish:
        return FillNames::tr("Finish");
    case StepPhase::HeadGather:
    case StepPhase::GatherParameters:
        break;
    }
    return FillNames::tr("Gather parameters");
}

} // namespace bubblescope::ui
