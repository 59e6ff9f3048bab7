// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/kept_patterns.h"

#include <QSettings>

namespace bubblescope::ui {

namespace {

constexpr auto kNamePatterns = "trace/namePatterns";

QSettings keptPatternsStore()
{
    return QSettings(QSettings::IniFormat, QSettings::UserScope, "Bubblescope", "Bubblescope");
}

} // namespace

QStringList keptNamePatterns()
{
    return keptPatternsStore().value(kNamePatterns).toStringList();
}

void keepNamePatterns(const QStringList& expressions)
{
    keptPatternsStore().setValue(kNamePatterns, expressions);
}

} // namespace bubblescope::ui
