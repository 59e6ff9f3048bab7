// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QLineEdit;

namespace bubblescope::ui {

/// A button in the field that empties it, with a name for screen readers, which Qt's own lacks.
void addClearButton(QLineEdit& field);

} // namespace bubblescope::ui
