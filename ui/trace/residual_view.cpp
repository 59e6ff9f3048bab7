// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/residual_view.h"

#include "ui/document/settings.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/trace/residual_legend.h"

#include <QAction>

namespace bubblescope::ui {

ResidualView::ResidualView(TimelinePane& pane, QAction& command)
    : QObject(&pane)
    , m_pane(pane)
    , m_command(command)
    , m_legend(new ResidualLegend(&pane))
    , m_choice(Settings::residualLanes.chosen())
    , m_making(*this)
{
    m_legend->setThemeName(pane.view()->themeName());
    m_legend->hide();
    pane.addBesideLegend(m_legend);
    connect(pane.view(), &TimelineView::themeChanged, m_legend, &ResidualLegend::setThemeName);
    connect(&command, &QAction::triggered, this, [this](bool on) {
        Settings::residualLanes.set(on);
        m_choice = on;
        follow();
    });
    follow();
}

void ResidualView::show(const std::optional<ResidualSubject>& subject)
{
    m_subject = subject;
    follow();
}

bool ResidualView::isWanted() const
{
    return m_choice.value_or(!m_subject || m_subject->shown->timeline->schedule->rankCount() <= kMostLanes);
}

void ResidualView::follow()
{
    m_command.setEnabled(m_subject.has_value());
    m_command.setChecked(isWanted());
    if (!m_subject || !isWanted()) {
        m_making.drop();
        m_made.reset();
        take(nullptr);
        return;
    }
    if (m_made == m_subject)
        return;
    m_made = m_subject;
    std::size_t actions = 0;
    for (const Row& row : m_subject->shown->timeline->schedule->rows)
        actions += row.size();
    if (actions <= kMostAtOnce) {
        m_making.drop();
        take(makeResidualLane(*m_subject));
        return;
    }
    // Until they come the room of those before stays, empty: they were of other times.
    m_making.start(
        [subject = *m_subject](const CancelToken& cancel) { return makeResidualLane(subject, cancel); },
        [this](ResidualLanePtr lane) { take(std::move(lane)); });
}

void ResidualView::take(ResidualLanePtr lane)
{
    m_legend->setLane(lane);
    m_legend->setVisible(lane != nullptr);
    m_pane.view()->comparison().setResiduals(std::move(lane));
}

} // namespace bubblescope::ui
