// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/cost_source.h"

#include <QWidget>

class QCheckBox;
class QLabel;

namespace bubblescope::ui {

class Document;
class FoldedLabel;

/// Says which file the costs came from, what that is, what it warns of, and whether they were changed since;
/// of a document's costs, what they were taken from. Hidden while there is nothing to say.
class CostFileLine : public QWidget
{
    Q_OBJECT

public:
    explicit CostFileLine(Document& document, QWidget* parent = nullptr);

    /// Takes the file's costs into the document, as one undo step that is called `what`; "Cost file" if
    /// empty.
    void take(CostSource source, const QString& what = {});
    void follow();
    [[nodiscard]] QString text() const;
    [[nodiscard]] QCheckBox* standIns() const { return m_standIns; }

private:
    /// Whether the costs are those of the file that was taken, or were made from them.
    [[nodiscard]] bool isOpen(const CostModel& costs) const;
    void followFile(const CostModel& costs);
    void useStandIns(bool on);

    Document& m_document;
    std::optional<CostSource> m_source;
    CostModel m_before; ///< what was there before the file
    QLabel* m_name;
    FoldedLabel* m_warnings;
    QCheckBox* m_standIns;
};

} // namespace bubblescope::ui
