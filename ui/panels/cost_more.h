// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/evaluation.h"
#include "core/time/cost_fields.h"
#include "ui/panels/cost_origin.h"

#include <QWidget>
#include <functional>
#include <string>
#include <vector>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QVBoxLayout;

namespace bubblescope::ui {

class CostRow;
class Document;
class EntryRows;
class FormRow;
class OverlapRows;
class SegmentedChoice;

/// What few change of a cost model: transfers and links, communicators, head and tail of the step,
/// stragglers, jitter, FSDP, memory, the timing rules and the unit.
class CostMore : public QWidget
{
    Q_OBJECT

public:
    explicit CostMore(Document& document, QWidget* parent = nullptr);

    /// Document to form.
    void follow();
    /// Shows a problem of the model beside the field of that name; false if it is not here.
    [[nodiscard]] bool showProblem(std::string_view key, const QString& problem);
    void clearProblems();
    /// Of costs that were fitted to a run; null for others.
    void setOrigin(const CostOriginPtr& origin);

private:
    void addHeading(const QString& text);
    /// The numbers that the table puts there.
    void addRows(CostSection section);
    void makeTransfers();
    void makeMicrobatches();
    void makeLinks();
    void makeCommunicators();
    void makeStep();
    void makeStragglers();
    void makeOverlaps();
    void makeJitter();
    void makeFsdp();
    void makeParts();
    void makeReturned();
    void makeMemory();
    void makeRules();
    void takeSeed();
    void change(const QString& what, const std::function<void(CostModel&)>& edit);
    [[nodiscard]] std::uint32_t rankCount() const;
    [[nodiscard]] QString linkProblem(const std::vector<std::vector<double>>& entries) const;
    [[nodiscard]] QString stragglerProblem(const std::vector<std::vector<double>>& entries) const;

    Document& m_document;
    QVBoxLayout* m_layout;
    std::vector<CostRow*> m_rows;
    SegmentedChoice* m_mode = nullptr;
    QComboBox* m_policy = nullptr;
    std::vector<CostRow*> m_communicators; ///< shown where there is a policy
    SegmentedChoice* m_gather = nullptr;
    EntryRows* m_links = nullptr;
    EntryRows* m_stragglers = nullptr;
    OverlapRows* m_overlaps = nullptr; ///< shown where the order overlaps, or where there are such times
    QLineEdit* m_seed = nullptr;
    std::uint64_t m_seedSeen = 0;
    FormRow* m_seedRow = nullptr;
    QCheckBox* m_fsdpBeside = nullptr;
    std::vector<QWidget*> m_fsdp;     ///< shown where the order has FSDP actions
    std::vector<QWidget*> m_returned; ///< shown where the order recomputes or offloads
    QWidget* m_partsHeading = nullptr;
    std::vector<std::pair<ActionKind, CostRow*>> m_parts; ///< shown where the order has such parts, or times
    QComboBox* m_profile = nullptr;
    SegmentedChoice* m_unit = nullptr;
    FormRow* m_unitRow = nullptr;
};

} // namespace bubblescope::ui
