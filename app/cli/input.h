// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command_line.h"
#include "app/cli/cost_options.h"
#include "core/base/cancel.h"
#include "core/io/document.h"
#include "core/model/request.h"
#include "core/model/timeline.h"
#include "core/time/cost_model.h"
#include "core/time/what_if.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope::cli {

/// INPUT, the options that belong to a schedule's name, and the cost options: some schedules are made for
/// costs.
struct InputOptions
{
    std::string input;
    std::optional<std::int64_t> ranks;
    std::optional<std::int64_t> microbatches;
    std::optional<std::int64_t> stagesPerRank;
    std::string placement;
    std::vector<std::string> options;
    CostOptions costs;
    std::vector<std::string> passes; ///< after those of a document; only of commands that have --with
    /// Those of a measured run, in the place of the defaults and of a document's own.
    std::optional<CostModel> measured;
};

void addInputOptions(CLI::App& command, InputOptions& options);
/// The options alone, for a command that takes several INPUTs.
void addScheduleOptions(CLI::App& command, InputOptions& options);

/// What an INPUT turned out to be.
struct Input
{
    SchedulePtr schedule;                   ///< the document's passes applied
    SchedulePtr unlowered;                  ///< before them
    std::vector<std::string> passes;        ///< a document's own, in turn
    std::vector<std::string> allPasses;     ///< those, and behind them the command's
    std::optional<ScheduleRequest> request; ///< how it was generated; empty for a given order
    CostModel costs;                        ///< a document's own or the defaults, the cost options over them
    CostsLists costsLists;                  ///< where their lists are in a file
    WhatIf whatIf;                          ///< factors on the times, not in `costs`
    std::string title;                      ///< a document's own; else empty
    DocumentView view;                      ///< a document's own, with the next two: kept, not used
    std::vector<DocumentNote> notes;
    std::map<std::string, std::string> unknownKeys;
    std::optional<OrderOrigin> editedFrom; ///< a document's own
    bool isAsWritten = false;              ///< of an order in memory: its request does not make its bubbles
    std::string layout;                    ///< of an order in memory: Megatron's, of the layers of its stages
    std::string file;                      ///< what messages call it; empty for a schedule's name
};

/// The document that makes `input` again, lowered by `more` passes after its own.
[[nodiscard]] ProjectDocument documentOf(const Input& input, const std::vector<std::string>& more = {});

/// Reads the file, or generates what the name and options ask for (`padded`: with the generator's bubbles).
/// Warns of factors on times, which say nothing of an order; the second is for a command that times it.
[[nodiscard]] Result<Input> loadInput(const InputOptions& options, const Environment& environment,
                                      const CancelToken& cancel, bool padded = false);
[[nodiscard]] Result<Input> loadInputToTime(const InputOptions& options, const Environment& environment,
                                            const CancelToken& cancel, bool padded = false);

/// An order that is there already, called `name` in messages; of the options only the costs are used.
[[nodiscard]] Result<Input> inputOfOrder(Schedule order, const std::string& name, const InputOptions& options,
                                         const Environment& environment);
/// Refuses options that belong to a schedule's name, for `what` has them already.
[[nodiscard]] Result<void> refuseParameters(const InputOptions& options, const std::string& what);

/// Text of a file or of standard input, and what messages call it.
struct InputText
{
    std::string text;
    std::string name;
};
/// The caller's order that the text stands for; null if it stands for none.
[[nodiscard]] const Input* inMemory(const std::string& input, const Environment& environment);
/// True if INPUT names a file or standard input rather than a schedule.
[[nodiscard]] bool isFileInput(const std::string& input);
/// Reads it; refuses options that belong to a schedule's name.
[[nodiscard]] Result<InputText> readInputText(const InputOptions& options);
/// The order or document that the text holds; of the options only the costs are used.
[[nodiscard]] Result<Input> inputFrom(const InputText& source, const InputOptions& options,
                                      const Environment& environment, const CancelToken& cancel,
                                      bool padded = false);

} // namespace bubblescope::cli
