// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/stream_page.h"

#include "ui/trace/stream_lanes.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/list_parts.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace bubblescope::ui {

StreamPage::StreamPage(QWidget* parent)
    : QWidget(parent)
    , m_text(new QLabel(this))
    , m_lanes(new StreamLanes(this))
    , m_tools(new QWidget(this))
    , m_range(new ElidedLabel(m_tools))
    , m_room(makeLink(QString(), QString(), m_tools))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    m_text->setObjectName(QStringLiteral("trace-stream-text"));
    m_text->setProperty("quiet", true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->setWordWrap(true);
    m_text->setContentsMargins(12, 0, 12, 0);
    column->addWidget(m_text);
    column->addWidget(m_lanes, 1);
    auto* tools = new QHBoxLayout(m_tools);
    tools->setContentsMargins(0, 0, 0, 0);
    m_range->setObjectName(QStringLiteral("trace-stream-range"));
    m_range->setProperty("quiet", true);
    m_range->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_room->setObjectName(QStringLiteral("trace-room"));
    m_room->setCheckable(true);
    tools->addWidget(m_range, 1);
    tools->addWidget(m_room);
    connect(m_lanes, &StreamLanes::rangeChanged, this, &StreamPage::showRange);
    connect(m_lanes, &StreamLanes::ready, this, &StreamPage::showRange);
    connect(m_room, &QPushButton::clicked, this, &StreamPage::roomAsked);
    setRoomy(false);
}

void StreamPage::setRun(std::shared_ptr<const MeasuredRun> run)
{
    m_lanes->setRun(std::move(run));
    m_text->setText(m_lanes->summary());
    m_text->setVisible(!m_text->text().isEmpty());
}

void StreamPage::showRange()
{
    const QString range = m_lanes->index() ? m_lanes->rangeText() : QString();
    const QString text = m_lanes->measured() ? tr("measured: %1", "range").arg(range) : range;
    m_range->setMinimumWidth(m_range->fontMetrics().horizontalAdvance(text));
    m_range->setWholeText(text);
}

void StreamPage::setRoomy(bool roomy)
{
    m_room->setChecked(roomy);
    m_room->setText(roomy ? tr("Back to the schedule") : tr("Enlarge"));
    m_room->setToolTip(roomy ? tr("Show the timeline and the panels around it again")
                             : tr("Show the streams in the space of the timeline"));
}

} // namespace bubblescope::ui
