// SPDX-License-Identifier: Apache-2.0
#include "ui/export/scene_painter.h"
