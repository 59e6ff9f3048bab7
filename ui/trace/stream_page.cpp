// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/stream_page.h"

#include "ui/trace/stream_lanes.h"

#include <QLabel>
#include <QVBoxLayout>

namespace bubblescope::ui {

StreamPage::StreamPage(QWidget* parent)
    : QWidget(parent)
    , m_text(new QLabel(this))
    , m_lanes(new StreamLanes(this))
    , m_range(new ElidedLabel(this))
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
    m_range->setObjectName(QStringLiteral("trace-stream-range"));
    m_range->setProperty("quiet", true);
    m_range->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    m_range->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    connect(m_lanes, &StreamLanes::rangeChanged, this, &StreamPage::showRange);
    connect(m_lanes, &StreamLanes::ready, this, &StreamPage::showRange);
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
    m_range->setFixedWidth(m_range->fontMetrics().horizontalAdvance(text));
    m_range->setWholeText(text);
}

} // namespace bubblescope::ui
