// SPDX-License-Identifier: Apache-2.0
#include "core/base/text_list.h"
#include "core/base/try.h"
#include "core/trace/chrome_document.h"
#include "core/trace/chrome_place.h"
#include "core/trace/chrome_skip.h"

#include <fmt/format.h>

namespace bubblescope {

namespace {

std::string keptText(const ChromeDocument& document)
{
    return document.hasEvents()
               ? fmt::format("; the {} before that can be kept", counted(document.eventCount(), "event"))
               : std::string();
}

TraceError errorOf(const ChromeFault& fault, const ChromeDocument& document)
{
    const std::string kept = keptText(document);
    const auto damaged = document.hasEvents() ? TraceRefusal::Damaged : TraceRefusal::Final;
    const auto error = [](Sentence message, ErrorKind kind = ErrorKind::InvalidInput) {
        return Error{kind, std::move(message), {}};
    };
    switch (fault.kind) {
    case ChromeFault::Kind::Cut:
        return {error(Sentence({"trace.json-ends-early-byte", "the JSON ends early, at byte {byte}{kept}"},
                               fault.at, kept)),
                damaged};
    case ChromeFault::Kind::Syntax:
        return {error(Sentence({"trace.no-json-from-byte", "invalid JSON from byte {byte} on{kept}"},
                               fault.at, kept)),
                damaged};
    case ChromeFault::Kind::TooDeep:
        return {error(Sentence(
            {"trace.nested-too-deeply-more", "nested too deeply: more than {most} levels (near byte {byte})"},
            kMostNesting, fault.at))};
    case ChromeFault::Kind::NoTrace:
        return {error(fault.what)};
    case ChromeFault::Kind::Cancelled:
        break;
    }
    return {error(Sentence({"base.cancelled", "canceled"}), ErrorKind::Cancelled)};
}

std::string cutWarning(const ChromeFault& fault, const std::optional<TraceError>& failure,
                       std::uint64_t events)
{
    const std::string why = failure                                ? failure->error.message.text()
                            : fault.kind == ChromeFault::Kind::Cut ? "the JSON ends early"
                                                                   : "what follows is not JSON";
    return fmt::format("read only up to byte {} of the JSON, {} kept: {}", fault.at, counted(events, "event"),
                       why);
}

TraceFile finished(ChromeDocument& document, const std::string& sourceName)
{
    TraceFile file = document.collector().finish(baseTimeOf(document.fields()));
    file.path = sourceName;
    file.container = TraceContainer::ChromeJson;
    file.eventCount = document.eventCount();
    applyFields(document.fields(), file);
    if (const std::uint64_t replaced = document.replacedBytes(); replaced > 0)
        file.warnings.push_back(
            fmt::format("{} not text (invalid UTF-8 or control characters), shown as '?'",
                        replaced == 1 ? "1 byte is" : fmt::format("{} bytes are", replaced)));
    if (const auto left = document.leftOut())
        file.warnings.push_back(
            fmt::format("the data after the end of the JSON (byte {}) is ignored", *left));
    return file;
}

} // namespace

Result<TraceFile, TraceError> readChromeSource(const SourceOpener& open, const std::string& sourceName,
                                               const TraceReadOptions& options, std::size_t sliceSize)
{
    TRY(auto source, open());
    ChromeDocument document(*source, options, sliceSize);
    const auto fault = document.read();
    if (!fault)
        return finished(document, sourceName);
    // What is wrong with the bytes counts only where they ran out.
    const auto failure = fault->kind == ChromeFault::Kind::Cut ? source->failure() : std::nullopt;
    TraceError error = failure ? *failure : errorOf(*fault, document);
    if (error.error.kind == ErrorKind::Cancelled)
        return tl::unexpected(std::move(error));
    if (error.refusal == TraceRefusal::Damaged && options.keepDamaged && document.hasEvents()) {
        TraceFile file = finished(document, sourceName);
        file.isCut = true;
        file.warnings.insert(file.warnings.begin(), cutWarning(*fault, failure, document.eventCount()));
        return file;
    }
    if (failure && failure->refusal == TraceRefusal::Damaged)
        error.error.message = Sentence({"trace.damaged-but-kept", "{problem}{kept}"},
                                       std::move(error.error.message), keptText(document));
    if (failure || fault->kind == ChromeFault::Kind::NoTrace)
        error.error.where = SourceLocation{sourceName, 0, 0, {}, {}, 0};
    else
        error.error.where = placeInText(open, fault->at, sourceName);
    return tl::unexpected(std::move(error));
}

} // namespace bubblescope
