// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/what_if_text.h"

#include <QCoreApplication>
#include <QStringList>

namespace bubblescope::ui {

namespace {

struct WhatIfTextTr
{
    Q_DECLARE_TR_FUNCTIONS(WhatIfText)
};

} // namespace

QString factorText(double factor)
{
    return QStringLiteral("× %1").arg(factor, 0, 'f', 2);
}

QString whatIfText(const WhatIf& whatIf)
{
    QStringList parts;
    for (const auto& [kind, factor] : whatIf.kinds) {
        const std::string_view text = kindText(kind);
        parts << QStringLiteral("%1 %2").arg(
            QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())), factorText(factor));
    }
    for (const auto& [rank, factor] : whatIf.ranks)
        parts << WhatIfTextTr::tr("rank %1 %2", "rank, factor").arg(rank).arg(factorText(factor));
    for (const auto& [stage, factor] : whatIf.stages)
        parts << WhatIfTextTr::tr("stage %1 %2", "stage, factor").arg(stage).arg(factorText(factor));
    if (whatIf.transfers != 1)
        parts << WhatIfTextTr::tr("transfers %1", "factor").arg(factorText(whatIf.transfers));
    return parts.join(QStringLiteral(", "));
}

} // namespace bubblescope::ui
