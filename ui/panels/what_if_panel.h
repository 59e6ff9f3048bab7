// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/time/what_if.h"

#include <QWidget>
#include <functional>
#include <vector>

class QGridLayout;
class QLabel;
class QPushButton;
class QSpinBox;
class QToolButton;

namespace bubblescope::ui {

class Document;
class FactorSlider;

/// A bar under the figures: sliders that scale one kind, rank, stage or the transfers of the order as it is,
/// with what becomes of the step time. Nothing here changes the project until it is taken over.
class WhatIfPanel : public QWidget
{
    Q_OBJECT

public:
    explicit WhatIfPanel(Document& document, QWidget* parent = nullptr);

    /// "step time −1.4 (−2.4 %)"; empty while nothing is scaled.
    [[nodiscard]] QString effectText() const;

    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    struct Row
    {
        QWidget* widget = nullptr;
        QSpinBox* which = nullptr; ///< the rank or stage; null for others
        QToolButton* value = nullptr;
        FactorSlider* slider = nullptr;
        std::function<double&(WhatIf&)> factor;
    };

    Row& addRow(const QString& title, const char* name, std::function<double&(WhatIf&)> factor);
    Row& addChoiceRow(const QString& title, const char* name,
                      std::map<std::uint32_t, double> WhatIf::*factors);
    [[nodiscard]] QWidget* makeAnswer();
    void change(const Row& row, double factor);
    void follow();
    void showRows();
    /// Side by side as many as there is room for.
    void arrange();
    void showEffect();

    Document& m_document;
    QGridLayout* m_grid;
    int m_columns = 0;
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
