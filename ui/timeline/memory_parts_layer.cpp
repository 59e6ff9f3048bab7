// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/memory_parts_layer.h"

#include "core/analyze/stacked_memory.h"

namespace bubblescope::ui {

namespace {

/// Orders of so many actions take a small part of a frame.
constexpr std::size_t kPartsAtOnce = 10'000;

} // namespace

MemoryPartsLayer::MemoryPartsLayer(QObject* parent) : QObject(parent), m_job(*this) {}

void MemoryPartsLayer::setEvaluation(const EvaluationPtr& evaluation)
{
    m_evaluation = evaluation;
    make(false);
}

void MemoryPartsLayer::setWanted(bool wanted)
{
    if (wanted == m_isWanted)
        return;
    m_isWanted = wanted;
    make(true);
}

void MemoryPartsLayer::make(bool tells)
{
    m_job.drop();
    m_stack.reset();
    if (m_isWanted && m_evaluation && m_evaluation->memory) {
        const auto work = [evaluation = m_evaluation](const CancelToken& /*cancel*/) {
            return stackedMemory(*evaluation->timeline, evaluation->costs, evaluation->memory);
        };
        if (m_evaluation->actionCount <= kPartsAtOnce)
            m_stack = work({});
        else
            m_job.start(work, [this](const MemoryStackPtr& stack) {
                m_stack = stack;
                emit changed();
            });
    }
    if (tells)
        emit changed();
}

} // namespace bubblescope::ui
