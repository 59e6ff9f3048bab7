// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"
#include "ui/jobs/explanation_runner.h"

#include <QObject>
#include <array>

namespace bubblescope::ui {

/// Times that can be shown in place of the document's; the first one that is there is.
enum class Instead : std::uint8_t {
    Dragged,  ///< what would come of the place where an action is dragged to
    Measured, ///< the measured run alone
};

/// What timeline and docks show.
class ShownTimes : public QObject
{
    Q_OBJECT

public:
    explicit ShownTimes(const Document& document) : m_document(document) {}

    /// The document's, or those in their place.
    [[nodiscard]] const EvaluationPtr& evaluation() const
    {
        const Other* other = shownOther();
        return other ? other->evaluation : m_document.evaluation();
    }
    [[nodiscard]] bool isDragged() const { return m_others[0].evaluation != nullptr; }
    /// Why the shown times are as long as they are; null while that is worked out, and where it cannot be.
    [[nodiscard]] const ExplanationPtr& explanation() const
    {
        const Other* other = shownOther();
        return other ? other->explainer->explanation() : m_document.explanation();
    }
    [[nodiscard]] bool isExplaining() const
    {
        const Other* other = shownOther();
        return other ? other->explainer->isBusy() : m_document.isExplaining();
    }
    /// Null times = the document's again. What is to be seen changes with show().
    void setInstead(Instead which, const EvaluationPtr& evaluation, const ExplanationRunner& explainer)
    {
        m_others[static_cast<std::size_t>(which)] = {evaluation, &explainer};
    }
    void show() { emit evaluationWanted(); }
    void showExplanation() { emit explanationWanted(); }

signals:
    void evaluationWanted();
    void explanationWanted();

private:
    struct Other
    {
        EvaluationPtr evaluation;
        const ExplanationRunner* explainer = nullptr;
    };
    [[nodiscard]] const Other* shownOther() const
    {
        for (const Other& other : m_others)
            if (other.evaluation)
                return &other;
        return nullptr;
    }

    const Document& m_document;
    std::array<Other, 2> m_others;
};

} // namespace bubblescope::ui
