// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/trace/trace_analysis.h"

#include <QWidget>

class QCheckBox;
class QHBoxLayout;

namespace bubblescope::ui {

class ElidedLabel;

/// Which ranks are slow, and how long a step would take without them: a check box for each tries that as a
/// what-if. Hidden where no rank is slow; boxes that there is no room for are left out, the first never.
class StragglerRow : public QWidget
{
    Q_OBJECT

public:
    /// `document` has to stay.
    explicit StragglerRow(Document& document, QWidget* parent = nullptr);

    void show(const TraceAnalysis& analysis);
    /// "rank 2 takes 1.57 times as long as the others".
    [[nodiscard]] QString sentence() const;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fit();
    void addBox(const WithoutStragglers& without, const TraceAnalysis& analysis);
    void turn(const WhatIf& without, bool on);
    void follow();

    struct Box
    {
        QCheckBox* box;
        WhatIf without;
    };
    Document& m_document;
    QHBoxLayout* m_boxes;
    ElidedLabel* m_sentence;
    std::vector<Box> m_without;
};

} // namespace bubblescope::ui
