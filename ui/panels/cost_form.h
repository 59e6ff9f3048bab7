// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/cost_edits.h"
#include "ui/panels/cost_source.h"

#include <QWidget>
#include <optional>
#include <vector>

class QLabel;
class QMenu;
class QPushButton;
class QVBoxLayout;

namespace bubblescope::ui {

class BlockForm;
class CostFileLine;
class CostMore;
class CostRow;
class Document;
class FormRow;
class SegmentedChoice;
class StageCosts;

/// The cost model: times for all stages, by stage or by block, transfer latency, the overlap rule, and more
/// on demand. Offers the kinds that the shown schedule runs. Every change goes to the document at once; what
/// is wrong is said beside its field.
class CostForm : public QWidget
{
    Q_OBJECT

public:
    explicit CostForm(Document& document, QWidget* parent = nullptr);

    [[nodiscard]] CostMode mode() const { return m_mode; }
    /// By the user: converts the costs where the mode asks for it, and says what that lost.
    void chooseMode(CostMode mode);
    [[nodiscard]] QMenu* modeMenu() const { return m_menu; }
    [[nodiscard]] CostFileLine* fileLine() const { return m_file; }
    [[nodiscard]] StageCosts* stages() const { return m_stages; }
    [[nodiscard]] BlockForm* blocks() const { return m_blocks; }
    [[nodiscard]] CostMore* more() const { return m_more; }
    /// What the last choice of a mode changed, in words.
    [[nodiscard]] QString noticeText() const;
    /// Which lists do not fit the schedule, in words, and
    [[nodiscard]] QString misfitText() const;
    /// what can be done about it: "Fit to 12 stages".
    [[nodiscard]] QString fitText() const;
    void fitLists();

signals:
    void misfitsChanged(); ///< or only told again
    void openAsked();
    void calibrateAsked();
    void saveAsked();

private:
    void makeHeading();
    void makeMenu();
    void makeUniform();
    void makeOverlap();
    void makeMisfit();
    void makeLinks();
    /// Document to form.
    void follow();
    void showMode();
    void showMisfits();
    void showFailure(const QString& text);
    void reset();
    void setNotice(const QString& text);
    [[nodiscard]] std::uint32_t stageCount() const;

    Document& m_document;
    CostMode m_mode = CostMode::Uniform;
    QVBoxLayout* m_layout;
    QPushButton* m_reset = nullptr;
    QPushButton* m_modeButton = nullptr;
    QMenu* m_menu = nullptr;
    CostFileLine* m_file = nullptr;
    QLabel* m_notice = nullptr;
    QWidget* m_misfitBox = nullptr;
    QLabel* m_misfit = nullptr;
    QPushButton* m_fit = nullptr;
    QWidget* m_uniform = nullptr;
    std::vector<std::pair<ActionKind, CostRow*>> m_times;
    StageCosts* m_stages = nullptr;
    BlockForm* m_blocks = nullptr;
    CostRow* m_latency = nullptr;
    FormRow* m_overlapRow = nullptr;
    SegmentedChoice* m_overlap = nullptr;
    QLabel* m_problem = nullptr; ///< of the model as a whole
    QPushButton* m_moreButton = nullptr;
    CostMore* m_more = nullptr;
    std::optional<CostModel> m_seen; ///< the costs that the mode was last chosen for
    bool m_ownEdit = false;
};

} // namespace bubblescope::ui
