// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/document.h"
#include "ui/document/evaluation.h"

#include <QObject>
#include <QString>

namespace bubblescope::ui {} // namespace bubblescope::ui
