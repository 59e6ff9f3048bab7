// SPDX-License-Identifier: Apache-2.0
#include "core/base/try.h"
#include "core/io/json_node.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bubblescope::json {

namespace {

/// "A, B or C".
std::string alternatives(const std::vector<std::string>& words)
{
    if (words.size() < 2)
        return words.empty() ? "nothing" : words.front();
    return fmt::format("{} or {}", fmt::join(words.begin(), words.end() - 1, ", "), words.back());
}

bool hasType(const Json& value, const std::string& type)
{
    if (type == "integer")
        return value.is_number_integer() ||
               (value.is_number() && std::floor(value.get<double>()) == value.get<double>());
    return (type == "object" && value.is_object()) || (type == "array" && value.is_array()) ||
           (type == "string" && value.is_string()) || (type == "number" && value.is_number()) ||
           (type == "boolean" && value.is_boolean()) || (type == "null" && value.is_null());
}

bool hasTypeOf(const Json& value, const Json& type)
{
    if (!type.is_array())
        return hasType(value, type.get<std::string>());
    return std::any_of(type.begin(), type.end(),
                       [&](const Json& one) { return hasType(value, one.get<std::string>()); });
}

std::string typeText(const std::string& type)
{
    static const std::map<std::string, std::string> kTexts{
        {"integer", "a whole number"}, {"array", "a list"},     {"string", "a string"},
        {"boolean", "true or false"},  {"object", "an object"}, {"null", "null"}};
    const auto found = kTexts.find(type);
    return found != kTexts.end() ? found->second : "a " + type;
}

/// What a value of this schema is, for people.
std::string described(const Json& schema)
{
    std::vector<std::string> words;
    if (schema.contains("const"))
        return schema["const"].dump();
    if (schema.contains("enum"))
        for (const Json& value : schema["enum"])
            words.push_back(value.dump());
    else if (schema.contains("oneOf"))
        for (const Json& branch : schema["oneOf"])
            words.push_back(described(branch));
    else if (const Json& type = schema["type"]; type.is_array())
        for (const Json& one : type)
            words.push_back(typeText(one.get<std::string>()));
    else
        words.push_back(typeText(type.get<std::string>()));
    const std::string text = alternatives(words);
    return schema.contains("minimum") ? fmt::format("{} >= {}", text, schema["minimum"].dump()) : text;
}

class Checker
{
public:
    explicit Checker(const Json& root) : m_root(root) {}

    Result<void> check(const Node& node, const Json& schema) const
    {
        if (schema.contains("$ref"))
            return check(node, m_root.at(Json::json_pointer(schema["$ref"].get<std::string>().substr(1))));
        TRY_VOID(checkValue(node, schema));
        if (node.value().is_object())
            TRY_VOID(checkMembers(node, schema));
        if (node.value().is_array() && schema.contains("items"))
            for (const Node& item : node.items())
                TRY_VOID(check(item, schema["items"]));
        return checkBranches(node, schema);
    }

private:
    static Result<void> checkValue(const Node& node, const Json& schema)
    {
        const Json& value = node.value();
        const bool right =
            (!schema.contains("type") || hasTypeOf(value, schema["type"])) &&
            (!schema.contains("const") || value == schema["const"]) &&
            (!schema.contains("enum") ||
             std::find(schema["enum"].begin(), schema["enum"].end(), value) != schema["enum"].end()) &&
            (!schema.contains("minimum") || !value.is_number() || value >= schema["minimum"]);
        if (!right)
            return node.expected({"json.schema-type", "{type}"}, described(schema));
        return {};
    }

    Result<void> checkMembers(const Node& node, const Json& schema) const
    {
        if (schema.contains("required"))
            for (const Json& key : schema["required"])
                if (!node.has(key.get<std::string>()))
                    return node.wrong({"json.missing", "\"{key}\" is missing"}, key.get<std::string>());
        const bool hasProperties = schema.contains("properties");
        for (const auto& [key, value] : node.value().items()) {
            const Json* rule = nullptr;
            if (hasProperties && schema["properties"].contains(key))
                rule = &schema["properties"][key];
            else if (schema.contains("additionalProperties"))
                rule = &schema["additionalProperties"];
            if (rule == nullptr)
                continue;
            TRY_VOID(check(node.member(key), *rule));
        }
        return {};
    }

    Result<void> checkBranches(const Node& node, const Json& schema) const
    {
        if (schema.contains("oneOf")) {
            const Json& branches = schema["oneOf"];
            const auto branch = std::find_if(branches.begin(), branches.end(), [&](const Json& one) {
                return hasTypeOf(node.value(), one["type"]);
            });
            return branch == branches.end() ? node.expected({"json.schema-type", "{type}"}, described(schema))
                                            : check(node, *branch);
        }
        if (schema.contains("allOf"))
            for (const Json& rule : schema["allOf"])
                TRY_VOID(check(node, rule));
        if (!schema.contains("if"))
            return {};
        const char* const then = check(node, schema["if"]).has_value() ? "then" : "else";
        return schema.contains(then) ? check(node, schema[then]) : Result<void>{};
    }

    const Json& m_root;
};

} // namespace

Result<void> checkSchema(const Node& node, const Json& schema)
{
    return Checker(schema).check(node, schema);
}

} // namespace bubblescope::json
