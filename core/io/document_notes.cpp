// SPDX-License-Identifier: Apache-2.0
// The notes of a project document.
#include "core/base/text_show.h"
#include "core/base/try.h"
#include "core/io/document_parts.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

/// The first characters of a well-formed text, at most so many. O(characters).
std::string_view firstCharacters(std::string_view text, std::size_t most)
{
    std::size_t end = 0;
    for (std::size_t count = 0; end < text.size() && count < most; ++count)
        end += std::max<std::size_t>(1, utf8SequenceLength(text, end));
    return text.substr(0, end);
}

std::string_view withoutOuterBlanks(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(' ');
    return begin == std::string_view::npos ? std::string_view()
                                           : text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

} // namespace

std::string noteText(std::string_view text)
{
    const std::string line = printable(text);
    return std::string(withoutOuterBlanks(firstCharacters(withoutOuterBlanks(line), kLongestNote)));
}

bool isAdmissible(const DocumentNote& note)
{
    const auto isTime = [](Time time) { return std::isfinite(time) && time >= 0; };
    return isTime(note.from) && (!note.to || (isTime(*note.to) && note.from < *note.to)) &&
           !note.text.empty() && note.text == noteText(note.text);
}

void sortNotes(std::vector<DocumentNote>& notes)
{
    std::stable_sort(notes.begin(), notes.end(), [](const DocumentNote& a, const DocumentNote& b) {
        return std::pair(a.from, a.to.value_or(a.from)) < std::pair(b.from, b.to.value_or(b.from));
    });
}

namespace json {

namespace {

Result<void> readTimes(const Node& node, DocumentNote& note)
{
    const bool isMoment = node.has("time");
    if (isMoment == (node.has("from") || node.has("to")) || node.has("from") != node.has("to"))
        return node.wrong(
            {"document.expected-either-time-both", "expected either \"time\" or both \"from\" and \"to\""});
    TRY(const double from, node.member(isMoment ? "time" : "from").nonNegative());
    note.from = from;
    if (isMoment)
        return {};
    TRY(const double to, node.member("to").nonNegative());
    if (from >= to)
        return node.wrong({"document.from-less-than-moment",
                           "\"from\" must be less than \"to\"; for a single moment use \"time\""});
    note.to = to;
    return {};
}

Result<std::string> readText(const Node& node)
{
    TRY(const std::string text, node.text());
    if (const std::size_t count = codePointCount(text); count > kLongestNote)
        return node.wrong(
            {"document.expected-most-characters-found", "expected at most {most} characters, found {found}"},
            kLongestNote, count);
    if (text != printable(text))
        return node.wrong(
            {"document.expected-one-line-without", "expected one line without control characters"});
    if (noteText(text).empty())
        return node.wrong({"document.expected-text-not-blank", "expected a string that is not blank"});
    return noteText(text);
}

Result<DocumentNote> noteFrom(const Node& node)
{
    if (!node.value().is_object())
        return node.expected({"document.note-as", "a note such as {example}"}, R"({"time": 3, "text": "…"})");
    DocumentNote note;
    TRY_VOID(readTimes(node, note));
    if (!node.has("text"))
        return node.wrong({"document.text-missing", "\"text\" is missing"});
    TRY(note.text, readText(node.member("text")));
    if (node.has("rank")) {
        TRY(const auto rank, node.member("rank").wholeNumber(0, kMostDocumentRanks - 1));
        note.rank = RankId{static_cast<std::uint32_t>(rank)};
    }
    note.unknownKeys = unknownKeysOf(node.value(), kNoteKeys);
    return note;
}

Json noteValue(const DocumentNote& note)
{
    Json object = Json::object();
    putUnknown(object, note.unknownKeys, kNoteKeys);
    object[note.to ? "from" : "time"] = note.from;
    if (note.to)
        object["to"] = *note.to;
    if (note.rank)
        object["rank"] = note.rank->value;
    object["text"] = note.text;
    return object;
}

} // namespace

Result<std::vector<DocumentNote>> notesFromNode(const Node& node)
{
    if (!node.value().is_array())
        return node.expected({"document.list-notes", "a list of notes"});
    if (node.value().size() > kMostNotes)
        return node.wrong(
            {"document.expected-most-notes-found", "expected at most {most} notes, found {found}"},
            kMostNotes, node.value().size());
    std::vector<DocumentNote> notes;
    for (const Node& item : node.items()) {
        TRY(DocumentNote note, noteFrom(item));
        notes.push_back(std::move(note));
    }
    sortNotes(notes);
    return notes;
}

Json notesValue(const std::vector<DocumentNote>& notes)
{
    std::vector<DocumentNote> kept;
    std::copy_if(notes.begin(), notes.end(), std::back_inserter(kept), isAdmissible);
    sortNotes(kept);
    kept.resize(std::min(kept.size(), kMostNotes));
    Json list = Json::array();
    for (const DocumentNote& note : kept)
        list.push_back(noteValue(note));
    return list;
}

} // namespace json

} // namespace bubblescope
