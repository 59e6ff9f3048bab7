// SPDX-License-Identifier: Apache-2.0
#include "core/scene/svg_writer.h"
