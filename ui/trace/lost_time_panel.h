// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/trace/figure_model.h"
#include "ui/trace/trace_session.h"

#include <QWidget>

class QPushButton;

namespace bubblescope::ui {

class SlowdownPage;
class StragglerRow;
class WaterfallView;

/// Where the time of a measured step went: the waterfall from the predicted to the measured step, and beside
/// it who is slow and what that costs.
class LostTimePanel : public QWidget
{
    Q_OBJECT

public:
    /// `session` and `document` have to stay.
    LostTimePanel(TraceSession& session, Document& document, QWidget* parent = nullptr);

    [[nodiscard]] WaterfallView* waterfall() const { return m_waterfall; }
    [[nodiscard]] StragglerRow* stragglers() const { return m_stragglers; }
    [[nodiscard]] SlowdownPage* slowdown() const { return m_slowdown; }
    /// The bar of the waterfall that is chosen: its actions alone stand out.
    [[nodiscard]] std::optional<DeviationCause> cause() const;
    void setCause(std::optional<DeviationCause> cause);
    /// How many actions stand out in the lanes as those of the cause.
    void setMarked(std::size_t actions);

signals:
    void causeChanged();
    void listAsked(); ///< of the actions of the chosen cause
    void targetAsked(const bubblescope::ui::TraceTarget& target);

private:
    void follow();
    void showWaterfall();
    void goTo(std::uint64_t rank, std::uint64_t replica);

    TraceSession& m_session;
    WaterfallView* m_waterfall;
    QPushButton* m_list;
    StragglerRow* m_stragglers;
    SlowdownPage* m_slowdown;
    std::optional<TraceTarget> m_wanted; ///< to be gone to with the next analysis
};

} // namespace bubblescope::ui
