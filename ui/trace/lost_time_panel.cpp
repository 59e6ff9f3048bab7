// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/lost_time_panel.h"

#include "ui/trace/slowdown_page.h"
#include "ui/trace/straggler_row.h"
#include "ui/trace/waterfall_view.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/list_parts.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>
#include <utility>

namespace bubblescope::ui {

LostTimePanel::LostTimePanel(TraceSession& session, Document& document, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_waterfall(new WaterfallView(this))
    , m_list(makeLink(QString(), tr("List the actions of the chosen cause"), m_waterfall))
    , m_stragglers(new StragglerRow(document, this))
    , m_slowdown(new SlowdownPage(session, this))
{
    setProperty("panel", true);
    setAttribute(Qt::WA_StyledBackground);
    setFocusProxy(m_waterfall);
    m_list->setObjectName(QStringLiteral("trace-list-actions"));
    m_list->hide();
    // In the corner above the bars: where it comes and goes nothing moves.
    auto* corner = new QVBoxLayout(m_waterfall);
    corner->setContentsMargins(12, 4, 12, 4);
    corner->addWidget(m_list, 0, Qt::AlignRight | Qt::AlignTop);
    auto* line = new QFrame(this);
    line->setFixedWidth(1);
    line->setProperty("upright", true);
    auto* slow = new QVBoxLayout;
    slow->setContentsMargins(0, 6, 0, 0);
    slow->setSpacing(2);
    m_stragglers->setContentsMargins(12, 0, 12, 0);
    slow->addWidget(m_stragglers);
    slow->addWidget(m_slowdown, 1);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_waterfall, 3);
    row->addWidget(line);
    row->addLayout(slow, 2);
    connect(m_waterfall, &WaterfallView::causeChosen, this, &LostTimePanel::setCause);
    connect(m_list, &QPushButton::clicked, this, &LostTimePanel::listAsked);
    connect(m_slowdown, &SlowdownPage::workerChosen, this, &LostTimePanel::goTo);
    for (const auto change : {&TraceSession::opened, &TraceSession::analysed})
        connect(&session, change, this, &LostTimePanel::follow);
    connect(&session, &TraceSession::shownChanged, this, &LostTimePanel::showWaterfall);
    follow();
}

void LostTimePanel::follow()
{
    if (const TraceAnalysisPtr& analysis = m_session.analysis())
        m_stragglers->show(*analysis);
    showWaterfall();
    // When the window shows it, too.
    if (const auto wanted = std::exchange(m_wanted, std::nullopt))
        QMetaObject::invokeMethod(
            this, [this, target = *wanted] { emit targetAsked(target); }, Qt::QueuedConnection);
}

void LostTimePanel::showWaterfall()
{
    const TraceAnalysisPtr& shown = m_session.shown();
    const std::optional<Waterfall> waterfall = shown ? shown->lost : std::nullopt;
    m_waterfall->show(waterfall);
    if (!waterfall)
        setCause(std::nullopt);
}

std::optional<DeviationCause> LostTimePanel::cause() const
{
    return m_waterfall->chosen();
}

void LostTimePanel::setCause(std::optional<DeviationCause> cause)
{
    if (cause == m_waterfall->chosen())
        return;
    m_waterfall->setChosen(cause);
    m_list->setVisible(cause.has_value());
    emit causeChanged();
}

void LostTimePanel::setMarked(std::size_t actions)
{
    m_list->setText(actions == 0   ? tr("List the actions")
                    : actions == 1 ? tr("List 1 action")
                                   : tr("List %1 actions").arg(countText(actions)));
}

void LostTimePanel::goTo(std::uint64_t rank, std::uint64_t replica)
{
    const TraceAnalysisPtr& analysis = m_session.analysis();
    const TraceTarget target{RankId{static_cast<std::uint32_t>(rank)}, std::nullopt};
    if (!analysis || analysis->run.replica == replica) {
        emit targetAsked(target);
        return;
    }
    m_wanted = target; // once its pipeline is shown
    m_session.chooseReplica(replica);
}

} // namespace bubblescope::ui
