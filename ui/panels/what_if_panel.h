// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/time/what_if.h"

#include <QWidget>
#include <functional>
#include <vector>

class QLabel;
class QPushButton;
class QSpinBox;
class QToolButton;
class QVBoxLayout;

namespace bubblescope::ui {

class Document;
class FactorSlider;

/// Sliders that scale one kind, rank, stage or the transfers of the order as it is, with what becomes of the
/// makespan. Nothing here changes the project until it is taken over.
class WhatIfPanel : public QWidget
{
    Q_OBJECT

public:
    explicit WhatIfPanel(Document& document, QWidget* parent = nullptr);

    /// "makespan −1.4 (−2.4 %)"; empty while nothing is scaled.
    [[nodiscard]] QString effectText() const;

private:
    struct Row
    {
        QWidget* widget = nullptr;
        QSpinBox* which = nullptr; ///< the rank or stage; null for others
        QToolButton* value = nullptr;
        FactorSlider* slider = nullptr;
        std::function<double&(WhatIf&)> factor;
    };

    void makeHeading(QVBoxLayout& layout);
    Row& addRow(const QString& title, const char* name, std::function<double&(WhatIf&)> factor);
    Row& addChoiceRow(const QString& title, const char* name,
                      std::map<std::uint32_t, double> WhatIf::*factors);
    void makeButtons(QVBoxLayout& layout);
    void change(const Row& row, double factor);
    void follow();
    void showRows();
    void showEffect();

    Document& m_document;
    std::vector<std::unique_ptr<Row>> m_rows;
    std::vector<std::pair<ActionKind, Row*>> m_kinds;
    Row* m_rank = nullptr;
    Row* m_stage = nullptr;
    Row* m_transfers = nullptr;
    QLabel* m_effect = nullptr;
    QPushButton* m_reset = nullptr;
    QPushButton* m_takeOver = nullptr;
};

} // namespace bubblescope::ui
