// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/sweep_run_row.h"

#include "ui/calibrate/run_row.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/figures.h"

#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>

namespace bubblescope::ui {

SweepRunRow::SweepRunRow(QWidget* parent)
    : QWidget(parent)
    , m_text(new ElidedLabel(this))
    , m_bar(new QProgressBar(this))
    , m_start(new QPushButton(tr("&Start"), this))
    , m_cancel(new QPushButton(tr("&Cancel"), this))
{
    constexpr int kBarWidth = 160;
    m_text->setObjectName(QStringLiteral("sweep-status"));
    m_text->setProperty("quiet", true);
    m_text->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_bar->setObjectName(QStringLiteral("sweep-progress"));
    m_bar->setAccessibleName(tr("Progress of the sweep"));
    m_bar->setTextVisible(false);
    m_bar->setFixedWidth(kBarWidth);
    m_start->setObjectName(QStringLiteral("sweep-start"));
    m_start->setProperty("primary", true);
    m_cancel->setObjectName(QStringLiteral("sweep-cancel"));
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(12);
    line->addWidget(m_text, 1);
    line->addWidget(m_bar);
    line->addWidget(m_start);
    line->addWidget(m_cancel);
    connect(m_start, &QPushButton::clicked, this, &SweepRunRow::startAsked);
    connect(m_cancel, &QPushButton::clicked, this, &SweepRunRow::cancelAsked);
    setRunning(false);
}

void SweepRunRow::showProgress(std::size_t done, std::size_t total, std::optional<double> secondsLeft)
{
    m_bar->setRange(0, static_cast<int>(total));
    m_bar->setValue(static_cast<int>(done));
    const QString count = tr("%1 of %2", "configurations").arg(countText(done), countText(total));
    m_text->setWholeText(
        secondsLeft ? tr("%1 · about %2 left", "how many, duration").arg(count, durationText(*secondsLeft))
                    : count);
}

void SweepRunRow::say(const QString& text)
{
    m_text->setWholeText(text);
}

void SweepRunRow::setRunning(bool running)
{
    m_bar->setVisible(running);
    m_start->setVisible(!running);
    m_cancel->setVisible(running);
}

void SweepRunRow::setStartable(bool startable)
{
    m_start->setEnabled(startable);
}

QString SweepRunRow::text() const
{
    return m_text->wholeText();
}

} // namespace bubblescope::ui
