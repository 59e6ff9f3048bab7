// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/kept_patterns.h"

#include <QSettings>

namespace bubblescope::ui {

namespace {

constexpr auto kNamePatterns = "trace/namePatterns";

QSettings store()
{
    return QSettings(QSettings::IniFormat, QSettings::UserScope, "Bubblescope", "Bubblescope");
}

} // namespace

QStringList keptNamePatterns()
{
    return store().value(kNamePatterns).toStringList();
}

void keepNamePatterns(const QStringList& expressions)
{
    store().setValue(kNamePatterns, expressions);
}

} // namespace bubblescope::ui
