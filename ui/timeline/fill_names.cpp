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
    case FillClass::Other:
        break;
    }
    return other;
}

} // namespace bubblescope::ui
