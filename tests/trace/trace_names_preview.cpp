// SPDX-License-Identifier: Apache-2.0
// What is told of a pattern while it is written.
#include <QTest>

#include "core/trace/name_preview.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/trace/names_text.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

TraceFile fileOf(std::initializer_list<const char*> names, RecordKind kind = RecordKind::Range)
{
    TraceFile file;
    for (const char* name : names) {
        TraceRecord record;
        record.kind = kind;
        record.name = file.strings.add(name);
        file.records.push_back(record);
    }
    return file;
}

std::string previewText(const PatternPreview& preview)
{
    std::string text = fmt::format("{} of {}", preview.matched, preview.records);
    if (preview.outOfBounds > 0)
        text += fmt::format(", {} out of bounds", preview.outOfBounds);
    if (preview.unknownKind > 0)
        text += fmt::format(", {} of unknown kind:", preview.unknownKind);
    for (std::size_t i = 0; i < preview.unknownKinds.size(); ++i)
        text += fmt::format("{} {} {}", i > 0 ? "," : "", preview.unknownKinds[i].first,
                            preview.unknownKinds[i].second);
    for (const auto& [name, action] : preview.examples)
        text += fmt::format("\n{} = {}", name, namedActionText(action));
    return text;
}

NamePattern pattern(const char* expression)
{
    auto compiled = NamePattern::compile(expression);
    if (!compiled)
        qFatal("%s", compiled.error().text().c_str());
    return *compiled;
}

} // namespace

class TraceNamesPreview : public QObject
{
    Q_OBJECT
private slots:
    void recordsAreCountedAndNamesShownOnce()
    {
        const TraceFile first = fileOf({"fwd 1", "fwd 2", "other", "fwd 1", "bwd 99999999999"});
        const TraceFile second = fileOf({"fwd 1", "bwd 3"});
        QCOMPARE(
            previewText(previewPattern(pattern(R"((?<kind>fwd|bwd) (?<microbatch>\d+))"), {&first, &second})),
            "5 of 7, 1 out of bounds\nfwd 1 = F m1\nfwd 2 = F m2\nbwd 3 = B m3");
    }

    void labelsOfKernelsCount()
    {
        TraceFile file = fileOf({"fwd 1", "fwd 2"}, RecordKind::Kernel);
        file.records[1].label = file.strings.add("fwd 3");
        file.records.push_back(file.records[1]);
        file.records.back().kind = RecordKind::Copy;
        QCOMPARE(previewText(previewPattern(pattern(R"((?<kind>fwd) (?<microbatch>\d+))"), {&file})),
                 "1 of 1\nfwd 3 = F m3");
    }

    void examplesAreFew()
    {
        const TraceFile file = fileOf({"F1", "F2", "F3"});
        QCOMPARE(previewText(previewPattern(pattern("(?<kind>F).*"), {&file}, {}, 2)),
                 "3 of 3\nF1 = F\nF2 = F");
        QCOMPARE(previewText(previewPattern(pattern("(?<kind>B).*"), {&file})), "0 of 3");
    }

    void wordsOfUnknownKindsAreTold()
    {
        const TraceFile first = fileOf({"vor 1", "vor 2", "zur\x01 1", "fwd 1", "vor 1"});
        const TraceFile second = fileOf({"vor 3"});
        const auto preview = previewPattern(pattern(R"((?<kind>[^ ]*) \d)"), {&first, &second});
        QCOMPARE(previewText(preview), "1 of 6, 5 of unknown kind: vor 4, zur\\x01 1\nfwd 1 = F");
        const TraceFile third = fileOf({"k1", "l1", "m1", "n1", "o1", "p1", "q1"});
        const NamePattern letters = pattern("(?<kind>[k-z])1");
        QCOMPARE(bubblescope::whyNothingMatches(letters, previewPattern(letters, {&third})).value_or(""),
                 "the pattern '(?<kind>[k-z])1' fits 7 of 7 records, but what its group 'kind' catches "
                 "stands for no action: 'k' (1), 'l' (1), 'm' (1), 'n' (1), 'o' (1), ...; known are F, fwd, "
                 "forward, B, bwd, backward, I, dgrad, W, wgrad and the names of transfers (send_forward, "
                 "recv_backward, unshard, ...)");
    }

    void whyNothingMatches_data()
    {
        addRows<QString, QString>({
            {"one matches", R"((?<kind>\w+)_s\d+)", ""},
            {"no word is known", R"((?<kind>vor|zurueck)_s\d+)",
             "the pattern '(?<kind>vor|zurueck)_s\\d+' fits 3 of 7 records, but what its group 'kind' "
             "catches stands for no action: 'vor' (2), 'zurueck' (1); known are F, fwd, forward, B, bwd, "
             "backward, I, dgrad, W, wgrad and the names of transfers (send_forward, recv_backward, unshard, "
             "...)"},
            {"the kind catches nothing", R"((?<kind>F)?vor_s1)",
             "the pattern '(?<kind>F)?vor_s1' fits 1 of 7 records, but what its group 'kind' catches stands "
             "for no action: nothing (1); known are F, fwd, forward, B, bwd, backward, I, dgrad, W, wgrad "
             "and the names of transfers (send_forward, recv_backward, unshard, ...)"},
            {"numbers out of bounds", R"((?<kind>fwd)_m(?<microbatch>\d+))",
             "the pattern '(?<kind>fwd)_m(?<microbatch>\\d+)' fits 1 of 7 records, but with numbers that no "
             "schedule has: stages go up to 65,535, microbatches up to 16,777,215"},
            {"no name fits", R"((?<kind>F)_s\d)",
             "the pattern '(?<kind>F)_s\\d' fits none of 7 records; a name has to fit as a whole, and the "
             "first is 'vor_s1'"},
        });
    }

    void whyNothingMatches()
    {
        const auto& [expression, expected] = givenRow<QString, QString>();
        const TraceFile file =
            fileOf({"vor_s1", "vor_s2", "zurueck_s1", "x_", "y_", "fwd_s1", "fwd_m99999999999"});
        const NamePattern tried = pattern(expression.toUtf8().constData());
        const auto why = bubblescope::whyNothingMatches(tried, previewPattern(tried, {&file}));
        QCOMPARE(QString::fromStdString(why.value_or("")), expected);
    }

    void aStopEndsIt()
    {
        const TraceFile file = fileOf({"F1", "F2", "F3"});
        const CancelToken cancel;
        cancel.cancel();
        QCOMPARE(previewPattern(pattern("(?<kind>F).*"), {&file}, cancel).records, std::size_t{0});
    }
};

BUBBLESCOPE_TEST(TraceNamesPreview)
#include "trace_names_preview.moc"
