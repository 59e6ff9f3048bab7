// SPDX-License-Identifier: Apache-2.0
#include "python/src/errors.h"

#include <nanobind/stl/string.h>
#include <type_traits>
#include <variant>

namespace nb = nanobind;

namespace bubblescope::python {

namespace {

nb::object argumentOf(const SentenceArgument& argument);

/// By name; of a sentence within another one its text, and the arguments that it has itself.
void addArguments(const Sentence& sentence, nb::dict& named)
{
    const std::string_view english = sentence.code().english;
    for (std::size_t i = english.find('{'); i != std::string_view::npos; i = english.find('{', i + 1)) {
        const std::string name(english.substr(i + 1, english.find_first_of(":}", i) - i - 1));
        if (const SentenceArgument* found = sentence.argument(name)) {
            named[name.c_str()] = argumentOf(*found);
            if (const auto* within = std::get_if<Sentence>(&found->value))
                addArguments(*within, named);
        }
    }
}

nb::object argumentOf(const SentenceArgument& argument)
{
    return std::visit(
        [](const auto& value) -> nb::object {
            using Value = std::remove_cvref_t<decltype(value)>;
            if constexpr (std::is_same_v<Value, Term>)
                return nb::cast(value.english);
            else if constexpr (std::is_same_v<Value, SystemError>)
                return nb::cast(systemReason(value.number));
            else if constexpr (std::is_same_v<Value, Sentence>)
                return nb::cast(value.text());
            else
                return nb::cast(value);
        },
        argument.value);
}

nb::object placeOf(const std::optional<SourceLocation>& where)
{
    if (!where)
        return nb::none();
    return nb::make_tuple(where->source, where->line, where->column);
}

const char* kindOf(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::DoesNotHold:
        return "does-not-hold";
    case ErrorKind::OutputFailed:
        return "output-failed";
    case ErrorKind::Cancelled:
        return "cancelled";
    case ErrorKind::InvalidInput:
        break;
    }
    return "invalid-input";
}

} // namespace

void raise(const Error& error)
{
    nb::dict arguments;
    addArguments(error.message, arguments);
    const nb::object type = nb::module_::import_("bubblescope._errors").attr("Error");
    const nb::object raised =
        type(error.text(), error.message.code().key, placeOf(error.where), arguments, kindOf(error.kind));
    PyErr_SetObject(type.ptr(), raised.ptr());
    throw nb::python_error();
}

} // namespace bubblescope::python
