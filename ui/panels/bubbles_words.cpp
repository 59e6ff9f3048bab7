// SPDX-License-Identifier: GPL-3.0-or-later
// What the list of bubbles says of itself: its sums, why it is empty, what it leaves out.
#include "ui/panels/bubbles_model.h"
#include "ui/panels/bubbles_panel.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/figures.h"

#include <QLabel>
#include <QStackedWidget>

namespace bubblescope::ui {

double BubblesPanel::shareOfRate(Time idle, const BubbleLedger& ledger) const
{
    return ledger.total > 0 ? m_evaluation->metrics.bubbleRate * (idle / ledger.total) : 0;
}

QString BubblesPanel::summary() const
{
    const BubbleLedger& ledger = m_explanation->ledger;
    const std::string& unit = m_evaluation->timeline->unit;
    const BubbleList& list = m_model->list();
    if (m_isOld)
        return tr("Computing the bubbles…");
    if (m_model->isArranging())
        return tr("Searching %1 bubbles…").arg(countText(ledger.bubbles.size()));
    if (m_why)
        return tr("%1 of %2 bubbles · %3 · %4 of %5 idle", "counts, why, times")
            .arg(countText(list.matched), countText(ledger.bubbles.size()), BubbleWords::why(*m_why),
                 timeCell(list.matchedTime, unit), timeText(ledger.total, unit));
    if (!m_model->filter().isOpen())
        return tr("%1 of %2 bubbles · %3 of %4 idle · %5 of compute", "counts, times, percent")
            .arg(countText(list.matched), countText(ledger.bubbles.size()), timeCell(list.matchedTime, unit),
                 timeText(ledger.total, unit), rateText(shareOfRate(list.matchedTime, ledger)));
    return tr("%1 bubbles · %2 idle · %3 of compute", "count, time, percent")
        .arg(countText(ledger.bubbles.size()), timeText(ledger.total, unit),
             rateText(m_evaluation->metrics.bubbleRate));
}

void BubblesPanel::showState()
{
    QString words;
    if (m_evaluation && !m_evaluation->brokenBecause.empty())
        words = tr("This order cannot run, so its gaps have no cause yet. Problems shows why.");
    else if (m_failed && !m_evaluation->index->absentRanks().empty())
        words =
            tr("Some ranks have no trace, so the program cannot say what the gaps of the others wait for.");
    else if (m_failed)
        words = tr("There is not enough memory to compute the bubbles.");
    else if (!m_explanation)
        words = m_evaluation ? tr("Computing the bubbles…") : QString();
    else if (m_explanation->ledger.bubbles.empty())
        words = tr("No bubbles: every rank computes from start to end.");
    else if (m_model->list().matched == 0 && !m_model->isArranging())
        words = tr("No bubble matches the filter.");
    m_empty->setText(words);
    m_pages->setCurrentWidget(words.isEmpty() ? static_cast<QWidget*>(m_list) : m_empty);
    setFocusProxy(m_pages->currentWidget());
    const bool hasBubbles = m_explanation && !m_explanation->ledger.bubbles.empty();
    m_bar->setVisible(hasBubbles);
    if (hasBubbles)
        m_summary->setWholeText(summary());
    showRest();
}

void BubblesPanel::showRest()
{
    const BubbleList& list = m_model->list();
    const std::size_t leftOut = list.matched - list.rows.size();
    QStringList said;
    if (leftOut > 0)
        said << tr("%1 shorter ones, %2 in total, are counted but not listed.")
                    .arg(countText(leftOut), timeCell(list.leftOutTime, m_evaluation->timeline->unit));
    if (m_current && m_explanation && !m_isKept && !m_model->isArranging() &&
        !m_model->indexOf(*m_current).isValid()) {
        const bool isBeyond = letsThrough(m_model->filter(), *m_evaluation->timeline,
                                          m_explanation->ledger.bubbles[*m_current]);
        said << (isBeyond ? tr("The marked bubble is one of those.")
                          : tr("The filter hides the marked bubble."));
    }
    m_rest->setVisible(!said.isEmpty());
    m_rest->setText(said.join(QLatin1Char(' ')));
}

} // namespace bubblescope::ui
