// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/evaluation.h"
#include "ui/panels/layout_band.h"

#include <QWidget>
#include <optional>

class QLabel;
class QLineEdit;

namespace bubblescope::ui {

class Document;
class FormRow;

/// Which layers each stage holds: Megatron's string, which is typed, and the band under it, whose boundaries
/// are dragged. Both say the same; what Megatron refuses is said below the string and changes nothing. While
/// a boundary moves, so does the whole window, and beside the band stands what that does to step time and
/// peak; one drag is one undo step.
class LayoutForm : public QWidget
{
    Q_OBJECT

public:
    explicit LayoutForm(Document& document, QWidget* parent = nullptr);

    /// Document to form.
    void follow();
    [[nodiscard]] LayoutBand* band() const { return m_band; }
    [[nodiscard]] QLineEdit* field() const { return m_field; }
    [[nodiscard]] QString problemText() const;
    /// What the move under way does, in words; empty for none.
    [[nodiscard]] QString effectText() const;

private:
    struct Before
    {
        CostModel costs;
        EvaluationPtr evaluation;
    };
    void take();
    void propose(const Layout& layout);
    void apply(const std::string& layout);
    void end(bool keeps);
    void showEffect();
    void showKey(const LayoutContent& content);
    /// The layout of the document: given, or as its layers per stage are; nothing where those are no numbers
    /// of layers or too many to be seen.
    [[nodiscard]] std::optional<Layout> shownLayout() const;
    [[nodiscard]] LayoutContent contentOf(const Layout& layout) const;
    /// Ranks that hold a stage as Megatron deals them out; of other schedules each stage stands alone.
    [[nodiscard]] std::uint32_t dealtRanks() const;
    [[nodiscard]] QString refusalOf(const Layout& layout) const;

    Document& m_document;
    QLineEdit* m_field;
    FormRow* m_row;
    LayoutBand* m_band;
    QLabel* m_key;    ///< what the colors mean
    QLabel* m_effect; ///< of the move under way
    std::optional<Before> m_before;
    std::string m_typed; ///< that was refused, or says what the document has in other letters
};

} // namespace bubblescope::ui
