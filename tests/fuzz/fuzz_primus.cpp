// SPDX-License-Identifier: Apache-2.0
#include "core/trace/primus_times.h"
#include "tests/fuzz/fuzz_checks.h"
#include "tests/fuzz/fuzz_targets.h"

namespace bubblescope::test {

void fuzzPrimus(std::string_view bytes)
{
    const auto open = [bytes]() -> Result<std::unique_ptr<ByteSource>, TraceError> {
        return std::make_unique<MemorySource>(bytes);
    };
    TraceReadOptions options;
    const auto strict = readPrimusSource(open, "f.json", options);
    options.keepDamaged = true;
    const auto kept = readPrimusSource(open, "f.json", options);
    for (const auto* read : {&strict, &kept}) {
        if (*read) {
            requireProfile(**read, bytes.size());
            continue;
        }
        constexpr std::size_t mostText = 1000;
        const std::string text = read->error().error.text();
        require(text.starts_with("f.json:") && text.size() < mostText, "an error names the file, in short");
        requireText(text, "an error's text is UTF-8");
    }
    require(!strict || (kept && strict->records == kept->records && !strict->isCut),
            "what is whole is read alike");
}

} // namespace bubblescope::test
