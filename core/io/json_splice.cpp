// SPDX-License-Identifier: Apache-2.0
#include "core/io/json_splice.h"

namespace bubblescope::json {

std::string textWithHead(std::string_view head, const nlohmann::json& object)
{
    std::string text = "{\n  ";
    text += head;
    if (object.empty()) {
        text += "\n}\n";
        return text;
    }
    const std::string members = object.dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
    text += ',';
    text += std::string_view(members).substr(1);
    text += '\n';
    return text;
}

} // namespace bubblescope::json
