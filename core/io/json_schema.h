// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/json_node.h"

namespace bubblescope::json {

/// Checks a value against a JSON Schema. Of the language only what our schemas use is known: $ref within the
/// schema, type, const, enum, minimum, required, properties, additionalProperties as a schema, items, oneOf
/// of different types, allOf, if/then/else. The first thing wrong is the error, with its path and place.
[[nodiscard]] Result<void> checkSchema(const Node& node, const Json& schema);

} // namespace bubblescope::json
