// SPDX-License-Identifier: Apache-2.0
// What is told of a pattern while it is written.
#include <QTest>

#include "core/trace/name_preview.h"
#include "tests/trace/names_text.h"

using namespace bubblescope;
using namespace bubblescope::test;

class TraceNamesPreview : public QObject
{
    Q_OBJECT
private slots:
    void recordsAreCountedAndNamesShownOnce();
    void labelsOfKernelsCount();
    void examplesAreFew();
    void aStopEndsIt();
};

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

void TraceNamesPreview::recordsAreCountedAndNamesShownOnce()
{
    const TraceFile first = fileOf({"fwd 1", "fwd 2", "other", "fwd 1", "bwd 99999999999"});
    const TraceFile second = fileOf({"fwd 1", "bwd 3"});
    QCOMPARE(
        previewText(previewPattern(pattern(R"((?<kind>fwd|bwd) (?<microbatch>\d+))"), {&first, &second})),
        std::string("5 of 7, 1 out of bounds\nfwd 1 = F m1\nfwd 2 = F m2\nbwd 3 = B m3"));
}

void TraceNamesPreview::labelsOfKernelsCount()
{
    TraceFile file = fileOf({"fwd 1", "fwd 2"}, RecordKind::Kernel);
    file.records[1].label = file.strings.add("fwd 3");
    file.records.push_back(file.records[1]);
    file.records.back().kind = RecordKind::Copy;
    QCOMPARE(previewText(previewPattern(pattern(R"((?<kind>fwd) (?<microbatch>\d+))"), {&file})),
             std::string("1 of 1\nfwd 3 = F m3"));
}

void TraceNamesPreview::examplesAreFew()
{
    const TraceFile file = fileOf({"F1", "F2", "F3"});
    QCOMPARE(previewText(previewPattern(pattern("(?<kind>F).*"), {&file}, {}, 2)),
             std::string("3 of 3\nF1 = F\nF2 = F"));
    QCOMPARE(previewText(previewPattern(pattern("(?<kind>B).*"), {&file})), std::string("0 of 3"));
}

void TraceNamesPreview::aStopEndsIt()
{
    const TraceFile file = fileOf({"F1", "F2", "F3"});
    const CancelToken cancel;
    cancel.cancel();
    QCOMPARE(previewPattern(pattern("(?<kind>F).*"), {&file}, cancel).records, std::size_t{0});
}

QTEST_APPLESS_MAIN(TraceNamesPreview)
#include "names_preview_test.moc"
